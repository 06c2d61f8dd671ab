package org.espalier.train.run;

import java.util.function.Supplier;
import org.espalier.model.Model;
import org.espalier.optimize.Function;
import org.espalier.parallel.Workers;
import org.espalier.scoring.VotedWeights;
import org.jspecify.annotations.Nullable;

/**
 * What a run learns, as far as learning must know: an objective, where to begin, what measures weights. How instances are kept, how
 * weights meet them, and what becomes of the weights is the problem's own. {@link Learning} does the rest.
 */
public interface TrainingProblem {

    /** How many weights there are. */
    int parameters();

    /** Whether the objective is convex, so that something can be proved of its minimum. */
    boolean isConvex();

    /** Whether the loss is made of exact sums over outputs, on which dual steps rely. */
    default boolean hasExactSums() {
        return true;
    }

    /** Whether seconds and memory count more than the last steps to the minimum, so that the first phase of {@code auto} is short. */
    default boolean isBrief() {
        return false;
    }

    /**
     * Where a start begins; the array is the run's own.
     *
     * @param number which start it is, from 0
     */
    double[] start(int number);

    /** The text by which a checkpoint knows its run: everything that decides the weights. */
    String identity();

    /** The objective, which the caller closes. */
    Opened objective(Workers workers);

    /** What measures weights on data that they are not learnt from. */
    default Development development() {
        return Development.NONE;
    }

    /** What makes a model of weights on the way; null where listeners get none. */
    default @Nullable Supplier<Model> model(double[] weights, @Nullable VotedWeights votes) {
        return null;
    }

    /** An objective in memory. */
    interface Opened extends Function, AutoCloseable {

        /** The same as the algorithm of the run wants to see it: with its terms, its blocks or its moments. */
        default Function view() {
            return this;
        }

        /** Lets go of what is not in memory; usually everything is. */
        @Override
        default void close() {}
    }

    /** A development set. */
    interface Development {

        /** No development set. */
        Development NONE = new Development() {
            @Override
            public int size() {
                return 0;
            }

            @Override
            public double score(double[] weights, @Nullable VotedWeights votes) {
                return Double.NaN;
            }
        };

        /** How many instances there are; 0 for no development set. */
        int size();

        /** What weights are worth; higher is better. */
        double score(double[] weights, @Nullable VotedWeights votes);
    }
}
