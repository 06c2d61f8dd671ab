package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.parallel.Workers;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** Which optimiser the options ask for. */
class OptimizersTest {
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS.withThreads(1);

    private static String of(TrainingOptions options, VisitingOrder order) {
        TrainingPlan plan = new TrainingPlan(
                options, TrainingListener.NONE, List.of(), null, null, () -> false, null, order, null, null, null);
        try (Workers workers = new Workers(1)) {
            Optimizer found = Optimizers.of(plan, options, 7, true, DualOptions.DEFAULTS, workers);
            return found.getClass().getSimpleName();
        }
    }

    private static String of(Algorithm algorithm) {
        return switch (algorithm) {
            case SGD_L1 -> of(OPTIONS.withPenalty(new Penalty(1, 0)).withAlgorithm(algorithm), null);
            case FRANK_WOLFE -> of(OPTIONS.withLearning(LossFunction.HINGE, algorithm), null);
            default -> of(OPTIONS.withAlgorithm(algorithm), null);
        };
    }

    @Test
    void everyAlgorithmHasItsOptimizer() {
        Map<Algorithm, String> expected = Map.ofEntries(
                Map.entry(Algorithm.AUTO, "Hybrid"),
                Map.entry(Algorithm.LBFGS, "Lbfgs"),
                Map.entry(Algorithm.OWLQN, "Owlqn"),
                Map.entry(Algorithm.BFGS, "Bfgs"),
                Map.entry(Algorithm.CG, "ConjugateGradient"),
                Map.entry(Algorithm.NEWTON, "Newton"),
                Map.entry(Algorithm.TRUST_REGION, "TrustRegionNewton"),
                Map.entry(Algorithm.GIS, "IterativeScaling"),
                Map.entry(Algorithm.IIS, "IterativeScaling"),
                Map.entry(Algorithm.GRADIENT_DESCENT, "GradientDescent"),
                Map.entry(Algorithm.RPROP, "Rprop"),
                Map.entry(Algorithm.BCD, "BlockCoordinateDescent"),
                Map.entry(Algorithm.SGD, "Sgd"),
                Map.entry(Algorithm.ASGD, "Sgd"),
                Map.entry(Algorithm.SGD_L1, "SgdL1"),
                Map.entry(Algorithm.ADAGRAD, "AdaGrad"),
                Map.entry(Algorithm.ADAM, "Adam"),
                Map.entry(Algorithm.SAG, "Sag"),
                Map.entry(Algorithm.FRANK_WOLFE, "FrankWolfe"),
                Map.entry(Algorithm.SUBGRADIENT, "Subgradient"));
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.isOnline()) {
                assertThatThrownBy(() -> of(algorithm))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(algorithm + " minimises no objective");
            } else {
                assertThat(of(algorithm)).as(algorithm.toString()).isEqualTo(expected.get(algorithm));
            }
        }
    }

    @Test
    void autoLooksAtTheLossAndThePenalty() {
        assertThat(of(OPTIONS.withLoss(LossFunction.HINGE), null)).isEqualTo("FrankWolfe");
        assertThat(of(OPTIONS.withLoss(LossFunction.ONE_VS_REST_HINGE), null)).isEqualTo("FrankWolfe");
        TrainingOptions squared = OPTIONS.withLoss(LossFunction.SQUARED_HINGE);
        assertThat(of(squared.withPenalty(Penalty.l2(1)), null)).isEqualTo("Lbfgs");
        assertThat(of(squared.withPenalty(new Penalty(0.5, 1)), null)).isEqualTo("Owlqn");
        assertThat(of(OPTIONS.withLoss(LossFunction.SOFTMAX_MARGIN), null)).isEqualTo("Hybrid");
        assertThat(of(OPTIONS.withAlgorithm(Algorithm.SGD), VisitingOrder.shuffled(3)))
                .isEqualTo("Sgd");
    }

    @Test
    void anOptimizerOfTheUsersOwnIsTaken() {
        Optimizer own = new Lbfgs(LbfgsOptions.DEFAULTS, new Workers(1));
        TrainingPlan plan = new TrainingPlan(
                OPTIONS,
                TrainingListener.NONE,
                List.of(),
                null,
                null,
                () -> false,
                null,
                null,
                null,
                null,
                new CustomOptimizer("own", own));
        try (Workers workers = new Workers(1)) {
            assertThat(Optimizers.of(plan, OPTIONS, 7, true, DualOptions.DEFAULTS, workers))
                    .isSameAs(own);
        }
        assertThat(plan.provenance()).containsEntry("algorithm", "own");
        assertThat(plan.isUsual()).isFalse();
    }

    @Test
    void onlyAHeuristicNeedsACaution() {
        TrainingOptions hinge = OPTIONS.withLoss(LossFunction.HINGE);
        assertThat(Optimizers.caution(hinge, true)).isNull();
        assertThat(Optimizers.caution(OPTIONS, false)).isNull();
        assertThat(Optimizers.caution(hinge, false))
                .startsWith("with partial labels or hidden states the loss hinge is not convex")
                .contains("frank-wolfe is then a heuristic");
    }
}
