package org.espalier.tune;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a trial.
 *
 * @param scores one per fold, higher is better; none when it failed
 * @param trainScores the same on the data learnt from; none when they were not asked for
 * @param seconds that the training of all folds took together
 * @param iterations the mean over the folds
 * @param activeFeatures weights that are not zero, the mean over the folds
 * @param failure why there are no scores, or null
 */
public record TrialResult(
        Trial trial,
        List<Double> scores,
        List<Double> trainScores,
        double seconds,
        double iterations,
        double activeFeatures,
        @Nullable String failure) {

    public TrialResult {
        scores = List.copyOf(scores);
        trainScores = List.copyOf(trainScores);
    }

    static TrialResult failed(Trial trial, String reason) {
        return new TrialResult(trial, List.of(), List.of(), 0, 0, 0, reason);
    }

    public boolean isFailed() {
        return failure != null;
    }

    /** The mean score; −∞ when it failed. */
    public double mean() {
        return isFailed() ? Double.NEGATIVE_INFINITY : Spread.of(scores).mean();
    }

    /** The standard deviation of the scores over the folds. */
    public double deviation() {
        return Spread.of(scores).deviation();
    }

    Map<String, Object> toJson() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("setting", trial.setting().values());
        map.put("share", trial.budget().share());
        map.put("budgetIterations", trial.budget().iterations());
        map.put("scores", scores);
        if (!trainScores.isEmpty()) {
            map.put("trainScores", trainScores);
        }
        map.put("seconds", seconds);
        map.put("iterations", iterations);
        map.put("activeFeatures", activeFeatures);
        if (failure != null) {
            map.put("failure", failure);
        }
        return map;
    }

    /** Reads what {@link #toJson} gives; null when it is something else. */
    static @Nullable TrialResult fromJson(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> map)
                || !(map.get("setting") instanceof Map<?, ?> setting)
                || !(map.get("share") instanceof Number share)
                || !(map.get("budgetIterations") instanceof Number budget)
                || !(map.get("seconds") instanceof Number seconds)
                || !(map.get("iterations") instanceof Number iterations)
                || !(map.get("activeFeatures") instanceof Number active)) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        setting.forEach((name, value) -> values.put(String.valueOf(name), String.valueOf(value)));
        return new TrialResult(
                new Trial(new Setting(values), new Budget(share.doubleValue(), budget.intValue())),
                numbers(map.get("scores")),
                numbers(map.get("trainScores")),
                seconds.doubleValue(),
                iterations.doubleValue(),
                active.doubleValue(),
                map.get("failure") instanceof String text ? text : null);
    }

    private static List<Double> numbers(@Nullable Object json) {
        List<Double> numbers = new ArrayList<>();
        if (json instanceof List<?> list) {
            for (Object element : list) {
                numbers.add(element instanceof Number number ? number.doubleValue() : Double.NaN);
            }
        }
        return numbers;
    }
}
