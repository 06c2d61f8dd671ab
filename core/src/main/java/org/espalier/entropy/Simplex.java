package org.espalier.entropy;

/**
 * The dense two-phase simplex method for small problems: maximise c·p over p ≥ 0, A·p = b.
 *
 * <p>Bland's rule picks the pivots, so it never cycles. Rows that follow from others are dropped after phase 1. Memory
 * (m + 1)(n + m + 1) numbers for m rows and n variables. Not safe to share.
 */
final class Simplex {
    private static final double EPSILON = 1e-11;
    private static final int MOST_PIVOTS = 1_000_000;

    private final int rows;
    private final int variables;
    private final int columns; // variables, then one artificial variable per row, then the right-hand side
    private final double[][] table; // [rows + 1][columns + 1]: the last row holds the reduced costs of the phase
    private final int[] basis; // [rows]: the variable that is solved for, or −1 for a dropped row
    private final boolean[] flipped; // [rows]: whether the row was multiplied by −1 to make b ≥ 0

    /**
     * The problem without its aim.
     *
     * @param a // [m][n]
     * @param b // [m]
     */
    Simplex(double[][] a, double[] b) {
        this.rows = a.length;
        this.variables = a[0].length;
        this.columns = variables + rows;
        this.table = new double[rows + 1][columns + 1];
        this.basis = new int[rows];
        this.flipped = new boolean[rows];
        for (int r = 0; r < rows; r++) {
            flipped[r] = b[r] < 0;
            double sign = flipped[r] ? -1 : 1;
            for (int k = 0; k < variables; k++) {
                table[r][k] = sign * a[r][k];
            }
            table[r][variables + r] = 1;
            table[r][columns] = sign * b[r];
            basis[r] = variables + r;
        }
    }

    /**
     * Phase 1: finds a point p ≥ 0 with A·p = b.
     *
     * @return min ‖A·p − b‖₁: 0, up to rounding, when there is such a point
     */
    double findPoint() {
        double[] costs = table[rows];
        for (int k = 0; k <= columns; k++) {
            for (int r = 0; r < rows && (k < variables || k == columns); r++) {
                costs[k] -= table[r][k];
            }
        }
        run(columns);
        return -costs[columns];
    }

    /**
     * Farkas' certificate after a phase 1 that found no point: multipliers u with uᵀA ≤ 0 in every column, up to rounding,
     * but uᵀb &gt; 0 // [m].
     */
    double[] certificate() {
        double[] multipliers = new double[rows];
        for (int r = 0; r < rows; r++) {
            // The reduced cost of the artificial variable of row r is 1 − u_r.
            double u = 1 - table[rows][variables + r];
            multipliers[r] = flipped[r] ? -u : u;
        }
        return multipliers;
    }

    /** Takes the artificial variables out of the basis; called once, after a phase 1 that found a point. */
    void dropArtificial() {
        for (int r = 0; r < rows; r++) {
            if (basis[r] >= variables) {
                int entering = largest(table[r]);
                if (entering < 0) {
                    basis[r] = -1; // the row says nothing that others do not
                } else {
                    pivot(r, entering);
                }
            }
        }
    }

    private int largest(double[] row) {
        int best = -1;
        double size = 1e-9;
        for (int k = 0; k < variables; k++) {
            if (Math.abs(row[k]) > size) {
                size = Math.abs(row[k]);
                best = k;
            }
        }
        return best;
    }

    /** Phase 2: maximises c·p over the points; returns the best point // [n]. */
    double[] maximize(double[] c) {
        double[] costs = table[rows];
        for (int k = 0; k <= columns; k++) {
            costs[k] = k < variables ? -c[k] : 0;
        }
        for (int r = 0; r < rows; r++) {
            double factor = basis[r] < 0 || basis[r] >= variables ? 0 : costs[basis[r]];
            for (int k = 0; k <= columns && factor != 0; k++) {
                costs[k] -= factor * table[r][k];
            }
        }
        run(variables);
        double[] point = new double[variables];
        for (int r = 0; r < rows; r++) {
            if (basis[r] >= 0 && basis[r] < variables) {
                point[basis[r]] = Math.max(0, table[r][columns]);
            }
        }
        return point;
    }

    private void run(int candidates) {
        // Without rounding Bland's rule ends by itself; with it, whoever asks finds the last point good enough or not.
        for (int pivots = 0; pivots < MOST_PIVOTS; pivots++) {
            int entering = 0;
            while (entering < candidates && table[rows][entering] >= -EPSILON) {
                entering++;
            }
            if (entering == candidates) {
                return;
            }
            int leaving = leaving(entering);
            if (leaving < 0) {
                return; // cannot happen: probabilities are bounded
            }
            pivot(leaving, entering);
        }
    }

    private int leaving(int entering) {
        int best = -1;
        double smallest = Double.POSITIVE_INFINITY;
        for (int r = 0; r < rows; r++) {
            if (basis[r] >= 0 && table[r][entering] > EPSILON) {
                double ratio = table[r][columns] / table[r][entering];
                if (ratio < smallest || (ratio == smallest && basis[r] < basis[best])) {
                    smallest = ratio;
                    best = r;
                }
            }
        }
        return best;
    }

    private void pivot(int row, int column) {
        double[] pivotRow = table[row];
        double factor = 1 / pivotRow[column];
        for (int k = 0; k <= columns; k++) {
            pivotRow[k] *= factor;
        }
        for (int r = 0; r <= rows; r++) {
            double amount = table[r][column];
            if (r != row && amount != 0) {
                for (int k = 0; k <= columns; k++) {
                    table[r][k] -= amount * pivotRow[k];
                }
                table[r][column] = 0;
            }
        }
        basis[row] = column;
    }
}
