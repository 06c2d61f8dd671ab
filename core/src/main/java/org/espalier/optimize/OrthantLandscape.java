package org.espalier.optimize;

/**
 * A smooth function plus λ₁‖x‖₁: paths π(x + t·d), where π sets a coordinate to 0 when it would change its sign (Andrew &amp; Gao
 * 2007). Along such a path the function is smooth between the points where a coordinate arrives at 0.
 */
record OrthantLandscape(Penalty penalty) implements Landscape {

    @Override
    public double gradientNorm(Point point) {
        double sum = 0;
        for (int i = 0; i < point.x.length; i++) {
            double v = penalty.pseudoGradient(point.x[i], point.gradient[i]);
            sum += v * v;
        }
        return Math.sqrt(sum);
    }

    @Override
    public void steepestDescent(Point point, double[] direction) {
        for (int i = 0; i < direction.length; i++) {
            direction[i] = -penalty.pseudoGradient(point.x[i], point.gradient[i]);
        }
    }

    /** Sets to 0 every coordinate that does not go down the pseudo-gradient, so that the path starts in the chosen orthant. */
    @Override
    public double align(Point point, double[] direction) {
        double slope = 0;
        for (int i = 0; i < direction.length; i++) {
            double product = penalty.pseudoGradient(point.x[i], point.gradient[i]) * direction[i];
            if (product < 0) {
                slope += product;
            } else {
                direction[i] = 0;
            }
        }
        return slope;
    }

    @Override
    public void move(Point from, double[] direction, double step, Point to) {
        double[] origin = from.x;
        double[] target = to.x;
        for (int i = 0; i < origin.length; i++) {
            double moved = origin[i] + step * direction[i];
            // Two numbers of opposite sign have a negative product unless it underflows; the signs themselves are safe.
            target[i] = Math.signum(moved) * Math.signum(origin[i]) < 0 ? 0 : moved;
        }
    }

    @Override
    public double slope(Point to, double[] direction) {
        double l1 = penalty.l1();
        double slope = 0;
        for (int i = 0; i < direction.length; i++) {
            if (to.x[i] != 0) {
                slope += (to.gradient[i] + Math.copySign(l1, to.x[i])) * direction[i];
            }
        }
        return slope;
    }

    @Override
    public double predictedChange(Point from, double initialSlope, double step, Point to) {
        double change = 0;
        for (int i = 0; i < to.x.length; i++) {
            change += penalty.pseudoGradient(from.x[i], from.gradient[i]) * (to.x[i] - from.x[i]);
        }
        return change;
    }

    @Override
    public boolean smooth() {
        return false;
    }
}
