package org.espalier.inference.factor;

/**
 * How long Gibbs chains run.
 *
 * @param chains how many run, each from a start of its own; at least 2, so that they can be compared
 * @param burnIn how many sweeps at the beginning are not counted
 * @param sweeps how many sweeps are counted, per chain; at least 4
 * @param seed of the random numbers
 */
public record GibbsOptions(int chains, int burnIn, int sweeps, long seed) {
    public static final GibbsOptions DEFAULTS = new GibbsOptions(4, 500, 5000, 1);

    public GibbsOptions {
        if (chains < 2) {
            throw new IllegalArgumentException("chains = " + chains + "; expected at least 2");
        }
        if (burnIn < 0) {
            throw new IllegalArgumentException("burnIn = " + burnIn + "; expected at least 0");
        }
        if (sweeps < 4) {
            throw new IllegalArgumentException("sweeps = " + sweeps + "; expected at least 4");
        }
    }

    public GibbsOptions withChains(int count) {
        return new GibbsOptions(count, burnIn, sweeps, seed);
    }

    public GibbsOptions withBurnIn(int count) {
        return new GibbsOptions(chains, count, sweeps, seed);
    }

    public GibbsOptions withSweeps(int count) {
        return new GibbsOptions(chains, burnIn, count, seed);
    }

    public GibbsOptions withSeed(long newSeed) {
        return new GibbsOptions(chains, burnIn, sweeps, newSeed);
    }
}
