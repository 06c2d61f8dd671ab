package org.espalier.optimize.dual;

import org.espalier.math.Logarithm;

/**
 * The step of one term in the dual: how far its dual variables α go towards their target r.
 *
 * <p>With d = r − α the dual function along α + γd has the slope
 *
 * <pre>
 *   h(γ) = Σ dᵢ (log πᵢ(r) − log πᵢ(α + γd)) − γ·s·‖Aᵀd‖²/λ₂,     πᵢ(v) = vᵢ/weight, + 1 where rᵢ &lt; 0
 * </pre>
 *
 * where the sum runs over the exclusive parts, π turns a part gradient back into the probability of the part, groups of
 * parts are taken for independent of each other, and s &gt; 1 makes up for that. h falls from h(0) ≥ 0 to h(1) ≤ 0; its zero is found by the Illinois variant of regula falsi.
 */
final class DualStep {
    /** s: smaller steps than exact line searches take, since neighbouring parts depend on each other. */
    static final double CAUTION = 1.5;

    /** Changes of a probability below this do not matter for the length of a step. */
    private static final double NEGLIGIBLE = 1e-4;

    private static final double LEAST_PROBABILITY = 1e-12;
    private static final int MOST_STEPS = 5;
    private static final double ACCURACY = 0.02;

    private int count;
    private double[] differences = {};
    private double[] logTargets = {};
    private double[] probabilities = {};
    private double[] probabilitySteps = {};

    /**
     * The step length γ, 0 … 1.
     *
     * @param target r // [parts]
     * @param difference d = r − α // [parts]
     * @param begin the first of the exclusive parts
     * @param end the end of them
     * @param weight the weight of the term
     * @param curvature ‖Aᵀd‖²/λ₂
     */
    double length(double[] target, double[] difference, int begin, int end, double weight, double curvature) {
        collect(target, difference, begin, end, weight);
        double quadratic = CAUTION * curvature;
        double lowSlope = slope(0, quadratic);
        if (!(lowSlope > 0) || !(quadratic > 0)) {
            return quadratic > 0 ? 0 : 1;
        }
        double low = 0;
        double high = 1;
        double highSlope = -quadratic;
        double length = 1;
        int side = 0;
        for (int k = 0; k < MOST_STEPS; k++) {
            length = low + (high - low) * lowSlope / (lowSlope - highSlope);
            double slope = slope(length, quadratic);
            if (Math.abs(slope) <= ACCURACY * quadratic * length) {
                break;
            }
            if (slope > 0) {
                low = length;
                lowSlope = slope;
                highSlope *= side > 0 ? 0.5 : 1;
                side = 1;
            } else {
                high = length;
                highSlope = slope;
                lowSlope *= side < 0 ? 0.5 : 1;
                side = -1;
            }
        }
        return length;
    }

    private void collect(double[] target, double[] difference, int begin, int end, double weight) {
        if (differences.length < end - begin) {
            differences = new double[end - begin];
            logTargets = new double[end - begin];
            probabilities = new double[end - begin];
            probabilitySteps = new double[end - begin];
        }
        count = 0;
        for (int i = begin; i < end; i++) {
            double step = difference[i] / weight;
            if (Math.abs(step) > NEGLIGIBLE) {
                differences[count] = difference[i];
                double base = target[i] < 0 ? 1 : 0;
                logTargets[count] = log(base + target[i] / weight);
                probabilities[count] = base + (target[i] - difference[i]) / weight;
                probabilitySteps[count] = step;
                count++;
            }
        }
    }

    private double slope(double length, double quadratic) {
        double slope = -length * quadratic;
        for (int k = 0; k < count; k++) {
            slope += differences[k] * (logTargets[k] - log(probabilities[k] + length * probabilitySteps[k]));
        }
        return slope;
    }

    private static double log(double probability) {
        return Logarithm.of(Math.max(probability, 0) + LEAST_PROBABILITY);
    }
}
