package org.espalier.optimize.batch;

import org.espalier.optimize.Penalty;
import org.espalier.optimize.Vectors;

/** What lies along a search direction: everywhere smooth, or smooth inside each orthant with kinks between them. */
sealed interface Landscape permits SmoothLandscape, OrthantLandscape {

    static Landscape of(Penalty penalty, Vectors vectors) {
        return penalty.l1() > 0 ? new OrthantLandscape(penalty, vectors) : new SmoothLandscape(vectors);
    }

    /** The 2-norm of the gradient or pseudo-gradient. */
    double gradientNorm(Point point);

    /** Writes the negative gradient or pseudo-gradient. */
    void steepestDescent(Point point, double[] direction);

    /** The coordinates that may move, given the steepest descent from the point. */
    Coordinates free(Point point, double[] steepestDescent);

    /**
     * Changes a quasi-Newton direction so that a short step along it stays where the gradient is valid.
     *
     * @return the slope of the function along the direction
     */
    double align(Point point, double[] direction);

    /**
     * Sets every coordinate of a direction to 0 that does not go down the gradient or, where there are no kinks, none.
     *
     * @return the slope of the function along the direction
     */
    double confine(Point point, double[] direction);

    /** Sets to.x to the point reached by a step. */
    void move(Point from, double[] direction, double step, Point to);

    /** The slope along the path at the point reached. */
    double slope(Point to, double[] direction);

    /** The change of the function that its gradient at the origin predicts for the step to the point reached. */
    double predictedChange(Point from, double initialSlope, double step, Point to);

    /** Whether the slope can be brought to zero along a path, so that the strong Wolfe condition makes sense. */
    boolean smooth();
}
