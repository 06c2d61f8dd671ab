package org.espalier.online;

/**
 * The weights of an online learner, and their average over all steps without the cost of adding them up: with the steps
 * numbered s = 1 … n and Δ<sub>s</sub> the change in step s,
 *
 * <pre>
 *   w̄ = (w_0 + w_1 + … + w_n) / (n + 1) = w_n − u / (n + 1),   u = Σ_s s · Δ_s
 * </pre>
 *
 * so that a step costs only what it changes (Daumé 2006, Figure 2.3). A step is a visit of an instance, changed or not.
 */
public final class OnlineWeights {
    private final double[] weights; // w_n
    private final double[] delayed; // u, or empty when nothing is averaged
    private long step;

    /**
     * Weights before the first step.
     *
     * @param start w₀, changed in place
     * @param averaged whether their average is asked for
     */
    public OnlineWeights(double[] start, boolean averaged) {
        this(start, new double[averaged ? start.length : 0], 1);
    }

    /**
     * Weights as an interrupted run left them.
     *
     * @param current w, changed in place
     * @param delayed u, changed in place; empty when nothing is averaged
     * @param step the number of the next step
     */
    public OnlineWeights(double[] current, double[] delayed, long step) {
        if (delayed.length > 0 && delayed.length != current.length) {
            throw new IllegalArgumentException("there are " + delayed.length + " sums for " + current.length
                    + " weights; expected as many, or none");
        }
        this.weights = current;
        this.delayed = delayed;
        this.step = step;
    }

    /** The sums u that make the average; to be changed by {@link #add} only. Empty when nothing is averaged. */
    public double[] delayed() {
        return delayed;
    }

    /** The current weights; to be changed by {@link #add} only. */
    public double[] current() {
        return weights;
    }

    /** Changes a weight in this step. */
    public void add(int k, double change) {
        weights[k] += change;
        if (delayed.length > 0) {
            delayed[k] += step * change;
        }
    }

    /** Ends the step. */
    public void endStep() {
        step++;
    }

    /** The number of the step under way, from 1. */
    public long step() {
        return step;
    }

    /** Whether {@link #learnt} is an average. */
    public boolean isAveraged() {
        return delayed.length > 0;
    }

    /** What has been learnt: the average over all steps, or the current weights. */
    public double[] learnt() {
        if (!isAveraged()) {
            return weights;
        }
        double[] average = new double[weights.length];
        double share = 1.0 / step;
        for (int k = 0; k < average.length; k++) {
            average[k] = weights[k] - share * delayed[k];
        }
        return average;
    }
}
