package org.espalier.parallel;

import java.util.Arrays;

/**
 * A sum over shards that a team of threads evaluates. For one caller at a time, as its team is.
 *
 * <p>Memory: one vector per shard, kept from call to call; with one thread a single one, because each share is added before the next is
 * evaluated. A call costs O(shards · vector) beside the shards themselves, and allocates nothing once it has seen the largest.
 */
public final class LocalSum implements ParallelSum {
    private final Workers workers;
    private double[][] shares = {}; // [shards][≥ sums], of one thread [1][≥ sums]
    private double[] values = {}; // [shards]

    public LocalSum(Workers workers) {
        this.workers = workers;
    }

    @Override
    public int workers() {
        return workers.threads();
    }

    @Override
    public double add(int count, double[] at, double start, double[] sums, Shard shard) {
        return workers.threads() == 1
                ? addSingly(count, at, start, sums, shard)
                : addTogether(count, at, start, sums, shard);
    }

    private double addSingly(int count, double[] at, double start, double[] sums, Shard shard) {
        double[] share = sums; // stays so only when it is empty
        if (sums.length > 0 && count > 0) {
            reserve(1, sums.length);
            share = shares[0];
        }
        double value = start;
        for (int k = 0; k < count; k++) {
            Arrays.fill(share, 0, sums.length, 0.0);
            value += shard.evaluate(k, at, 0, share);
            add(share, sums);
        }
        return value;
    }

    private double addTogether(int count, double[] at, double start, double[] sums, Shard shard) {
        int size = sums.length;
        reserve(count, size);
        workers.run(count, (k, worker) -> {
            Arrays.fill(shares[k], 0, size, 0.0);
            values[k] = shard.evaluate(k, at, worker, shares[k]);
        });
        double value = start;
        for (int k = 0; k < count; k++) {
            value += values[k];
            add(shares[k], sums);
        }
        return value;
    }

    private static void add(double[] share, double[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += share[i];
        }
    }

    private void reserve(int count, int size) {
        if (values.length < count) {
            int old = values.length;
            values = new double[count];
            shares = Arrays.copyOf(shares, count);
            Arrays.fill(shares, old, count, new double[0]);
        }
        for (int k = 0; k < count; k++) {
            if (shares[k].length < size) {
                shares[k] = new double[size];
            }
        }
    }
}
