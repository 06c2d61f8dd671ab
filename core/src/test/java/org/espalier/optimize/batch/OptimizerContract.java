package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.optimize.ConvexSoftmax;
import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

/** What every batch optimiser promises. */
public abstract class OptimizerContract {
    public static final LbfgsOptions TIGHT = LbfgsOptions.DEFAULTS
            .withObjectiveTolerance(0)
            .withGradientTolerance(1e-6)
            .withMaxIterations(200_000);

    /** Convex, and everything that any of the methods needs. */
    final ConvexSoftmax softmax = ConvexSoftmax.random(120, 8, 3, 3, new Random(21));

    abstract Optimizer optimizer(LbfgsOptions options, Workers workers);

    /** Whether it minimises functions that know nothing but their gradient, and their Hessian. */
    abstract boolean takesAnyFunction();

    abstract boolean takesL1();

    /** Whether it comes down a curved valley in reasonable time. */
    boolean takesValleys() {
        return takesAnyFunction();
    }

    private Optimizer optimizer(LbfgsOptions options) {
        return optimizer(options, new Workers(1));
    }

    private double[] zeros() {
        return new double[softmax.dimension()];
    }

    /** Some rows of Q diag(1 … condition) Qᵀ are enough of a Hessian for all methods. */
    private static Function quadratic(double[] centre, double condition, Random random) {
        Function plain = TestFunctions.quadratic(centre, condition, -3, random);
        return new WithHessian(plain, (x, direction, into) -> {
            double[] there = new double[x.length];
            double[] base = new double[x.length];
            Arrays.setAll(there, i -> x[i] + direction[i]);
            plain.evaluate(there, into); // the gradient is linear, so its difference is the product
            plain.evaluate(x, base);
            for (int i = 0; i < x.length; i++) {
                into[i] -= base[i];
            }
        });
    }

    static Function rosenbrock() {
        return new WithHessian(TestFunctions.rosenbrock(2), (x, d, into) -> {
            into[0] = (1200 * x[0] * x[0] - 400 * x[1] + 2) * d[0] - 400 * x[0] * d[1];
            into[1] = -400 * x[0] * d[0] + 200 * d[1];
        });
    }

    interface Product {
        void multiply(double[] x, double[] direction, double[] into);
    }

    record WithHessian(Function function, Product product) implements Function {
        @Override
        public int dimension() {
            return function.dimension();
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            return function.evaluate(x, gradient);
        }

        @Override
        public boolean hasHessian() {
            return true;
        }

        @Override
        public void timesHessian(double[] x, double[] direction, double[] into) {
            product.multiply(x, direction, into);
        }
    }

    @Test
    void reachesTheOptimumOfASoftmax() {
        for (double l2 : new double[] {0.1, 1, 10}) {
            Result expected = new Lbfgs(TIGHT.withGradientTolerance(1e-9)).minimize(softmax, Penalty.l2(l2), zeros());
            Result found = optimizer(TIGHT).minimize(softmax, Penalty.l2(l2), zeros());
            assertThat(found.reason().converged()).as(found.reason().text()).isTrue();
            assertThat(found.value()).isCloseTo(expected.value(), within(1e-9 * expected.value()));
            assertThat(found.gradientNorm()).isLessThan(1e-5);
            assertThat(found.x()).containsExactly(expected.x(), within(1e-4));
        }
    }

    @Test
    void elasticNetAgreesWithOwlqn() {
        for (Penalty penalty : new Penalty[] {Penalty.l1(2), new Penalty(1, 0.5), new Penalty(30, 1)}) {
            if (!takesL1()) {
                assertThatThrownBy(() -> optimizer(TIGHT).minimize(softmax, penalty, zeros()))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("l1 = " + penalty.l1())
                        .hasMessageContaining("OWL-QN");
                continue;
            }
            Result expected = new Owlqn(TIGHT).minimize(softmax, penalty, zeros());
            Result found = optimizer(TIGHT).minimize(softmax, penalty, zeros());
            assertThat(found.reason().converged()).as(found.reason().text()).isTrue();
            assertThat(found.value()).isCloseTo(expected.value(), within(1e-8 * expected.value()));
            assertThat(Vectors.nonZeros(found.x())).isEqualTo(Vectors.nonZeros(expected.x()));
        }
    }

    @Test
    void reachesTheCentreOfAQuadratic() {
        assumeTrue(takesAnyFunction(), "not for functions of this kind");
        Random random = new Random(5);
        double[] centre = random.doubles(12, -3, 3).toArray();
        for (double condition : new double[] {1, 30, 300}) {
            Function function = quadratic(centre, condition, random);
            Result result = optimizer(TIGHT).minimize(function, Penalty.NONE, new double[12]);
            assertThat(result.reason().converged()).as(result.reason().text()).isTrue();
            assertThat(result.x()).containsExactly(centre, within(1e-5));
            assertThat(result.value()).isCloseTo(-3, within(1e-9));
        }
    }

    @Test
    void comesDownTheValley() {
        assumeTrue(takesValleys(), "too slow for this");
        Result result = optimizer(TIGHT).minimize(rosenbrock(), Penalty.NONE, new double[] {-1.2, 1});
        assertThat(result.reason().converged()).as(result.reason().text()).isTrue();
        assertThat(result.x()).containsExactly(new double[] {1, 1}, within(1e-4));
    }

    @Test
    void aResumedRunEndsWithTheSameBits() throws IOException {
        LbfgsOptions options =
                LbfgsOptions.DEFAULTS.withObjectiveTolerance(1e-7).withPeriod(3).withMaxIterations(150);
        Penalty penalty = takesL1() ? new Penalty(0.5, 0.3) : Penalty.l2(0.3);
        List<OptimizerState> states = new ArrayList<>();
        Result whole = optimizer(options).minimize(softmax, penalty, zeros(), p -> states.add(p.snapshot()));
        assertThat(states).hasSize(whole.iterations()).hasSizeGreaterThan(2);
        for (int k = 0; k < states.size(); k = 1 + k + k / 6) {
            OptimizerState state = copy(states.get(k));
            assertThat(state.phase()).isEqualTo(Phase.BATCH);
            Result resumed = optimizer(options).resume(softmax, penalty, state, Monitor.NONE);
            assertThat(resumed.x()).isEqualTo(whole.x());
            assertThat(resumed.value()).isEqualTo(whole.value());
            assertThat(resumed.gradientNorm()).isEqualTo(whole.gradientNorm());
            assertThat(resumed.iterations()).isEqualTo(whole.iterations());
            assertThat(resumed.evaluations()).isEqualTo(whole.evaluations());
            assertThat(resumed.reason()).isEqualTo(whole.reason());
        }
    }

    private static OptimizerState copy(OptimizerState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        state.write(new DataOutputStream(bytes));
        return OptimizerState.read(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), state.dimension());
    }

    @Test
    void theNumberOfWorkersDoesNotMatter() {
        LbfgsOptions options = TIGHT.withMaxIterations(20);
        Result one = optimizer(options).minimize(softmax, Penalty.l2(1), zeros());
        try (Workers workers = new Workers(3)) {
            Result three = optimizer(options, workers).minimize(softmax, Penalty.l2(1), zeros());
            assertThat(three.x()).isEqualTo(one.x());
        }
    }

    @Test
    void theMonitorStopsIt() {
        Result result = optimizer(TIGHT).minimize(softmax, Penalty.l2(0.1), zeros(), p -> p.iteration() < 2);
        assertThat(result.reason()).isEqualTo(StopReason.STOPPED);
        assertThat(result.iterations()).isEqualTo(2);
    }

    @Test
    void theMonitorSeesWhatIsTrueOfThePoint() {
        optimizer(TIGHT.withMaxIterations(6)).minimize(softmax, Penalty.l2(0.5), zeros(), progress -> {
            double[] gradient = new double[softmax.dimension()];
            double loss = softmax.evaluate(progress.x(), gradient);
            Penalty.l2(0.5).addSmoothGradient(progress.x(), gradient);
            assertThat(progress.loss()).isCloseTo(loss, within(1e-10 * loss));
            assertThat(progress.value()).isCloseTo(loss + Penalty.l2(0.5).value(progress.x()), within(1e-10 * loss));
            assertThat(progress.gradientNorm()).isCloseTo(Vectors.SEQUENTIAL.norm(gradient), within(1e-8));
            assertThat(progress.step()).isPositive();
            assertThat(progress.evaluations()).isGreaterThan(progress.iteration());
            return true;
        });
    }

    @Test
    void theLimitOfIterationsStopsIt() {
        Result result = optimizer(TIGHT.withMaxIterations(2)).minimize(softmax, Penalty.l2(0.1), zeros());
        assertThat(result.reason()).isEqualTo(StopReason.MAX_ITERATIONS);
        assertThat(result.iterations()).isEqualTo(2);
    }

    @Test
    void anOptimumIsLeftAlone() {
        double[] optimum = new Lbfgs(TIGHT.withGradientTolerance(1e-9))
                .minimize(softmax, Penalty.l2(1), zeros())
                .x();
        double[] start = optimum.clone();
        Result result = optimizer(TIGHT).minimize(softmax, Penalty.l2(1), start);
        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(result.iterations()).isZero();
        assertThat(start).isEqualTo(optimum);
    }

    @Test
    void looseTolerancesStopEarlier() {
        Result tight = optimizer(TIGHT).minimize(softmax, Penalty.l2(0.1), zeros());
        Result loose = optimizer(
                        LbfgsOptions.DEFAULTS.withObjectiveTolerance(1e-2).withPeriod(2))
                .minimize(softmax, Penalty.l2(0.1), zeros());
        assertThat(loose.reason().converged()).isTrue();
        assertThat(loose.iterations()).isLessThan(tight.iterations());
    }

    @Test
    void aBadStartIsRefused() {
        double[] bad = zeros();
        bad[3] = Double.NaN;
        assertThatThrownBy(() -> optimizer(TIGHT).minimize(softmax, Penalty.NONE, bad))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("coordinate 3");
        assertThatThrownBy(() -> optimizer(TIGHT).minimize(softmax, Penalty.NONE, new double[5]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the start has 5 variables");
    }

    /** Only steps into the hole are taken back, so the minimum beside it is found all the same. */
    @Test
    void holesInTheDomainOnlyShortenSteps() {
        assumeTrue(takesAnyFunction(), "not for functions of this kind");
        Random random = new Random(6);
        double[] centre = random.doubles(6, 1, 2).toArray();
        Function quadratic = quadratic(centre, 10, random);
        Function holed = new WithHessian(
                TestFunctions.of(6, (x, gradient) -> {
                    double value = quadratic.evaluate(x, gradient);
                    return Arrays.stream(x).sum() > 15 ? Double.NaN : value;
                }),
                quadratic::timesHessian);
        Result result = optimizer(TIGHT).minimize(holed, Penalty.NONE, new double[6]);
        assertThat(result.reason().converged()).as(result.reason().text()).isTrue();
        assertThat(result.x()).containsExactly(centre, within(1e-5));
    }

    @Test
    void whatHasNoMinimumIsNotCalledConverged() {
        assumeTrue(takesAnyFunction(), "not for functions of this kind");
        Function slope = new WithHessian(
                TestFunctions.of(3, (x, gradient) -> {
                    Arrays.fill(gradient, 0);
                    gradient[0] = -1;
                    return -x[0];
                }),
                (x, d, into) -> Arrays.fill(into, 0));
        Result result = optimizer(TIGHT.withGradientTolerance(0).withMaxIterations(500))
                .minimize(slope, Penalty.NONE, new double[3]);
        assertThat(result.reason()).isIn(StopReason.UNBOUNDED, StopReason.MAX_ITERATIONS);
    }
}
