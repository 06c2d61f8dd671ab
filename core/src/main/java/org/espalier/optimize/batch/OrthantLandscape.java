package org.espalier.optimize.batch;

import org.espalier.optimize.Penalty;
import org.espalier.optimize.Vectors;

/**
 * A smooth function plus λ₁‖x‖₁: paths π(x + t·d), where π sets a coordinate to 0 when it would change its sign
 * (Andrew &amp; Gao 2007). Along such a path the function is smooth between the points where a coordinate arrives at
 * 0.
 */
record OrthantLandscape(Penalty penalty, Vectors vectors) implements Landscape {
    /** A direction must keep this share of the descent of its falling coordinates. */
    private static final double MIN_SHARE = 1e-3;

    @Override
    public double gradientNorm(Point point) {
        double[] x = point.x;
        double[] gradient = point.gradient;
        return Math.sqrt(vectors.sum(x.length, (begin, end) -> {
            double sum = 0;
            for (int i = begin; i < end; i++) {
                double v = penalty.pseudoGradient(x[i], gradient[i]);
                sum += v * v;
            }
            return sum;
        }));
    }

    @Override
    public void steepestDescent(Point point, double[] direction) {
        double[] x = point.x;
        double[] gradient = point.gradient;
        vectors.each(x.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                direction[i] = -penalty.pseudoGradient(x[i], gradient[i]);
            }
        });
    }

    /** All but those that are 0 and do better to stay there. */
    @Override
    public Coordinates free(Point point, double[] steepestDescent) {
        int count = 0;
        for (int i = 0; i < steepestDescent.length; i++) {
            if (steepestDescent[i] != 0 || point.x[i] != 0) {
                count++;
            }
        }
        int[] indices = new int[count];
        int next = 0;
        for (int i = 0; i < steepestDescent.length; i++) {
            if (steepestDescent[i] != 0 || point.x[i] != 0) {
                indices[next++] = i;
            }
        }
        return Coordinates.of(vectors, indices);
    }

    /**
     * Keeps a coordinate at 0 unless it goes down the pseudo-gradient, so that the path starts in the chosen orthant.
     *
     * <p>Andrew &amp; Gao do so with every coordinate, which also spoils the Newton direction of those that are not
     * 0; that is done here only when the milder rule does not give a direction of descent.
     */
    @Override
    public double align(Point point, double[] direction) {
        double slope = 0;
        double steep = 0;
        for (int i = 0; i < direction.length; i++) {
            double product = penalty.pseudoGradient(point.x[i], point.gradient[i]) * direction[i];
            if (product < 0) {
                steep += product;
            } else if (point.x[i] == 0) {
                direction[i] = 0;
            }
            slope += direction[i] == 0 ? 0 : product;
        }
        return slope < MIN_SHARE * steep ? slope : confine(point, direction);
    }

    @Override
    public double confine(Point point, double[] direction) {
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
        vectors.each(origin.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                double moved = origin[i] + step * direction[i];
                boolean crossed = (moved < 0 && origin[i] > 0) || (moved > 0 && origin[i] < 0);
                target[i] = crossed ? 0 : moved;
            }
        });
    }

    @Override
    public double slope(Point to, double[] direction) {
        double l1 = penalty.l1();
        double[] x = to.x;
        double[] gradient = to.gradient;
        return vectors.sum(x.length, (begin, end) -> {
            double slope = 0;
            for (int i = begin; i < end; i++) {
                if (x[i] != 0) {
                    slope += (gradient[i] + Math.copySign(l1, x[i])) * direction[i];
                }
            }
            return slope;
        });
    }

    @Override
    public double predictedChange(Point from, double initialSlope, double step, Point to) {
        double[] x = from.x;
        double[] gradient = from.gradient;
        double[] target = to.x;
        return vectors.sum(x.length, (begin, end) -> {
            double change = 0;
            for (int i = begin; i < end; i++) {
                change += penalty.pseudoGradient(x[i], gradient[i]) * (target[i] - x[i]);
            }
            return change;
        });
    }

    @Override
    public boolean smooth() {
        return false;
    }
}
