package org.espalier.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.espalier.optimize.Function;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Perturbation;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Result;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.Owlqn;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HybridTest {
    private static final LbfgsOptions TIGHT = LbfgsOptions.DEFAULTS
            .withObjectiveTolerance(0)
            .withGradientTolerance(1e-8)
            .withMaxIterations(5000);

    private final Softmax function = Softmax.random(800, 300, 5, 8, new Random(3));
    private final double[] zero = new double[function.dimension()];

    static Stream<Penalty> penalties() {
        return Stream.of(Penalty.l2(1), Penalty.l2(0.05), Penalty.l2(30), new Penalty(0.5, 0.3), new Penalty(0.5, 0));
    }

    private static Hybrid hybrid(LbfgsOptions options) {
        return new Hybrid(options, DualOptions.DEFAULTS);
    }

    @ParameterizedTest
    @MethodSource("penalties")
    void findsTheOptimumOfPlainQuasiNewton(Penalty penalty) {
        Result expected = new Owlqn(TIGHT).minimize(function, penalty, zero);

        Result found = hybrid(TIGHT).minimize(function, penalty, zero);

        assertThat(found.reason().converged()).isTrue();
        assertThat(found.value()).isCloseTo(expected.value(), within(1e-8 * expected.value()));
        assertOptimal(found, penalty);
    }

    /** 0 is a subgradient of the penalised function in every coordinate. */
    private void assertOptimal(Result result, Penalty penalty) {
        double[] x = result.x();
        double[] gradient = new double[x.length];
        function.evaluate(x, gradient);
        for (int i = 0; i < x.length; i++) {
            double smooth = gradient[i] + penalty.l2() * x[i];
            if (x[i] == 0) {
                assertThat(Math.abs(smooth)).isLessThanOrEqualTo(penalty.l1() + 1e-5);
            } else {
                assertThat(smooth + penalty.l1() * Math.signum(x[i])).isCloseTo(0, within(1e-5));
            }
        }
    }

    @Test
    void needsFewerEvaluationsThanPlainQuasiNewton() {
        LbfgsOptions options = LbfgsOptions.DEFAULTS.withObjectiveTolerance(1e-6);
        Result plain = new Lbfgs(options).minimize(function, Penalty.l2(0.3), zero);

        Result found = hybrid(options).minimize(function, Penalty.l2(0.3), zero);

        assertThat(found.evaluations()).isLessThan(plain.evaluations());
        assertThat(found.value()).isCloseTo(plain.value(), within(1e-5 * plain.value()));
    }

    @Test
    void dualAscentAloneConverges() {
        Penalty penalty = Penalty.l2(0.5);
        Result expected = new Lbfgs(TIGHT).minimize(function, penalty, zero);
        DualRun run = DualRun.from(function, penalty, Vectors.SEQUENTIAL, DualOptions.DEFAULTS.withEpochs(15));
        while (run.hasNext()) {
            run.next();
        }

        double reached = function.evaluate(run.x(), new double[zero.length]) + penalty.value(run.x());
        assertThat(reached).isBetween(expected.value() * (1 - 1e-12), expected.value() * (1 + 5e-3));
    }

    @Test
    void theGapBoundHolds() {
        Penalty penalty = new Penalty(0.2, 0.4);
        double optimum = hybrid(TIGHT).minimize(function, penalty, zero).value();

        hybrid(TIGHT).minimize(function, penalty, zero, progress -> {
            if (progress.phase() == Phase.QUASI_NEWTON) {
                assertThat(progress.value() - optimum)
                        .isLessThanOrEqualTo(penalty.gapBound(progress.gradientNorm()) + 1e-9);
            }
            return true;
        });
        assertThat(Penalty.l1(1).gapBound(0.1)).isInfinite();
    }

    @Test
    void stopsWhenTheGapIsProved() {
        LbfgsOptions options = TIGHT.withObjectiveTolerance(1e-6).withPeriod(1000);
        double optimum = hybrid(TIGHT).minimize(function, Penalty.l2(2), zero).value();

        Result found = hybrid(options).minimize(function, Penalty.l2(2), zero);

        assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_GAP);
        assertThat(found.value() - optimum).isBetween(-1e-9, 1e-6 * optimum);
    }

    @ParameterizedTest
    @MethodSource("penalties")
    void aResumedRunEndsWithTheSameBits(Penalty penalty) throws IOException {
        LbfgsOptions options = LbfgsOptions.DEFAULTS.withMaxIterations(40).withObjectiveTolerance(0);
        List<OptimizerState> states = new ArrayList<>();
        List<Phase> phases = new ArrayList<>();
        Result whole = hybrid(options).minimize(function, penalty, zero, progress -> {
            phases.add(progress.phase());
            return states.add(progress.snapshot());
        });
        assertThat(phases).contains(Phase.DUAL_ASCENT, Phase.QUASI_NEWTON);

        for (OptimizerState state : states) {
            List<Integer> seen = new ArrayList<>();
            Result resumed =
                    hybrid(options).resume(function, penalty, copy(state), progress -> seen.add(progress.iteration()));

            assertThat(resumed.x()).isEqualTo(whole.x());
            assertThat(resumed.value()).isEqualTo(whole.value());
            assertThat(resumed.evaluations()).isEqualTo(whole.evaluations());
            assertThat(seen).hasSize(whole.iterations() - state.iteration());
        }
    }

    private static OptimizerState copy(OptimizerState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        state.write(new DataOutputStream(bytes));
        OptimizerState copy = OptimizerState.read(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), state.dimension());
        assertThat(copy.phase()).isEqualTo(state.phase());
        assertThat(copy.iteration()).isEqualTo(state.iteration());
        return copy;
    }

    @Test
    void theNumberOfWorkersDoesNotChangeABit() {
        Softmax wide = Softmax.random(400, 20_000, 4, 10, new Random(5)); // several chunks
        double[] start = new double[wide.dimension()];
        for (Penalty penalty : List.of(Penalty.l2(1), new Penalty(0.3, 0.1))) {
            LbfgsOptions options = LbfgsOptions.DEFAULTS.withMaxIterations(25);
            Result one = hybrid(options).minimize(wide, penalty, start);
            for (int threads : new int[] {2, 7}) {
                try (Workers workers = new Workers(threads)) {
                    Result many = new Hybrid(options, DualOptions.DEFAULTS, workers).minimize(wide, penalty, start);
                    assertThat(many.x()).isEqualTo(one.x());
                }
            }
        }
    }

    @Test
    void canBeStoppedInEveryEpochAndSaysWhereItIs() {
        for (int epoch = 1; epoch <= 3; epoch++) {
            int last = epoch;
            Result stopped =
                    hybrid(TIGHT).minimize(function, Penalty.l2(1), zero, progress -> progress.iteration() < last);
            Result limited = hybrid(TIGHT.withMaxIterations(epoch)).minimize(function, Penalty.l2(1), zero);

            assertThat(stopped.reason()).isEqualTo(StopReason.STOPPED);
            assertThat(limited.reason()).isEqualTo(StopReason.MAX_ITERATIONS);
            assertThat(stopped.iterations()).isEqualTo(epoch);
            assertThat(limited.iterations()).isEqualTo(epoch);
            assertThat(stopped.x()).isEqualTo(limited.x());
            double value = function.evaluate(stopped.x(), new double[zero.length])
                    + Penalty.l2(1).value(stopped.x());
            assertThat(stopped.value()).isCloseTo(value, within(1e-9 * value));
            assertThat(stopped.gradientNorm()).isPositive();
        }
    }

    @Test
    void startsElsewhereWithoutDualAscent() {
        double[] start = new Random(9).doubles(zero.length, -1, 1).toArray();
        List<Phase> phases = new ArrayList<>();

        Result found = hybrid(TIGHT).minimize(function, Penalty.l2(1), start, progress -> phases.add(progress.phase()));

        assertThat(phases).containsOnly(Phase.QUASI_NEWTON);
        assertThat(found.value())
                .isCloseTo(hybrid(TIGHT).minimize(function, Penalty.l2(1), zero).value(), within(1e-6));
    }

    @Test
    void someOfTheTermsServeWhenNotAllDualVariablesFit() {
        Hybrid few = new Hybrid(TIGHT, DualOptions.DEFAULTS.withMaxParts(1000));
        Hybrid none = new Hybrid(TIGHT, DualOptions.DEFAULTS.withMaxParts(1));
        double expected = hybrid(TIGHT).minimize(function, Penalty.l2(1), zero).value();

        assertThat(few.minimize(function, Penalty.l2(1), zero).value()).isCloseTo(expected, within(1e-6));
        assertThat(none.minimize(function, Penalty.l2(1), zero).value()).isCloseTo(expected, within(1e-6));
    }

    @Test
    void withoutTermsOrDiagonalItIsLbfgs() {
        Function plain = TestFunctions.rosenbrock(10);
        double[] start = {-1.2, 1, -1.2, 1, -1.2, 1, -1.2, 1, -1.2, 1};

        assertThat(hybrid(TIGHT).minimize(plain, Penalty.NONE, start).x())
                .isEqualTo(new Lbfgs(TIGHT).minimize(plain, Penalty.NONE, start).x());
    }

    /** The function, but it says that it is not convex. */
    private SumFunction withoutConvexity() {
        return (SumFunction) Proxy.newProxyInstance(
                HybridTest.class.getClassLoader(),
                new Class<?>[] {SumFunction.class},
                (proxy, method, arguments) ->
                        method.getName().equals("isConvex") ? false : method.invoke(function, arguments));
    }

    @Test
    void betweenThePhasesASaddleIsLeftByTheSeed() {
        double[] convex = hybrid(TIGHT.withMaxIterations(1))
                .minimize(function, Penalty.l2(1), zero)
                .x();
        double[] expected = convex.clone();
        new Perturbation(Perturbation.SMALL, DualOptions.DEFAULTS.seed()).move(expected);

        double[] found = hybrid(TIGHT.withMaxIterations(1))
                .minimize(withoutConvexity(), Penalty.l2(1), zero)
                .x();

        assertThat(found).isEqualTo(expected).isNotEqualTo(convex);
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> DualOptions.DEFAULTS.withEpochs(-1)).hasMessageContaining("epochs = -1");
        assertThatThrownBy(() -> DualOptions.DEFAULTS.withMaxParts(0)).hasMessageContaining("maxParts = 0");
    }
}
