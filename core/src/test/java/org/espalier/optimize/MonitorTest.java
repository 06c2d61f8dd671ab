package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.optimize.TestFunctions.Logistic;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.Owlqn;
import org.junit.jupiter.api.Test;

class MonitorTest {
    private final Logistic function = Logistic.random(100, 20, new Random(6));

    @Test
    void stopsTheRun() {
        Result result = new Lbfgs().minimize(function, Penalty.l2(1), new double[20], p -> p.iteration() < 4);

        assertThat(result.reason()).isEqualTo(StopReason.STOPPED);
        assertThat(result.iterations()).isEqualTo(4);
    }

    @Test
    void seesWhatIsTrueOfThePoint() {
        Penalty penalty = new Penalty(2, 0.5);
        List<Integer> iterations = new ArrayList<>();
        int[] calls = new int[1];
        Function counted = TestFunctions.of(20, (x, gradient) -> {
            calls[0]++;
            return function.evaluate(x, gradient);
        });

        Result result = new Owlqn().minimize(counted, penalty, new double[20], progress -> {
            iterations.add(progress.iteration());
            double[] x = progress.x();
            assertThat(progress.evaluations()).isEqualTo(calls[0]);
            assertThat(progress.loss()).isCloseTo(function.objective(x, 0, 0), within(1e-9));
            assertThat(progress.value()).isCloseTo(function.objective(x, 2, 0.5), within(1e-9));
            int nonZeros = 0;
            double norm = 0;
            for (double weight : x) {
                nonZeros += weight == 0 ? 0 : 1;
                norm += weight * weight;
            }
            assertThat(progress.nonZeros()).isEqualTo(nonZeros);
            assertThat(progress.xNorm()).isCloseTo(Math.sqrt(norm), within(1e-12));
            assertThat(progress.step()).isPositive();
            assertThat(progress.gradientNorm()).isPositive();
            return true;
        });

        assertThat(iterations).hasSize(result.iterations()).startsWith(1, 2, 3);
        assertThat(result.evaluations()).isEqualTo(calls[0]);
    }

    @Test
    void mayNotKeepTheProgress() {
        List<Progress> kept = new ArrayList<>();
        new Lbfgs().minimize(function, Penalty.l2(1), new double[20], kept::add);

        assertThatThrownBy(() -> kept.get(0).snapshot())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("valid only during the monitor's call");
    }
}
