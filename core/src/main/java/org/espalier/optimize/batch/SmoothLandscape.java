package org.espalier.optimize.batch;

import org.espalier.optimize.Vectors;

/** A function without kinks: straight paths x + t·d. */
record SmoothLandscape(Vectors vectors) implements Landscape {

    @Override
    public double gradientNorm(Point point) {
        return vectors.norm(point.gradient);
    }

    @Override
    public void steepestDescent(Point point, double[] direction) {
        double[] gradient = point.gradient;
        vectors.each(direction.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                direction[i] = -gradient[i];
            }
        });
    }

    @Override
    public Coordinates free(Point point, double[] steepestDescent) {
        return Coordinates.all(vectors);
    }

    @Override
    public double align(Point point, double[] direction) {
        return vectors.dot(point.gradient, direction);
    }

    @Override
    public double confine(Point point, double[] direction) {
        return align(point, direction);
    }

    @Override
    public void move(Point from, double[] direction, double step, Point to) {
        vectors.sum(from.x, step, direction, to.x);
    }

    @Override
    public double slope(Point to, double[] direction) {
        return vectors.dot(to.gradient, direction);
    }

    @Override
    public double predictedChange(Point from, double initialSlope, double step, Point to) {
        return step * initialSlope;
    }

    @Override
    public boolean smooth() {
        return true;
    }
}
