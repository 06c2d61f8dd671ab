package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.espalier.optimize.ConvexSoftmax;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every step of the batch methods against its formula in plain loops. That the optimum is reached proves little: a method with a
 * wrong direction falls back to steepest descent and gets there too.
 */
class BatchStepsTest {
    private static final LbfgsOptions FEW = OptimizerContract.TIGHT.withMaxIterations(25);
    private static final Penalty RIDGE = Penalty.l2(0.3);

    private final ConvexSoftmax softmax = ConvexSoftmax.random(60, 5, 3, 3, new Random(31));

    private double[] start() {
        return new Random(2).doubles(softmax.dimension(), -0.5, 0.5).toArray();
    }

    /** In every iteration the first trial is x + t·d, with t and d of the formula, and x stays on that line. */
    private static void assertFirstTrials(Walk walk, IntFunction<double[]> firstStep, double tolerance) {
        assertThat(walk.iterations()).isGreaterThan(5);
        for (int k = 0; k < walk.iterations(); k++) {
            double[] x = walk.points().get(k);
            double[] gradient = walk.gradient(x);
            if (Math.sqrt(Walk.dot(gradient, gradient)) < 1e-3) {
                return; // what follows is decided by rounding
            }
            double[] expected = firstStep.apply(k);
            double[] found = Walk.plus(walk.trials().get(k).get(0), -1, x);
            double length = Math.sqrt(Walk.dot(expected, expected));
            assertThat(found).as("iteration %d", k).containsExactly(expected, within(tolerance * length));
            double[] taken = Walk.plus(walk.points().get(k + 1), -1, x);
            double cosine =
                    Walk.dot(taken, expected) / Math.sqrt(Walk.dot(taken, taken) * Walk.dot(expected, expected));
            assertThat(cosine).as("iteration %d", k).isCloseTo(1, within(tolerance));
        }
    }

    private static double[] times(double t, double[] v) {
        return Arrays.stream(v).map(value -> t * value).toArray();
    }

    private static double[] unitDescent(double[] gradient) {
        return times(-1 / Math.sqrt(Walk.dot(gradient, gradient)), gradient);
    }

    /** d = −H∇F with H from all pairs: H ← (I − ρsyᵀ)H(I − ρysᵀ) + ρssᵀ, H₀ = (s·y / y·y)·I. */
    @Test
    void bfgs() {
        Walk walk = Walk.of(new Bfgs(FEW), softmax, RIDGE, start());
        int n = softmax.dimension();
        double[][] inverse = new double[n][n];
        assertFirstTrials(
                walk,
                k -> {
                    double[] gradient = walk.gradient(walk.points().get(k));
                    if (k == 0) {
                        return unitDescent(gradient);
                    }
                    double[] s =
                            Walk.plus(walk.points().get(k), -1, walk.points().get(k - 1));
                    double[] y =
                            Walk.plus(gradient, -1, walk.gradient(walk.points().get(k - 1)));
                    if (k == 1) {
                        for (int i = 0; i < n; i++) {
                            inverse[i][i] = Walk.dot(s, y) / Walk.dot(y, y);
                        }
                    }
                    update(inverse, s, y);
                    double[] direction = new double[n];
                    for (int i = 0; i < n; i++) {
                        direction[i] = -Walk.dot(inverse[i], gradient);
                    }
                    return direction;
                },
                1e-7);
    }

    private static void update(double[][] inverse, double[] s, double[] y) {
        int n = s.length;
        double rho = 1 / Walk.dot(s, y);
        double[][] left = new double[n][n]; // (I − ρsyᵀ)H
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                left[i][j] = inverse[i][j];
                for (int k = 0; k < n; k++) {
                    left[i][j] -= rho * s[i] * y[k] * inverse[k][j];
                }
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = left[i][j] + rho * s[i] * s[j];
                for (int k = 0; k < n; k++) {
                    sum -= left[i][k] * rho * y[k] * s[j];
                }
                inverse[i][j] = sum;
            }
        }
    }

    /** (∇²F)d = −∇F, tried in full; the products are counted. */
    @Test
    void newton() {
        Walk walk = Walk.of(new Newton(FEW), softmax, RIDGE, times(6, start()));
        int checked = 0;
        int evaluations = 1;
        for (int k = 0; k < walk.iterations(); k++) {
            double[] x = walk.points().get(k);
            double[] gradient = walk.gradient(x);
            double[] direction = Walk.plus(walk.trials().get(k).get(0), -1, x);
            double[] left = walk.hessian(x, direction);
            assertThat(left)
                    .as("iteration %d", k)
                    .containsExactly(times(-1, gradient), within(1e-8 * (1 + Math.sqrt(Walk.dot(gradient, gradient)))));
            evaluations += walk.trials().get(k).size() + softmax.dimension();
            checked++;
        }
        assertThat(checked).isBetween(3, 12);
        assertThat(walk.result().evaluations()).isEqualTo(evaluations);
    }

    /** Where the Hessian is not positive definite, it is damped, and the direction still goes down. */
    @Test
    void newtonIsDampedWhereTheFunctionIsConcave() {
        Walk walk = Walk.of(new Newton(FEW), OptimizerContract.rosenbrock(), Penalty.NONE, new double[] {0, 1});
        double[] step = Walk.plus(walk.trials().get(0).get(0), -1, walk.points().get(0));
        // There ∇²F = diag(−398, 200): the least damping of the ladder 398 · 10⁻¹⁰, 398 · 10⁻⁹, … that makes it
        // positive is 3980.
        assertThat(step).containsExactly(new double[] {2 / (3980.0 - 398), -200 / (3980.0 + 200)}, within(1e-9));
    }

    @Test
    void choleskySolvesAndDampsAsLittleAsItMust() {
        Random random = new Random(3);
        for (int n = 1; n < 8; n++) {
            double[][] root = new double[n][];
            Arrays.setAll(root, i -> random.doubles(root.length, -1, 1).toArray());
            double[][] matrix = new double[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    matrix[i][j] = Walk.dot(root[i], root[j]) + (i == j ? 0.1 : 0);
                }
            }
            double[] x = random.doubles(n, -1, 1).toArray();
            double[] b = new double[n];
            Arrays.setAll(b, i -> Walk.dot(matrix[i], x));
            Cholesky cholesky = Cholesky.of(matrix);
            assertThat(cholesky.damping()).isZero();
            cholesky.solve(b);
            assertThat(b).containsExactly(x, within(1e-9));
        }
        // The eigenvalues are 3 and −1: 1 is not enough, and the next in the ladder is 10.
        Cholesky damped = Cholesky.of(new double[][] {{1}, {2, 1}});
        assertThat(damped.damping()).isCloseTo(10, within(1e-8));
        double[] b = {13, 13};
        damped.solve(b);
        assertThat(b).containsExactly(new double[] {1, 1}, within(1e-8));
        Cholesky zero = Cholesky.of(new double[][] {{0}, {0, 0}});
        assertThat(zero.damping()).isEqualTo(1e-10);
    }

    /** d ← −∇F + β·d; the first trial promises the decrease of the step before. */
    @Test
    void conjugateGradients() {
        TestFunctions.Logistic logistic = TestFunctions.Logistic.random(60, 12, new Random(7));
        Walk walk = Walk.of(new ConjugateGradient(FEW.withMaxIterations(60)), logistic, RIDGE, new double[12]);
        double[][] direction = {new double[0]};
        double[] promised = {Double.NaN};
        int[] conjugate = {0};
        assertFirstTrials(
                walk,
                k -> {
                    double[] x = walk.points().get(k);
                    double[] gradient = walk.gradient(x);
                    boolean fresh = true;
                    if (k > 0) {
                        double[] before = walk.gradient(walk.points().get(k - 1));
                        double[] step = Walk.plus(x, -1, walk.points().get(k - 1));
                        promised[0] = Walk.dot(step, before);
                        double across = Walk.dot(before, gradient);
                        double after = Walk.dot(gradient, gradient);
                        double beta = (after - across) / Walk.dot(before, before);
                        if (beta > 0 && Math.abs(across) < 0.5 * after) {
                            direction[0] = Walk.plus(times(-1, gradient), beta, direction[0]);
                            fresh = !(Walk.dot(direction[0], gradient) < 0);
                        }
                    }
                    if (fresh) {
                        direction[0] = times(-1, gradient);
                    } else {
                        conjugate[0]++;
                    }
                    double slope = Walk.dot(direction[0], gradient);
                    return k == 0 ? unitDescent(gradient) : times(promised[0] / slope, direction[0]);
                },
                1e-7);
        assertThat(conjugate[0]).as("directions that are not steepest descent").isGreaterThan(5);
    }

    /** On a quadratic with exact line searches conjugate gradients end after as many steps as there are eigenvalues. */
    @Test
    void conjugateGradientsAreConjugateOnAQuadratic() {
        Random random = new Random(8);
        Function quadratic = TestFunctions.quadratic(random.doubles(4, -1, 1).toArray(), 20, 0, random);
        Walk walk = Walk.of(
                new ConjugateGradient(OptimizerContract.TIGHT), quadratic, Penalty.NONE, new double[] {3, -2, 1, 4});
        assertThat(walk.iterations()).isLessThan(20);
    }

    /** t = s·s / s·y of the step before. */
    @Test
    void gradientDescent() {
        Walk walk = Walk.of(new GradientDescent(FEW), softmax, RIDGE, start());
        assertFirstTrials(
                walk,
                k -> {
                    double[] gradient = walk.gradient(walk.points().get(k));
                    if (k == 0) {
                        return unitDescent(gradient);
                    }
                    double[] s =
                            Walk.plus(walk.points().get(k), -1, walk.points().get(k - 1));
                    double[] y =
                            Walk.plus(gradient, -1, walk.gradient(walk.points().get(k - 1)));
                    return times(-Walk.dot(s, s) / Walk.dot(s, y), gradient);
                },
                1e-9);
    }

    /** The two loops of Liu &amp; Nocedal over the last three pairs, which are kept in single precision. */
    @Test
    void lbfgs() {
        Walk walk = Walk.of(new Lbfgs(FEW.withMemory(3)), softmax, RIDGE, start());
        assertFirstTrials(
                walk,
                k -> {
                    double[] q = walk.gradient(walk.points().get(k));
                    if (k == 0) {
                        return unitDescent(q);
                    }
                    List<double[]> s = new ArrayList<>();
                    List<double[]> y = new ArrayList<>();
                    for (int j = Math.max(0, k - 3); j < k; j++) {
                        s.add(Walk.plus(
                                walk.points().get(j + 1), -1, walk.points().get(j)));
                        y.add(Walk.plus(
                                walk.gradient(walk.points().get(j + 1)),
                                -1,
                                walk.gradient(walk.points().get(j))));
                    }
                    double[] alpha = new double[s.size()];
                    for (int j = s.size() - 1; j >= 0; j--) {
                        alpha[j] = Walk.dot(s.get(j), q) / Walk.dot(s.get(j), y.get(j));
                        q = Walk.plus(q, -alpha[j], y.get(j));
                    }
                    int last = s.size() - 1;
                    q = times(Walk.dot(s.get(last), y.get(last)) / Walk.dot(y.get(last), y.get(last)), q);
                    for (int j = 0; j < s.size(); j++) {
                        double beta = Walk.dot(y.get(j), q) / Walk.dot(s.get(j), y.get(j));
                        q = Walk.plus(q, alpha[j] - beta, s.get(j));
                    }
                    return times(-1, q);
                },
                1e-4);
    }

    /** Every coordinate by itself, as Igel &amp; Hüsken (2000) write it down; with λ₁ as the two kinds of steps do. */
    @ParameterizedTest
    @CsvSource({
        "0, true, false",
        "0, false, false",
        "2, true, false",
        "2, false, false",
        "3, true, true",
        "3, false, true"
    })
    void rprop(double l1, boolean backtracking, boolean cutoff) {
        Penalty penalty = new Penalty(l1, 0.3);
        RpropOptions steps = RpropOptions.DEFAULTS
                .withSteps(1e-3, 0.15)
                .withFactors(1.3, 0.4)
                .withBacktracking(backtracking)
                .withCutoff(cutoff);
        double[] start = start();
        start[0] = 0;
        start[7] = 0;
        Walk walk = Walk.of(new Rprop(FEW.withMaxIterations(40), steps, new Workers(1)), softmax, penalty, start);
        int n = start.length;
        double[] lengths = new double[n];
        Arrays.fill(lengths, 0.1);
        double[] before = new double[n];
        double[] from = new double[n];
        double[] x = start;
        int zeros = 0;
        for (int k = 0; k < walk.iterations(); k++) {
            double[] gradient = walk.gradient(x);
            double[] next = new double[n];
            for (int i = 0; i < n; i++) {
                double g = l1 > 0 && !cutoff ? penalty.pseudoGradient(x[i], gradient[i]) : gradient[i];
                boolean held = Math.abs(gradient[i] + l1 * Math.signum(x[i])) < l1;
                if (cutoff && held && (x[i] == 0 || (before[i] * g < 0 && from[i] * x[i] < 0))) {
                    from[i] = x[i];
                    before[i] = g;
                    zeros++;
                    continue;
                }
                boolean turned = before[i] * g < 0;
                if (before[i] * g > 0) {
                    lengths[i] = Math.min(1.3 * lengths[i], 0.15);
                } else if (turned) {
                    lengths[i] = Math.max(0.4 * lengths[i], 1e-3);
                }
                if (turned && backtracking) {
                    next[i] = from[i];
                    before[i] = 0;
                    continue;
                }
                next[i] = x[i] - lengths[i] * Math.signum(g);
                if (l1 > 0 && !cutoff && x[i] * next[i] < 0) {
                    next[i] = 0;
                    zeros++;
                }
                from[i] = x[i];
                before[i] = g;
            }
            x = next;
            assertThat(walk.points().get(k + 1)).as("iteration %d", k).containsExactly(x, within(1e-9));
        }
        assertThat(walk.iterations()).isGreaterThan(10);
        assertThat(zeros > 0).isEqualTo(l1 > 0);
    }

    /** F(x + s) ≤ F(x) + 10⁻⁴ ∇F·s and |∇F(x + s)·s| ≤ c₂|∇F·s|, and every longer or shorter trial before failed one of them. */
    @Test
    void acceptedStepsSatisfyTheStrongWolfeConditionsAndRefusedOnesDoNot() {
        double[] valley = {-1.2, 1};
        Function rosenbrock = TestFunctions.rosenbrock(2);
        LbfgsOptions options = FEW.withMaxIterations(200);
        assertThat(wolfe(Walk.of(new Lbfgs(options), rosenbrock, Penalty.NONE, valley), 0.9))
                .isPositive();
        assertThat(wolfe(Walk.of(new Bfgs(options), rosenbrock, Penalty.NONE, valley), 0.9))
                .isPositive();
        assertThat(wolfe(Walk.of(new GradientDescent(options), rosenbrock, Penalty.NONE, valley), 0.9))
                .isPositive();
        assertThat(wolfe(Walk.of(new ConjugateGradient(options), rosenbrock, Penalty.NONE, valley), 0.1))
                .isPositive();
        wolfe(Walk.of(new Lbfgs(options), softmax, RIDGE, times(20, start())), 0.9);
        wolfe(Walk.of(new ConjugateGradient(options), softmax, RIDGE, times(20, start())), 0.1);
    }

    /** How many trials were refused. */
    private static int wolfe(Walk walk, double flatness) {
        int refused = 0;
        for (int k = 0; k < walk.iterations(); k++) {
            double[] x = walk.points().get(k);
            List<double[]> trials = walk.trials().get(k);
            double[] gradient = walk.gradient(x);
            if (Math.sqrt(Walk.dot(gradient, gradient)) < 1e-2) {
                return refused; // values drown in rounding
            }
            for (int n = 0; n < trials.size(); n++) {
                double[] step = Walk.plus(trials.get(n), -1, x);
                double slope = Walk.dot(gradient, step);
                boolean lower = walk.value(trials.get(n)) <= walk.value(x) + 1e-4 * slope;
                double after = Walk.dot(walk.gradient(trials.get(n)), step);
                boolean last = n == trials.size() - 1;
                assertThat(lower && Math.abs(after) <= -flatness * slope)
                        .as("iteration %d, trial %d of %d", k, n, trials.size())
                        .isEqualTo(last);
                refused += last ? 0 : 1;
            }
        }
        return refused;
    }

    /** A step into a hole is halved until it is out of it, and so are the lengths. */
    @Test
    void rpropComesBackFromAHole() {
        Function holed = TestFunctions.of(2, (x, gradient) -> {
            gradient[0] = 2 * (x[0] - 1);
            gradient[1] = 2 * (x[1] - 1);
            return x[0] > 0.03 ? Double.NaN : (x[0] - 1) * (x[0] - 1) + (x[1] - 1) * (x[1] - 1);
        });
        Walk walk = Walk.of(
                new Rprop(FEW.withMaxIterations(1), RpropOptions.DEFAULTS, new Workers(1)),
                holed,
                Penalty.NONE,
                new double[2]);
        assertThat(walk.trials().get(0)).hasSize(3);
        assertThat(walk.points().get(1)).containsExactly(0.025, 0.025);
        assertThat(walk.memories().get(0).vectors().get(0)).containsExactly(0.025, 0.025);
        assertThat(walk.result().evaluations()).isEqualTo(4);
    }

    @Test
    void whatAMethodCannotDoIsRefused() {
        Function flat = TestFunctions.of(5000, (x, gradient) -> 0);
        Function wide = new OptimizerContract.WithHessian(flat, (x, d, into) -> {});
        double[] start = new double[5000];
        assertThatThrownBy(() -> new Bfgs().minimize(flat, Penalty.NONE, start)).hasMessageContaining("n × n");
        assertThatThrownBy(() -> new Newton().minimize(wide, Penalty.NONE, start))
                .hasMessageContaining("n × n");
        assertThatThrownBy(() -> new Newton().minimize(flat, Penalty.NONE, start))
                .hasMessageContaining("second derivatives");
        assertThatThrownBy(() -> new TrustRegionNewton().minimize(flat, Penalty.NONE, start))
                .hasMessageContaining("second derivatives");
        RpropOptions rprop = RpropOptions.DEFAULTS;
        assertThatThrownBy(() -> rprop.withSteps(0, 1)).hasMessageContaining("stepMin = 0");
        assertThatThrownBy(() -> rprop.withSteps(2, 1)).hasMessageContaining("stepMin = 2");
        assertThatThrownBy(() -> rprop.withSteps(1, Double.POSITIVE_INFINITY)).hasMessageContaining("stepMax");
        assertThatThrownBy(() -> rprop.withFactors(0.9, 0.5)).hasMessageContaining("stepIncrease = 0.9");
        assertThatThrownBy(() -> rprop.withFactors(1.2, 0)).hasMessageContaining("stepDecrease = 0");
        assertThatThrownBy(() -> rprop.withFactors(1.2, 1.1)).hasMessageContaining("stepDecrease = 1.1");
        assertThat(rprop.withSteps(1, 1).stepMax()).isEqualTo(1);
        assertThat(rprop.withFactors(1, 1).stepIncrease()).isEqualTo(1);
    }

    /** A straight path predicts step · slope. */
    @Test
    void aStraightPathPredictsTheSlopeTimesTheStep() {
        Point from = Point.of(new double[] {1, 2}, new double[] {3, -4});
        assertThat(new SmoothLandscape(Vectors.SEQUENTIAL).predictedChange(from, -8, 0.25, from))
                .isEqualTo(-2);
    }
}
