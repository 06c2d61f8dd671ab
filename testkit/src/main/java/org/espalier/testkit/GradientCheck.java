package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.espalier.optimize.Function;

/**
 * Compares a gradient with central differences, coordinate by coordinate.
 *
 * <p>∂f/∂x<sub>k</sub> ≈ (f(x + h e<sub>k</sub>) − f(x − h e<sub>k</sub>)) / 2h, extrapolated once from h and h/2
 * (Richardson), so that the error of the difference is O(h⁴). Cost: 4 evaluations per coordinate.
 */
public final class GradientCheck {
    private static final double STEP = 1e-3;

    private GradientCheck() {}

    /**
     * Fails unless |gradient − difference| ≤ tolerance · max(1, |gradient|, |difference|) in every coordinate.
     *
     * @param origin what is checked and its seed, for the message
     */
    public static void check(Function function, double[] x, double tolerance, String origin) {
        double[] gradient = new double[x.length];
        function.evaluate(x.clone(), gradient);
        for (int k = 0; k < x.length; k++) {
            double step = STEP * Math.max(1, Math.abs(x[k]));
            double coarse = difference(function, x, k, step);
            double fine = difference(function, x, k, step / 2);
            double expected = fine + (fine - coarse) / 3;
            double error =
                    Math.abs(gradient[k] - expected) / Math.max(1, Math.max(Math.abs(gradient[k]), Math.abs(expected)));
            assertThat(error)
                    .as(String.format(
                            Locale.ROOT,
                            "%s: coordinate %d of %d: gradient %.12g, difference %.12g",
                            origin,
                            k,
                            x.length,
                            gradient[k],
                            expected))
                    .isLessThanOrEqualTo(tolerance);
        }
    }

    private static double difference(Function function, double[] x, int k, double step) {
        double[] gradient = new double[x.length];
        double[] moved = x.clone();
        moved[k] = x[k] + step;
        double above = moved[k];
        double plus = function.evaluate(moved, gradient);
        moved[k] = x[k] - step;
        double below = moved[k];
        double minus = function.evaluate(moved, gradient);
        return (plus - minus) / (above - below);
    }
}
