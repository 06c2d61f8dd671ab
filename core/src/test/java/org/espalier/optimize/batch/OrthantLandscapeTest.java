package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.Vectors;
import org.junit.jupiter.api.Test;

/** Paths over a function with an L1 penalty, against differences of the function itself. */
class OrthantLandscapeTest {
    private static final int N = 8;
    private static final double L1 = 4;

    private final Penalty penalty = new Penalty(L1, 0.2);
    private final TestFunctions.Logistic function = TestFunctions.Logistic.random(30, N, new Random(4));
    private final OrthantLandscape landscape = new OrthantLandscape(penalty, Vectors.SEQUENTIAL);

    /** Some coordinates are 0. */
    private Point point(Random random) {
        double[] x = random.doubles(N, -0.5, 0.5).toArray();
        for (int i = 0; i < N; i += 3) {
            x[i] = 0;
        }
        return evaluated(x);
    }

    private Point evaluated(double[] x) {
        Point point = Point.of(x, new double[N]);
        point.evaluate(function, penalty, Vectors.SEQUENTIAL, null);
        return point;
    }

    private double value(double[] x) {
        return function.objective(x, L1, 0.2);
    }

    /** The one-sided derivatives of the whole objective: the pseudo-gradient is the one of them that goes down. */
    @Test
    void steepestDescentGoesDownEveryCoordinateThatFalls() {
        Point point = point(new Random(1));
        double[] direction = new double[N];
        landscape.steepestDescent(point, direction);
        double squares = 0;
        double step = 1e-7;
        for (int i = 0; i < N; i++) {
            double[] up = point.x.clone();
            double[] down = point.x.clone();
            up[i] += step;
            down[i] -= step;
            double right = (value(up) - value(point.x)) / step;
            double left = (value(down) - value(point.x)) / step;
            double expected = right < 0 ? -right : left < 0 ? left : 0;
            assertThat(direction[i]).as("coordinate %d", i).isCloseTo(expected, within(1e-4));
            squares += direction[i] * direction[i];
        }
        assertThat(landscape.gradientNorm(point)).isCloseTo(Math.sqrt(squares), within(1e-12));
    }

    @Test
    void pathsStayInTheirOrthantAndTheirSlopeIsTheDerivative() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Point from = point(random);
            double[] direction = random.doubles(N, -1, 1).toArray();
            double slope = landscape.align(from, direction);
            assertThat(slope).as("seed %d", seed).isLessThanOrEqualTo(0);
            for (double step : new double[] {0.01, 0.3, 2}) {
                Point to = at(from, direction, step);
                for (int i = 0; i < N; i++) {
                    double moved = from.x[i] + step * direction[i];
                    assertThat(to.x[i]).isEqualTo(from.x[i] * moved < 0 ? 0 : moved);
                }
                double tiny = 1e-7;
                double after = value(at(from, direction, step + tiny).x);
                double before = value(at(from, direction, step - tiny).x);
                assertThat(landscape.slope(to, direction))
                        .as("seed %d, step %s", seed, step)
                        .isCloseTo((after - before) / (2 * tiny), within(1e-4));
                double predicted = 0;
                for (int i = 0; i < N; i++) {
                    predicted += penalty.pseudoGradient(from.x[i], from.gradient[i]) * (to.x[i] - from.x[i]);
                }
                assertThat(landscape.predictedChange(from, slope, step, to)).isCloseTo(predicted, within(1e-12));
            }
            double tiny = 1e-8;
            assertThat((value(at(from, direction, tiny).x) - value(from.x)) / tiny)
                    .as("seed %d", seed)
                    .isCloseTo(slope, within(1e-4));
        }
    }

    private Point at(Point from, double[] direction, double step) {
        Point to = Point.ofDimension(N);
        landscape.move(from, direction, step, to);
        return evaluated(to.x);
    }

    /** A coordinate at 0 moves only down its pseudo-gradient; a direction that hardly falls is cut everywhere. */
    @Test
    void directionsAreAlignedWithTheDescent() {
        Point point = point(new Random(3));
        double[] steepest = new double[N];
        landscape.steepestDescent(point, steepest);
        double[] against = new double[N];
        double[] mixed = new double[N];
        for (int i = 0; i < N; i++) {
            against[i] = -steepest[i];
            mixed[i] = i % 2 == 0 ? steepest[i] : -0.01 * steepest[i];
        }
        assertThat(landscape.align(point, against)).isZero();
        assertThat(against).containsOnly(0.0);
        double slope = landscape.align(point, mixed);
        double expected = 0;
        for (int i = 0; i < N; i++) {
            boolean kept = i % 2 == 0 || point.x[i] != 0;
            assertThat(mixed[i]).isEqualTo(kept ? (i % 2 == 0 ? 1 : -0.01) * steepest[i] : 0);
            expected -= steepest[i] * mixed[i];
        }
        assertThat(slope).isCloseTo(expected, within(1e-12));
        assertThat(landscape.smooth()).isFalse();
    }

    /** The loops over a list of coordinates are those over all of them, with the others left out. */
    @Test
    void freeCoordinatesAreThoseThatMayMove() {
        Random random = new Random(5);
        Point point = point(random);
        double[] steepest = new double[N];
        OrthantLandscape strict = new OrthantLandscape(Penalty.l1(25), Vectors.SEQUENTIAL); // holds some at 0
        strict.steepestDescent(point, steepest);
        Coordinates free = strict.free(point, steepest);
        float[] a = new float[N];
        float[] b = new float[N];
        double[] v = new double[N];
        double ab = 0;
        double av = 0;
        double aab = 0;
        int held = 0;
        for (int i = 0; i < N; i++) {
            a[i] = random.nextFloat();
            b[i] = random.nextFloat();
            v[i] = random.nextDouble();
            boolean moves = point.x[i] != 0 || steepest[i] != 0;
            held += moves ? 0 : 1;
            ab += moves ? (double) a[i] * b[i] : 0;
            av += moves ? a[i] * v[i] : 0;
            aab += moves ? (double) a[i] * a[i] * b[i] : 0;
        }
        assertThat(held).as("coordinates that stay at 0").isBetween(1, N - 1);
        assertThat(free.dot(a, b)).isCloseTo(ab, within(1e-12));
        assertThat(free.dot(a, v)).isCloseTo(av, within(1e-12));
        assertThat(free.weightedSquare(a, b)).isCloseTo(aab, within(1e-12));
        double[] added = v.clone();
        double[] scaled = v.clone();
        double[] multiplied = v.clone();
        free.addScaled(2, a, added);
        free.scale(3, scaled);
        free.multiply(4, a, multiplied);
        for (int i = 0; i < N; i++) {
            boolean moves = point.x[i] != 0 || steepest[i] != 0;
            assertThat(added[i]).isCloseTo(moves ? v[i] + 2 * a[i] : v[i], within(1e-12));
            assertThat(scaled[i]).isCloseTo(moves ? 3 * v[i] : v[i], within(1e-12));
            assertThat(multiplied[i]).isCloseTo(moves ? v[i] * 4 * a[i] : v[i], within(1e-12));
        }
    }
}
