package org.espalier.scoring;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The linear scorer: score(part) = Σ<sub>features of the part</sub> θ<sub>k</sub> · value.
 *
 * <p>Cost of a sequence: one multiplication per feature of each of its attributes, both ways.
 */
public final class LinearScorer implements Scorer {
    /** From so many states on, transitions are sparse when at most one pair in {@value #SPARSE_SHARE} has a weight. */
    private static final int SPARSE_STATES = 64;

    private static final int SPARSE_SHARE = 8;

    private final ParameterLayout layout;
    private final int states;
    private final int[] offsets; // [A+1]
    private final int[] targets; // [state features], or empty when complete
    private final byte[] narrow; // the same where they fit: a quarter of the cache
    private final int sharedBegin;
    private final int transitionBegin;
    private final int[] sharedArcs; // the pairs with a weight: i·S + j, rising
    private final @Nullable Transitions sparse; // null when so many pairs have a weight that all get a part

    public LinearScorer(ParameterLayout layout) {
        this(
                layout,
                layout.states() >= SPARSE_STATES
                        && SPARSE_SHARE * (long) layout.sharedCount() <= (long) layout.states() * layout.states());
    }

    LinearScorer(ParameterLayout layout, boolean sparse) {
        this.layout = layout;
        this.states = layout.states();
        this.offsets = layout.stateFeatures().offsets();
        this.targets = layout.stateFeatures().targets();
        this.narrow = new byte[states <= Byte.MAX_VALUE + 1 ? targets.length : 0];
        for (int k = 0; k < narrow.length; k++) {
            narrow[k] = (byte) targets[k];
        }
        this.sharedBegin = layout.sharedBegin();
        this.transitionBegin = layout.transitionBegin();
        int[] shared = layout.sharedFeatures();
        this.sharedArcs = IntStream.range(0, shared.length)
                .filter(arc -> shared[arc] >= 0)
                .toArray();
        this.sparse = sparse ? Transitions.of(states, sharedArcs) : null;
    }

    public ParameterLayout layout() {
        return layout;
    }

    @Override
    public int parameters() {
        return layout.parameters();
    }

    @Override
    public Trellis trellis(EncodedSequence sequence) {
        return sparse == null
                ? Trellis.chain(sequence.length(), states, sequence.transitionPositions())
                : Trellis.chain(sequence.length(), sparse, sequence.transitionPositions());
    }

    @Override
    public void scoreShared(double[] parameters, double[] scores) {
        int[] features = layout.sharedFeatures();
        if (sparse == null) {
            Arrays.fill(scores, 0, features.length, 0.0);
        }
        for (int k = 0; k < sharedArcs.length; k++) {
            scores[sparse == null ? sharedArcs[k] : k] = parameters[sharedBegin + features[sharedArcs[k]]];
        }
    }

    @Override
    public void backpropagateShared(double[] partGradient, double[] gradient) {
        int[] features = layout.sharedFeatures();
        for (int k = 0; k < sharedArcs.length; k++) {
            gradient[sharedBegin + features[sharedArcs[k]]] += partGradient[sparse == null ? sharedArcs[k] : k];
        }
    }

    @Override
    public void score(double[] parameters, EncodedSequence sequence, Trellis trellis, double[] scores) {
        Arrays.fill(scores, trellis.sharedParts(), trellis.parts(), 0.0);
        int[] attributes = sequence.attributes();
        double @Nullable [] values = sequence.values();
        for (int t = 0; t < trellis.length(); t++) {
            int row = trellis.stateOffset(t);
            int end = sequence.begin(t + 1);
            for (int k = sequence.begin(t); k < end; k++) {
                addWeights(parameters, attributes[k], values == null ? 1.0 : values[k], scores, row);
            }
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            scoreOwn(parameters, sequence, trellis.ownPosition(c), trellis.ownOffset(c), scores);
        }
    }

    private void addWeights(double[] parameters, int attribute, double value, double[] scores, int row) {
        int begin = offsets[attribute];
        int end = offsets[attribute + 1];
        if (targets.length == 0) {
            for (int k = begin; k < end; k++) {
                scores[row + k - begin] += parameters[k] * value;
            }
        } else if (narrow.length > 0) {
            for (int k = begin; k < end; k++) {
                scores[row + narrow[k]] += parameters[k] * value;
            }
        } else {
            for (int k = begin; k < end; k++) {
                scores[row + targets[k]] += parameters[k] * value;
            }
        }
    }

    private void scoreOwn(double[] parameters, EncodedSequence sequence, int t, int offset, double[] scores) {
        FeatureLists lists = layout.transitionFeatures();
        for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
            int attribute = sequence.transitionAttribute(k);
            double value = sequence.transitionValue(k);
            for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                scores[offset + lists.target(attribute, f)] += parameters[transitionBegin + f] * value;
            }
        }
    }

    @Override
    public void backpropagate(EncodedSequence sequence, Trellis trellis, double[] partGradient, double[] gradient) {
        backpropagate(sequence, trellis, partGradient, gradient, 0, 1);
    }

    /**
     * The same for a share of the attributes: every weight belongs to exactly one share.
     *
     * @param shares how many there are, a power of two
     */
    public void backpropagate(
            EncodedSequence sequence,
            Trellis trellis,
            double[] partGradient,
            double[] gradient,
            int share,
            int shares) {
        int[] attributes = sequence.attributes();
        double @Nullable [] values = sequence.values();
        for (int t = 0; t < trellis.length(); t++) {
            int row = trellis.stateOffset(t);
            int end = isZero(partGradient, row, states) ? 0 : sequence.begin(t + 1); // as where two paths agree
            for (int k = sequence.begin(t); k < end; k++) {
                if ((attributes[k] & (shares - 1)) == share) {
                    addGradient(partGradient, row, attributes[k], values == null ? 1.0 : values[k], gradient);
                }
            }
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            backpropagateOwn(
                    partGradient, trellis.ownOffset(c), sequence, trellis.ownPosition(c), gradient, share, shares);
        }
    }

    /**
     * Adds Σ<sub>part</sub> partGradient · ∂score/∂θ over all parts, the shared transitions too; parts with the gradient 0
     * cost next to nothing, as in a difference of two paths.
     */
    public void backpropagate(EncodedSequence sequence, Trellis trellis, double[] partGradient, SparseVector into) {
        int[] features = layout.sharedFeatures();
        for (int k = 0; k < sharedArcs.length; k++) {
            double amount = partGradient[sparse == null ? sharedArcs[k] : k];
            if (amount != 0) {
                into.add(sharedBegin + features[sharedArcs[k]], amount);
            }
        }
        int[] attributes = sequence.attributes();
        double @Nullable [] values = sequence.values();
        for (int t = 0; t < trellis.length(); t++) {
            int row = trellis.stateOffset(t);
            if (!isZero(partGradient, row, states)) {
                for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                    addRow(
                            layout.stateFeatures(),
                            attributes[k],
                            values == null ? 1.0 : values[k],
                            0,
                            partGradient,
                            row,
                            into);
                }
            }
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            int offset = trellis.ownOffset(c);
            if (!isZero(partGradient, offset, states * states)) {
                for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                    addRow(
                            layout.transitionFeatures(),
                            sequence.transitionAttribute(k),
                            sequence.transitionValue(k),
                            transitionBegin,
                            partGradient,
                            offset,
                            into);
                }
            }
        }
    }

    private static boolean isZero(double[] numbers, int begin, int count) {
        for (int k = begin; k < begin + count; k++) {
            if (numbers[k] != 0) {
                return false;
            }
        }
        return true;
    }

    private static void addRow(
            FeatureLists lists,
            int attribute,
            double value,
            int firstParameter,
            double[] partGradient,
            int offset,
            SparseVector into) {
        for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
            double amount = partGradient[offset + lists.target(attribute, f)];
            if (amount != 0) {
                into.add(firstParameter + f, amount * value);
            }
        }
    }

    private void addGradient(double[] partGradient, int row, int attribute, double value, double[] gradient) {
        int begin = offsets[attribute];
        int end = offsets[attribute + 1];
        if (targets.length == 0) {
            for (int k = begin; k < end; k++) {
                gradient[k] += partGradient[row + k - begin] * value;
            }
        } else if (narrow.length > 0) {
            for (int k = begin; k < end; k++) {
                gradient[k] += partGradient[row + narrow[k]] * value;
            }
        } else {
            for (int k = begin; k < end; k++) {
                gradient[k] += partGradient[row + targets[k]] * value;
            }
        }
    }

    private void backpropagateOwn(
            double[] partGradient,
            int offset,
            EncodedSequence sequence,
            int t,
            double[] gradient,
            int share,
            int shares) {
        FeatureLists lists = layout.transitionFeatures();
        for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
            int attribute = sequence.transitionAttribute(k);
            if ((attribute & (shares - 1)) != share) {
                continue;
            }
            double value = sequence.transitionValue(k);
            for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                gradient[transitionBegin + f] += partGradient[offset + lists.target(attribute, f)] * value;
            }
        }
    }
}
