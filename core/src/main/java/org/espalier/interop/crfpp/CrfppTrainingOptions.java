package org.espalier.interop.crfpp;

/**
 * The options of {@code crf_learn}: minimise −log p(labels | tokens), summed over the sequences, plus ‖w‖² / 2C, or |w|₁ / C.
 *
 * @param minCount feature strings that occur less often are cut (-f)
 * @param cost C, above 0 (-c)
 * @param tolerance stop when the objective changed by less than this share three times in a row (-e)
 * @param maxIterations the most evaluations (-m)
 * @param sparse whether the penalty is |w|₁ / C (-a CRF-L1)
 * @param threads worker threads, 0 for all cores (-p)
 */
public record CrfppTrainingOptions(
        int minCount, double cost, double tolerance, int maxIterations, boolean sparse, int threads) {

    /** As {@code crf_learn} has them. */
    public static final CrfppTrainingOptions DEFAULTS = new CrfppTrainingOptions(1, 1, 1e-4, 100_000, false, 0);

    public CrfppTrainingOptions {
        if (!(cost > 0) || Double.isInfinite(cost)) {
            throw new IllegalArgumentException("C is " + cost + "; expected a number above 0");
        }
        if (!(tolerance > 0)) {
            throw new IllegalArgumentException("eta is " + tolerance + "; expected a number above 0");
        }
        if (minCount < 0 || maxIterations < 1 || threads < 0) {
            throw new IllegalArgumentException("the least count is " + minCount + ", the most iterations "
                    + maxIterations + ", the threads " + threads + "; expected at least 0, 1 and 0");
        }
    }

    public CrfppTrainingOptions withMinCount(int value) {
        return new CrfppTrainingOptions(value, cost, tolerance, maxIterations, sparse, threads);
    }

    public CrfppTrainingOptions withCost(double value) {
        return new CrfppTrainingOptions(minCount, value, tolerance, maxIterations, sparse, threads);
    }

    public CrfppTrainingOptions withTolerance(double value) {
        return new CrfppTrainingOptions(minCount, cost, value, maxIterations, sparse, threads);
    }

    public CrfppTrainingOptions withMaxIterations(int value) {
        return new CrfppTrainingOptions(minCount, cost, tolerance, value, sparse, threads);
    }

    public CrfppTrainingOptions withSparse(boolean value) {
        return new CrfppTrainingOptions(minCount, cost, tolerance, maxIterations, value, threads);
    }

    public CrfppTrainingOptions withThreads(int value) {
        return new CrfppTrainingOptions(minCount, cost, tolerance, maxIterations, sparse, value);
    }
}
