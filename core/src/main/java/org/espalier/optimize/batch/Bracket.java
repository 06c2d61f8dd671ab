package org.espalier.optimize.batch;

/**
 * The interval [low, high] of steps in which a {@link LineSearch} looks.
 *
 * <p>Its left end falls and lies no higher than the origin; its right end rises, lies too high, cannot be computed,
 * or is not yet known (+∞). So a minimum is between them.
 */
final class Bracket {
    private static final double GROWTH = 10;
    private static final double MIN_GROWTH = 2;
    private static final double MARGIN = 0.1;
    /** An interval that keeps more than this share of its width is halved next time. */
    private static final double SLOW = 0.66;

    private double low;
    private double lowSlope;
    private double lowValue;
    private double high = Double.POSITIVE_INFINITY;
    private double highSlope = Double.NaN; // NaN: of no use for a secant
    private double extrapolated;
    private boolean turned;
    private double widthBefore = Double.POSITIVE_INFINITY;

    Bracket(double value, double slope) {
        lowValue = value;
        lowSlope = slope;
    }

    /** Whether a step proved too long. */
    boolean closed() {
        return high < Double.POSITIVE_INFINITY;
    }

    double low() {
        return low;
    }

    double lowValue() {
        return lowValue;
    }

    double high() {
        return high;
    }

    /** Whether the slope rose above 0 at some step, so that there is a minimum before that step. */
    boolean turned() {
        return turned;
    }

    /** The step is too long; its slope is NaN when it does not help to find a better one. */
    void shorten(double step, double slope) {
        high = step;
        highSlope = slope;
        turned |= slope >= 0;
    }

    /** The step is good, but too short. */
    void lengthen(double step, double slope, double value) {
        extrapolated = extrapolate(step, slope);
        low = step;
        lowSlope = slope;
        lowValue = value;
    }

    private double extrapolate(double step, double slope) {
        if (slope <= lowSlope) {
            return GROWTH * step;
        }
        double secant = step + (step - low) * slope / (lowSlope - slope);
        return Math.min(Math.max(secant, MIN_GROWTH * step), GROWTH * step);
    }

    /** The step to try next. */
    double next() {
        if (!closed()) {
            return extrapolated;
        }
        double width = high - low;
        boolean slow = width > SLOW * widthBefore;
        widthBefore = width;
        if (slow || Double.isNaN(highSlope)) {
            // From the origin shrink faster: the scale of the step itself may be wrong.
            return low + (low == 0 ? 0.25 : 0.5) * width;
        }
        double secant = low + width * lowSlope / (lowSlope - highSlope);
        return Math.min(Math.max(secant, low + MARGIN * width), high - MARGIN * width);
    }
}
