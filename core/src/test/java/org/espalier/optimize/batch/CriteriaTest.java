package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.Trace;
import org.espalier.optimize.Vectors;
import org.junit.jupiter.api.Test;

/** When a run is over, at the very border of each criterion; and the diagonal that preconditions it. */
class CriteriaTest {
    private static final LbfgsOptions OPTIONS = LbfgsOptions.DEFAULTS
            .withGradientTolerance(0.25)
            .withObjectiveTolerance(0.125)
            .withPeriod(2)
            .withMaxIterations(10);

    private static StopReason reason(Penalty penalty, Trace trace, double value, double gradient, double x, int k) {
        return new Criteria(OPTIONS, penalty, true).reason(trace, value, gradient, x, k);
    }

    private static Trace falling(double... values) {
        Trace trace = Trace.at(values[0], 100);
        for (int k = 1; k < values.length; k++) {
            trace = trace.next(values[k - 1], values[k], 100, OPTIONS.period());
        }
        return trace;
    }

    @Test
    void theGradientIsComparedWithTheLargerOfOneAndTheNormOfX() {
        Trace trace = falling(100, 50, 25);
        assertThat(reason(Penalty.NONE, trace, 25, 0.25, 0.1, 2)).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(reason(Penalty.NONE, trace, 25, 0.26, 0.1, 2)).isNull();
        assertThat(reason(Penalty.NONE, trace, 25, 2, 8, 2)).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(reason(Penalty.NONE, trace, 25, 2.1, 8, 2)).isNull();
    }

    /** ‖∇F‖²/2λ₂ ≤ 0.125·|F|. */
    @Test
    void theGapIsProvedByStrongConvexity() {
        Trace trace = falling(100, 50, 16);
        assertThat(reason(Penalty.l2(1), trace, 16, 2, 0, 2)).isEqualTo(StopReason.CONVERGED_GAP);
        assertThat(reason(Penalty.l2(1), trace, 16, 2.1, 0, 2)).isNull();
        assertThat(reason(Penalty.l2(1), trace, -16, 2, 0, 2)).isEqualTo(StopReason.CONVERGED_GAP);
    }

    /** Over five iterations the value must fall by more than a quarter, where the function is convex. */
    @Test
    void aConvexFunctionMayFallEnough() {
        LbfgsOptions options = OPTIONS.withObjectiveTolerance(0).withPeriod(7).withEnough(0.25);
        double[] values = {40, 20, 19, 18, 17, 16.5, 16};
        for (double first : new double[] {20, 20.1}) {
            values[1] = first;
            Trace trace = Trace.at(values[0], 100);
            for (int k = 1; k < values.length; k++) {
                trace = trace.next(values[k - 1], values[k], 100, options.period());
            }
            assertThat(new Criteria(options, Penalty.NONE, true).reason(trace, 16, 9, 0, 6))
                    .isEqualTo(first == 20 ? StopReason.CONVERGED_OBJECTIVE : null);
            assertThat(new Criteria(options, Penalty.NONE, false).reason(trace, 16, 9, 0, 6))
                    .as("perhaps beside a saddle")
                    .isNull();
        }
    }

    /** Over two iterations the value must fall by more than an eighth. */
    @Test
    void theObjectiveIsFlatOverAPeriod() {
        assertThat(reason(Penalty.NONE, falling(18, 17, 16), 16, 9, 0, 2)).isEqualTo(StopReason.CONVERGED_OBJECTIVE);
        assertThat(reason(Penalty.NONE, falling(18.1, 17, 16), 16, 9, 0, 2)).isNull();
        assertThat(reason(Penalty.NONE, falling(17, 16), 16, 9, 0, 1))
                .as("one iteration")
                .isNull();
        assertThat(reason(Penalty.NONE, falling(90, 18, 17, 16), 16, 9, 0, 3))
                .isEqualTo(StopReason.CONVERGED_OBJECTIVE);
    }

    @Test
    void iterationsAreCounted() {
        Trace trace = falling(100, 50, 25);
        assertThat(reason(Penalty.NONE, trace, 25, 9, 0, 9)).isNull();
        assertThat(reason(Penalty.NONE, trace, 25, 9, 0, 10)).isEqualTo(StopReason.MAX_ITERATIONS);
    }

    /** 200 iterations in which neither the value nor the gradient became better than ever before. */
    @Test
    void aWalkInNoiseEnds() {
        LbfgsOptions endless = OPTIONS.withObjectiveTolerance(0).withMaxIterations(100_000);
        Criteria criteria = new Criteria(endless, Penalty.NONE, true);
        Trace trace = Trace.at(5, 9);
        for (int k = 1; k < 200; k++) {
            trace = trace.next(5, 5, 9, 2);
            assertThat(criteria.reason(trace, 5, 9, 0, k)).as("iteration %d", k).isNull();
        }
        assertThat(criteria.reason(trace.next(5, 5, 9, 2), 5, 9, 0, 200)).isEqualTo(StopReason.CONVERGED_PRECISION);
        assertThat(criteria.reason(trace.next(5, 4.9, 9, 2), 5, 9, 0, 200))
                .as("a lower value")
                .isNull();
        assertThat(criteria.reason(trace.next(5, 5, 8.9, 2), 5, 9, 0, 200))
                .as("a smaller gradient")
                .isNull();
    }

    @Test
    void startsThatAreNotFiniteAreRefused() {
        Function wall = TestFunctions.of(2, (x, gradient) -> Double.POSITIVE_INFINITY);
        Function cliff = TestFunctions.of(2, (x, gradient) -> {
            gradient[1] = Double.NaN;
            return 1;
        });
        assertThatThrownBy(() -> new Lbfgs().minimize(wall, Penalty.NONE, new double[2]))
                .hasMessageContaining("Infinity at the start");
        assertThatThrownBy(() -> new Lbfgs().minimize(cliff, Penalty.NONE, new double[2]))
                .hasMessageContaining("gradient at the start is NaN in coordinate 1");
        assertThatThrownBy(() -> new Lbfgs().minimize(cliff, Penalty.NONE, new double[] {0, Double.POSITIVE_INFINITY}))
                .hasMessageContaining("coordinate 1");
        Criteria.requireSmall("a method", 7, 7);
        assertThatThrownBy(() -> Criteria.requireSmall("a method", 8, 7)).hasMessageContaining("at most 7");
    }

    /** D = m·((diagonal + base)/m)^¾ with base = max(λ₂, 5 % of the mean diagonal) and m = base + mean. */
    @Test
    void thePreconditionerIsThreeQuartersOfTheDiagonalsPower() {
        double[] diagonal = {0, 1, 4, 15, -2e-9};
        for (double l2 : new double[] {0, 3}) {
            Preconditioner preconditioner = Preconditioner.of(diagonal, Penalty.l2(l2), Vectors.SEQUENTIAL);
            double mean = 20 / 5.0;
            double base = Math.max(l2, 0.05 * mean);
            double[] v = {1, 1, 1, 1, 1};
            preconditioner.multiply(v, Coordinates.all(Vectors.SEQUENTIAL));
            for (int i = 0; i < v.length; i++) {
                double share = (Math.max(0, diagonal[i]) + base) / (base + mean);
                assertThat(v[i]).as("%d", i).isCloseTo(1 / ((base + mean) * Math.pow(share, 0.75)), within(1e-6));
            }
            // With a pair the scale is that of the curvature seen last: γ = s·y / yᵀD⁻¹y.
            float[] y = {1, 2, 3, 4, 5};
            double sum = 0;
            for (int i = 0; i < v.length; i++) {
                sum += y[i] * y[i] * v[i];
            }
            double[] scaled = {1, 1, 1, 1, 1};
            preconditioner.multiply(7, y, scaled, Coordinates.all(Vectors.SEQUENTIAL));
            for (int i = 0; i < v.length; i++) {
                assertThat(scaled[i]).isCloseTo(7 / sum * v[i], within(1e-6));
            }
            assertThat(preconditioner.isIdentity()).isFalse();
        }
    }

    @Test
    void withoutCurvatureThePreconditionerIsTheIdentity() {
        Penalty none = Penalty.NONE;
        assertThat(Preconditioner.of(new double[3], none, Vectors.SEQUENTIAL).isIdentity())
                .isTrue();
        assertThat(Preconditioner.of(new double[] {1, Double.NaN}, none, Vectors.SEQUENTIAL)
                        .isIdentity())
                .isTrue();
        double[] v = {2, 3};
        Preconditioner.IDENTITY.multiply(v, Coordinates.all(Vectors.SEQUENTIAL));
        assertThat(v).containsExactly(2, 3);
        Preconditioner.IDENTITY.multiply(6, new float[] {1, 2}, v, Coordinates.all(Vectors.SEQUENTIAL));
        assertThat(v).containsExactly(new double[] {2 * 6 / 5.0, 3 * 6 / 5.0}, within(1e-12));
    }
}
