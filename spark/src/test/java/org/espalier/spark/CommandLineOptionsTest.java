package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.cli.spark.TrainingArguments;
import org.espalier.data.LabelNotation;
import org.espalier.labelling.LearnScheme;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.loss.LossFunction;
import org.espalier.online.PassiveAggressive;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the command line tells of options is understood here as the same options. */
class CommandLineOptionsTest {
    private static SequenceTagger told(List<String> arguments) {
        SequenceTagger tagger = new SequenceTagger();
        for (int k = 0; k < arguments.size(); k += 2) {
            Main.set(tagger, arguments.get(k).substring(2), arguments.get(k + 1));
        }
        return tagger;
    }

    static Stream<TrainingOptions> options() {
        TrainingOptions usual = TrainingOptions.DEFAULTS;
        TrainingOptions pa = usual.withAlgorithm(Algorithm.PA);
        TrainingOptions arow = usual.withAlgorithm(Algorithm.AROW);
        TrainingOptions sgd = usual.withAlgorithm(Algorithm.SGD);
        TrainingOptions rprop = usual.withAlgorithm(Algorithm.RPROP);
        return Stream.of(
                usual,
                usual.withL1(0.5)
                        .withL2(0)
                        .withMaxIterations(17)
                        .withTolerance(1e-3)
                        .withGradientTolerance(1e-7),
                usual.withOptimizer(LbfgsOptions.DEFAULTS
                        .withPeriod(3)
                        .withMemory(9)
                        .withEnough(1e-3)
                        .withForm(LbfgsOptions.Form.PLAIN)),
                usual.withLoss(LossFunction.SOFTMAX_MARGIN).withCost(2.5),
                usual.withLearning(LossFunction.ONE_VS_REST_SQUARED_HINGE, Algorithm.LBFGS),
                usual.withMinCount(3)
                        .withMinFeatureCount(2)
                        .withBoundaries(true)
                        .withAllFeatures(true),
                usual.withSelection(usual.selection().withTransitions(false).withReferenceLabel("O")),
                usual.withNotation(new LabelNotation("??", "|")).withSeed(1L << 40),
                usual.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.ACCURACY, 7)),
                pa.withOnline(pa.online()
                        .withType(PassiveAggressive.Type.QUADRATIC)
                        .withErrorSensitive(true)
                        .withAggressiveness(0.25)
                        .withEpochs(7)
                        .withAveraging(false)),
                arow.withOnline(arow.online().withVariance(2).withGamma(3).withTolerance(0.01)),
                sgd.withStochastic(sgd.stochastic()
                        .withRate(0.3)
                        .withBatch(4)
                        .withAveraging(true)
                        .withCalibration(
                                sgd.stochastic().calibration().withSamples(77).withExhaustive(true))),
                rprop.withRprop(
                        rprop.rprop().withSteps(1e-6, 10).withFactors(1.3, 0.4).withCutoff(true)),
                usual.withHiddenStates(2).withRestarts(3),
                usual.withStructure(new HigherOrder(2, HigherOrder.Extent.ALL, 2)),
                usual.withStructure(new HiddenClasses(3)),
                usual.withStructure(new SemiMarkov(6, Map.of(), true)),
                usual.withStructure(new ValidLabels(new LearnScheme(usual.structure()))));
    }

    @ParameterizedTest
    @MethodSource("options")
    void theOptionsAreTheSame(TrainingOptions options) {
        assertThat(told(TrainingArguments.of(options)).trainingOptions()).isEqualTo(options);
    }

    @ParameterizedTest
    @EnumSource(ParameterMixing.Kind.class)
    void theMixingIsTheSame(ParameterMixing.Kind kind) {
        ParameterMixing mixing = new ParameterMixing(
                kind, 8, ParameterMixing.Weighting.BY_SIZE, kind == ParameterMixing.Kind.ITERATED ? 3 : 5);

        assertThat(told(TrainingArguments.of(mixing)).parameterMixing()).isEqualTo(mixing);
    }
}
