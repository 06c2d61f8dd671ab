package org.espalier.parallel;

/**
 * An ordered sum over shards, taken at a point: Σ<sub>k</sub> f<sub>k</sub>(x), and beside it the sum of one vector per shard, such as ∇f<sub>k</sub>(x).
 *
 * <p>The data are cut into shards once, by the data alone. A shard's share depends on its number and on the point only, so it can be
 * evaluated by any thread, or on any machine, at any time, and more than once. The shares are added in the order of the shards'
 * numbers. So the sum has the same bits for any number of workers.
 *
 * <pre>{@code
 * ParallelSum sum = new LocalSum(workers);
 * double value = sum.add(shards, x, 0, gradient, (shard, at, worker, share) -> objectives.get(shard).evaluate(at, share));
 * }</pre>
 *
 * <p>What an implementation must keep, wherever it evaluates the shards:
 *
 * <ul>
 *   <li>Each shard is added exactly once, even when it had to be evaluated twice.
 *   <li>A share is evaluated from zeros and added as a whole: start + f₀ + f₁ + …, from left to right. Neither a tree of partial sums nor
 *       the order of arrival gives these bits.
 *   <li>All shards see the same point, bit for bit. It travels to them; the data stay where they are.
 *   <li>When shards fail, the failure of the smallest number is thrown; the sums are then of no use.
 *   <li>The number of a worker is below {@link #workers()} in its own process. Two shards that are evaluated at once in one process never
 *       have the same.
 * </ul>
 *
 * <p>A shard that writes anywhere but into its share and its worker's scratch space, such as the gradients of single parts that a later
 * step of the same process reads, asks for a {@link LocalSum} by its type.
 */
public interface ParallelSum {

    /** Evaluates the shards of a sum, one at a time per worker. */
    @FunctionalInterface
    interface Shard {
        /**
         * The share of one shard.
         *
         * @param number which shard, from 0
         * @param at the point; not to be changed
         * @param worker who evaluates it, from 0; chooses scratch space, and must not matter for the result
         * @param share receives the shard's vector; as many zeros at first as there are sums, and perhaps room behind them // [≥ sums]
         * @return the shard's value
         */
        double evaluate(int number, double[] at, int worker, double[] share);
    }

    /** How many shards are evaluated at once in one process, at most. */
    int workers();

    /**
     * Adds up the shards 0 … count−1.
     *
     * @param at the point, which all shards see
     * @param start what the values are added to
     * @param sums what the vectors are added to; empty when only values are wanted
     * @return start + Σ values
     */
    double add(int count, double[] at, double start, double[] sums, Shard shard);

    /** Adds up the values of the shards 0 … count−1, which have no vectors. */
    default double add(int count, double[] at, double start, Shard shard) {
        return add(count, at, start, new double[0], shard);
    }
}
