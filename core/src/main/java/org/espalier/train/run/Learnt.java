package org.espalier.train.run;

import java.util.List;
import org.espalier.optimize.Result;
import org.espalier.train.TrainingException;

/**
 * What came of learning: everything here is about the weights that the model gets.
 *
 * @param result where it ended; x, value and gradient norm are those of the model's weights
 * @param bound how far the objective there is above its minimum at most; NaN when nothing proves it
 * @param objectives to which objective each start led, when there were several
 */
public record Learnt(Result result, double bound, List<Double> objectives) {

    Learnt(Result result, double bound) {
        this(result, bound, List.of());
    }

    /**
     * The weights, which are finite numbers.
     *
     * @throws TrainingException when one of them is none
     */
    public double[] finite() {
        for (double weight : result.x()) {
            if (!Double.isFinite(weight)) {
                throw new TrainingException(
                        "a weight became " + weight + "; are there huge attribute values or weights in the data?");
            }
        }
        return result.x();
    }

    /** An end at other weights than the last, which the development set chose. */
    static Result at(double[] x, double value, double gradientNorm, int evaluations, Result last) {
        return new Result(x, value, gradientNorm, last.iterations(), evaluations, last.reason());
    }
}
