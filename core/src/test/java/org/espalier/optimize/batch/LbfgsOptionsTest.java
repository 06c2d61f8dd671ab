package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.optimize.StopReason;
import org.junit.jupiter.api.Test;

class LbfgsOptionsTest {

    @Test
    void everyOptionCanBeChangedAlone() {
        assertThat(LbfgsOptions.DEFAULTS
                        .withMemory(1)
                        .withMaxIterations(2)
                        .withGradientTolerance(3)
                        .withObjectiveTolerance(4)
                        .withPeriod(5)
                        .withMaxLineSearchSteps(6))
                .isEqualTo(new LbfgsOptions(1, 2, 3, 4, 5, 6));
    }

    @Test
    void rejectsWhatMakesNoSense() {
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withMemory(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("memory = 0; expected a whole number from 1 to 1000");
        assertThat(LbfgsOptions.DEFAULTS.withMemory(1000).memory()).isEqualTo(1000);
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withMemory(1001)).hasMessageContaining("memory = 1001");
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withGradientTolerance(Double.POSITIVE_INFINITY))
                .hasMessageContaining("gradientTolerance = Infinity");
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withMaxIterations(-1)).hasMessageContaining("maxIterations");
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withGradientTolerance(Double.NaN))
                .hasMessage("gradientTolerance = NaN; expected a finite number of at least 0");
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withObjectiveTolerance(-1))
                .hasMessageContaining("objectiveTolerance");
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withPeriod(0)).hasMessageContaining("period");
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withEnough(-1)).hasMessageContaining("enough");
        assertThatThrownBy(() -> LbfgsOptions.DEFAULTS.withMaxLineSearchSteps(0))
                .hasMessageContaining("maxLineSearchSteps");
    }

    @Test
    void everyStopReasonHasAText() {
        for (StopReason reason : StopReason.values()) {
            assertThat(reason.text())
                    .startsWith(
                            reason == StopReason.FINISHED ? "finished" : reason.converged() ? "converged" : "stopped");
        }
    }
}
