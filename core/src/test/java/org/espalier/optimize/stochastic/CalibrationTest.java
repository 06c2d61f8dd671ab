package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.DoubleUnaryOperator;
import org.espalier.optimize.CalibrationReport;
import org.junit.jupiter.api.Test;

/** Which rates are tried, in which order, and which of them is taken. */
class CalibrationTest {
    private static final double INITIAL = 10;
    private static final CalibrationOptions OPTIONS = CalibrationOptions.DEFAULTS.withFirstRate(1);

    private static double[] tried(CalibrationOptions options, double expected, DoubleUnaryOperator trial) {
        CalibrationReport report = Calibration.run(options, 7, INITIAL, trial);
        assertThat(report.rate()).isEqualTo(expected);
        assertThat(report.samples()).isEqualTo(7);
        assertThat(report.initial()).isEqualTo(INITIAL);
        assertThat(report.trials())
                .allSatisfy(one -> assertThat(one.value()).isEqualTo(Double.valueOf(trial.applyAsDouble(one.rate()))));
        return report.trials().stream()
                .mapToDouble(CalibrationReport.Trial::rate)
                .toArray();
    }

    private static double distance(double rate, double best) {
        return Math.abs(Math.log(rate / best));
    }

    @Test
    void goesUpUntilItGetsWorseThenDown() {
        assertThat(tried(OPTIONS, 4, rate -> distance(rate, 4))).containsExactly(1, 2, 4, 8, 0.5);
        assertThat(tried(OPTIONS, 0.25, rate -> distance(rate, 0.25))).containsExactly(1, 2, 0.5, 0.25, 0.125);
        assertThat(tried(OPTIONS.withFactor(3), 3, rate -> distance(rate, 3))).containsExactly(1, 3, 9, 1 / 3.0);
        assertThat(tried(OPTIONS, 1, rate -> 5)).as("as low is not lower").containsExactly(1, 2, 0.5);
    }

    @Test
    void candidatesAndTrialsAreLimited() {
        DoubleUnaryOperator rising = rate -> 9 - rate / 1000;
        assertThat(tried(OPTIONS.withCandidates(3), 4, rising)).containsExactly(1, 2, 4, 0.5);
        assertThat(tried(OPTIONS.withTrials(3), 4, rising)).containsExactly(1, 2, 4);
        DoubleUnaryOperator falling = rate -> 9 + rate / 1000;
        assertThat(tried(OPTIONS.withCandidates(3), 0.125, falling)).containsExactly(1, 2, 0.5, 0.25, 0.125);
        assertThat(tried(OPTIONS.withTrials(4), 0.25, falling)).containsExactly(1, 2, 0.5, 0.25);
    }

    /** As long as no rate lowers the objective smaller ones are tried, and the smallest is taken. */
    @Test
    void withoutAGoodRateTheSmallestIsTaken() {
        assertThat(tried(OPTIONS.withTrials(4), 0.125, rate -> INITIAL)).containsExactly(1, 0.5, 0.25, 0.125);
        assertThat(tried(OPTIONS.withTrials(4), 0.125, rate -> Double.NaN)).containsExactly(1, 0.5, 0.25, 0.125);
        assertThat(tried(OPTIONS, 0.25, rate -> rate > 0.3 ? 11 : 9 - rate)).containsExactly(1, 0.5, 0.25, 0.125);
    }

    @Test
    void exhaustivelyAllCandidatesOfBothDirectionsAreTried() {
        CalibrationOptions all = OPTIONS.withExhaustive(true).withCandidates(3);
        assertThat(tried(all, 2, rate -> rate == 2 ? 1 : 9)).containsExactly(1, 2, 4, 0.5, 0.25, 0.125);
        // Upwards the first rate that is not good ends it, downwards only good ones count.
        assertThat(tried(all, 0.0625, rate -> rate > 1 || rate == 0.5 ? INITIAL : 5 + rate))
                .containsExactly(1, 2, 0.5, 0.25, 0.125, 0.0625);
        assertThat(tried(all.withTrials(4), 1, rate -> 10 + rate == 11 ? 10.5 : 12))
                .as("the least bad one")
                .containsExactly(1, 0.5, 0.25, 0.125);
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> OPTIONS.withFirstRate(0)).hasMessageContaining("firstRate = 0");
        assertThatThrownBy(() -> OPTIONS.withFirstRate(Double.POSITIVE_INFINITY))
                .hasMessageContaining("firstRate = Infinity");
        assertThatThrownBy(() -> OPTIONS.withFactor(Double.POSITIVE_INFINITY))
                .hasMessageContaining("factor = Infinity");
        assertThatThrownBy(() -> OPTIONS.withSamples(0)).hasMessageContaining("samples = 0");
        assertThatThrownBy(() -> OPTIONS.withCandidates(0)).hasMessageContaining("candidates = 0");
        assertThatThrownBy(() -> OPTIONS.withTrials(0)).hasMessageContaining("trials = 0");
        assertThat(OPTIONS.withTrials(1).trials()).isEqualTo(1);
    }
}
