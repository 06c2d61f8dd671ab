package org.espalier.kernel;

import java.util.stream.IntStream;
import org.espalier.parallel.Workers;

/**
 * What a learner sees: numbered points with labels and weights, and their kernel values.
 *
 * @param gram the kernel values
 * @param labels the label of each point // [n]
 * @param classes the number Y of labels, at least 2
 * @param weights how much each point counts, above 0 // [n]
 * @param bytes how much memory a learner may take for kernel values of its own
 * @param workers who shares the work
 * @param monitor watches, and may stop the learner
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record KernelProblem(
        GramCache gram, int[] labels, int classes, double[] weights, long bytes, Workers workers, Monitor monitor) {

    public KernelProblem {
        if (labels.length != gram.size() || weights.length != gram.size()) {
            throw new IllegalArgumentException(
                    labels.length + " labels and " + weights.length + " weights for " + gram.size() + " points");
        }
    }

    /** Watches a learner. */
    @FunctionalInterface
    public interface Monitor {
        /** Watches nothing and never stops. */
        Monitor NONE = (iteration, objective, violation, active) -> true;

        /**
         * Called after some work, in the learner's thread.
         *
         * @param iteration the learner's steps so far, from 1
         * @param objective what is minimised, as far as it is known
         * @param violation the norm of the gradient or the largest violation of the optimality conditions; NaN when unknown
         * @param active points with a coefficient that is not 0
         * @return false to stop with what has been found so far
         */
        boolean afterIteration(int iteration, double objective, double violation, int active);
    }

    /** The number n of points. */
    public int size() {
        return labels.length;
    }

    /** The points of a label, ascending. */
    int[] members(int label) {
        return IntStream.range(0, labels.length).filter(i -> labels[i] == label).toArray();
    }
}
