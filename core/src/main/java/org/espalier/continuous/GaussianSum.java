package org.espalier.continuous;

import java.util.Arrays;

/**
 * log ∫ exp(−E(y)) dy over the values that are not known, and the mean and variance of each value under exp(−E).
 *
 * <p>With the energy of the package, E(y) = ½ yᵀQy − bᵀy + c, where for free positions i and j
 *
 * <pre>
 *   Q_ii = 2 (Σ_k α_k + Σ_edges at i β s)      Q_ij = −2 Σ_edges between i, j β s
 *   b_i  = 2 (Σ_k α_k f_k,i + Σ_edges at i β s d_ij + Σ_edges from i to a known j β s y_j)
 *   log ∫ exp(−E) = (n/2) log 2π − ½ log det Q − E(μ),   μ = Q⁻¹ b
 * </pre>
 *
 * <p>Its derivative by α_k is −E[Σ_t (y_t − f_k,t)²], by β_m −E[Σ_e s_e (y_i − y_j − d_ij)²]: expected squares, which need Σ = Q⁻¹ only on
 * the diagonal and between neighbours. With all values known the integral is exp(−E(y)) itself. A regressor may lack values; it then says
 * nothing there. One thread at a time.
 */
final class GaussianSum {
    private static final double LOG_2_PI = 1.8378770664093453;

    private final NeighbourGraph graph;
    private final int[] number; // [positions] of a free position among the free ones, or −1
    private final int free;
    private final int[] inner; // the edges between free positions
    private final Cholesky cholesky;
    private final double[] diagonal; // [free]
    private final double[] pairs; // [inner]
    private final double[] solution; // [free]
    private final double[] mean; // [positions]: known values where they are known
    private final double[] variance; // [positions]

    /**
     * Over a graph.
     *
     * @param known the values that are known, NaN for the others // [positions]
     */
    GaussianSum(NeighbourGraph graph, double[] known) {
        this.graph = graph;
        this.mean = known.clone();
        this.variance = new double[known.length];
        this.number = new int[known.length];
        int count = 0;
        for (int t = 0; t < known.length; t++) {
            number[t] = Double.isNaN(known[t]) ? count++ : -1;
        }
        this.free = count;
        int[] between = new int[graph.edges()];
        int edges = 0;
        for (int e = 0; e < graph.edges(); e++) {
            if (number[graph.from(e)] >= 0 && number[graph.to(e)] >= 0) {
                between[edges++] = e;
            }
        }
        this.inner = Arrays.copyOf(between, edges);
        int[] from = new int[edges];
        int[] to = new int[edges];
        for (int k = 0; k < edges; k++) {
            from[k] = number[graph.from(inner[k])];
            to[k] = number[graph.to(inner[k])];
        }
        this.cholesky = Cholesky.of(free, from, to);
        this.diagonal = new double[free];
        this.pairs = new double[edges];
        this.solution = new double[free];
    }

    /** The means after {@link #solve}; not to be changed. */
    double[] mean() {
        return mean;
    }

    /** The variances after {@link #logSum}, 0 where a value is known; not to be changed. */
    double[] variance() {
        return variance;
    }

    /** How many values are not known. */
    int free() {
        return free;
    }

    /**
     * Whether something is said of every value: each is connected, perhaps through others, with a position that has a regressor's value or
     * is known. If not, Q is singular, which rounding can hide.
     */
    boolean isDetermined(double[][] regressors) {
        int[] parent = new int[number.length];
        Arrays.setAll(parent, t -> t);
        for (int e : inner) {
            parent[root(parent, graph.from(e))] = root(parent, graph.to(e));
        }
        boolean[] said = new boolean[number.length];
        for (double[] regressor : regressors) {
            for (int t = 0; t < number.length; t++) {
                said[root(parent, t)] |= !Double.isNaN(regressor[t]);
            }
        }
        for (int e = 0; e < graph.edges(); e++) {
            if (number[graph.from(e)] < 0 || number[graph.to(e)] < 0) {
                said[root(parent, graph.from(e))] = true;
                said[root(parent, graph.to(e))] = true;
            }
        }
        for (int t = 0; t < number.length; t++) {
            if (number[t] >= 0 && !said[root(parent, t)]) {
                return false;
            }
        }
        return true;
    }

    private static int root(int[] parent, int position) {
        int root = position;
        while (parent[root] != root) {
            parent[root] = parent[parent[root]];
            root = parent[root];
        }
        return root;
    }

    /**
     * Finds the means.
     *
     * @param regressors NaN where one says nothing // [K][positions]
     * @param alpha // [K]
     * @param beta // [kinds]
     * @return false when Q is not positive definite: no regressor and no neighbour says anything of some value
     */
    boolean solve(double[][] regressors, double[] alpha, double[] beta) {
        if (free == 0) {
            return true;
        }
        Arrays.fill(diagonal, 0);
        Arrays.fill(solution, 0);
        for (int k = 0; k < alpha.length; k++) {
            for (int t = 0; t < number.length; t++) {
                double f = regressors[k][t];
                if (number[t] >= 0 && !Double.isNaN(f)) {
                    diagonal[number[t]] += 2 * alpha[k];
                    solution[number[t]] += 2 * alpha[k] * f;
                }
            }
        }
        for (int e = 0; e < graph.edges(); e++) {
            double weight = 2 * beta[graph.kind(e)] * graph.similarity(e);
            pull(graph.from(e), graph.to(e), weight, graph.change(e));
            pull(graph.to(e), graph.from(e), weight, -graph.change(e));
        }
        for (int k = 0; k < inner.length; k++) {
            pairs[k] = -2 * beta[graph.kind(inner[k])] * graph.similarity(inner[k]);
        }
        if (!cholesky.factor(diagonal, pairs)) {
            return false;
        }
        cholesky.solve(solution);
        for (int t = 0; t < number.length; t++) {
            if (number[t] >= 0) {
                mean[t] = solution[number[t]];
            }
        }
        return true;
    }

    /** What a neighbour does to a position that is expected to exceed it by the change. */
    private void pull(int position, int neighbour, double weight, double change) {
        if (number[position] >= 0) {
            diagonal[number[position]] += weight;
            solution[number[position]] += weight * change;
            if (number[neighbour] < 0) {
                solution[number[position]] += weight * mean[neighbour];
            }
        }
    }

    /**
     * The logarithm of the integral.
     *
     * @param squares the expected squares of every regressor and of every kind of edge are added // [K + kinds]
     * @return NaN when Q is not positive definite
     */
    double logSum(double[][] regressors, double[] alpha, double[] beta, double[] squares) {
        if (!solve(regressors, alpha, beta)) {
            return Double.NaN;
        }
        double log = 0;
        if (free > 0) {
            log = 0.5 * (free * LOG_2_PI - cholesky.logDeterminant());
            cholesky.inverse(diagonal, pairs);
            for (int t = 0; t < number.length; t++) {
                variance[t] = number[t] < 0 ? 0 : diagonal[number[t]];
            }
        }
        double energy = 0;
        for (int k = 0; k < alpha.length; k++) {
            double atMean = 0;
            double spread = 0;
            for (int t = 0; t < number.length; t++) {
                double difference = mean[t] - regressors[k][t];
                if (!Double.isNaN(difference)) {
                    atMean += difference * difference;
                    spread += variance[t];
                }
            }
            energy += alpha[k] * atMean;
            squares[k] += atMean + spread;
        }
        return log - energy - edges(alpha.length, beta, squares);
    }

    /** The energy of the edges at the mean; their expected squares are added. */
    private double edges(int first, double[] beta, double[] squares) {
        double energy = 0;
        for (int e = 0, k = 0; e < graph.edges(); e++) {
            int i = graph.from(e);
            int j = graph.to(e);
            double covariance = k < inner.length && inner[k] == e ? pairs[k++] : 0;
            double difference = mean[i] - mean[j] - graph.change(e);
            double square = graph.similarity(e) * difference * difference;
            energy += beta[graph.kind(e)] * square;
            squares[first + graph.kind(e)] +=
                    square + graph.similarity(e) * (variance[i] + variance[j] - 2 * covariance);
        }
        return energy;
    }
}
