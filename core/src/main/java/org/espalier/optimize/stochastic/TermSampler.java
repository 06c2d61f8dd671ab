package org.espalier.optimize.stochastic;

import java.util.SplittableRandom;

/** Draws terms in proportion to numbers that change: a Fenwick tree, O(log n) for either. */
final class TermSampler {
    private final double[] numbers; // [n]
    private final double[] tree; // [n + 1]
    private final int highest;

    TermSampler(int size) {
        this.numbers = new double[size];
        this.tree = new double[size + 1];
        this.highest = Integer.highestOneBit(Math.max(1, size));
    }

    double get(int k) {
        return numbers[k];
    }

    void set(int k, double number) {
        double change = number - numbers[k];
        numbers[k] = number;
        for (int at = k + 1; at < tree.length; at += at & -at) {
            tree[at] += change;
        }
    }

    double sum() {
        double sum = 0;
        for (int at = numbers.length; at > 0; at -= at & -at) {
            sum += tree[at];
        }
        return sum;
    }

    double largest() {
        double largest = 0;
        for (double number : numbers) {
            largest = Math.max(largest, number);
        }
        return largest;
    }

    /** k with the probability number(k) / sum. */
    int draw(SplittableRandom random) {
        double left = random.nextDouble() * sum();
        int at = 0;
        for (int bit = highest; bit > 0; bit >>= 1) {
            if (at + bit < tree.length && tree[at + bit] <= left) {
                at += bit;
                left -= tree[at];
            }
        }
        return Math.min(at, numbers.length - 1);
    }
}
