package org.espalier.train.run;

import java.util.Arrays;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;

/**
 * The objective at some weights.
 *
 * @param value with its penalty
 * @param gradientNorm the 2-norm of its gradient, or of its pseudo-gradient when λ₁ &gt; 0
 */
record Measured(double value, double gradientNorm) {

    /** Evaluates the objective, which costs one pass. */
    static Measured at(double[] x, Function objective, Penalty penalty) {
        double[] gradient = new double[x.length];
        double value = objective.evaluate(x, gradient) + penalty.value(x);
        penalty.addSmoothGradient(x, gradient);
        penalty.pseudoGradient(x, gradient, gradient);
        return new Measured(
                value, Math.sqrt(Arrays.stream(gradient).map(g -> g * g).sum()));
    }
}
