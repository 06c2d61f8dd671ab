package org.espalier.morphology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.inference.lattice.LatticeInference;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.SumFunction;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lattices are learnt by the losses, algorithms, checkpoints and development sets of all models. */
final class CostLearningTest {
    private static final Path SAMPLE = Path.of("..", "samples", "morphemes");
    private static final Path CORPUS = SAMPLE.resolve("train.txt");
    private static final TrainingOptions USUAL = TrainingOptions.DEFAULTS.withThreads(2);

    @TempDir
    Path folder;

    private static DictionaryFiles seed() {
        return DictionaryFiles.open(SAMPLE.resolve("seed"), null);
    }

    private static MorphemeCorpus corpus(List<Path> dev) {
        return MorphemeCorpus.read(seed(), List.of(CORPUS), dev, StandardCharsets.UTF_8);
    }

    private static CostTrainer trainer(TrainingOptions options) {
        return new CostTrainer(CostOptions.DEFAULTS.withTraining(options));
    }

    private static CostModel train(TrainingOptions options) {
        return trainer(options).train(corpus(List.of()), seed());
    }

    private static TrainingReport report(TrainingOptions options, List<Path> dev) {
        TrainingReport[] told = new TrainingReport[1];
        trainer(options)
                .withListener(new TrainingListener() {
                    @Override
                    public void onFinish(TrainingReport report) {
                        told[0] = report;
                    }
                })
                .train(corpus(dev), seed());
        return told[0];
    }

    private static CostObjective objective(MorphemeCorpus corpus, int size, LossFunction loss, double[] offset) {
        return new CostObjective(
                corpus, size, loss.with(new LatticeInference(), 0.7), new LocalSum(new Workers(1)), offset, true);
    }

    /** The terms add up to the objective, their gradients to its gradient, and shares to the whole; with and without an earlier model. */
    @ParameterizedTest
    @CsvSource({"LOG, false", "LOG, true", "HINGE, false", "SQUARED_HINGE, true", "SOFTMAX_MARGIN, true"})
    void termsAddUp(LossFunction loss, boolean hasPrior) {
        MorphemeCorpus corpus = corpus(List.of());
        int size = corpus.units().cut(1).size();
        Random random = new Random(3);
        double[] offset = hasPrior ? random.doubles(size, -1, 1).toArray() : new double[0];
        double[] x = random.doubles(size, -1, 1).toArray();
        CostObjective objective = objective(corpus, size, loss, offset);
        SumFunction terms = (SumFunction) objective.view();
        double[] gradient = new double[size];
        double value = objective.evaluate(x, gradient);

        double[] half = x.clone();
        Arrays.setAll(half, k -> x[k] / 2);
        double sum = 0;
        double[] added = new double[size];
        for (int term = 0; term < terms.terms(); term++) {
            double[] parts = new double[terms.parts(term)];
            sum += terms.evaluateTerm(term, half, 2, 0, parts);
            for (int share = 0; share < 4; share++) {
                terms.addTerm(term, parts, added, share, 4);
            }
            double[] own = new double[size];
            terms.addTerm(term, parts, own, 0, 1);
            boolean[] looked = new boolean[size];
            int[] ranges = terms.ranges(term);
            for (int r = 0; r < ranges.length; r += 2) {
                Arrays.fill(looked, ranges[r], ranges[r + 1], true);
            }
            for (int k = 0; k < size; k++) {
                assertThat(own[k] == 0 || looked[k]).as("feature " + k).isTrue();
            }
        }
        assertThat(sum).isCloseTo(value, within(1e-9 * value));
        for (int k = 0; k < size; k++) {
            assertThat(added[k]).isCloseTo(gradient[k], within(1e-9));
        }
    }

    /** By central differences. */
    @ParameterizedTest
    @EnumSource(names = {"SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void theGradientsOfMarginLossesAreThoseOfTheirValues(LossFunction loss) {
        MorphemeCorpus corpus = corpus(List.of());
        int size = corpus.units().cut(1).size();
        CostObjective objective = objective(corpus, size, loss, new double[0]);
        double[] x = new Random(4).doubles(size, -1, 1).toArray();
        double[] gradient = new double[size];
        objective.evaluate(x, gradient);
        double[] ignored = new double[size];
        double step = 1e-5;
        for (int k = 0; k < size; k += 5) {
            double at = x[k];
            x[k] = at + step;
            double above = objective.evaluate(x, ignored);
            x[k] = at - step;
            double below = objective.evaluate(x, ignored);
            x[k] = at;
            assertThat(gradient[k]).isCloseTo((above - below) / (2 * step), within(1e-5));
        }
    }

    /** All minimise the same convex objective. */
    @ParameterizedTest
    @EnumSource(names = {"LBFGS", "OWLQN", "CG", "BFGS", "RPROP", "GRADIENT_DESCENT", "SGD", "SAG"})
    void everyOptimiserReachesTheMinimum(Algorithm algorithm) {
        double minimum = report(USUAL, List.of()).objective();
        TrainingReport reached = report(USUAL.withAlgorithm(algorithm).withMaxIterations(500), List.of());

        assertThat(reached.objective()).isCloseTo(minimum, within(0.01 * minimum));
        assertThat(reached.convex()).isTrue();
    }

    @Test
    void frankWolfeProvesTheMinimumOfTheHingeLoss() {
        TrainingOptions hinge = USUAL.withLoss(LossFunction.HINGE);
        TrainingReport proved = report(hinge.withMaxIterations(2000), List.of());
        TrainingReport other = report(hinge.withAlgorithm(Algorithm.SUBGRADIENT).withMaxIterations(2000), List.of());

        assertThat(proved.gapBound()).isLessThan(0.01 * proved.objective());
        assertThat(other.objective())
                .isBetween(proved.objective() - proved.gapBound() - 1e-9, 1.5 * proved.objective());
    }

    @Test
    void anL1PenaltyLeavesWeightsAtZero() {
        CostModel some = train(USUAL.withPenalty(new Penalty(0.3, 0.1)));
        CostModel all = train(USUAL);
        int zeros = 0;
        for (int k = 0; k < some.size(); k++) {
            zeros += some.weight(some.features().get(k)) == 0 ? 1 : 0;
        }
        assertThat(some.size()).isEqualTo(all.size());
        assertThat(zeros).isGreaterThan(some.size() / 4);
    }

    /** Online learners separate these sentences, so that nearly every word of theirs is found in the end. */
    @ParameterizedTest
    @EnumSource(names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void onlineLearnersLearnTheirSentences(Algorithm algorithm) throws IOException {
        TrainingReport report = report(USUAL.withAlgorithm(algorithm), List.of(CORPUS));

        assertThat(report.devScore()).isGreaterThan(algorithm == Algorithm.AROW ? 0.98 : 0.9999);

        CostModel first = train(USUAL.withAlgorithm(algorithm));
        CostModel again =
                trainer(USUAL.withAlgorithm(algorithm)).withPrior(first).train(corpus(List.of()), seed());
        assertThat(again.header()).containsEntry("algorithm", algorithm.toString());
        assertThat(again.weight("U00:名詞")).isFinite();
    }

    @ParameterizedTest
    @CsvSource({
        "LBFGS, 3, 40",
        "OWLQN, 3, 40",
        "SGD, 3, 8",
        "ADAM, 2, 6",
        "SAG, 3, 9",
        "PERCEPTRON, 1, 4",
        "MIRA, 1, 3",
        "AROW, 2, 4"
    })
    void aResumedRunEndsWithTheSameBits(Algorithm algorithm, int before, int all) throws IOException {
        Path dev = folder.resolve("dev.txt");
        Files.write(dev, Files.readAllLines(CORPUS).subList(0, 30));
        Path checkpoint = folder.resolve("run.ck");
        TrainingOptions options = USUAL.withLearning(LossFunction.LOG, algorithm)
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, 50));
        CostModel whole = trainer(limited(options, all)).train(corpus(List.of(dev)), seed());
        trainer(limited(options, before).withThreads(1))
                .withCheckpoint(checkpoint, 1, false)
                .train(corpus(List.of(dev)), seed());
        CostModel resumed = trainer(limited(options, all))
                .withCheckpoint(checkpoint, 1, true)
                .train(corpus(List.of(dev)), seed());

        assertThat(bytes(resumed)).isEqualTo(bytes(whole));

        assertThatThrownBy(() -> trainer(limited(options.withSeed(9), all))
                        .withCheckpoint(checkpoint, 1, true)
                        .train(corpus(List.of(dev)), seed()))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("options.seed: 1 in the checkpoint, 9 now");
        assertThatThrownBy(() -> trainer(limited(options, all))
                        .withCheckpoint(checkpoint, 1, true)
                        .train(corpus(List.of(CORPUS)), seed()))
                .hasMessageContaining("data: ");
    }

    private static TrainingOptions limited(TrainingOptions options, int iterations) {
        return options.withMaxIterations(iterations).withOnline(options.online().withEpochs(iterations));
    }

    private byte[] bytes(CostModel model) throws IOException {
        Path file = folder.resolve("bytes.def");
        model.write(file, StandardCharsets.UTF_8);
        return Files.readAllBytes(file);
    }

    /** A development set chooses an iteration, and has no say in features or weights. */
    @Test
    void developmentSentencesAreNotLearntFrom() throws IOException {
        Path dev = folder.resolve("dev.txt");
        Files.writeString(dev, "京都\t名詞,固有,京都,キョウト\n猫\t名詞,一般,猫,ネコ\nEOS\nEOS\n");
        TrainingOptions patient = USUAL.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, 1000));
        CostModel without = train(patient);
        CostOptions twice = CostOptions.DEFAULTS.withTraining(patient).withMinCount(3);
        CostModel with = new CostTrainer(twice).train(corpus(List.of(dev)), seed());
        CostModel alone = new CostTrainer(twice).train(corpus(List.of()), seed());

        assertThat(with.size()).isEqualTo(alone.size()).isLessThan(without.size());
        assertThat(report(patient, List.of(CORPUS)).devScore()).isEqualTo(1);
        assertThat(report(patient, List.of(dev)).devScore()).isBetween(0.0, 1.0);
        TrainingReport impatient =
                report(USUAL.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, 1)), List.of(CORPUS));
        assertThat(impatient.stoppedEarly()).isTrue();
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        CostOptions usual = CostOptions.DEFAULTS;
        assertThatThrownBy(() -> usual.withTraining(USUAL.withAlgorithm(Algorithm.GIS)))
                .hasMessageContaining("the algorithm gis is for sequences of labels");
        assertThatThrownBy(() -> usual.withTraining(USUAL.withLoss(LossFunction.LOCAL)))
                .hasMessageContaining("scores labels one by one");
        assertThatThrownBy(() -> usual.withTraining(USUAL.withAlgorithm(Algorithm.PERCEPTRON)
                        .withOnline(USUAL.online().withVoting(true))))
                .hasMessageContaining("leave voting out");
        assertThatThrownBy(() -> usual.withTraining(USUAL.withAllFeatures(true)))
                .hasMessageContaining("leave them as usual");
        assertThatThrownBy(() ->
                        usual.withTraining(USUAL.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 3))))
                .hasMessageContaining("expected F1");
        CostModel model = train(USUAL.withMaxIterations(2));
        assertThatThrownBy(() -> trainer(USUAL.withLoss(LossFunction.HINGE))
                        .withPrior(model)
                        .train(corpus(List.of()), seed()))
                .hasMessageContaining("frank-wolfe starts from 0");
    }
}
