package org.espalier.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * The coefficients of machines as the weights of a linear model: its attributes are the bias, when any machine has one, and
 * the support points in their order; a label is a target, or a pair of labels in the order of their machines. O(coefficients), however many pairs
 * there are.
 *
 * @param hasBias whether the first attribute is the bias
 * @param support the numbers of the support points, ascending
 * @param lists which attribute has a weight for which target
 * @param weights in the order of the lists
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record DualWeights(boolean hasBias, int[] support, FeatureLists lists, double[] weights) {

    static DualWeights of(DualSolution solution, int points, int classes) {
        List<DualSolution.Machine> machines = solution.machines();
        boolean pairwise = solution.normalisation().isPairwise();
        int targetCount = pairwise ? PairLabels.of(classes).pairs() : classes;
        if (targetCount != machines.size()) {
            throw new IllegalArgumentException(
                    machines.size() + " machines for " + classes + " labels; expected " + targetCount);
        }
        int[] counts = new int[points + 1]; // of the bias, then of the points
        for (DualSolution.Machine machine : machines) {
            counts[0] += machine.bias() == 0 ? 0 : 1;
            for (int k = 0; k < machine.points().length; k++) {
                counts[machine.points()[k] + 1] += machine.coefficients()[k] == 0 ? 0 : 1;
            }
        }
        int[] used = IntStream.rangeClosed(0, points).filter(a -> counts[a] > 0).toArray();
        int[] offsets = new int[used.length + 1];
        int[] next = new int[points + 1];
        for (int a = 0; a < used.length; a++) {
            next[used[a]] = offsets[a];
            offsets[a + 1] = Math.addExact(offsets[a], counts[used[a]]);
        }
        int[] targetsOf = new int[offsets[used.length]];
        double[] weights = new double[targetsOf.length];
        for (int m = 0; m < targetCount; m++) {
            DualSolution.Machine machine = machines.get(m);
            put(machine.bias(), 0, m, next, targetsOf, weights);
            for (int k = 0; k < machine.points().length; k++) {
                put(machine.coefficients()[k], machine.points()[k] + 1, m, next, targetsOf, weights);
            }
        }
        boolean hasBias = counts[0] > 0;
        int[] support =
                Arrays.stream(used).skip(hasBias ? 1 : 0).map(a -> a - 1).toArray();
        boolean complete = weights.length == (long) used.length * targetCount;
        return new DualWeights(
                hasBias, support, new FeatureLists(targetCount, offsets, complete ? new int[0] : targetsOf), weights);
    }

    private static void put(double weight, int attribute, int target, int[] next, int[] targetsOf, double[] weights) {
        if (weight != 0) {
            targetsOf[next[attribute]] = target;
            weights[next[attribute]++] = weight;
        }
    }

    /** The structure of the model: a chain of single tokens, or pairs of labels. */
    static LabelStructure<?> structure(DualSolution solution, int classes) {
        return solution.normalisation().isPairwise() ? PairLabels.of(classes) : ChainLabels.plain(classes);
    }

    /** The layout of a model with these weights only. */
    ParameterLayout layout(LabelStructure<?> structure) {
        if (structure instanceof PairLabels pairs) {
            return pairs.layout(lists);
        }
        int classes = structure.labels();
        int[] shared = new int[classes * classes];
        Arrays.fill(shared, -1);
        return new ParameterLayout(classes, lists, shared, FeatureLists.complete(0, shared.length));
    }
}
