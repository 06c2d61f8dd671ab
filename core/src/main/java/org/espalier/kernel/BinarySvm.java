package org.espalier.kernel;

import java.util.Arrays;
import org.espalier.optimize.StopReason;

/**
 * A binary support vector machine f(x) = b + Σ_t c_t K(x_t, x), and how well it is optimised.
 *
 * @param members the points that took part // [l]
 * @param coefficients c = s α of each // [l]
 * @param bias b
 * @param dual the dual objective ½αᵀQα − Σα at the end, as it was minimised
 * @param primal the primal objective ½‖w‖² + Σ C ξ of f
 * @param violation how far the optimality conditions are violated
 * @param steps how many pairs were moved
 * @param reason why it stopped
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record BinarySvm(
        int[] members,
        double[] coefficients,
        double bias,
        double dual,
        double primal,
        double violation,
        int steps,
        StopReason reason) {

    /** primal + dual objective: 0 at the optimum, and how far the primal one lies above its minimum at most. */
    double gap() {
        return Math.max(0, primal + dual);
    }

    int supportPoints() {
        return (int) Arrays.stream(coefficients).filter(c -> c != 0).count();
    }

    /** f(x_p) for points of the cache. */
    double[] decisions(GramCache gram, int[] points) {
        double[] decisions = new double[points.length];
        Arrays.fill(decisions, bias);
        for (int t = 0; t < members.length; t++) {
            if (coefficients[t] != 0) {
                double[] row = gram.row(members[t]);
                for (int p = 0; p < points.length; p++) {
                    decisions[p] += coefficients[t] * row[points[p]];
                }
            }
        }
        return decisions;
    }
}
