package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A structure that core does not know learns and tags through the engine as it is: {@link WholeSequence} stands in the tests, and no file of core
 * names it. A hidden-state CRF with one state for every class and no transitions is the same model, so the two must agree.
 */
final class NewStructureTest {
    private static final TrainingOptions NEW =
            TrainingOptions.DEFAULTS.withStructure(new WholeSequence()).withAllFeatures(true);
    private static final TrainingOptions KNOWN = TrainingOptions.DEFAULTS
            .withStructure(new HiddenClasses(1, false, false))
            .withAllFeatures(true);

    private final List<Sequence> data = classes(1, 60);

    /** The sequences with one label each: the first one, or another one now and then. */
    private static List<Sequence> classes(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> list = new ArrayList<>();
        for (Sequence sequence : SyntheticData.sequences(seed, count, 3)) {
            if (sequence.length() > 0) {
                String label = random.nextInt(4) == 0
                        ? "L" + random.nextInt(3)
                        : sequence.labels().get(0);
                list.add(sequence.withLabels(Collections.nCopies(sequence.length(), label)));
            }
        }
        return list;
    }

    private Model train(TrainingOptions options) {
        return new Trainer(new GivenAttributes(), options).train(data);
    }

    private static TrainingOptions tight(TrainingOptions options) {
        return options.withOptimizer(options.optimizer()
                .withObjectiveTolerance(0)
                .withGradientTolerance(1e-10)
                .withMaxIterations(2000));
    }

    private static void assertSameProbabilities(Model one, Model other) {
        for (Sequence sequence : classes(2, 40)) {
            for (String label : List.of("L0", "L1", "L2")) {
                List<String> labels = Collections.nCopies(sequence.length(), label);
                assertThat(one.tagger().tag(sequence).logProbability(labels))
                        .isCloseTo(other.tagger().tag(sequence).logProbability(labels), within(1e-7));
            }
            assertThat(one.tagger().tag(sequence).labels())
                    .isEqualTo(other.tagger().tag(sequence).labels());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = LossFunction.class,
            names = {"LOG", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void learnsTheSameAsTheModelThatCoreKnows(LossFunction loss) {
        assertSameProbabilities(train(tight(NEW.withLoss(loss))), train(tight(KNOWN.withLoss(loss))));
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"AUTO", "LBFGS", "BFGS", "CG", "NEWTON", "TRUST_REGION", "GRADIENT_DESCENT", "RPROP", "SAG"})
    void everyOptimiserFindsTheMinimum(Algorithm algorithm) {
        double minimum = objective(tight(NEW).withL2(1));

        assertThat(objective(
                        NEW.withAlgorithm(algorithm).withMaxIterations(2000).withTolerance(1e-9)))
                .isCloseTo(minimum, within(1e-3 * minimum));
    }

    private double objective(TrainingOptions options) {
        Recorder recorder = new Recorder();
        new Trainer(new GivenAttributes(), options).withListener(recorder).train(data);
        return recorder.report().objective();
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void onlineLearnersMakeTheSameSteps(Algorithm algorithm) {
        assertSameProbabilities(train(NEW.withAlgorithm(algorithm)), train(KNOWN.withAlgorithm(algorithm)));
    }

    @Test
    void threadsShardsDiskAndAWarmStartNeedNothingMore(@TempDir Path folder) {
        Model model = train(NEW.withAlgorithm(Algorithm.LBFGS).withThreads(1));
        Trainer trainer = new Trainer(
                new GivenAttributes(), NEW.withAlgorithm(Algorithm.LBFGS).withThreads(3));
        Recorder again = new Recorder();
        trainer.withInitial(model).withListener(again).train(data);

        assertThat(trainer.train(data).weights()).isEqualTo(model.weights());
        assertThat(trainer.withDataOnDisk(folder).train(data).weights()).isEqualTo(model.weights());
        assertThat(again.report().iterations()).isLessThan(3);
        assertThat(trainer.withMixing(ParameterMixing.oneShot(3))
                        .train(data)
                        .tagger()
                        .tag(data.get(3))
                        .labels())
                .hasSize(data.get(3).length());
    }

    @Test
    void onlyTheFileWantsItsLineOfRegistration(@TempDir Path folder) {
        Path file = folder.resolve("model.esp");
        train(NEW).save(file);

        assertThatThrownBy(() -> Model.load(file))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining("a structure of the unknown kind 'whole-sequence'");
    }
}
