package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stochastic optimisers against the optimum of the batch ones, and what all of them promise. */
class StochasticTest {
    private static final LbfgsOptions TIGHT = LbfgsOptions.DEFAULTS
            .withObjectiveTolerance(0)
            .withGradientTolerance(1e-8)
            .withMaxIterations(5000);

    private static final StochasticOptions OPTIONS =
            StochasticOptions.DEFAULTS.withTolerance(0).withEpochs(60);

    private final Softmax function = Softmax.random(800, 300, 5, 8, new Random(3));
    private final double[] zero = new double[function.dimension()];

    static Stream<Arguments> optimisers() {
        return Stream.of(
                // optimiser, penalty, how far above the optimum it may end, relatively
                Arguments.of(new Sgd(OPTIONS), Penalty.l2(1), 1e-3),
                Arguments.of(new Sgd(OPTIONS), Penalty.l2(0.05), 0.1),
                Arguments.of(new Sgd(OPTIONS.withBatch(10)), Penalty.l2(1), 2e-3),
                Arguments.of(new Sgd(OPTIONS.withAveraging(true)), Penalty.l2(1), 1e-3),
                Arguments.of(new Sgd(OPTIONS.withAveraging(true)), Penalty.l2(0.05), 0.1),
                Arguments.of(new Subgradient(OPTIONS), Penalty.l2(1), 1e-3),
                Arguments.of(new SgdL1(OPTIONS.withDecay(0.95)), Penalty.l1(0.5), 1e-2),
                Arguments.of(new AdaGrad(OPTIONS), Penalty.l2(1), 3e-3),
                Arguments.of(new AdaGrad(OPTIONS), Penalty.l1(0.5), 2e-2),
                Arguments.of(new AdaGrad(OPTIONS), new Penalty(0.3, 0.3), 5e-3),
                Arguments.of(new Adam(OPTIONS.withBatch(8)), Penalty.l2(1), 2e-2),
                Arguments.of(new Sag(OPTIONS), Penalty.l2(1), 1e-6),
                Arguments.of(new Sag(OPTIONS), Penalty.l2(30), 1e-6),
                Arguments.of(new Sag(OPTIONS.withEpochs(200)), Penalty.l2(0.3), 1e-6));
    }

    @ParameterizedTest
    @MethodSource("optimisers")
    void comesCloseToTheOptimum(Optimizer optimizer, Penalty penalty, double tolerance) {
        double optimum = new Owlqn(TIGHT).minimize(function, penalty, zero).value();

        Result found = optimizer.minimize(function, penalty, zero);

        double exact = function.evaluate(found.x(), new double[zero.length]) + penalty.value(found.x());
        System.out.printf(
                "%s %s %.2e in %d%n",
                optimizer.getClass().getSimpleName(), penalty, found.value() / optimum - 1, found.iterations());
        assertThat(found.value()).isCloseTo(exact, within(1e-9 * exact));
        assertThat(found.value() / optimum - 1).isBetween(-1e-9, tolerance);
    }
}
