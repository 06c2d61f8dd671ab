package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.TestFunctions;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Truncated conjugate gradients against plain loops and against what they promise. */
class SteihaugSolverTest {
    private static final int N = 8;

    private final double[] gradient = new Random(51).doubles(N, -1, 1).toArray();
    private final double[][] hessian = new double[N][N];
    private double l2 = 0.5;

    /** Positive definite unless an eigenvalue is moved below 0. */
    private SteihaugSolver solver(double shift) {
        Random random = new Random(52);
        double[][] root = new double[N][];
        for (int i = 0; i < N; i++) {
            root[i] = random.doubles(N, -1, 1).toArray();
        }
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                hessian[i][j] = Walk.dot(root[i], root[j]) + (i == j ? shift : 0);
            }
        }
        Function function = new OptimizerContract.WithHessian(TestFunctions.of(N, (x, into) -> 0), (x, v, product) -> {
            for (int i = 0; i < N; i++) {
                product[i] = Walk.dot(hessian[i], v);
            }
        });
        return new SteihaugSolver(Problem.plain(function, Penalty.l2(l2), Monitor.NONE, new Workers(1)));
    }

    private double[] times(double[] v) {
        double[] product = new double[N];
        for (int i = 0; i < N; i++) {
            product[i] = Walk.dot(hessian[i], v) + l2 * v[i];
        }
        return product;
    }

    private double model(double[] s) {
        return Walk.dot(gradient, s) + 0.5 * Walk.dot(s, times(s));
    }

    private double[] solve(SteihaugSolver solver, double radius, int products) {
        int found = solver.solve(Point.of(new double[N], gradient), radius);
        assertThat(found).isEqualTo(products);
        assertThat(solver.promisedDecrease()).isCloseTo(-model(solver.step()), within(1e-12));
        return solver.step();
    }

    /** Conjugate gradients until ‖g + Hs‖ ≤ ‖g‖/10, without a border. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void insideTheStepIsThatOfConjugateGradients(double penalty) {
        l2 = penalty;
        SteihaugSolver solver = solver(0.2);
        double[] s = new double[N];
        double[] r = Walk.plus(new double[N], -1, gradient);
        double[] d = r.clone();
        int products = 0;
        while (Math.sqrt(Walk.dot(r, r)) > 0.1 * Math.sqrt(Walk.dot(gradient, gradient))) {
            double[] product = times(d);
            products++;
            double square = Walk.dot(r, r);
            double length = square / Walk.dot(d, product);
            s = Walk.plus(s, length, d);
            r = Walk.plus(r, -length, product);
            d = Walk.plus(r, Walk.dot(r, r) / square, d);
        }
        assertThat(products).isBetween(3, N + 1);
        assertThat(solve(solver, 1e6, products)).containsExactly(s, within(1e-9));
    }

    /** At the border the step has the length of the radius, and lies on the way of the conjugate gradients. */
    @Test
    void atTheBorderTheStepHasTheRadius() {
        SteihaugSolver solver = solver(0.2);
        double norm = Math.sqrt(Walk.dot(gradient, gradient));
        double before = 0;
        int inside = 0;
        for (double radius = 0.05; radius < 3; radius += 0.05) {
            solver.solve(Point.of(new double[N], gradient), radius);
            double[] step = solver.step().clone();
            double[] residual = Walk.plus(gradient, 1, times(step));
            if (Math.sqrt(Walk.dot(residual, residual)) <= 0.1 * norm) {
                inside++;
            } else {
                assertThat(Math.sqrt(Walk.dot(step, step))).isCloseTo(radius, within(1e-12));
            }
            assertThat(-model(step)).as("radius %s", radius).isGreaterThanOrEqualTo(before - 1e-12);
            assertThat(solver.promisedDecrease()).isCloseTo(-model(step), within(1e-12));
            before = -model(step);
        }
        assertThat(inside).as("radii that are long enough").isBetween(5, 50);
        // The first direction is −g: a short radius cuts it off.
        double[] cut = solve(solver, 0.01, 1);
        for (int i = 0; i < N; i++) {
            assertThat(cut[i]).isCloseTo(-0.01 / norm * gradient[i], within(1e-14));
        }
    }

    /** Two directions, the second cut off: ‖s + t·d‖ = Δ with the positive root t. */
    @Test
    void theSecondDirectionEndsAtTheBorder() {
        SteihaugSolver solver = solver(0.2);
        double[] r = Walk.plus(new double[N], -1, gradient);
        double[] product = times(r);
        double length = Walk.dot(r, r) / Walk.dot(r, product);
        double[] s = Walk.plus(new double[N], length, r);
        double[] next = Walk.plus(r, -length, product);
        double[] d = Walk.plus(next, Walk.dot(next, next) / Walk.dot(r, r), r);
        double inside = Math.sqrt(Walk.dot(s, s));
        double radius = 1.05 * inside;
        double low = 0;
        double high = 100;
        for (int k = 0; k < 200; k++) {
            double t = 0.5 * (low + high);
            double[] there = Walk.plus(s, t, d);
            if (Math.sqrt(Walk.dot(there, there)) < radius) {
                low = t;
            } else {
                high = t;
            }
        }
        assertThat(solve(solver, radius, 2)).containsExactly(Walk.plus(s, low, d), within(1e-9));
    }

    /** Where the curvature along a direction is not positive, the way goes on straight to the border. */
    @Test
    void negativeCurvatureGoesToTheBorder() {
        SteihaugSolver solver = solver(-20);
        double norm = Math.sqrt(Walk.dot(gradient, gradient));
        double[] step = solve(solver, 3, 1);
        for (int i = 0; i < N; i++) {
            assertThat(step[i]).isCloseTo(-3 / norm * gradient[i], within(1e-12));
        }
    }

    @Test
    void withoutAGradientThereIsNoStep() {
        SteihaugSolver solver = solver(0.2);
        assertThat(solver.solve(Point.of(new double[N], new double[N]), 1)).isZero();
        assertThat(solver.step()).containsOnly(0.0);
        assertThat(solver.promisedDecrease()).isZero();
    }
}
