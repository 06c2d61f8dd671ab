package org.espalier.continuous;

import java.util.Arrays;
import org.espalier.math.Logarithm;

/**
 * The factor of a sparse matrix, column by column in the order of an {@link Elimination}.
 *
 * <p>Column j is a_j minus l_jk · l_k for every earlier column k with an entry in row j; which they are is kept in one list per row, each
 * column waiting in that of its next entry. The inverse has the recurrence of {@link BandedCholesky}; it needs Σ_ik only for two entries i,
 * k of one column, which are neighbours once that column is eliminated, so the entries of the factor suffice. Both take
 * O(Σ entries²) over the columns.
 */
final class SparseCholesky implements Cholesky {
    /** Entries of a factor, at 20 bytes each: beyond, a graph is too dense for an exact answer. */
    private static final long MOST_ENTRIES = 200_000_000;

    private final int size;
    private final int[] place; // of a row in the order
    private final int[] begin; // [size + 1]: where a column's entries begin
    private final int[] rows; // [entries]
    private final int[] slot; // [edges]: where the entry of a pair stands
    private final double[] pivots; // [size]
    private final double[] values; // [entries]
    private final double[] work; // [size], zeros between calls
    private double[] covariances = {}; // [entries]
    private double[] variances = {}; // [size]

    SparseCholesky(Elimination elimination, int[] from, int[] to) {
        long entries = elimination.entries();
        if (entries > MOST_ENTRIES) {
            throw new IllegalArgumentException("the factor of the graph has " + entries
                    + " entries, more than the " + MOST_ENTRIES
                    + " that an exact answer may take; use fewer edges, or cut the graph into parts");
        }
        this.size = elimination.order().length;
        this.place = elimination.place();
        this.begin = new int[size + 1];
        this.rows = new int[(int) entries];
        for (int j = 0; j < size; j++) {
            int[] column = elimination.columns()[j];
            System.arraycopy(column, 0, rows, begin[j], column.length);
            begin[j + 1] = begin[j] + column.length;
        }
        this.slot = new int[from.length];
        for (int e = 0; e < from.length; e++) {
            int one = place[from[e]];
            int other = place[to[e]];
            int column = Math.min(one, other);
            slot[e] = Arrays.binarySearch(rows, begin[column], begin[column + 1], Math.max(one, other));
        }
        this.pivots = new double[size];
        this.values = new double[rows.length];
        this.work = new double[size];
    }

    @Override
    public boolean factor(double[] diagonal, double[] pairs) {
        for (int i = 0; i < size; i++) {
            pivots[place[i]] = diagonal[i];
        }
        Arrays.fill(values, 0);
        for (int e = 0; e < slot.length; e++) {
            values[slot[e]] += pairs[e];
        }
        int[] waiting = new int[size]; // the first column that waits for a row, or −1
        int[] after = new int[size]; // the next in the same list
        int[] next = new int[size]; // where a column's next entry stands
        Arrays.fill(waiting, -1);
        for (int j = 0; j < size; j++) {
            for (int k = waiting[j], following; k >= 0; k = following) {
                following = after[k];
                subtract(k, next[k]);
                enqueue(k, ++next[k], waiting, after);
            }
            double pivot = pivots[j] - work[j];
            work[j] = 0;
            if (!(pivot > 0) || Double.isInfinite(pivot)) {
                Arrays.fill(work, 0);
                return false;
            }
            double root = Math.sqrt(pivot);
            pivots[j] = root;
            for (int p = begin[j]; p < begin[j + 1]; p++) {
                values[p] = (values[p] - work[rows[p]]) / root;
                work[rows[p]] = 0;
            }
            next[j] = begin[j];
            enqueue(j, next[j], waiting, after);
        }
        return true;
    }

    /** Adds l_jk · l_k to the work, where the entry of row j stands at p. */
    private void subtract(int column, int p) {
        double factor = values[p];
        for (int q = p; q < begin[column + 1]; q++) {
            work[rows[q]] += factor * values[q];
        }
    }

    private void enqueue(int column, int p, int[] waiting, int[] after) {
        if (p < begin[column + 1]) {
            after[column] = waiting[rows[p]];
            waiting[rows[p]] = column;
        }
    }

    @Override
    public double logDeterminant() {
        double sum = 0;
        for (double pivot : pivots) {
            sum += Logarithm.of(pivot);
        }
        return 2 * sum;
    }

    @Override
    public void solve(double[] b) {
        double[] x = new double[size];
        for (int i = 0; i < size; i++) {
            x[place[i]] = b[i];
        }
        for (int j = 0; j < size; j++) {
            x[j] /= pivots[j];
            for (int p = begin[j]; p < begin[j + 1]; p++) {
                x[rows[p]] -= values[p] * x[j];
            }
        }
        for (int j = size - 1; j >= 0; j--) {
            double sum = x[j];
            for (int p = begin[j]; p < begin[j + 1]; p++) {
                sum -= values[p] * x[rows[p]];
            }
            x[j] = sum / pivots[j];
        }
        for (int i = 0; i < size; i++) {
            b[i] = x[place[i]];
        }
    }

    @Override
    public void inverse(double[] diagonal, double[] pairs) {
        if (variances.length < size) {
            variances = new double[size];
            covariances = new double[rows.length];
        }
        double[] entry = new double[size]; // column j of the factor, scattered; zeros elsewhere
        for (int j = size - 1; j >= 0; j--) {
            for (int p = begin[j]; p < begin[j + 1]; p++) {
                entry[rows[p]] = values[p];
            }
            for (int p = begin[j]; p < begin[j + 1]; p++) {
                int k = rows[p];
                work[k] += values[p] * variances[k];
                for (int q = begin[k]; q < begin[k + 1]; q++) {
                    // Rows outside the column have the entry 0, and what work gets for them is not looked at.
                    work[rows[q]] += values[p] * covariances[q];
                    work[k] += entry[rows[q]] * covariances[q];
                }
            }
            double sum = 1 / pivots[j];
            for (int p = begin[j]; p < begin[j + 1]; p++) {
                covariances[p] = -work[rows[p]] / pivots[j];
                sum -= values[p] * covariances[p];
            }
            variances[j] = sum / pivots[j];
            clear(j, entry);
        }
        for (int i = 0; i < size; i++) {
            diagonal[i] = variances[place[i]];
        }
        for (int e = 0; e < slot.length; e++) {
            pairs[e] = covariances[slot[e]];
        }
    }

    /** Zeros wherever column j and the columns of its entries left something. */
    private void clear(int j, double[] entry) {
        for (int p = begin[j]; p < begin[j + 1]; p++) {
            int k = rows[p];
            entry[k] = 0;
            work[k] = 0;
            for (int q = begin[k]; q < begin[k + 1]; q++) {
                work[rows[q]] = 0;
            }
        }
    }
}
