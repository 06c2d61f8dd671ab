package org.espalier.optimize.batch;

/**
 * Options of {@link Rprop}, with Wapiti's names and defaults.
 *
 * @param stepMin the shortest step of a coordinate (Wapiti's stpmin)
 * @param stepMax the longest (stpmax)
 * @param stepIncrease by what a step grows while the derivative keeps its sign (stpinc)
 * @param stepDecrease by what it shrinks when the sign changes (stpdec)
 * @param cutoff with λ₁ &gt; 0: false chooses an orthant by the pseudo-gradient, as OWL-QN does; true follows the derivative of the
 *     loss and only sets coordinates to 0 where the sign changes and λ₁ holds them there (cutoff)
 * @param free with λ₁ &gt; 0 and no cut-off: coordinates may cross 0, and move only where the derivative of the loss and the
 *     pseudo-gradient agree, which is what Wapiti does; false stops them at 0
 * @param backtracking whether a coordinate whose derivative changed its sign goes back (Rprop+), or on with a shorter step (Rprop−)
 */
public record RpropOptions(
        double stepMin,
        double stepMax,
        double stepIncrease,
        double stepDecrease,
        boolean cutoff,
        boolean free,
        boolean backtracking) {

    /** Steps from 10⁻⁸ to 50, growing by 1.2 and shrinking by 0.5, no cut-off, with backtracking. */
    public static final RpropOptions DEFAULTS = new RpropOptions(1e-8, 50, 1.2, 0.5, false, false, true);

    public RpropOptions {
        require("stepMin", stepMin, 0, stepMax);
        require("stepMax", stepMax, stepMin, Double.MAX_VALUE);
        require("stepIncrease", stepIncrease, 1, Double.MAX_VALUE);
        require("stepDecrease", stepDecrease, 0, 1);
    }

    private static void require(String name, double value, double low, double high) {
        if (!(value > low || (value == low && low > 0)) || !(value <= high)) {
            throw new IllegalArgumentException(
                    name + " = " + value + "; expected a number from " + low + " to " + high);
        }
    }

    /** As model files record it: {@code free} only when it is chosen, so that files do not differ from older ones without need. */
    @Override
    public String toString() {
        return "RpropOptions[stepMin=" + stepMin + ", stepMax=" + stepMax + ", stepIncrease=" + stepIncrease
                + ", stepDecrease=" + stepDecrease + ", cutoff=" + cutoff + (free ? ", free=true" : "")
                + ", backtracking=" + backtracking + "]";
    }

    public RpropOptions withSteps(double shortest, double longest) {
        return new RpropOptions(shortest, longest, stepIncrease, stepDecrease, cutoff, free, backtracking);
    }

    public RpropOptions withFactors(double increase, double decrease) {
        return new RpropOptions(stepMin, stepMax, increase, decrease, cutoff, free, backtracking);
    }

    public RpropOptions withCutoff(boolean value) {
        return new RpropOptions(stepMin, stepMax, stepIncrease, stepDecrease, value, free, backtracking);
    }

    public RpropOptions withFree(boolean value) {
        return new RpropOptions(stepMin, stepMax, stepIncrease, stepDecrease, cutoff, value, backtracking);
    }

    public RpropOptions withBacktracking(boolean value) {
        return new RpropOptions(stepMin, stepMax, stepIncrease, stepDecrease, cutoff, free, value);
    }
}
