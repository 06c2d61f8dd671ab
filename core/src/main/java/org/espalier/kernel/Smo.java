package org.espalier.kernel;

import java.util.Arrays;
import org.espalier.optimize.StopReason;

/**
 * Sequential minimal optimisation of the dual of a binary support vector machine:
 * <pre>
 *   minimise ½ Σ_ij α_i α_j s_i s_j K_ij − Σ_i α_i      with 0 ≤ α_i ≤ C_i and Σ_i s_i α_i = 0,      s_i = ±1
 * </pre>
 * Kept is v_i = s_i − Σ_j s_j α_j K_ij, what is missing of the label (minus the gradient times s_i). α is optimal when
 * max v over {s_i α_i may grow} ≤ min v over {s_i α_i may shrink}. A step moves the pair (i, j): i with the largest v that
 * may grow, and j among those that may shrink which, to second order, lowers the objective most (Fan, Chen &amp; Lin 2005).
 * O(n) per step beside two rows of the Gram matrix.
 */
final class Smo {
    private static final double SMALLEST_CURVATURE = 1e-12;
    private static final int REPORT_EVERY = 1000;

    private final GramCache gram;
    private final int[] members; // the points that take part // [l]
    private final double[] signs; // s // [l]
    private final double[] costs; // C // [l]
    private final double[] alpha; // [l]
    private final double[] missing; // v // [l]
    private int steps;
    private double upper; // the largest v that may grow
    private double lower; // the smallest v that may shrink

    private Smo(GramCache gram, int[] members, double[] signs, double[] costs) {
        this.gram = gram;
        this.members = members;
        this.signs = signs;
        this.costs = costs;
        this.alpha = new double[members.length];
        this.missing = signs.clone();
    }

    /**
     * Solves the dual.
     *
     * @param members the points that take part // [l]
     * @param signs +1 or −1 for each // [l]
     * @param costs the upper bound of each coefficient // [l]
     * @param tolerance how much the optimality conditions may be violated
     * @param maxSteps stops there
     */
    static BinarySvm solve(
            GramCache gram,
            int[] members,
            double[] signs,
            double[] costs,
            double tolerance,
            int maxSteps,
            KernelProblem.Monitor monitor) {
        Smo smo = new Smo(gram, members, signs, costs);
        StopReason reason = smo.run(tolerance, maxSteps, monitor);
        return smo.result(reason);
    }

    private StopReason run(double tolerance, int maxSteps, KernelProblem.Monitor monitor) {
        while (true) {
            int first = findFirst();
            int second = first < 0 ? -1 : findSecond(first);
            if (second < 0 || upper - lower < tolerance) {
                return StopReason.CONVERGED_GRADIENT;
            }
            if (steps == maxSteps) {
                return StopReason.MAX_ITERATIONS;
            }
            move(first, second);
            steps++;
            if (steps % REPORT_EVERY == 0
                    && !monitor.afterIteration(steps, dual(), Math.max(0, upper - lower), support())) {
                return StopReason.STOPPED;
            }
        }
    }

    private boolean mayGrow(int t) {
        return signs[t] > 0 ? alpha[t] < costs[t] : alpha[t] > 0;
    }

    private boolean mayShrink(int t) {
        return signs[t] > 0 ? alpha[t] > 0 : alpha[t] < costs[t];
    }

    private int findFirst() {
        int best = -1;
        upper = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < alpha.length; t++) {
            if (missing[t] > upper && mayGrow(t)) {
                upper = missing[t];
                best = t;
            }
        }
        return best;
    }

    /** The decrease along the pair is (v_i − v_j)² / (2 (K_ii + K_jj − 2 K_ij)). */
    private int findSecond(int first) {
        double[] row = gram.row(members[first]);
        double diagonal = gram.diagonal(members[first]);
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        lower = Double.POSITIVE_INFINITY;
        for (int t = 0; t < alpha.length; t++) {
            if (mayShrink(t)) {
                lower = Math.min(lower, missing[t]);
                double difference = upper - missing[t];
                if (difference > 0) {
                    double curvature = diagonal + gram.diagonal(members[t]) - 2 * row[members[t]];
                    double decrease = difference * difference / Math.max(curvature, SMALLEST_CURVATURE);
                    if (decrease > most) {
                        most = decrease;
                        best = t;
                    }
                }
            }
        }
        return best;
    }

    /** s_i α_i grows and s_j α_j shrinks by the same amount, as far as the bounds allow. */
    private void move(int i, int j) {
        double[] first = gram.row(members[i]);
        double[] second = gram.row(members[j]);
        double curvature = gram.diagonal(members[i]) + gram.diagonal(members[j]) - 2 * first[members[j]];
        double wanted = (missing[i] - missing[j]) / Math.max(curvature, SMALLEST_CURVATURE);
        double roomOfFirst = signs[i] > 0 ? costs[i] - alpha[i] : alpha[i];
        double roomOfSecond = signs[j] > 0 ? alpha[j] : costs[j] - alpha[j];
        double amount = Math.min(wanted, Math.min(roomOfFirst, roomOfSecond));
        // At a bound exactly, or rounding would leave a point that may move by nothing.
        alpha[i] = amount == roomOfFirst ? signs[i] > 0 ? costs[i] : 0 : alpha[i] + signs[i] * amount;
        alpha[j] = amount == roomOfSecond ? signs[j] > 0 ? 0 : costs[j] : alpha[j] - signs[j] * amount;
        for (int t = 0; t < missing.length; t++) {
            int point = members[t];
            missing[t] -= amount * (first[point] - second[point]);
        }
    }

    private int support() {
        return (int) Arrays.stream(alpha).filter(a -> a > 0).count();
    }

    private double squaredNorm() {
        double sum = 0;
        for (int t = 0; t < alpha.length; t++) {
            sum += alpha[t] * signs[t] * (signs[t] - missing[t]);
        }
        return sum;
    }

    private double dual() {
        return 0.5 * squaredNorm() - Arrays.stream(alpha).sum();
    }

    /** v of the points between their bounds, which is the same for all at the optimum; else the middle of what is allowed. */
    private double bias() {
        double sum = 0;
        int free = 0;
        for (int t = 0; t < alpha.length; t++) {
            if (alpha[t] > 0 && alpha[t] < costs[t]) {
                sum += missing[t];
                free++;
            }
        }
        if (free > 0) {
            return sum / free;
        }
        boolean oneSided = Double.isInfinite(upper) || Double.isInfinite(lower);
        return oneSided ? onlySign() : (upper + lower) / 2;
    }

    /** With points of one sign only, all coefficients are 0 and f is that sign. */
    private double onlySign() {
        return signs.length == 0 ? 0 : signs[0];
    }

    private BinarySvm result(StopReason reason) {
        double bias = bias();
        double hinge = 0;
        double[] coefficients = new double[alpha.length];
        for (int t = 0; t < alpha.length; t++) {
            coefficients[t] = signs[t] * alpha[t];
            double decision = signs[t] - missing[t] + bias;
            hinge += costs[t] * Math.max(0, 1 - signs[t] * decision);
        }
        double primal = 0.5 * squaredNorm() + hinge;
        return new BinarySvm(members, coefficients, bias, dual(), primal, Math.max(0, upper - lower), steps, reason);
    }
}
