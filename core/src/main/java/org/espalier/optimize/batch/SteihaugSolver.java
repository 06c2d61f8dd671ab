package org.espalier.optimize.batch;

import java.util.Arrays;
import org.espalier.optimize.Vectors;

/**
 * Minimises q(s) = g·s + ½ sᵀHs within ‖s‖ ≤ Δ, roughly, by conjugate gradients from s = 0 (Steihaug 1983).
 *
 * <p>It ends when the residual ‖g + Hs‖ is a tenth of ‖g‖, at the border, or where the curvature is not positive, from where it
 * goes on straight to the border. H is the Hessian of the function plus λ₂I. Each iteration is one Hessian·vector product.
 */
final class SteihaugSolver {
    private static final double RESIDUAL = 0.1;

    private final Problem problem;
    private final Vectors vectors;
    private final double[] step; // s [n]
    private final double[] residual; // −g − Hs [n]
    private final double[] direction; // [n]
    private final double[] product; // H·direction [n]
    private double promised;

    SteihaugSolver(Problem problem) {
        this.problem = problem;
        this.vectors = problem.vectors();
        int n = problem.function().dimension();
        this.step = new double[n];
        this.residual = new double[n];
        this.direction = new double[n];
        this.product = new double[n];
    }

    /** s // [n]. */
    double[] step() {
        return step;
    }

    /** −q(s). */
    double promisedDecrease() {
        return promised;
    }

    /** Solves at a point; returns the number of products. */
    int solve(Point point, double radius) {
        Arrays.fill(step, 0.0);
        for (int i = 0; i < step.length; i++) {
            residual[i] = -point.gradient[i];
            direction[i] = residual[i];
        }
        double square = vectors.dot(residual, residual);
        double target = RESIDUAL * RESIDUAL * square;
        int products = 0;
        while (square > target && products < 2 * step.length + 10) {
            multiply(point.x);
            products++;
            double curvature = vectors.dot(direction, product);
            double length = square / curvature;
            boolean border = !(curvature > 0) || !staysInside(length, radius);
            if (border) {
                length = toBorder(radius);
            }
            vectors.addScaled(length, direction, step);
            vectors.addScaled(-length, product, residual);
            if (border) {
                break;
            }
            double next = vectors.dot(residual, residual);
            vectors.sum(residual, next / square, direction, direction);
            square = next;
        }
        promised = -0.5 * (vectors.dot(step, point.gradient) - vectors.dot(step, residual));
        return products;
    }

    private void multiply(double[] x) {
        problem.function().timesHessian(x, direction, product);
        double l2 = problem.penalty().l2();
        if (l2 > 0) {
            vectors.addScaled(l2, direction, product);
        }
    }

    private boolean staysInside(double length, double radius) {
        double ss = vectors.dot(step, step);
        double sd = vectors.dot(step, direction);
        double dd = vectors.dot(direction, direction);
        return ss + 2 * length * sd + length * length * dd <= radius * radius;
    }

    /** The t ≥ 0 with ‖s + t·d‖ = Δ. */
    private double toBorder(double radius) {
        double ss = vectors.dot(step, step);
        double sd = vectors.dot(step, direction);
        double dd = vectors.dot(direction, direction);
        double root = Math.sqrt(Math.max(0, sd * sd + dd * (radius * radius - ss)));
        return sd >= 0 ? (radius * radius - ss) / (sd + root) : (root - sd) / dd;
    }
}
