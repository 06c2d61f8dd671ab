package org.espalier.morphology;

import org.espalier.optimize.batch.LbfgsOptions;

/**
 * How costs are learnt.
 *
 * @param c C: the larger, the closer weights follow the corpus; the penalty is ‖θ‖² / 2C
 * @param minCount features that fewer pairs of neighbouring words in the lattices have are left out
 * @param optimizer when the optimiser stops
 * @param threads that work at once; 0 for all cores
 */
public record CostOptions(double c, int minCount, LbfgsOptions optimizer, int threads) {

    /** C = 1, all features. */
    public static final CostOptions DEFAULTS = new CostOptions(1, 1, LbfgsOptions.DEFAULTS, 0);

    public CostOptions {
        if (!(c > 0) || Double.isInfinite(c)) {
            throw new IllegalArgumentException("c = " + c + "; expected a finite number above 0");
        }
        if (minCount < 1) {
            throw new IllegalArgumentException("minCount = " + minCount + "; expected at least 1");
        }
        if (threads < 0) {
            throw new IllegalArgumentException("threads = " + threads + "; expected at least 1, or 0 for all cores");
        }
    }

    public CostOptions withC(double value) {
        return new CostOptions(value, minCount, optimizer, threads);
    }

    public CostOptions withMinCount(int value) {
        return new CostOptions(c, value, optimizer, threads);
    }

    public CostOptions withOptimizer(LbfgsOptions value) {
        return new CostOptions(c, minCount, value, threads);
    }

    public CostOptions withThreads(int value) {
        return new CostOptions(c, minCount, optimizer, value);
    }
}
