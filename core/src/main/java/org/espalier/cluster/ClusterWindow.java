package org.espalier.cluster;

import java.util.Arrays;

/**
 * A few clusters, how often their words follow each other, and what the merger of any two would cost.
 *
 * <p>With n(s, t) for how often a word of t follows one of s, l(s) and r(t) for how often words of s have anything after them and words of t
 * anything before them in the whole text, and N for all pairs, the average mutual information of the clusters is
 * <pre>
 * I = Σ n(s, t) / N · ln(n(s, t) · N / (l(s) · r(t)))          summed over the clusters of the window
 * </pre>
 * With f(x) = x ln x and g(x, y) = f(x) + f(y) − f(x + y), merging s and t to u costs N times
 * <pre>
 * Σ g(n(s, k), n(t, k)) + g(n(k, s), n(k, t))                  over clusters k other than s and t
 *   + f(n(s, s)) + f(n(s, t)) + f(n(t, s)) + f(n(t, t)) − f(n(u, u))
 *   + n(s, ·) ln(l(u) / l(s)) + n(t, ·) ln(l(u) / l(t)) + n(·, s) ln(r(u) / r(s)) + n(·, t) ln(r(u) / r(t))
 * </pre>
 * g is 0 where either count is 0. So a word or a merger changes only the costs of clusters beside it: O(neighbours · clusters) work. Memory:
 * 12 bytes for every pair of clusters.
 */
final class ClusterWindow {
    private static final int KNOWN = 1 << 16;

    private final double[] products = new double[KNOWN]; // f(n) = n ln n
    private final double[] logarithms = new double[KNOWN];
    private final int[][] out; // [slot][slot] n(s, t)
    private final int[][] in; // [slot][slot] n(t, s)
    private final int[] own; // n(s, s)
    private final long[] left; // l(s)
    private final long[] right; // r(s)
    private final long[] outSum; // n(s, ·), over the window
    private final long[] inSum; // n(·, s)
    private final boolean[] active;
    private final double[][] cost; // [s][t], t < s; infinite unless both are active
    private final double[] least; // of the row
    private final int[] leastOf; // where it stands, −1 for an empty row
    private final boolean[] stale; // whether the least of the row is to be found again
    private final int[] beside; // slots, free to be overwritten
    private final int[] besideToo;
    private final double[] sums; // by slot, free to be overwritten

    ClusterWindow(int slots) {
        out = new int[slots][slots];
        in = new int[slots][slots];
        own = new int[slots];
        left = new long[slots];
        right = new long[slots];
        outSum = new long[slots];
        inSum = new long[slots];
        active = new boolean[slots];
        cost = new double[slots][];
        for (int s = 0; s < slots; s++) {
            cost[s] = new double[s];
            Arrays.fill(cost[s], Double.POSITIVE_INFINITY);
        }
        least = new double[slots];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        leastOf = new int[slots];
        Arrays.fill(leastOf, -1);
        stale = new boolean[slots];
        beside = new int[slots];
        besideToo = new int[slots];
        sums = new double[slots];
        for (int n = 1; n < KNOWN; n++) {
            logarithms[n] = StrictMath.log(n);
            products[n] = n * logarithms[n];
        }
    }

    private double product(int n) {
        return n < KNOWN ? products[n] : n * StrictMath.log(n);
    }

    /** Of a total; what never occurs is multiplied with 0. */
    private double logarithm(long n) {
        return n < KNOWN ? logarithms[(int) n] : StrictMath.log((double) n);
    }

    private double gain(int x, int y) {
        return x == 0 || y == 0 ? 0 : product(x) + product(y) - product(x + y);
    }

    /**
     * Adds a cluster in a free slot.
     *
     * @param after how often a word of each slot follows, its own included
     * @param before how often a word of each slot precedes
     * @param leftTotal how often anything follows in the whole text
     * @param rightTotal how often anything precedes
     */
    void add(int slot, int[] after, int[] before, long leftTotal, long rightTotal) {
        left[slot] = leftTotal;
        right[slot] = rightTotal;
        for (int t = 0; t < active.length; t++) {
            if (active[t] || t == slot) {
                out[slot][t] = after[t];
                in[t][slot] = after[t];
                in[slot][t] = before[t];
                out[t][slot] = before[t];
                outSum[slot] += after[t];
                inSum[slot] += before[t];
            }
        }
        own[slot] = after[slot];
        addNeighbour(slot, in[slot], left, outSum);
        addNeighbour(slot, out[slot], right, inSum);
        active[slot] = true;
        renew(slot);
    }

    /** What a new cluster changes for pairs of clusters beside it; {@code counts} are its counts with every slot on one side. */
    private void addNeighbour(int slot, int[] counts, long[] totals, long[] windowSums) {
        int size = beside(slot, -1, counts, beside);
        for (int i = 0; i < size; i++) {
            int s = beside[i];
            int count = counts[s];
            for (int k = 0; k < i; k++) {
                change(s, beside[k], gain(count, counts[beside[k]]));
            }
            windowSums[s] += count;
            double log = logarithm(totals[s]);
            for (int t = 0; t < active.length; t++) {
                if (active[t] && t != s) {
                    change(s, t, count * (logarithm(totals[s] + totals[t]) - log));
                }
            }
        }
    }

    /** Fills in the active slots but two that have a count; gives their number. */
    private int beside(int slot, int except, int[] counts, int[] target) {
        int size = 0;
        for (int s = 0; s < active.length; s++) {
            if (counts[s] > 0 && active[s] && s != slot && s != except) {
                target[size++] = s;
            }
        }
        return size;
    }

    /** Merges a cluster into another, whose slot it gets; its own becomes free. */
    void merge(int gone, int kept) {
        int size = beside(gone, kept, out[gone], beside);
        int sizeToo = beside(gone, kept, in[gone], besideToo);
        mergeNeighbour(gone, kept, out, beside, size);
        mergeNeighbour(gone, kept, in, besideToo, sizeToo);
        mergeSums(gone, kept, size, sizeToo);
        mergeCounts(gone, kept, out, in, beside, size);
        mergeCounts(gone, kept, in, out, besideToo, sizeToo);
        own[kept] += own[gone] + out[kept][gone] + out[gone][kept];
        out[kept][kept] = own[kept];
        in[kept][kept] = own[kept];
        out[kept][gone] = 0;
        in[kept][gone] = 0;
        Arrays.fill(out[gone], 0);
        Arrays.fill(in[gone], 0);
        left[kept] += left[gone];
        right[kept] += right[gone];
        outSum[kept] += outSum[gone];
        inSum[kept] += inSum[gone];
        outSum[gone] = 0;
        inSum[gone] = 0;
        remove(gone);
        for (int t = 0; t < active.length; t++) {
            if (active[t] && t != kept) {
                set(kept, t, sums[t] + corner(kept, t) + marginal(kept, t));
            }
        }
    }

    /** Adds the counts with other clusters up, in a matrix and in its transpose. */
    private static void mergeCounts(int gone, int kept, int[][] counts, int[][] transposed, int[] slots, int size) {
        for (int i = 0; i < size; i++) {
            int t = slots[i];
            counts[kept][t] += counts[gone][t];
            transposed[t][kept] = counts[kept][t];
            transposed[t][gone] = 0;
        }
    }

    /** The sums over other clusters that the merged cluster will have; they differ only where the cluster that goes has a count. */
    private void mergeSums(int gone, int kept, int size, int sizeToo) {
        for (int t = 0; t < active.length; t++) {
            if (active[t] && t != gone && t != kept) {
                double former = cost[Math.max(kept, t)][Math.min(kept, t)] - corner(kept, t) - marginal(kept, t);
                former -= gain(out[kept][gone], in[gone][t]) + gain(in[kept][gone], out[gone][t]);
                sums[t] = former
                        + mergedGains(out[gone], out[kept], out[t], t, beside, size)
                        + mergedGains(in[gone], in[kept], in[t], t, besideToo, sizeToo);
            }
        }
    }

    private double mergedGains(int[] gone, int[] kept, int[] other, int except, int[] slots, int size) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            int k = slots[i];
            if (other[k] > 0 && k != except) {
                sum += gain(gone[k] + kept[k], other[k]) - gain(kept[k], other[k]);
            }
        }
        return sum;
    }

    /** What the merger changes for other pairs: only those of which one has a count with the cluster that goes. */
    private void mergeNeighbour(int gone, int kept, int[][] counts, int[] slots, int size) {
        int[] goneCounts = counts[gone];
        int[] keptCounts = counts[kept];
        for (int i = 0; i < size; i++) {
            int s = slots[i];
            int x = goneCounts[s];
            int y = keptCounts[s];
            for (int t = 0; t < active.length; t++) {
                int z = goneCounts[t];
                boolean twice = z > 0 && t < s; // seen from the other side
                if (z + keptCounts[t] > 0 && active[t] && t != s && t != gone && t != kept && !twice) {
                    change(s, t, gain(x + y, z + keptCounts[t]) - gain(x, z) - gain(y, keptCounts[t]));
                }
            }
        }
    }

    private void remove(int slot) {
        active[slot] = false;
        Arrays.fill(cost[slot], Double.POSITIVE_INFINITY);
        least[slot] = Double.POSITIVE_INFINITY;
        leastOf[slot] = -1;
        stale[slot] = false;
        for (int s = slot + 1; s < active.length; s++) {
            cost[s][slot] = Double.POSITIVE_INFINITY;
            stale[s] |= leastOf[s] == slot;
        }
    }

    /** Works out what the merger of a new cluster with any other costs. */
    private void renew(int s) {
        int size = beside(s, -1, out[s], beside);
        int sizeToo = beside(s, -1, in[s], besideToo);
        for (int t = 0; t < active.length; t++) {
            if (active[t] && t != s) {
                double sum = corner(s, t);
                sum += gains(out[s], out[t], t, beside, size);
                sum += gains(in[s], in[t], t, besideToo, sizeToo);
                set(s, t, sum + marginal(s, t));
            }
        }
    }

    private double gains(int[] one, int[] other, int except, int[] slots, int size) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            int k = slots[i];
            if (other[k] > 0 && k != except) {
                sum += gain(one[k], other[k]);
            }
        }
        return sum;
    }

    private double corner(int s, int t) {
        int all = own[s] + out[s][t] + in[s][t] + own[t];
        return product(own[s]) + product(out[s][t]) + product(in[s][t]) + product(own[t]) - product(all);
    }

    private double marginal(int s, int t) {
        return marginal(left, outSum, s, t) + marginal(right, inSum, s, t);
    }

    private double marginal(long[] totals, long[] counts, int s, int t) {
        double both = logarithm(totals[s] + totals[t]);
        return counts[s] * (both - logarithm(totals[s])) + counts[t] * (both - logarithm(totals[t]));
    }

    private void set(int s, int t, double value) {
        int row = Math.max(s, t);
        int column = Math.min(s, t);
        cost[row][column] = value;
        if (value < least[row]) {
            least[row] = value;
            leastOf[row] = column;
            stale[row] = false;
        } else {
            stale[row] |= leastOf[row] == column;
        }
    }

    private void change(int s, int t, double delta) {
        if (delta != 0) {
            set(s, t, cost[Math.max(s, t)][Math.min(s, t)] + delta);
        }
    }

    /** The slot above that of {@link #bestOf} in the pair whose merger costs least; −1 when there are fewer than two clusters. */
    int best() {
        int best = -1;
        for (int s = 0; s < active.length; s++) {
            if (stale[s]) {
                findLeast(s);
            }
            if (leastOf[s] >= 0 && (best < 0 || least[s] < least[best])) {
                best = s;
            }
        }
        return best;
    }

    /** The other slot of the best pair. */
    int bestOf(int best) {
        return leastOf[best];
    }

    private void findLeast(int s) {
        double[] row = cost[s];
        double value = Double.POSITIVE_INFINITY;
        int place = -1;
        for (int t = 0; t < row.length; t++) {
            if (row[t] < value) {
                value = row[t];
                place = t;
            }
        }
        least[s] = value;
        leastOf[s] = place;
        stale[s] = false;
    }
}
