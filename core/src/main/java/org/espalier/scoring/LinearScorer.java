package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The linear scorer: score(part) = Σ<sub>features of the part</sub> θ<sub>k</sub> · value.
 *
 * <p>Cost of a sequence: one multiplication per feature of each of its attributes, both ways.
 */
public final class LinearScorer implements Scorer {
    private final ParameterLayout layout;
    private final int states;
    private final int[] offsets; // [A+1]
    private final int[] targets; // [state features], or empty when complete
    private final int sharedBegin;
    private final int transitionBegin;

    public LinearScorer(ParameterLayout layout) {
        this.layout = layout;
        this.states = layout.states();
        this.offsets = layout.stateFeatures().offsets();
        this.targets = layout.stateFeatures().targets();
        this.sharedBegin = layout.sharedBegin();
        this.transitionBegin = layout.transitionBegin();
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
        return Trellis.chain(sequence.length(), states, sequence.transitionPositions());
    }

    @Override
    public void scoreShared(double[] parameters, double[] scores) {
        int[] features = layout.sharedFeatures();
        for (int arc = 0; arc < features.length; arc++) {
            scores[arc] = features[arc] < 0 ? 0 : parameters[sharedBegin + features[arc]];
        }
    }

    @Override
    public void backpropagateShared(double[] partGradient, double[] gradient) {
        int[] features = layout.sharedFeatures();
        for (int arc = 0; arc < features.length; arc++) {
            if (features[arc] >= 0) {
                gradient[sharedBegin + features[arc]] += partGradient[arc];
            }
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
        int[] attributes = sequence.attributes();
        double @Nullable [] values = sequence.values();
        for (int t = 0; t < trellis.length(); t++) {
            int row = trellis.stateOffset(t);
            int end = sequence.begin(t + 1);
            for (int k = sequence.begin(t); k < end; k++) {
                addGradient(partGradient, row, attributes[k], values == null ? 1.0 : values[k], gradient);
            }
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            backpropagateOwn(partGradient, trellis.ownOffset(c), sequence, trellis.ownPosition(c), gradient);
        }
    }

    private void addGradient(double[] partGradient, int row, int attribute, double value, double[] gradient) {
        int begin = offsets[attribute];
        int end = offsets[attribute + 1];
        if (targets.length == 0) {
            for (int k = begin; k < end; k++) {
                gradient[k] += partGradient[row + k - begin] * value;
            }
        } else {
            for (int k = begin; k < end; k++) {
                gradient[k] += partGradient[row + targets[k]] * value;
            }
        }
    }

    private void backpropagateOwn(
            double[] partGradient, int offset, EncodedSequence sequence, int t, double[] gradient) {
        FeatureLists lists = layout.transitionFeatures();
        for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
            int attribute = sequence.transitionAttribute(k);
            double value = sequence.transitionValue(k);
            for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                gradient[transitionBegin + f] += partGradient[offset + lists.target(attribute, f)] * value;
            }
        }
    }

    @Override
    public void backpropagateSquares(
            EncodedSequence sequence, Trellis trellis, double[] partCurvature, int offset, double[] target) {
        FeatureLists states = layout.stateFeatures();
        for (int t = 0; t < trellis.length(); t++) {
            int row = trellis.stateOffset(t);
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                double square = sequence.value(k) * sequence.value(k);
                addSquares(states, sequence.attribute(k), square, partCurvature, row, offset, target);
            }
        }
        int[] shared = layout.sharedFeatures();
        for (int arc = 0; arc < shared.length; arc++) {
            if (shared[arc] >= 0) {
                target[offset + sharedBegin + shared[arc]] += partCurvature[arc];
            }
        }
        FeatureLists transitions = layout.transitionFeatures();
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                double square = sequence.transitionValue(k) * sequence.transitionValue(k);
                addSquares(
                        transitions,
                        sequence.transitionAttribute(k),
                        square,
                        partCurvature,
                        trellis.ownOffset(c),
                        offset + transitionBegin,
                        target);
            }
        }
    }

    private static void addSquares(
            FeatureLists lists,
            int attribute,
            double square,
            double[] partCurvature,
            int row,
            int offset,
            double[] target) {
        for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
            target[offset + f] += square * partCurvature[row + lists.target(attribute, f)];
        }
    }
}
