package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every algorithm that passes over all of the data comes to the same optimum, through the trainer. */
class BatchAlgorithmsTest {
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withAlgorithm(Algorithm.LBFGS)
            .withTolerance(0)
            .withGradientTolerance(1e-5)
            .withMaxIterations(100_000)
            .withThreads(2);

    private static final TrainingOptions SPARSE = TIGHT.withAlgorithm(Algorithm.OWLQN);

    private static final Set<Algorithm> BATCH = EnumSet.range(Algorithm.AUTO, Algorithm.BCD);

    private static final Set<Algorithm> WITH_L1 =
            EnumSet.of(Algorithm.GRADIENT_DESCENT, Algorithm.RPROP, Algorithm.BCD);

    @TempDir
    Path folder;

    /** Sequences of 0 to 6 tokens with two to four attributes that are not negative. */
    private static List<Sequence> sequences(long seed, int count, int mostTokens) {
        Random random = new Random(seed);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int length = mostTokens == 1 ? 1 : random.nextInt(mostTokens + 1);
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            int label = 0;
            for (int t = 0; t < length; t++) {
                int word = random.nextInt(6);
                List<Attribute> attributes =
                        new ArrayList<>(List.of(Attribute.of("w" + word), new Attribute("half", 0.5)));
                if (random.nextBoolean()) {
                    attributes.add(new Attribute("size", word / 3.0));
                }
                if (random.nextInt(3) == 0) {
                    attributes.add(Attribute.of("noise"));
                }
                label = random.nextInt(4) == 0 ? random.nextInt(3) : (word + (word % 2 == 0 ? label : 0)) % 3;
                tokens.add(Token.ofAttributes(attributes));
                labels.add("L" + label);
            }
            sequences.add(Sequence.of(tokens, labels).withWeight(n % 5 == 0 ? 2 : 1));
        }
        return sequences;
    }

    private static TrainingReport train(TrainingOptions options, List<Sequence> data) {
        Recorder recorder = new Recorder();
        new Trainer(new GivenAttributes(), options).withListener(recorder).train(data);
        return recorder.report();
    }

    private static void assertSameOptimum(Algorithm algorithm, TrainingOptions options, List<Sequence> data) {
        TrainingReport expected =
                train(options.withAlgorithm(options.penalty().l1() > 0 ? Algorithm.OWLQN : Algorithm.LBFGS), data);
        TrainingReport found = train(options.withAlgorithm(algorithm), data);
        assertThat(expected.stopReason().converged()).isTrue();
        assertThat(found.stopReason().converged()).as(found.stopReason().text()).isTrue();
        assertThat(found.objective()).isCloseTo(expected.objective(), within(1e-8 * expected.objective()));
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"BFGS", "CG", "NEWTON", "TRUST_REGION", "GIS", "IIS", "GRADIENT_DESCENT", "RPROP", "BCD"})
    void smoothOptimaAgree(Algorithm algorithm) {
        assertSameOptimum(algorithm, TIGHT, sequences(1, 60, 6));
        assertSameOptimum(algorithm, TIGHT.withAllFeatures(true).withL2(0.3), sequences(2, 60, 6));
        List<Sequence> tokens = sequences(3, 120, 1);
        assertSameOptimum(algorithm, TIGHT.withL2(0.5), tokens);
        assertSameOptimum(algorithm, TIGHT.withSelection(TIGHT.selection().withTransitions(false)), tokens);
    }

    @Test
    void sparseOptimaAgree() {
        for (Algorithm algorithm : WITH_L1) {
            assertSameOptimum(algorithm, SPARSE.withL1(1).withL2(0), sequences(4, 60, 6));
            assertSameOptimum(algorithm, SPARSE.withL1(0.5).withL2(0.2).withAllFeatures(true), sequences(5, 60, 6));
            assertSameOptimum(algorithm, SPARSE.withL1(2).withL2(0.1), sequences(6, 120, 1));
        }
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        List<Sequence> data = sequences(7, 300, 6);
        for (Algorithm algorithm : BATCH) {
            TrainingOptions options = TIGHT.withAlgorithm(algorithm).withMaxIterations(5);
            Model one = new Trainer(new GivenAttributes(), options.withThreads(1)).train(data);
            Model three = new Trainer(new GivenAttributes(), options.withThreads(3)).train(data);
            assertThat(three.weights()).as(algorithm.name()).isEqualTo(one.weights());
        }
    }

    @Test
    void interruptedTrainingsEndWithTheSameWeights() {
        List<Sequence> data = sequences(8, 60, 6);
        for (Algorithm algorithm : BATCH) {
            Path checkpoint = folder.resolve(algorithm + ".checkpoint");
            TrainingOptions options = TIGHT.withAlgorithm(algorithm).withMaxIterations(7);
            Trainer trainer = new Trainer(new GivenAttributes(), options);
            double[] whole = trainer.train(data).weights();
            new Trainer(new GivenAttributes(), options.withMaxIterations(3))
                    .withCheckpoint(checkpoint, 1, false)
                    .train(data);
            assertThat(Files.exists(checkpoint)).isTrue();
            double[] resumed =
                    trainer.withCheckpoint(checkpoint, 1, true).train(data).weights();
            assertThat(resumed).as(algorithm.name()).isEqualTo(whole);
        }
    }

    /** Features of pairs of labels that look at the observation. */
    @Test
    void ownTransitionsToo() {
        List<Sequence> data = new ArrayList<>();
        Random random = new Random(9);
        for (int n = 0; n < 30; n++) {
            String[] words = new String[4];
            Arrays.setAll(words, t -> "w" + random.nextInt(3));
            List<String> labels = Arrays.stream(words)
                    .map(word -> random.nextInt(4) == 0 ? "x" : word)
                    .toList();
            data.add(Sequence.ofWords(words).withLabels(labels));
        }
        for (Algorithm algorithm :
                EnumSet.of(Algorithm.TRUST_REGION, Algorithm.IIS, Algorithm.GIS, Algorithm.BCD, Algorithm.CG)) {
            double[] objectives = new double[2];
            for (int k = 0; k < 2; k++) {
                Recorder recorder = new Recorder();
                TrainingOptions options = TIGHT.withAlgorithm(k == 0 ? Algorithm.LBFGS : algorithm);
                new Trainer(bigrams(), options).withListener(recorder).train(data);
                objectives[k] = recorder.report().objective();
            }
            assertThat(objectives[1]).as(algorithm.name()).isCloseTo(objectives[0], within(1e-8 * objectives[0]));
        }
    }

    private static Template bigrams() {
        return Template.parse("U0:%x[0,0]\nB0:%x[0,0]\nB1:%x[-1,0]\n", "template");
    }

    @Test
    void partialLabelsAreNoHindranceForThoseThatUseGradients() {
        List<Sequence> data = new ArrayList<>();
        for (Sequence sequence : sequences(10, 60, 6)) {
            List<String> labels = new ArrayList<>(sequence.labels());
            for (int t = 0; t < labels.size(); t += 3) {
                labels.set(t, TIGHT.notation().unknown());
            }
            data.add(sequence.withLabels(labels));
        }
        for (Algorithm algorithm : EnumSet.of(Algorithm.TRUST_REGION, Algorithm.CG, Algorithm.BCD, Algorithm.NEWTON)) {
            TrainingReport report = train(TIGHT.withL2(2).withAlgorithm(algorithm), data);
            assertThat(report.stopReason().converged()).as(algorithm.name()).isTrue();
            assertThat(report.gradientNorm()).isLessThan(1e-4);
        }
        assertThatThrownBy(() -> train(TIGHT.withAlgorithm(Algorithm.IIS), data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("without exactly one label");
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        for (Algorithm algorithm : Algorithm.values()) {
            if (!algorithm.takesL1() && algorithm != Algorithm.FRANK_WOLFE) {
                assertThatThrownBy(() -> TIGHT.withAlgorithm(algorithm).withL1(1))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(algorithm + " cannot minimise an L1 penalty")
                        .hasMessageContaining("owlqn");
            }
            if (algorithm.needsHessian() || algorithm.needsMoments()) {
                assertThatThrownBy(() -> TIGHT.withAlgorithm(algorithm).withLoss(LossFunction.LOCAL))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("is for the log-loss");
            }
        }
        List<Sequence> negative = List.of(Sequence.of(List.of(SyntheticData.token("a", -0.5)), List.of("L")));
        assertThatThrownBy(() -> train(TIGHT.withAlgorithm(Algorithm.GIS), negative))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("token 1 of sequence 1 has an attribute with the value -0.5")
                .hasMessageContaining("values of at least 0");
    }

    @Test
    void matricesThatDoNotFitAreRefused() {
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int t = 0; t < 2100; t++) {
            tokens.add(Token.ofAttributes(List.of(Attribute.of("w" + t))));
            labels.add("L" + t % 2);
        }
        List<Sequence> data = List.of(Sequence.of(tokens, labels));
        assertThatThrownBy(() -> train(TIGHT.withAlgorithm(Algorithm.NEWTON), data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("n = 2102")
                .hasMessageContaining("use L-BFGS");
    }
}
