package org.espalier.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;
import org.espalier.structure.Topology;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Trellis;

/**
 * The linear scorer: score(part) = Σ<sub>features of the part</sub> θ<sub>k</sub> · value.
 *
 * <p>It knows families, not structures. A family with places is scored place by place ({@link PlacedFeatures}); a shared family
 * adds one weight to each of its parts. Cost of an instance: one multiplication per feature of each of its attributes, both
 * ways. A gradient needs nothing of the scores, so the scorer is its own tape, which all threads share.
 *
 * @param <S> the structures whose parts it scores
 */
public final class LinearScorer<S extends Structure> implements Scorer<S>, Tape<S> {
    /** From so many states on, transitions are sparse when at most one pair in {@value #SPARSE_SHARE} has a weight. */
    private static final int SPARSE_STATES = 64;

    private static final int SPARSE_SHARE = 8;

    private final ParameterLayout layout;
    private final Topology<S> topology;
    private final List<PlacedFeatures> placed = new ArrayList<>();
    private final int[]
            sharedParts; // the parts that have a shared weight; one with several weights comes several times
    private final int[] sharedParameters; // their weights
    private final boolean sharedIsPlain; // whether no part has two weights, and no weight two parts
    private final int[] sharedRanges; // begin and end of the weights of each shared family

    /**
     * A scorer.
     *
     * @param layout the features of the topology's families, in the same order
     */
    public LinearScorer(ParameterLayout layout, Topology<S> topology) {
        this.layout = layout;
        this.topology = topology;
        List<Family> families = topology.families();
        requireSame(layout, families);
        int[] parts = new int[16];
        int[] parameters = new int[16];
        int count = 0;
        for (int f = 0; f < families.size(); f++) {
            Family family = families.get(f);
            FeatureLists lists = layout.lists(f);
            if (!family.isShared()) {
                placed.add(new PlacedFeatures(family, lists, layout.begin(f)));
                continue;
            }
            for (int part = 0; part < family.width(); part++) {
                int[] tie = family.tie();
                int target = tie == null ? part : tie[part];
                int feature = target < 0 ? -1 : lists.find(0, target);
                if (feature >= 0) {
                    if (count == parts.length) {
                        parts = Arrays.copyOf(parts, 2 * count);
                        parameters = Arrays.copyOf(parameters, 2 * count);
                    }
                    parts[count] = part;
                    parameters[count++] = layout.begin(f) + feature;
                }
            }
        }
        this.sharedRanges = IntStream.range(0, families.size())
                .filter(f -> families.get(f).isShared())
                .flatMap(f -> IntStream.of(layout.begin(f), layout.begin(f + 1)))
                .toArray();
        this.sharedIsPlain = Arrays.stream(parts, 0, count).distinct().count() == count
                && Arrays.stream(parameters, 0, count).distinct().count() == count;
        this.sharedParts = Arrays.copyOf(parts, count);
        this.sharedParameters = Arrays.copyOf(parameters, count);
    }

    private static void requireSame(ParameterLayout layout, List<Family> families) {
        boolean same = layout.families().size() == families.size();
        for (int f = 0; same && f < families.size(); f++) {
            FeatureFamily own = layout.families().get(f);
            same = own.name().equals(families.get(f).name())
                    && own.lists().targetCount() == families.get(f).targets();
        }
        if (!same) {
            throw new IllegalArgumentException("features of "
                    + layout.families().stream().map(FeatureFamily::name).toList() + " for the families " + families);
        }
    }

    /** The scorer of a plain chain; its transitions are sparse when there are many labels and few pairs have a weight. */
    public static LinearScorer<Trellis> chain(ParameterLayout layout) {
        return new LinearScorer<>(layout, chainTopology(layout));
    }

    static LinearScorer<Trellis> chain(ParameterLayout layout, boolean sparse) {
        return new LinearScorer<>(layout, chainTopology(layout, sparse));
    }

    /**
     * The topology of a plain chain with these features, sparse when there are many labels and few pairs have a weight. It can be {@linkplain
     * ChainTopology#constrained constrained} and then scored with the same weights.
     */
    public static ChainTopology chainTopology(ParameterLayout layout) {
        return chainTopology(
                layout,
                layout.states() >= SPARSE_STATES
                        && SPARSE_SHARE * (long) layout.sharedCount() <= (long) layout.states() * layout.states());
    }

    private static ChainTopology chainTopology(ParameterLayout layout, boolean sparse) {
        if (!sparse) {
            return ChainTopology.dense(layout.states());
        }
        int[] shared = layout.sharedFeatures();
        int[] arcs = new int[layout.sharedCount()];
        int count = 0;
        for (int arc = 0; arc < shared.length; arc++) {
            if (shared[arc] >= 0) {
                arcs[count++] = arc;
            }
        }
        return ChainTopology.sparse(layout.states(), arcs);
    }

    /**
     * A bound of the squared norm of the gradient that these parts have: Σ parts² · Σ values² of the attributes there, as if every
     * attribute met every target, and no attribute came twice.
     */
    public double squaredNorm(EncodedSequence sequence, S structure, double[] parts) {
        double norm = 0;
        for (PlacedFeatures family : placed) {
            norm = family.addSquaredNorm(norm, sequence, structure, parts);
        }
        return norm + sharedSquares(structure, parts);
    }

    /** ‖the gradient of the weights of shared parts‖², given that of the parts. */
    public double sharedSquares(S structure, double[] parts) {
        if (sharedIsPlain || structure.sharedParts() == 0) {
            return PlacedFeatures.squares(parts, 0, structure.sharedParts());
        }
        double[] gradient = new double[layout.parameters()];
        backpropagateShared(parts, gradient);
        return PlacedFeatures.squares(gradient, 0, gradient.length);
    }

    /** The families with places, in the order of θ. */
    public List<PlacedFeatures> placed() {
        return Collections.unmodifiableList(placed);
    }

    /** Begin and end of every range of weights that the scores of an instance depend on: the shared ones, then those of each attribute. */
    public int[] ranges(EncodedSequence sequence, S structure) {
        int count = sharedRanges.length / 2;
        for (PlacedFeatures family : placed) {
            count += family.countRanges(sequence, structure);
        }
        int[] ranges = Arrays.copyOf(sharedRanges, 2 * count);
        int at = sharedRanges.length;
        for (PlacedFeatures family : placed) {
            at = family.ranges(sequence, structure, ranges, at);
        }
        return ranges;
    }

    public ParameterLayout layout() {
        return layout;
    }

    /** How instances become structures. */
    public Topology<S> topology() {
        return topology;
    }

    @Override
    public int parameters() {
        return layout.parameters();
    }

    @Override
    public S structure(EncodedSequence sequence) {
        return topology.structure(sequence);
    }

    /** The scorer itself: there is nothing to keep. */
    @Override
    public Tape<S> tape() {
        return this;
    }

    @Override
    public void scoreShared(double[] parameters, double[] scores) {
        Arrays.fill(scores, 0, topology.sharedParts(), 0.0);
        for (int k = 0; k < sharedParts.length; k++) {
            scores[sharedParts[k]] += parameters[sharedParameters[k]];
        }
    }

    @Override
    public void backpropagateShared(double[] partGradient, double[] gradient) {
        for (int k = 0; k < sharedParts.length; k++) {
            gradient[sharedParameters[k]] += partGradient[sharedParts[k]];
        }
    }

    @Override
    public void score(double[] parameters, EncodedSequence sequence, S structure, double[] scores) {
        Arrays.fill(scores, structure.sharedParts(), structure.parts(), 0.0);
        for (PlacedFeatures family : placed) {
            family.addScores(parameters, sequence, structure, scores);
        }
    }

    @Override
    public void backpropagate(EncodedSequence sequence, S structure, double[] partGradient, double[] gradient) {
        backpropagate(sequence, structure, partGradient, gradient, 0, 1);
    }

    /**
     * The same for a share of the attributes: every weight belongs to exactly one share.
     *
     * @param shares how many there are, a power of two
     */
    public void backpropagate(
            EncodedSequence sequence, S structure, double[] partGradient, double[] gradient, int share, int shares) {
        for (PlacedFeatures family : placed) {
            family.backpropagate(sequence, structure, partGradient, gradient, share, shares);
        }
    }

    /**
     * Adds Σ<sub>part</sub> partGradient · ∂score/∂θ over all parts, the shared ones too; parts with the gradient 0 cost next to
     * nothing, as in a difference of two outputs.
     */
    public void backpropagate(EncodedSequence sequence, S structure, double[] partGradient, SparseVector into) {
        for (int k = 0; k < sharedParts.length; k++) {
            double amount = partGradient[sharedParts[k]];
            if (amount != 0) {
                into.add(sharedParameters[k], amount);
            }
        }
        for (PlacedFeatures family : placed) {
            family.backpropagate(sequence, structure, partGradient, into);
        }
    }
}
