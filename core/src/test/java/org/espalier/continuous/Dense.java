package org.espalier.continuous;

import java.util.Random;

/** Plain dense matrices, the oracle of everything that is banded or sparse. */
final class Dense {
    private Dense() {}

    /** The inverse, by elimination with pivots; [n] of the returned array is log |det|. */
    static double[][] inverse(double[][] matrix) {
        int n = matrix.length;
        double[][] work = new double[n][2 * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(matrix[i], 0, work[i], 0, n);
            work[i][n + i] = 1;
        }
        double log = 0;
        for (int c = 0; c < n; c++) {
            int pivot = c;
            for (int r = c; r < n; r++) {
                pivot = Math.abs(work[r][c]) > Math.abs(work[pivot][c]) ? r : pivot;
            }
            double[] row = work[pivot];
            work[pivot] = work[c];
            work[c] = row;
            double head = row[c];
            log += Math.log(Math.abs(head));
            for (int k = 0; k < 2 * n; k++) {
                row[k] /= head;
            }
            for (int r = 0; r < n; r++) {
                double factor = work[r][c];
                for (int k = 0; r != c && k < 2 * n; k++) {
                    work[r][k] -= factor * row[k];
                }
            }
        }
        double[][] inverse = new double[n + 1][n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(work[i], n, inverse[i], 0, n);
        }
        inverse[n] = new double[] {log};
        return inverse;
    }

    /** Q and b of an energy ½ yᵀQy − bᵀy + c. */
    static double[][] precision(NeighbourGraph graph, double[][] regressors, double[] alpha, double[] beta) {
        int n = graph.positions();
        double[][] q = new double[n + 1][n]; // b is the last row
        for (int k = 0; k < alpha.length; k++) {
            for (int t = 0; t < n; t++) {
                if (!Double.isNaN(regressors[k][t])) {
                    q[t][t] += 2 * alpha[k];
                    q[n][t] += 2 * alpha[k] * regressors[k][t];
                }
            }
        }
        for (int e = 0; e < graph.edges(); e++) {
            double weight = 2 * beta[graph.kind(e)] * graph.similarity(e);
            int i = graph.from(e);
            int j = graph.to(e);
            q[i][i] += weight;
            q[j][j] += weight;
            q[n][i] += weight * graph.change(e);
            q[n][j] -= weight * graph.change(e);
            q[i][j] -= weight;
            q[j][i] -= weight;
        }
        return q;
    }

    /** log of the normal density of the values that are not NaN, by the covariance of these alone. */
    static double logDensity(double[][] precision, double[] values) {
        int n = values.length;
        double[][] q = new double[n][];
        System.arraycopy(precision, 0, q, 0, n);
        double[][] covariance = inverse(q);
        int[] known = java.util.stream.IntStream.range(0, n)
                .filter(t -> !Double.isNaN(values[t]))
                .toArray();
        double[][] part = new double[known.length][known.length];
        double[] difference = new double[known.length];
        for (int a = 0; a < known.length; a++) {
            double mean = 0;
            for (int j = 0; j < n; j++) {
                mean += covariance[known[a]][j] * precision[n][j];
            }
            difference[a] = values[known[a]] - mean;
            for (int b = 0; b < known.length; b++) {
                part[a][b] = covariance[known[a]][known[b]];
            }
        }
        double[][] inverse = inverse(part);
        double square = 0;
        for (int a = 0; a < known.length; a++) {
            for (int b = 0; b < known.length; b++) {
                square += difference[a] * inverse[a][b] * difference[b];
            }
        }
        return -0.5 * (known.length * Math.log(2 * Math.PI) + inverse[known.length][0] + square);
    }

    /** A random graph of two kinds, some pairs with an edge of each; those of the second expect changes. */
    static NeighbourGraph graph(int positions, double density, Random random) {
        NeighbourGraph.Builder graph = NeighbourGraph.builder(positions);
        for (int i = 0; i < positions; i++) {
            for (int j = 0; j < i; j++) {
                for (int kind = 0; kind < 2; kind++) {
                    if (random.nextDouble() < density) {
                        graph.add(i, j, kind, 0.1 + random.nextDouble(), kind * random.nextGaussian());
                    }
                }
            }
        }
        return graph.build();
    }

    /** Normal values; a share of them is NaN. */
    static double[] values(int count, double missing, Random random) {
        return random.doubles(count)
                .map(u -> u < missing ? Double.NaN : random.nextGaussian())
                .toArray();
    }
}
