package org.espalier.inference.factor;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.espalier.inference.factor.EliminationRun.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a cheap elimination order: every rule once, and, when the tables are still large, many tries with ties and prices shaken
 * at random. The cheapest is kept. Finding the best order is NP-hard; the same seed gives the same order.
 */
final class EliminationSearch {
    /** Entries of cliques below which no more is tried, and how many tries there are below the second. */
    private static final double SMALL = 1 << 15;

    private static final double MEDIUM = 1 << 23;
    private static final int FEW = 12;
    private static final double[] NOISES = {0, 0.05, 0.15, 0.3};

    private final BitSet[] neighbours;
    private final int[] sizes;

    /**
     * A search.
     *
     * @param neighbours which variables share a table
     * @param sizes how many values each variable has
     */
    EliminationSearch(BitSet[] neighbours, int[] sizes) {
        this.neighbours = neighbours;
        this.sizes = sizes;
    }

    /** The cheapest order of up to so many tries beside the four rules. */
    Elimination best(int tries, long seed) {
        Elimination best = null;
        Map<Rule, double[]> prices = new EnumMap<>(Rule.class);
        for (Rule rule : Rule.values()) {
            prices.put(rule, new EliminationRun(neighbours, sizes, rule).prices());
            best = better(best, rule, prices, null, 0);
        }
        if (best == null) {
            throw new AssertionError("the first rule has no limit");
        }
        RandomGenerator random = new Random(seed);
        for (int k = 0; k < tries && best.cliqueEntries() > SMALL; k++) {
            if (k >= FEW && best.cliqueEntries() < MEDIUM) {
                break;
            }
            Rule rule = k % 3 == 2 ? Rule.MIN_FILL : Rule.WEIGHTED_FILL;
            Elimination found = better(best, rule, prices, random, NOISES[k / 3 % NOISES.length]);
            best = found == null ? best : found;
        }
        return best;
    }

    private @Nullable Elimination better(
            @Nullable Elimination best,
            Rule rule,
            Map<Rule, double[]> prices,
            @Nullable RandomGenerator random,
            double noise) {
        double limit = best == null ? Double.POSITIVE_INFINITY : best.cliqueEntries();
        Elimination found = new EliminationRun(neighbours, sizes, rule)
                .run(Objects.requireNonNull(prices.get(rule)), random, noise, limit);
        return found == null ? best : found;
    }
}
