package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

class BacktrackingTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new Owlqn(options.withForm(LbfgsOptions.Form.PLAIN), workers);
    }

    @Override
    boolean takesAnyFunction() {
        return true;
    }

    @Override
    boolean takesL1() {
        return true;
    }

    private List<Double> values(LbfgsOptions options, Penalty penalty) {
        List<Double> values = new ArrayList<>();
        Monitor monitor = progress -> values.add(progress.value());
        optimizer(options, new Workers(1)).minimize(softmax, penalty, new double[softmax.dimension()], monitor);
        return values;
    }

    /** Wapiti compares with the value of period iterations ago, from iteration period + 2 on. */
    @Test
    void looksAtTheObjectiveFromIterationPeriodPlusTwo() {
        for (int period : new int[] {1, 4, 7}) {
            LbfgsOptions options = LbfgsOptions.DEFAULTS
                    .withGradientTolerance(0)
                    .withObjectiveTolerance(1e9)
                    .withPeriod(period);
            assertThat(values(options, Penalty.l1(1))).hasSize(period + 2);
            assertThat(values(options, Penalty.l2(1))).hasSize(period + 2);
        }
    }

    @Test
    void stopsWhereTheObjectiveIsSteadyAndNotByAGap() {
        LbfgsOptions options = LbfgsOptions.DEFAULTS
                .withGradientTolerance(0)
                .withObjectiveTolerance(0.02)
                .withPeriod(4);
        for (Penalty penalty : new Penalty[] {Penalty.l1(2), new Penalty(1, 50), Penalty.l2(50)}) {
            List<Double> all = values(options, penalty);
            for (int n = 6; n <= all.size(); n++) {
                double before = all.get(n - 5);
                double now = all.get(n - 1);
                assertThat(Math.abs(before - now) < 0.02 * before).isEqualTo(n == all.size());
            }
            assertThat(all).hasSizeGreaterThanOrEqualTo(6);
        }
    }

    /** With λ₁ the gradient that counts is the one before the step. */
    @Test
    void theGradientIsLookedAtOneStepLater() {
        LbfgsOptions options = TIGHT.withGradientTolerance(1e-3);
        List<Double> norms = new ArrayList<>();
        Monitor monitor = progress -> norms.add(progress.gradientNorm());
        Result result = optimizer(options, new Workers(1))
                .minimize(softmax, Penalty.l1(2), new double[softmax.dimension()], monitor);

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        double scale = Math.max(1, Vectors.SEQUENTIAL.norm(result.x()));
        assertThat(norms.get(norms.size() - 2)).isLessThanOrEqualTo(1e-3 * scale);
        assertThat(norms.get(norms.size() - 3)).isGreaterThan(1e-3 * scale);
    }
}
