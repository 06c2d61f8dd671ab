package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.online.OnlineOptions;
import org.espalier.online.PassiveAggressive;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.stochastic.CalibrationOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which algorithm goes together with which loss and penalty: what is accepted trains, what is refused says what to use. */
class AlgorithmTest {
    private static final Set<LossFunction> ALL = EnumSet.allOf(LossFunction.class);
    private static final Set<LossFunction> KINKS = EnumSet.of(LossFunction.HINGE, LossFunction.ONE_VS_REST_HINGE);
    private static final Set<LossFunction> SMOOTH = EnumSet.complementOf(EnumSet.copyOf(KINKS));
    private static final Set<LossFunction> LOG = EnumSet.of(LossFunction.LOG);
    private static final Set<LossFunction> LOGS = EnumSet.of(LossFunction.LOG, LossFunction.LOCAL);

    /** The losses that an algorithm minimises. */
    private static Set<LossFunction> losses(Algorithm algorithm) {
        return switch (algorithm) {
            case AUTO, SGD, ASGD, ADAM, SGD_L1, ADAGRAD, SUBGRADIENT -> ALL;
            case LBFGS, BFGS, CG, OWLQN, GRADIENT_DESCENT, RPROP, SAG -> SMOOTH;
            case NEWTON, TRUST_REGION, GIS, IIS, PERCEPTRON, PA, MIRA, AROW -> LOG;
            case BCD -> LOGS;
            case FRANK_WOLFE -> KINKS;
        };
    }

    private static boolean takes(Algorithm algorithm, LossFunction loss, Penalty penalty) {
        boolean l1 = switch (algorithm) {
            case OWLQN, GRADIENT_DESCENT, RPROP, BCD, SGD_L1, ADAGRAD -> true;
            case AUTO -> !KINKS.contains(loss);
            default -> false;
        };
        boolean needsL2 = algorithm == Algorithm.FRANK_WOLFE
                || algorithm == Algorithm.SUBGRADIENT
                || (algorithm == Algorithm.AUTO && KINKS.contains(loss));
        boolean needsNoL2 = algorithm == Algorithm.SGD_L1;
        return losses(algorithm).contains(loss)
                && (l1 || penalty.l1() == 0)
                && !(needsL2 && penalty.l2() == 0)
                && !(needsNoL2 && penalty.l2() > 0);
    }

    /** Without transitions, so that the losses that judge every token by itself take part. */
    private static TrainingOptions options(Algorithm algorithm, LossFunction loss, Penalty penalty) {
        return TrainingOptions.DEFAULTS
                .withPenalty(penalty)
                .withLearning(loss, algorithm)
                .withMaxIterations(2)
                .withThreads(1)
                .withSelection(TrainingOptions.DEFAULTS.selection().withTransitions(false));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAcceptedTrainsAndWhatIsRefusedSaysWhatToUse(Algorithm algorithm) {
        List<Sequence> data =
                List.of(SyntheticData.sequence(List.of("A", "B"), "x", "y"), SyntheticData.sequence(List.of("B"), "y"));
        Template words = Template.parse("U0:%x[0,0]", "words");
        for (LossFunction loss : LossFunction.values()) {
            for (Penalty penalty : new Penalty[] {Penalty.l2(1), Penalty.l1(0.1), new Penalty(0.1, 1), Penalty.NONE}) {
                if (takes(algorithm, loss, penalty)) {
                    TrainingOptions options =
                            options(algorithm, loss, penalty).withOnline(OnlineOptions.DEFAULTS.withEpochs(2));
                    Model model = new Trainer(words, options).train(data);
                    for (double weight : model.weights()) {
                        assertThat(weight)
                                .as("%s, %s, %s", algorithm, loss, penalty)
                                .isFinite();
                    }
                } else {
                    assertThatThrownBy(() -> options(algorithm, loss, penalty))
                            .as("%s, %s, %s", algorithm, loss, penalty)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining(algorithm.toString())
                            .hasMessageMatching("(?s).*(use|leave).*");
                }
            }
        }
    }

    /** What is said to use instead is something that takes the other options as they are. */
    @Test
    void theAdviceFitsTheOtherOptions() {
        TrainingOptions options = TrainingOptions.DEFAULTS;
        assertThatThrownBy(() -> options.withL1(0.1).withAlgorithm(Algorithm.LBFGS))
                .hasMessageContaining("use owlqn or auto");
        assertThatThrownBy(() -> options.withL1(0.1).withLearning(LossFunction.HINGE, Algorithm.FRANK_WOLFE))
                .hasMessageContaining("use adagrad");
        assertThatThrownBy(() -> options.withL1(0.1).withLoss(LossFunction.HINGE))
                .hasMessageContaining("auto with the loss hinge");
        assertThatThrownBy(() -> options.withLearning(LossFunction.HINGE, Algorithm.PERCEPTRON))
                .hasMessageContaining("has an update rule instead of a loss");
        assertThatThrownBy(() -> options.withL1(0.1).withAlgorithm(Algorithm.PERCEPTRON))
                .hasMessageContaining("has no penalty");
    }

    @Test
    void namesAreThoseOfTheCommandLine() {
        assertThat(Algorithm.TRUST_REGION).hasToString("trust-region");
        assertThat(Algorithm.SGD_L1).hasToString("sgd-l1");
        assertThat(EnumSet.allOf(Algorithm.class).stream().filter(Algorithm::isOnline))
                .containsExactly(Algorithm.PERCEPTRON, Algorithm.PA, Algorithm.MIRA, Algorithm.AROW);
    }

    private static Map<String, Object> provenance(TrainingOptions options) {
        return options.provenance();
    }

    /** Whatever the weights depend on is in the model file: the same options with another value have another provenance. */
    @Test
    void theProvenanceTellsEveryOptionThatTheAlgorithmLooksAt() {
        TrainingOptions lbfgs = TrainingOptions.DEFAULTS;
        TrainingOptions sgd = lbfgs.withAlgorithm(Algorithm.SGD);
        TrainingOptions hinge = lbfgs.withLoss(LossFunction.SOFTMAX_MARGIN);
        TrainingOptions perceptron = lbfgs.withAlgorithm(Algorithm.PERCEPTRON);
        TrainingOptions pa = lbfgs.withAlgorithm(Algorithm.PA);
        TrainingOptions mira = lbfgs.withAlgorithm(Algorithm.MIRA);
        TrainingOptions arow = lbfgs.withAlgorithm(Algorithm.AROW);
        TrainingOptions rprop = lbfgs.withAlgorithm(Algorithm.RPROP);
        TrainingOptions bcd = lbfgs.withAlgorithm(Algorithm.BCD);
        TrainingOptions all = lbfgs.withAllFeatures(true);
        FeatureSelection selection = lbfgs.selection();
        TrainingOptions[][] pairs = {
            {lbfgs, hinge},
            {hinge, hinge.withCost(3)},
            {lbfgs, sgd},
            {lbfgs, lbfgs.withL1(1)},
            {lbfgs, lbfgs.withL2(2)},
            {lbfgs, lbfgs.withMaxIterations(3)},
            {lbfgs, lbfgs.withTolerance(0.1)},
            {lbfgs, lbfgs.withGradientTolerance(0.1)},
            {lbfgs, lbfgs.withOptimizer(lbfgs.optimizer().withPeriod(3))},
            {lbfgs, lbfgs.withOptimizer(lbfgs.optimizer().withMemory(3))},
            {sgd, sgd.withStochastic(sgd.stochastic().withRate(0.5))},
            {sgd, sgd.withStochastic(sgd.stochastic().withDecay(0.5))},
            {sgd, sgd.withStochastic(sgd.stochastic().withBatch(5))},
            {sgd, sgd.withStochastic(sgd.stochastic().withAveraging(true))},
            {sgd, sgd.withStochastic(sgd.stochastic().withKeepBest(true))},
            {sgd, sgd.withStochastic(sgd.stochastic().withGapTolerance(0.5))},
            {sgd, sgd.withStochastic(sgd.stochastic().withGapPeriod(9))},
            {sgd, sgd.withStochastic(sgd.stochastic().withCalibration(CalibrationOptions.DEFAULTS.withTrials(3)))},
            {rprop, rprop.withRprop(rprop.rprop().withBacktracking(false))},
            {bcd, bcd.withKappa(3)},
            {perceptron, perceptron.withOnline(perceptron.online().withEpochs(3))},
            {perceptron, perceptron.withOnline(perceptron.online().withTolerance(3))},
            {perceptron, perceptron.withOnline(perceptron.online().withAveraging(false))},
            {perceptron, perceptron.withOnline(perceptron.online().withVoting(true))},
            {pa, pa.withOnline(pa.online().withType(PassiveAggressive.Type.HARD))},
            {pa, pa.withOnline(pa.online().withErrorSensitive(false))},
            {pa, pa.withOnline(pa.online().withAggressiveness(3))},
            {mira, mira.withOnline(mira.online().withAggressiveness(3))},
            {mira, mira.withOnline(mira.online().withCandidates(3))},
            {arow, arow.withOnline(arow.online().withVariance(3))},
            {arow, arow.withOnline(arow.online().withGamma(3))},
            {lbfgs, lbfgs.withMinCount(3)},
            {lbfgs, lbfgs.withMinFeatureCount(3)},
            {lbfgs, lbfgs.withAllFeatures(true)},
            {lbfgs, lbfgs.withSelection(selection.withAllStates(true))},
            {lbfgs, lbfgs.withSelection(selection.withAllTransitions(true))},
            {lbfgs.withSelection(selection.withAllStates(true)), lbfgs.withSelection(selection.withAllTransitions(true))
            },
            {lbfgs, lbfgs.withSelection(selection.withMinFrequency(2))},
            {lbfgs, lbfgs.withSelection(selection.withTransitions(false))},
            {lbfgs, lbfgs.withBoundaries(true)},
            {lbfgs, lbfgs.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 15))},
            {lbfgs, lbfgs.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, 3))},
            {lbfgs, lbfgs.withSeed(3)},
            {lbfgs, lbfgs.withOptimizer(lbfgs.optimizer().withMaxLineSearchSteps(3))},
            {lbfgs, lbfgs.withOptimizer(lbfgs.optimizer().withForm(LbfgsOptions.Form.PLAIN))},
            {lbfgs, lbfgs.withRestarts(2)},
            {lbfgs, lbfgs.withNotation(new LabelNotation("_", lbfgs.notation().separator()))},
            {lbfgs, lbfgs.withNotation(new LabelNotation(lbfgs.notation().unknown(), "/"))},
            {all, all.withSelection(all.selection().withReferenceLabel("A"))},
        };
        for (TrainingOptions[] pair : pairs) {
            assertThat(provenance(pair[0])).as("%s", pair[1]).isNotEqualTo(provenance(pair[1]));
        }
    }

    /** Two runs that give the same weights have the same provenance. */
    @Test
    void theProvenanceLeavesOutWhatTheAlgorithmDoesNotLookAt() {
        TrainingOptions lbfgs = TrainingOptions.DEFAULTS;
        TrainingOptions perceptron = lbfgs.withAlgorithm(Algorithm.PERCEPTRON);
        TrainingOptions[][] pairs = {
            {lbfgs, lbfgs.withThreads(3)},
            {lbfgs, lbfgs.withCost(3)},
            {lbfgs, lbfgs.withKappa(3)},
            {lbfgs, lbfgs.withStochastic(lbfgs.stochastic().withRate(3))},
            {lbfgs, lbfgs.withRprop(lbfgs.rprop().withBacktracking(false))},
            {lbfgs, lbfgs.withOnline(lbfgs.online().withEpochs(3))},
            {perceptron, perceptron.withMaxIterations(3)},
            {perceptron, perceptron.withOnline(perceptron.online().withCandidates(3))},
            {perceptron, perceptron.withOnline(perceptron.online().withGamma(3))},
            {perceptron, perceptron.withOnline(perceptron.online().withAggressiveness(3))},
            {perceptron, perceptron.withOnline(perceptron.online().withErrorSensitive(false))},
        };
        for (TrainingOptions[] pair : pairs) {
            assertThat(provenance(pair[0])).as("%s", pair[1]).isEqualTo(provenance(pair[1]));
        }
        assertThat(provenance(lbfgs)).doesNotContainKeys("cost", "loss", "rate", "kappa", "rprop", "voting");
    }
}
