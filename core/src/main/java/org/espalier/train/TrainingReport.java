package org.espalier.train;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.optimize.StopReason;

/**
 * What came of a training run.
 *
 * @param summary the size of the problem
 * @param objective the penalised objective at the end; of an online learner the summed loss of the last epoch
 * @param gradientNorm the norm of its (pseudo-)gradient; NaN for an online learner
 * @param gapBound how far the objective is above its minimum at most, as the gradient proves; +∞ when λ₂ = 0, NaN for
 *     an online learner
 * @param iterations accepted steps, and epochs
 * @param evaluations evaluations of the objective, and epochs
 * @param stopReason why it ended
 * @param stoppedEarly whether the development set ended it
 * @param bestIteration the iteration whose weights the model has
 * @param devScore the score on the development set at that iteration (NaN when there is none)
 * @param activeFeatures weights of the model that are not zero
 * @param seconds wall-clock seconds of this run, those before a resumption not counted
 * @param secondsPerEvaluation the same, per evaluation of this run
 * @param history how far this run had come after each of its iterations
 */
public record TrainingReport(
        TrainingSummary summary,
        double objective,
        double gradientNorm,
        double gapBound,
        int iterations,
        int evaluations,
        StopReason stopReason,
        boolean stoppedEarly,
        int bestIteration,
        double devScore,
        int activeFeatures,
        double seconds,
        double secondsPerEvaluation,
        List<TrainingProgress> history) {

    public TrainingReport {
        history = List.copyOf(history);
    }

    /** Why it ended, in words. */
    public String stopText() {
        return stoppedEarly ? "stopped early: the development set no longer improves" : stopReason.text();
    }

    /** The part of the report that depends on data and options only, for the model's provenance. */
    Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("objective", objective);
        if (!Double.isNaN(gradientNorm)) {
            map.put("gradientNorm", gradientNorm);
        }
        map.put("iterations", iterations);
        map.put("evaluations", evaluations);
        map.put("stopReason", stopName());
        map.put("bestIteration", bestIteration);
        if (!Double.isNaN(devScore)) {
            map.put("devScore", devScore);
        }
        return map;
    }

    /** The name of the reason, for machines. */
    public String stopName() {
        return stoppedEarly ? "EARLY_STOPPING" : stopReason.name();
    }
}
