package org.espalier.optimize;

/** A function without kinks: straight paths x + t·d. */
record SmoothLandscape() implements Landscape {

    @Override
    public double gradientNorm(Point point) {
        return Vectors.norm(point.gradient);
    }

    @Override
    public void steepestDescent(Point point, double[] direction) {
        double[] gradient = point.gradient;
        for (int i = 0; i < direction.length; i++) {
            direction[i] = -gradient[i];
        }
    }

    @Override
    public Coordinates free(Point point, double[] steepestDescent) {
        return Coordinates.all();
    }

    @Override
    public double align(Point point, double[] direction) {
        return Vectors.dot(point.gradient, direction);
    }

    @Override
    public void move(Point from, double[] direction, double step, Point to) {
        Vectors.sum(from.x, step, direction, to.x);
    }

    @Override
    public double slope(Point to, double[] direction) {
        return Vectors.dot(to.gradient, direction);
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
