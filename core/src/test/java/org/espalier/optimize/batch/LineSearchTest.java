package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

/** The line search on functions of one variable: what it tries, and how it ends. */
class LineSearchTest {
    private final List<Double> tried = new ArrayList<>();
    private double found = Double.NaN;

    private interface Curve {
        /** Value and slope at t. */
        double[] at(double t);
    }

    private LineSearch.Outcome search(Curve curve, double start, double first, int maxSteps, double flatness) {
        tried.clear();
        Function function = TestFunctions.of(1, (x, gradient) -> {
            double[] both = curve.at(x[0]);
            gradient[0] = both[1];
            return both[0];
        });
        Problem problem = Problem.plain(
                TestFunctions.of(1, (x, gradient) -> {
                    tried.add(x[0] - start);
                    return function.evaluate(x, gradient);
                }),
                Penalty.NONE,
                Monitor.NONE,
                new Workers(1));
        Point from = Point.of(new double[] {start}, new double[1]);
        from.evaluate(function, Penalty.NONE, Vectors.SEQUENTIAL, null);
        Point to = Point.ofDimension(1);
        LineSearch search = new LineSearch(problem, Landscape.of(Penalty.NONE, Vectors.SEQUENTIAL), maxSteps, flatness);
        LineSearch.Outcome outcome = search.search(from, new double[] {1}, from.gradient[0], first, to, null);
        assertThat(search.evaluations()).isEqualTo(tried.size());
        found = search.step();
        if (outcome == LineSearch.Outcome.FOUND) {
            assertThat(to.x[0]).isCloseTo(start + found, within(1e-15));
            assertThat(to.value).isEqualTo(curve.at(to.x[0])[0]);
        }
        return outcome;
    }

    private static double[] parabola(double t) {
        return new double[] {(t - 3) * (t - 3), 2 * (t - 3)};
    }

    /** A secant through two slopes of a parabola is its minimum, but the step grows at least twofold and at most tenfold. */
    @Test
    void extrapolatesByTheSecantWithinLimits() {
        assertThat(search(LineSearchTest::parabola, 0, 1, 20, 0.1)).isEqualTo(LineSearch.Outcome.FOUND);
        assertThat(tried).containsExactly(1.0, 3.0);
        search(LineSearchTest::parabola, 0, 0.01, 20, 0.1);
        assertThat(tried.get(1)).isCloseTo(0.1, within(1e-12));
        search(LineSearchTest::parabola, 0, 2.5, 20, 0.1);
        assertThat(tried.get(1)).isCloseTo(5, within(1e-12));
    }

    /** Too long: back by the secant, a tenth of the width away from both ends at least. */
    @Test
    void interpolatesByTheSecantWithinLimits() {
        search(LineSearchTest::parabola, 0, 8, 20, 0.1);
        assertThat(tried).containsExactly(8.0, 3.0);
        search(LineSearchTest::parabola, 0, 100, 20, 0.1);
        assertThat(tried.get(1)).isCloseTo(10, within(1e-12));
        assertThat(found).isCloseTo(3, within(0.31));
    }

    /** Where a step leads into a hole, its slope is of no use: a quarter of the way, then half of what is left. */
    @Test
    void comesBackFromHoles() {
        Curve holed = t -> t > 1 ? new double[] {Double.NaN, 0} : parabola(t);
        search(holed, 0, 40, 6, 0.1);
        assertThat(tried.subList(0, 4)).containsExactly(40.0, 10.0, 2.5, 0.625);
        assertThat(tried.get(4)).isCloseTo(0.625 + 0.5 * (2.5 - 0.625), within(1e-12));
        Curve steep = t -> t > 1 ? new double[] {1e300, Double.POSITIVE_INFINITY} : parabola(t);
        search(steep, 0, 4, 6, 0.1);
        assertThat(tried.subList(0, 2)).containsExactly(4.0, 1.0);
    }

    /** A wall behind which the function falls again must not be jumped over. */
    @Test
    void higherGroundIsTooFarThoughItFalls() {
        Curve wall = t -> t < 2 ? parabola(t) : new double[] {20 - t, -1};
        assertThat(search(wall, 0, 5, 20, 0.5)).isEqualTo(LineSearch.Outcome.FOUND);
        assertThat(tried.get(1)).isEqualTo(1.25);
        assertThat(found).isLessThan(2);
    }

    @Test
    void whatFallsForEverIsUnbounded() {
        assertThat(search(t -> new double[] {-t, -1}, 0, 1, 100, 0.9)).isEqualTo(LineSearch.Outcome.UNBOUNDED);
        assertThat(tried.get(1)).isEqualTo(10);
        assertThat(tried.get(tried.size() - 1)).isBetween(1e18, 1e20);
        Curve abyss = t -> t > 1 ? new double[] {Double.NEGATIVE_INFINITY, 0} : new double[] {-t, -1};
        assertThat(search(abyss, 0, 2, 100, 0.9)).isEqualTo(LineSearch.Outcome.UNBOUNDED);
        assertThat(tried).hasSize(1);
    }

    /** The slope promises what the values do not keep. */
    @Test
    void aWrongSlopeFails() {
        assertThat(search(t -> new double[] {1 + Math.abs(t), -1}, 0, 1, 30, 0.9))
                .isEqualTo(LineSearch.Outcome.FAILED);
        assertThat(tried).hasSize(30);
    }

    /** When the trials are used up, the lowest of them is taken, if it is lower than the start. */
    @Test
    void theBestSoFarIsTakenInTheEnd() {
        assertThat(search(LineSearchTest::parabola, 0, 1e-3, 2, 1e-3)).isEqualTo(LineSearch.Outcome.FOUND);
        assertThat(tried).hasSize(3); // the last one again, to have its gradient
        assertThat(found).isEqualTo(tried.get(1)).isEqualTo(tried.get(2));
        Curve noLower = t -> new double[] {t == 0 ? 1 : 1 + 1e-12, t < 1e-9 ? -1e-3 : 1};
        assertThat(search(noLower, 0, 1, 60, 0.9)).isEqualTo(LineSearch.Outcome.AT_MINIMUM);
    }

    /** Near a minimum values are noise; there the slopes decide, as Hager and Zhang (2005) have it. */
    @Test
    void inRoundingNoiseTheSlopesDecide() {
        double offset = 1e6; // an ulp of it is 1e-10; NOISE allows 1e-4
        Curve noisy = t -> new double[] {offset + 1e-9 * (t - 3) * (t - 3) + (t > 2 ? 2e-5 : 0), 2e-9 * (t - 3)};
        assertThat(search(noisy, 0, 3.1, 20, 0.1)).isEqualTo(LineSearch.Outcome.FOUND);
        assertThat(tried).containsExactly(3.1);
        search(t -> new double[] {1e-9 * parabola(t)[0] + (t > 2 ? 2e-5 : 0), 2e-9 * (t - 3)}, 0, 3.1, 20, 0.1);
        assertThat(tried).as("without the offset the same rise is no noise").hasSizeGreaterThan(1);
        assertThat(found).isLessThan(2);
    }

    @Test
    void theBoundOfTheGapIsThatOfStrongConvexity() {
        assertThat(new Penalty(1, 4).gapBound(6)).isEqualTo(36 / 8.0);
        assertThat(Penalty.l1(1).gapBound(6)).isInfinite();
        // F(x) = ½λx² itself: F − min F = ½λx², |F′| = λx.
        assertThat(Penalty.l2(4).gapBound(4 * 3)).isEqualTo(0.5 * 4 * 9);
    }

    /** Vectors of several chunks, by every loop, against plain sums. */
    @Test
    void chunksCoverEveryElementOnce() {
        for (int n : new int[] {Vectors.CHUNK, Vectors.CHUNK + 1, 2 * Vectors.CHUNK, 3 * Vectors.CHUNK + 17}) {
            double[] a = new double[n];
            float[] f = new float[n];
            double squares = 0;
            double weighted = 0;
            double absolute = 0;
            double mixed = 0;
            for (int i = 0; i < n; i++) {
                a[i] = i % 7 - 3;
                f[i] = i % 5 + 1;
                squares += a[i] * a[i];
                absolute += Math.abs(a[i]);
                mixed += a[i] * f[i];
                weighted += (double) f[i] * f[i] * f[i];
            }
            try (Workers workers = new Workers(2)) {
                for (Vectors vectors : new Vectors[] {Vectors.SEQUENTIAL, new Vectors(workers)}) {
                    assertThat(vectors.dot(a, a)).isEqualTo(squares); // small integers: no rounding
                    assertThat(vectors.dot(f, a)).isEqualTo(mixed);
                    assertThat(vectors.absoluteSum(a)).isEqualTo(absolute);
                    assertThat(vectors.weightedSquare(f, f)).isEqualTo(weighted);
                    assertThat(vectors.sum(n, (begin, end) -> end - begin)).isEqualTo(n);
                    int[] seen = new int[n];
                    vectors.each(n, (begin, end) -> {
                        for (int i = begin; i < end; i++) {
                            seen[i]++;
                        }
                    });
                    assertThat(seen).containsOnly(1);
                    double[] sum = new double[n];
                    vectors.sum(a, 2, a, sum);
                    vectors.addScaled(-3, a, sum);
                    assertThat(vectors.norm(sum)).isZero();
                }
            }
        }
    }
}
