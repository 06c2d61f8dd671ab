package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.dual.FrankWolfe;
import org.espalier.optimize.stochastic.Sag;
import org.espalier.optimize.stochastic.Sgd;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.optimize.stochastic.Subgradient;
import org.espalier.train.run.TermProblem;
import org.junit.jupiter.api.Test;

/** Support vector machines over chains: the dual, the primal, and the optima of batch methods. */
class StructuredSvmTest {
    private static final StochasticOptions OPTIONS =
            StochasticOptions.DEFAULTS.withTolerance(0).withEpochs(400);

    private final List<Sequence> chains = SyntheticData.sequences(7, 120, 3);

    private static double value(TermProblem problem, Penalty penalty, double[] x) {
        return problem.function().evaluate(x, new double[x.length]) + penalty.value(x);
    }

    @Test
    void theDualityGapClosesAndBoundsTheDistanceToTheOptimum() {
        Penalty penalty = Penalty.l2(2);
        try (TermProblem problem = TermProblem.of(chains, LossFunction.HINGE, true, 1)) {
            List<Double> lowerBounds = new ArrayList<>();
            List<Double> gaps = new ArrayList<>();
            Result found = new FrankWolfe(OPTIONS.withGapTolerance(1e-4).withGapPeriod(1))
                    .minimize(problem.function(), penalty, problem.zero(), progress -> {
                        double exact = value(problem, penalty, progress.x());
                        lowerBounds.add(exact - progress.gap());
                        return gaps.add(progress.gap());
                    });
            assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_DUALITY);
            assertThat(found.gap()).isBetween(0.0, 1e-4 * found.value());
            assertThat(found.value()).isCloseTo(value(problem, penalty, found.x()), within(1e-9));
            for (int k = 1; k < lowerBounds.size(); k++) { // the dual rises with every step
                assertThat(lowerBounds.get(k)).isGreaterThanOrEqualTo(lowerBounds.get(k - 1) - 1e-9);
                assertThat(lowerBounds.get(k)).isLessThanOrEqualTo(found.value() + 1e-9);
            }
            assertThat(gaps.get(gaps.size() - 1)).isLessThan(0.01 * gaps.get(0));
            Result other = new Subgradient(OPTIONS).minimize(problem.function(), penalty, problem.zero());
            assertThat(other.value()).isBetween(found.value() - found.gap(), found.value() * 1.01);
        }
    }

    @Test
    void averagingGivesAPointOfASmallGapToo() {
        Penalty penalty = Penalty.l2(2);
        try (TermProblem problem = TermProblem.of(chains, LossFunction.HINGE, true, 1)) {
            Result found = new FrankWolfe(OPTIONS.withGapTolerance(1e-3).withAveraging(true))
                    .minimize(problem.function(), penalty, problem.zero());
            assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_DUALITY);
            assertThat(found.value()).isCloseTo(value(problem, penalty, found.x()), within(1e-9));
            Result plain = new FrankWolfe(OPTIONS.withGapTolerance(1e-4))
                    .minimize(problem.function(), penalty, problem.zero());
            assertThat(found.value()).isBetween(plain.value() - plain.gap(), plain.value() * (1 + 2e-3));
        }
    }

    @Test
    void theSquaredHingeLossHasOneOptimumForAllAlgorithms() {
        Penalty penalty = Penalty.l2(2);
        try (TermProblem problem = TermProblem.of(chains, LossFunction.SQUARED_HINGE, true, 1)) {
            double batch = new Lbfgs(
                            LbfgsOptions.DEFAULTS.withMaxIterations(2000).withObjectiveTolerance(1e-9))
                    .minimize(problem.function(), penalty, problem.zero())
                    .value();
            double stochastic = new Subgradient(OPTIONS)
                    .minimize(problem.function(), penalty, problem.zero())
                    .value();
            assertThat(stochastic).isCloseTo(batch, within(5e-2 * batch));
        }
    }

    @Test
    void onChainsTheStochasticAverageGradientFindsTheOptimum() {
        Penalty penalty = Penalty.l2(1);
        for (LossFunction loss : List.of(LossFunction.LOG, LossFunction.SOFTMAX_MARGIN)) {
            try (TermProblem problem = TermProblem.of(chains, loss, true, 1)) {
                double optimum = new Lbfgs(
                                LbfgsOptions.DEFAULTS.withObjectiveTolerance(0).withGradientTolerance(1e-7))
                        .minimize(problem.function(), penalty, problem.zero())
                        .value();
                Result found =
                        new Sag(OPTIONS.withTolerance(1e-7)).minimize(problem.function(), penalty, problem.zero());
                Result sgd = new Sgd(OPTIONS).minimize(problem.function(), penalty, problem.zero());
                assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_GAP);
                assertThat(found.value() / optimum - 1).isBetween(-1e-9, 1e-6);
                assertThat(sgd.value() / optimum - 1).isBetween(-1e-9, 5e-3);
            }
        }
    }

    @Test
    void theNumberOfThreadsDoesNotChangeABit() {
        Penalty penalty = Penalty.l2(1);
        for (Optimizer optimizer :
                List.of(new Sgd(OPTIONS.withEpochs(5).withBatch(4)), new FrankWolfe(OPTIONS.withEpochs(5)))) {
            List<double[]> found = new ArrayList<>();
            for (int threads : new int[] {1, 2, 5}) {
                try (TermProblem problem = TermProblem.of(chains, LossFunction.HINGE, true, threads)) {
                    Optimizer shared = optimizer instanceof Sgd sgd
                            ? new Sgd(sgd.options(), problem.workers())
                            : new FrankWolfe(((FrankWolfe) optimizer).options(), problem.workers());
                    found.add(shared.minimize(problem.function(), penalty, problem.zero())
                            .x());
                }
            }
            assertThat(found.get(1)).isEqualTo(found.get(0));
            assertThat(found.get(2)).isEqualTo(found.get(0));
        }
    }
}
