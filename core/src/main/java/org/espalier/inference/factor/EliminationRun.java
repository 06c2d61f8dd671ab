package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One greedy elimination: takes the variable with the lowest price, connects its neighbours, and so on.
 *
 * <p>What a variable costs is said by a {@link Rule}. Prices change only where neighbours changed: when a variable with connected
 * neighbours goes, only these are looked at again.
 */
final class EliminationRun {

    /** What is wanted to be small. */
    enum Rule {
        /** How many pairs of neighbours must be connected. */
        MIN_FILL,
        /** The same, each pair counted by the size of its joint table. */
        WEIGHTED_FILL,
        /** The size of the clique, as a logarithm. */
        MIN_WEIGHT,
        /** How many neighbours there are. */
        MIN_DEGREE;

        boolean isFill() {
            return this == MIN_FILL || this == WEIGHTED_FILL;
        }

        String text() {
            return switch (this) {
                case MIN_FILL -> "min-fill";
                case WEIGHTED_FILL -> "weighted min-fill";
                case MIN_WEIGHT -> "min-weight";
                case MIN_DEGREE -> "min-degree";
            };
        }
    }

    private final BitSet[] neighbours; // [n]
    private final int[] sizes; // [n]
    private final double[] logs; // [n]
    private final Rule rule;
    private final double[] prices; // [n]
    private final boolean[] gone; // [n]

    EliminationRun(BitSet[] graph, int[] sizes, Rule rule) {
        this.neighbours = Arrays.stream(graph).map(set -> (BitSet) set.clone()).toArray(BitSet[]::new);
        this.sizes = sizes;
        this.logs = Arrays.stream(sizes).mapToDouble(StrictMath::log).toArray();
        this.rule = rule;
        this.prices = new double[sizes.length];
        this.gone = new boolean[sizes.length];
    }

    /** What the variables of the graph cost before any is eliminated // [n]. */
    double[] prices() {
        Arrays.setAll(prices, this::price);
        return prices.clone();
    }

    /**
     * Runs to the end.
     *
     * @param first what the variables cost at the beginning, see {@link #prices()}
     * @param random decides between equal prices; null takes the variable with the smallest number
     * @param noise by how much a price may be lowered at random: 0 for ties only
     * @param limit more entries of cliques are of no interest
     * @return null when the limit is reached
     */
    @Nullable
    Elimination run(double[] first, @Nullable RandomGenerator random, double noise, double limit) {
        System.arraycopy(first, 0, prices, 0, prices.length);
        int[] order = new int[sizes.length];
        double cliques = 0;
        int width = 0;
        for (int step = 0; step < order.length; step++) {
            int v = cheapest(random, noise);
            double entries = sizes[v];
            BitSet mine = neighbours[v];
            for (int u = mine.nextSetBit(0); u >= 0; u = mine.nextSetBit(u + 1)) {
                entries *= sizes[u];
            }
            cliques += entries;
            width = Math.max(width, mine.cardinality());
            if (cliques >= limit) {
                return null;
            }
            order[step] = v;
            eliminate(v);
        }
        return new Elimination(order, cliques, width, rule.text());
    }

    private int cheapest(@Nullable RandomGenerator random, double noise) {
        int best = -1;
        double lowest = Double.POSITIVE_INFINITY;
        int equal = 0;
        for (int v = 0; v < prices.length; v++) {
            if (gone[v]) {
                continue;
            }
            double price = random == null || noise == 0 ? prices[v] : prices[v] * (1 - noise * random.nextDouble());
            if (price < lowest || best < 0) {
                lowest = price;
                best = v;
                equal = 1;
            } else if (random != null && price == lowest && random.nextInt(++equal) == 0) {
                best = v;
            }
        }
        return best;
    }

    private void eliminate(int v) {
        gone[v] = true;
        BitSet mine = neighbours[v];
        boolean fills = false;
        BitSet touched = (BitSet) mine.clone();
        for (int u = mine.nextSetBit(0); u >= 0; u = mine.nextSetBit(u + 1)) {
            int before = neighbours[u].cardinality();
            neighbours[u].or(mine);
            neighbours[u].clear(u);
            neighbours[u].clear(v);
            fills |= neighbours[u].cardinality() > before - 1;
        }
        if (fills && rule.isFill()) {
            for (int u = mine.nextSetBit(0); u >= 0; u = mine.nextSetBit(u + 1)) {
                touched.or(neighbours[u]);
            }
        }
        for (int u = touched.nextSetBit(0); u >= 0; u = touched.nextSetBit(u + 1)) {
            prices[u] = price(u);
        }
    }

    private double price(int v) {
        BitSet mine = neighbours[v];
        return switch (rule) {
            case MIN_DEGREE -> mine.cardinality();
            case MIN_WEIGHT -> {
                double sum = logs[v];
                for (int u = mine.nextSetBit(0); u >= 0; u = mine.nextSetBit(u + 1)) {
                    sum += logs[u];
                }
                yield sum;
            }
            case MIN_FILL, WEIGHTED_FILL -> fill(mine);
        };
    }

    private double fill(BitSet mine) {
        double fill = 0;
        for (int u = mine.nextSetBit(0); u >= 0; u = mine.nextSetBit(u + 1)) {
            for (int w = mine.nextSetBit(u + 1); w >= 0; w = mine.nextSetBit(w + 1)) {
                if (!neighbours[u].get(w)) {
                    fill += rule == Rule.MIN_FILL ? 1 : (double) sizes[u] * sizes[w];
                }
            }
        }
        return fill;
    }
}
