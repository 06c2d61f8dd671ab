package org.espalier.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.optimize.StopReason;
import org.espalier.scoring.Normalisation;

/**
 * What a learner found: machines f(x) = b + Σ_k c_k K(x_k, x), and what becomes of them.
 *
 * @param normalisation what makes labels of the machines' values; global for one machine per label, pairwise for one per pair
 * @param machines one per label in their order, or one per pair: (0, 1), (0, 2), …, (1, 2), …, above 0 for the first of the two
 * @param objective what was minimised, at the end
 * @param gradientNorm the norm of its gradient, or how far the optimality conditions are violated at most; NaN when neither is
 *     known
 * @param gapBound how far the objective lies above its minimum at most; +∞ when it is not known
 * @param iterations the learner's own steps
 * @param reason why it stopped
 */
public record DualSolution(
        Normalisation normalisation,
        List<Machine> machines,
        double objective,
        double gradientNorm,
        double gapBound,
        int iterations,
        StopReason reason) {

    public DualSolution {
        machines = List.copyOf(machines);
    }

    /**
     * One machine.
     *
     * @param points the numbers of points, ascending // [k]
     * @param coefficients c of each; 0 for a point that is no support point // [k]
     * @param bias b
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Machine(int[] points, double[] coefficients, double bias) {
        /** f(x) = 0. */
        static final Machine ZERO = new Machine(new int[0], new double[0], 0);

        /** slope · f + offset. */
        Machine scaled(double slope, double offset) {
            return new Machine(
                    points, Arrays.stream(coefficients).map(c -> slope * c).toArray(), slope * bias + offset);
        }
    }

    /**
     * Machines of labels in which every point may take part.
     *
     * @param coefficients // [Y][n]
     * @param bias // [Y]
     */
    static List<Machine> perLabel(double[][] coefficients, double[] bias) {
        List<Machine> machines = new ArrayList<>();
        for (int y = 0; y < bias.length; y++) {
            int[] points = new int[coefficients[y].length];
            Arrays.setAll(points, i -> i);
            machines.add(new Machine(points, coefficients[y], bias[y]));
        }
        return machines;
    }
}
