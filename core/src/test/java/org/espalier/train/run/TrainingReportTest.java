package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.train.ParameterMixing;
import org.espalier.train.SyntheticData;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.espalier.train.corpus.Fingerprint;
import org.junit.jupiter.api.Test;

/** What a report concludes from its numbers, and what of it goes into the model file. */
class TrainingReportTest {
    private static final TrainingSummary SUMMARY = new TrainingSummary(1, 2, 3, 4, 0, 5, 0, 1, 0);

    private static TrainingReport report(
            double objective, double gradientNorm, StopReason reason, boolean early, int best, double dev) {
        return new TrainingReport(
                SUMMARY,
                objective,
                gradientNorm,
                0,
                true,
                8,
                9,
                reason,
                early,
                best,
                dev,
                5,
                1,
                0.1,
                List.of(),
                List.of());
    }

    private static boolean isStationary(double objective, double gradientNorm, StopReason reason, int best) {
        return report(objective, gradientNorm, reason, false, best, Double.NaN).isStationary();
    }

    /** The gradient is compared with a thousandth of the objective, or of 1 where that is smaller. */
    @Test
    void aStationaryPointIsTheLastOneOfARunThatHasConvergedWithNextToNoGradient() {
        StopReason converged = StopReason.CONVERGED_OBJECTIVE;
        assertThat(isStationary(2_000, 2, converged, 8)).isTrue();
        assertThat(isStationary(-2_000, 2, converged, 8)).isTrue();
        assertThat(isStationary(2_000, 2.001, converged, 8)).isFalse();
        assertThat(isStationary(0.1, 1e-3, converged, 8)).isTrue();
        assertThat(isStationary(0.1, 1.1e-3, converged, 8)).isFalse();
        assertThat(isStationary(2_000, Double.NaN, converged, 8)).isFalse();
        assertThat(isStationary(2_000, 0, converged, 7))
                .as("an earlier iteration")
                .isFalse();
        assertThat(isStationary(2_000, 0, StopReason.MAX_ITERATIONS, 8)).isFalse();
    }

    @Test
    void earlyStoppingIsAReasonOfItsOwn() {
        TrainingReport early = report(1, 0, StopReason.STOPPED, true, 3, 0.5);
        assertThat(early.stopName()).isEqualTo("EARLY_STOPPING");
        assertThat(early.stopText()).contains("development set");
        TrainingReport asked = report(1, 0, StopReason.STOPPED, false, 3, 0.5);
        assertThat(asked.stopName()).isEqualTo("STOPPED");
        assertThat(asked.stopText()).isEqualTo(StopReason.STOPPED.text());
    }

    /** JSON has no NaN: what is not known is left out. */
    @Test
    void theModelFileGetsWhatIsKnown() {
        assertThat(report(2.5, 0.25, StopReason.FINISHED, false, 3, 0.5).provenance())
                .isEqualTo(Map.of(
                        "objective",
                        2.5,
                        "gradientNorm",
                        0.25,
                        "iterations",
                        8,
                        "evaluations",
                        9,
                        "stopReason",
                        "FINISHED",
                        "bestIteration",
                        3,
                        "devScore",
                        0.5));
        assertThat(report(Double.NaN, Double.NaN, StopReason.FINISHED, false, 3, Double.NaN)
                        .provenance())
                .containsOnlyKeys("iterations", "evaluations", "stopReason", "bestIteration");
        List<Double> starts = new ArrayList<>(List.of(3.0, 2.5));
        TrainingReport several = new TrainingReport(
                SUMMARY, 2.5, 0, 0, false, 8, 9, StopReason.FINISHED, false, 3, 0, 5, 1, 0.1, List.of(), starts);
        starts.clear();
        assertThat(several.provenance())
                .containsEntry("convex", false)
                .containsEntry("startObjectives", List.of(3.0, 2.5));
    }

    @Test
    void learnersOutsideThePackageTellTheSame() {
        List<Sequence> data = SyntheticData.sequences(1, 5, 2);
        TrainingReport report = report(2.5, 0.25, StopReason.FINISHED, false, 3, 0.5);
        assertThat(Provenance.of(data, Map.of("smoothing", 0.1), report))
                .containsOnlyKeys("espalier", "data", "sequences", "tokens", "options", "training")
                .containsEntry("data", Fingerprint.of(data))
                .containsEntry("sequences", SUMMARY.sequences())
                .containsEntry("tokens", SUMMARY.tokens())
                .containsEntry("options", Map.of("smoothing", 0.1))
                .containsEntry("training", report.provenance());
    }

    @Test
    void mixingIsToldInTheModelFile() {
        ParameterMixing.Weighting bySize = ParameterMixing.Weighting.BY_SIZE;
        assertThat(ParameterMixing.oneShot(3).withWeighting(bySize).provenance())
                .isEqualTo(Map.of("kind", "ONE_SHOT", "shards", 3, "weighting", "BY_SIZE"));
        assertThat(ParameterMixing.iterated(2, 5).provenance())
                .isEqualTo(Map.of("kind", "ITERATED", "shards", 2, "weighting", "UNIFORM", "epochIterations", 5));
        assertThat(ParameterMixing.Kind.ONE_SHOT).hasToString("one-shot");
    }

    /** f(x) = ½‖x − c‖² with an elastic net; where a weight is 0, the slope must exceed λ₁ to count. */
    @Test
    void anObjectiveIsMeasuredWithItsPenalty() {
        double[] goal = {4, 0.25, -3};
        Function bowl = new Function() {
            @Override
            public int dimension() {
                return 3;
            }

            @Override
            public double evaluate(double[] x, double[] gradient) {
                double value = 0;
                for (int k = 0; k < 3; k++) {
                    gradient[k] = x[k] - goal[k];
                    value += 0.5 * gradient[k] * gradient[k];
                }
                return value;
            }
        };
        Measured measured = Measured.at(new double[] {1, 0, 0}, bowl, new Penalty(0.5, 2));
        assertThat(measured.value()).isCloseTo(0.5 * (9 + 0.0625 + 9) + 0.5 + 1, within(1e-12));
        // 1 − 4 + 2 + 0.5; |0 − 0.25| < 0.5; 3 − 0.5
        assertThat(measured.gradientNorm()).isCloseTo(Math.hypot(0.5, 2.5), within(1e-12));
    }
}
