package org.espalier.continuous;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.optimize.batch.LbfgsOptions;
import org.jspecify.annotations.Nullable;

/**
 * How a continuous CRF is trained.
 *
 * @param regressors what says something of a value by itself: {@value #RIDGE}, and names of columns that are predictions already
 * @param neighbourhood which positions are neighbours
 * @param ridge λ of the ridge regression; null for the best of {@link #RIDGES} on the folds
 * @param folds the ridge regression predicts each of so many blocks of the training data from the others
 * @param optimizer when the optimiser stops
 * @param threads that work at once; 0 for all cores
 */
public record ContinuousOptions(
        List<String> regressors,
        Neighbourhood neighbourhood,
        @Nullable Double ridge,
        int folds,
        LbfgsOptions optimizer,
        int threads) {

    /** The regressor that is learnt: a ridge regression on the attributes. */
    public static final String RIDGE = "ridge";

    /** The penalties to choose from. */
    public static final List<Double> RIDGES = List.of(0.01, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5);

    /** A ridge regression on ten folds, each position and the next. */
    public static final ContinuousOptions DEFAULTS = new ContinuousOptions(
            List.of(RIDGE),
            Neighbourhood.CHAIN,
            null,
            10,
            LbfgsOptions.DEFAULTS.withObjectiveTolerance(1e-9).withGradientTolerance(1e-7),
            0);

    public ContinuousOptions {
        regressors = List.copyOf(regressors);
        if (regressors.isEmpty() || regressors.stream().distinct().count() != regressors.size()) {
            throw new IllegalArgumentException("regressors " + regressors
                    + "; expected at least one, each once: ridge, or the name of a column that is a prediction");
        }
        if (ridge != null && (!(ridge > 0) || Double.isInfinite(ridge))) {
            throw new IllegalArgumentException(
                    "the penalty of the ridge regression is " + ridge + "; expected a finite number above 0");
        }
        if (folds < 2 || folds > 1000) {
            throw new IllegalArgumentException(folds + " folds; expected 2 to 1000");
        }
        if (threads < 0) {
            throw new IllegalArgumentException(threads + " threads; expected at least 1, or 0 for all cores");
        }
    }

    public ContinuousOptions withRegressors(List<String> value) {
        return new ContinuousOptions(value, neighbourhood, ridge, folds, optimizer, threads);
    }

    public ContinuousOptions withNeighbourhood(Neighbourhood value) {
        return new ContinuousOptions(regressors, value, ridge, folds, optimizer, threads);
    }

    /** With a penalty, or null for the best one. */
    public ContinuousOptions withRidge(@Nullable Double value) {
        return new ContinuousOptions(regressors, neighbourhood, value, folds, optimizer, threads);
    }

    public ContinuousOptions withFolds(int value) {
        return new ContinuousOptions(regressors, neighbourhood, ridge, value, optimizer, threads);
    }

    public ContinuousOptions withOptimizer(LbfgsOptions value) {
        return new ContinuousOptions(regressors, neighbourhood, ridge, folds, value, threads);
    }

    public ContinuousOptions withThreads(int value) {
        return new ContinuousOptions(regressors, neighbourhood, ridge, folds, optimizer, value);
    }

    /** Everything that the weights depend on besides the data. */
    Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("regressors", regressors);
        map.put("lags", neighbourhood.lags());
        map.put("changes", neighbourhood.changes());
        map.put("similarityWidth", neighbourhood.width());
        map.put("edgeKinds", neighbourhood.edgeKinds());
        map.put("ridge", ridge == null ? "best" : ridge);
        map.put("folds", folds);
        map.put("maxIterations", optimizer.maxIterations());
        map.put("tolerance", optimizer.objectiveTolerance());
        map.put("gradientTolerance", optimizer.gradientTolerance());
        return map;
    }
}
