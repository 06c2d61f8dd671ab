package org.espalier.optimize;

/**
 * Finds a step t along a path with φ(t) = f(x(t)) sufficiently lower than φ(0) and a sufficiently flatter slope.
 *
 * <p>Accepted are steps with φ(t) ≤ φ(0) + c₁·p(t), where p(t) is the change that the gradient at 0 predicts, and |φ′(t)| ≤ c₂|φ′(0)|
 * (strong Wolfe). Near an optimum the difference φ(t) − φ(0) drowns in rounding while slopes are still exact; there the first
 * condition is replaced by its equivalent for parabolas, φ′(t)·t ≤ (2δ − 1)·p(t) with φ(t) ≤ φ(0) + noise (the approximate Wolfe
 * condition of Hager &amp; Zhang 2005). On paths with kinks the slope may jump over zero, so once a step proved too long a
 * sufficient decrease is enough.
 *
 * <p>The interval [low, high] always has a falling, acceptable left end, and a right end that rises, lies too high or is not
 * finite; it is extended by secant steps of at most tenfold and shrunk by secant steps within its middle.
 */
final class LineSearch {
    /** How a search ended. */
    enum Outcome {
        FOUND,
        FAILED,
        UNBOUNDED
    }

    private static final double DECREASE = 1e-4;
    private static final double FLATNESS = 0.9;
    private static final double PARABOLA_DECREASE = 0.1;
    /** Relative rounding error that a value of a large sum may have. */
    static final double NOISE = 1e-10;
    /** A step so many times the first one that still descends as steeply: there is no minimum. */
    private static final double MAX_GROWTH = 1e18;

    private final Function function;
    private final Penalty penalty;
    private final Landscape landscape;
    private final int maxSteps;

    private double step;
    private int evaluations;

    LineSearch(Function function, Penalty penalty, Landscape landscape, int maxSteps) {
        this.function = function;
        this.penalty = penalty;
        this.landscape = landscape;
        this.maxSteps = maxSteps;
    }

    /** The step found. */
    double step() {
        return step;
    }

    /** The evaluations that the latest search took. */
    int evaluations() {
        return evaluations;
    }

    /** Searches from a point with the given slope &lt; 0; when found, {@code to} is the new point, evaluated. */
    Outcome search(Point from, double[] direction, double initialSlope, double firstStep, Point to) {
        evaluations = 0;
        double noise = NOISE * Math.abs(from.value);
        double low = 0;
        double lowSlope = initialSlope;
        double lowValue = from.value;
        double high = Double.POSITIVE_INFINITY;
        double highSlope = Double.NaN; // NaN: of no use for a secant
        double trial = firstStep;
        double widthBefore = Double.POSITIVE_INFINITY;
        while (evaluations < maxSteps) {
            double slope = evaluate(from, direction, trial, to);
            if (to.value == Double.NEGATIVE_INFINITY) {
                return Outcome.UNBOUNDED;
            }
            if (!Double.isFinite(to.value) || !Double.isFinite(slope)) {
                high = trial;
                highSlope = Double.NaN;
            } else {
                double predicted = landscape.predictedChange(from, initialSlope, trial, to);
                boolean lower = to.value <= from.value + DECREASE * predicted
                        || (to.value <= from.value + noise && slope * trial <= (2 * PARABOLA_DECREASE - 1) * predicted);
                boolean flat = slope >= FLATNESS * initialSlope
                        && (!landscape.smooth() || slope <= -FLATNESS * initialSlope);
                boolean shortened = !landscape.smooth() && Double.isFinite(high);
                if (lower && predicted < 0 && (flat || shortened)) {
                    step = trial;
                    return Outcome.FOUND;
                }
                if (slope >= 0) {
                    high = trial;
                    highSlope = slope;
                } else if (to.value > from.value + noise) {
                    high = trial;
                    highSlope = Double.NaN;
                } else {
                    if (Double.isInfinite(high) && trial > MAX_GROWTH * firstStep) {
                        return Outcome.UNBOUNDED;
                    }
                    double next = Double.isInfinite(high) ? extrapolate(low, lowSlope, trial, slope) : Double.NaN;
                    low = trial;
                    lowSlope = slope;
                    lowValue = to.value;
                    if (Double.isInfinite(high)) {
                        trial = next;
                        continue;
                    }
                }
            }
            double width = high - low;
            boolean slow = width > 0.66 * widthBefore;
            widthBefore = width;
            trial = interpolate(low, lowSlope, high, slow ? Double.NaN : highSlope);
            if (!(trial > low && trial < high)) {
                break;
            }
        }
        return settleFor(low, lowValue, from, direction, to);
    }

    /** The best point so far, if it is lower than the origin at all. */
    private Outcome settleFor(double low, double lowValue, Point from, double[] direction, Point to) {
        if (low > 0 && lowValue < from.value) {
            evaluate(from, direction, low, to);
            step = low;
            return Outcome.FOUND;
        }
        return Outcome.FAILED;
    }

    private double evaluate(Point from, double[] direction, double trial, Point to) {
        landscape.move(from, direction, trial, to);
        to.evaluate(function, penalty);
        evaluations++;
        return landscape.slope(to, direction);
    }

    private static double extrapolate(double low, double lowSlope, double trial, double slope) {
        double secant = trial + (trial - low) * slope / (lowSlope - slope);
        return secant > 2 * trial && slope > lowSlope ? Math.min(secant, 10 * trial) : slope > lowSlope ? 2 * trial : 10 * trial;
    }

    private static double interpolate(double low, double lowSlope, double high, double highSlope) {
        double width = high - low;
        if (Double.isNaN(highSlope)) {
            return low + (low == 0 ? 0.25 : 0.5) * width;
        }
        double secant = low + width * lowSlope / (lowSlope - highSlope);
        return Math.min(Math.max(secant, low + 0.1 * width), high - 0.1 * width);
    }
}
