package org.espalier.train;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.optimize.StopReason;

/**
 * The outcome of a training run.
 *
 * @param summary the size of the problem
 * @param objective the penalised objective of the model's weights; of an online learner the summed loss of the epoch that they
 *     are from; NaN when a checkpoint does not tell it
 * @param gradientNorm the norm of its (pseudo-)gradient at the model's weights; NaN for an online learner
 * @param gapBound how far that objective is above its minimum at most, as the gradient or the duality gap proves; +∞ when λ₂ = 0,
 *     NaN when the objective is not convex, and for an online learner
 * @param convex whether the objective is convex; with partial labels it usually is not, and the model is one of several
 *     stationary points. True of an online learner, which has no objective
 * @param iterations accepted steps, and epochs
 * @param evaluations evaluations of the objective, and epochs; of all starts
 * @param stopReason why it ended
 * @param stoppedEarly whether the development set ended it
 * @param bestIteration the iteration whose weights the model has
 * @param devScore the score on the development set at that iteration (NaN when there is none)
 * @param activeFeatures weights of the model that are not zero
 * @param seconds wall-clock seconds of this run, those before a resumption not counted
 * @param secondsPerEvaluation the same, per evaluation of this run
 * @param history how far this run had come after each of its iterations; of the start that was kept
 * @param startObjectives to which objective each of several starts led; empty when there was one
 */
public record TrainingReport(
        TrainingSummary summary,
        double objective,
        double gradientNorm,
        double gapBound,
        boolean convex,
        int iterations,
        int evaluations,
        StopReason stopReason,
        boolean stoppedEarly,
        int bestIteration,
        double devScore,
        int activeFeatures,
        double seconds,
        double secondsPerEvaluation,
        List<TrainingProgress> history,
        List<Double> startObjectives) {

    private static final double NEXT_TO_NOTHING = 1e-3;

    public TrainingReport {
        history = List.copyOf(history);
        startObjectives = List.copyOf(startObjectives);
    }

    /**
     * What came of a model that is made in one go, by counting: there is no objective, and nothing to iterate.
     *
     * @param weights of the model that are not zero
     */
    public static TrainingReport counted(TrainingSummary summary, int weights, double seconds) {
        return new TrainingReport(
                summary,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                true,
                0,
                0,
                StopReason.FINISHED,
                false,
                0,
                Double.NaN,
                weights,
                seconds,
                seconds,
                List.of(),
                List.of());
    }

    /** Why it ended, in words. */
    public String stopText() {
        return stoppedEarly ? "stopped early: the development set no longer improves" : stopReason.text();
    }

    /**
     * Whether the model's weights are a stationary point, as far as can be told: the run has converged there, and the gradient is
     * next to nothing beside the objective. Of a convex objective that is the minimum.
     */
    public boolean isStationary() {
        return stopReason.converged()
                && bestIteration == iterations
                && gradientNorm <= NEXT_TO_NOTHING * Math.max(1, Math.abs(objective));
    }

    /** The part of the report that depends on data and options only, for the model's provenance. */
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        if (!Double.isNaN(objective)) {
            map.put("objective", objective);
        }
        if (!Double.isNaN(gradientNorm)) {
            map.put("gradientNorm", gradientNorm);
        }
        if (!convex) {
            map.put("convex", false);
        }
        if (!startObjectives.isEmpty()) {
            map.put("startObjectives", startObjectives);
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
