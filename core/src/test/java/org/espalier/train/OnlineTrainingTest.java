package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineOptions;
import org.espalier.online.OnlineWeights;
import org.espalier.online.Perceptron;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.VisitingOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class OnlineTrainingTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB", "words");
    private static final List<Sequence> TRAIN = SyntheticData.sequences(1, 60, 3);
    private static final List<Sequence> DEV = SyntheticData.sequences(2, 40, 3);
    private static final int LABELS = 3;

    private static TrainingOptions options(Algorithm algorithm) {
        return TrainingOptions.DEFAULTS.withAlgorithm(algorithm).withThreads(1);
    }

    private static List<String> labels(Sequence sequence) {
        return Objects.requireNonNull(sequence.labels());
    }

    private static double accuracy(Model model, List<Sequence> data) {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        for (Sequence sequence : data) {
            evaluation.add(labels(sequence), model.tagger().tag(sequence).labels());
        }
        return evaluation.scores().tokenAccuracy();
    }

    /** A separator by names: weights of attributes with labels, and of pairs of labels, drawn from a seed. */
    private record Separator(long seed, boolean chain) {

        double weight(String name) {
            return new Random(seed * 31 + name.hashCode()).nextGaussian();
        }

        /** Φ(x, y) by names. */
        Map<String, Double> features(List<Token> tokens, int[] path) {
            Map<String, Double> features = new HashMap<>();
            for (int t = 0; t < path.length; t++) {
                for (Attribute attribute : tokens.get(t).attributes()) {
                    features.merge(attribute.name() + "/" + path[t], attribute.value(), Double::sum);
                }
                if (t > 0) {
                    features.merge(path[t - 1] + ">" + path[t], 1.0, Double::sum);
                }
            }
            return features;
        }

        double score(Map<String, Double> features) {
            double sum = 0;
            for (Map.Entry<String, Double> feature : features.entrySet()) {
                sum += feature.getValue() * weight(feature.getKey());
            }
            return sum;
        }
    }

    /** Data that a known separator tells apart, with its margin γ and the largest ‖δ‖². */
    private record Separable(List<Sequence> sequences, double margin, double squaredRadius) {

        static Separable draw(long seed, boolean chain) {
            Random random = new Random(seed);
            Separator separator = new Separator(seed, chain);
            List<Sequence> sequences = new ArrayList<>();
            double least = Double.POSITIVE_INFINITY;
            double radius = 0;
            while (sequences.size() < 40) {
                List<Token> tokens = new ArrayList<>();
                for (int t = chain ? 1 + random.nextInt(4) : 1; t > 0; t--) {
                    tokens.add(Token.ofAttributes(List.of(
                            Attribute.of("a" + random.nextInt(6)),
                            Attribute.of("b" + random.nextInt(4)),
                            new Attribute("c", random.nextDouble()))));
                }
                List<int[]> paths = paths(tokens.size());
                List<Map<String, Double>> features = new ArrayList<>();
                paths.forEach(path -> features.add(separator.features(tokens, path)));
                int gold = 0;
                for (int p = 1; p < paths.size(); p++) {
                    gold = separator.score(features.get(p)) > separator.score(features.get(gold)) ? p : gold;
                }
                double smallest = Double.POSITIVE_INFINITY;
                double largest = 0;
                for (int p = 0; p < paths.size(); p++) {
                    if (p != gold) {
                        Map<String, Double> difference = new HashMap<>(features.get(gold));
                        features.get(p).forEach((name, value) -> difference.merge(name, -value, Double::sum));
                        smallest = Math.min(smallest, separator.score(difference));
                        largest = Math.max(
                                largest,
                                difference.values().stream()
                                        .mapToDouble(v -> v * v)
                                        .sum());
                    }
                }
                if (smallest > 0.4) {
                    List<String> names = new ArrayList<>();
                    for (int state : paths.get(gold)) {
                        names.add("L" + state);
                    }
                    sequences.add(Sequence.of(tokens, names));
                    least = Math.min(least, smallest);
                    radius = Math.max(radius, largest);
                }
            }
            return new Separable(sequences, least / norm(separator, sequences), radius);
        }

        /** The separator over all features that the layout has: all attributes with all labels, and all pairs. */
        private static double norm(Separator separator, List<Sequence> sequences) {
            Map<String, Double> weights = new HashMap<>();
            for (Sequence sequence : sequences) {
                for (Token token : sequence.tokens()) {
                    for (Attribute attribute : token.attributes()) {
                        for (int s = 0; s < LABELS; s++) {
                            weights.put(attribute.name() + "/" + s, separator.weight(attribute.name() + "/" + s));
                            for (int i = 0; i < LABELS; i++) {
                                weights.put(i + ">" + s, separator.weight(i + ">" + s));
                            }
                        }
                    }
                }
            }
            return Math.sqrt(weights.values().stream().mapToDouble(w -> w * w).sum());
        }

        private static List<int[]> paths(int length) {
            List<int[]> paths = new ArrayList<>();
            for (int code = 0; code < Math.pow(LABELS, length); code++) {
                int[] path = new int[length];
                int rest = code;
                for (int t = 0; t < length; t++, rest /= LABELS) {
                    path[t] = rest % LABELS;
                }
                paths.add(path);
            }
            return paths;
        }
    }

    /** A perceptron that counts its mistakes. */
    private static final class Counting implements UpdateRule {
        private final Perceptron perceptron = new Perceptron();
        private int mistakes;

        @Override
        public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
            mistakes += rivals.size();
            return perceptron.update(instance, rivals, weight, weights);
        }
    }

    /** Novikoff's theorem, with the margin of the separator that made the data. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePerceptronMakesNoMoreMistakesThanItsBound(boolean chain) {
        for (long seed = 1; seed <= 12; seed++) {
            Separable data = Separable.draw(seed, chain);
            Counting rule = new Counting();
            Recorder recorder = new Recorder();
            OnlineOptions endless = OnlineOptions.DEFAULTS.withAveraging(false).withEpochs(100_000);
            Model model = new Trainer(
                            new GivenAttributes(),
                            options(Algorithm.PERCEPTRON).withAllFeatures(true).withOnline(endless))
                    .withOnline(new OnlineLearning("counting", (p, n) -> rule))
                    .withListener(recorder)
                    .train(data.sequences());
            double bound = data.squaredRadius() / (data.margin() * data.margin());
            assertThat(rule.mistakes).as("seed %d", seed).isPositive().isLessThanOrEqualTo((int) bound);
            assertThat(recorder.report().stopReason()).isEqualTo(StopReason.CONVERGED_LOSS);
            assertThat(accuracy(model, data.sequences())).as("seed %d", seed).isEqualTo(1.0);
            assertThat(model.provenance().get("options").toString()).contains("counting");
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void separableDataAreLearntWithoutError(Algorithm algorithm) {
        for (boolean chain : new boolean[] {false, true}) {
            Separable data = Separable.draw(77, chain);
            TrainingOptions options = options(algorithm)
                    .withAllFeatures(true)
                    .withOnline(OnlineOptions.DEFAULTS.withEpochs(300).withAggressiveness(100));
            Model averaged = new Trainer(new GivenAttributes(), options).train(data.sequences());
            Recorder recorder = new Recorder();
            Model last = new Trainer(
                            new GivenAttributes(),
                            options.withOnline(options.online().withAveraging(false)))
                    .withListener(recorder)
                    .train(data.sequences());
            assertThat(accuracy(averaged, data.sequences())).isEqualTo(1.0);
            assertThat(accuracy(last, data.sequences())).isEqualTo(1.0);
            if (algorithm == Algorithm.MIRA) { // it goes on until the margins are wide enough, by ever smaller steps
                assertThat(recorder.report().objective()).isLessThan(0.01);
            } else {
                assertThat(recorder.report().stopReason()).isEqualTo(StopReason.CONVERGED_LOSS);
                assertThat(recorder.report().objective()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void noisyDataAreLearntAboutAsWellAsByACrf(Algorithm algorithm) {
        double crf = accuracy(new Trainer(WORDS, TrainingOptions.DEFAULTS.withThreads(1)).train(TRAIN), DEV);
        Recorder recorder = new Recorder();
        Model model =
                new Trainer(WORDS, options(algorithm)).withListener(recorder).train(TRAIN);
        assertThat(accuracy(model, DEV)).isGreaterThan(crf - 0.08);
        TrainingReport report = recorder.report();
        assertThat(report.stopReason()).isEqualTo(StopReason.FINISHED);
        assertThat(report.iterations()).isEqualTo(20);
        assertThat(report.gapBound()).isNaN();
        assertThat(recorder.progress).hasSize(20);
        assertThat(recorder.progress.get(19).objective())
                .isLessThan(recorder.progress.get(0).objective());
        assertThat(model.provenance().get("options").toString())
                .contains(algorithm.name())
                .doesNotContain("l2=");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void theBitsDependOnTheSeedAndNotOnThreads(Algorithm algorithm) {
        Model one = new Trainer(WORDS, options(algorithm)).train(TRAIN);
        Model many = new Trainer(WORDS, options(algorithm).withThreads(5)).train(TRAIN);
        Model other = new Trainer(WORDS, options(algorithm).withSeed(2)).train(TRAIN);
        assertThat(many.weights()).isEqualTo(one.weights());
        assertThat(other.weights()).isNotEqualTo(one.weights());
    }

    @Test
    void oneBestMiraIsPassiveAggressiveWhenEveryErrorCostsOne() {
        // Sequences of one token have one error at most, so that all costs are 1.
        List<Sequence> single = Separable.draw(5, false).sequences();
        OnlineOptions online = OnlineOptions.DEFAULTS.withCandidates(1).withAggressiveness(0.3);
        Model mira = new Trainer(new GivenAttributes(), options(Algorithm.MIRA).withOnline(online)).train(single);
        Model pa = new Trainer(new GivenAttributes(), options(Algorithm.PA).withOnline(online)).train(single);
        assertThat(mira.weights()).containsExactly(pa.weights(), within(1e-12));
    }

    @Test
    void theDevelopmentSetEndsTheTrainingAndTheBestEpochIsTheModel() {
        TrainingOptions options = options(Algorithm.PERCEPTRON)
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, 3))
                .withOnline(OnlineOptions.DEFAULTS.withEpochs(200));
        Recorder recorder = new Recorder();
        Model model =
                new Trainer(WORDS, options).withDev(DEV).withListener(recorder).train(TRAIN);
        TrainingReport report = recorder.report();
        assertThat(report.stoppedEarly()).isTrue();
        assertThat(report.iterations()).isEqualTo(report.bestIteration() + 3);
        assertThat(accuracy(model, DEV)).isCloseTo(report.devScore(), within(1e-12));
        Model again = new Trainer(WORDS, options.withOnline(OnlineOptions.DEFAULTS.withEpochs(report.bestIteration())))
                .train(TRAIN);
        assertThat(again.weights()).isEqualTo(model.weights());
    }

    @Test
    void aMeanLossBelowTheToleranceIsEnough() {
        Recorder recorder = new Recorder();
        new Trainer(
                        WORDS,
                        options(Algorithm.PERCEPTRON)
                                .withOnline(
                                        OnlineOptions.DEFAULTS.withEpochs(100).withTolerance(0.2)))
                .withListener(recorder)
                .train(TRAIN);
        int epochs = recorder.report().iterations();
        assertThat(recorder.report().stopReason()).isEqualTo(StopReason.CONVERGED_LOSS);
        for (TrainingProgress progress : recorder.progress) {
            assertThat(progress.objective() / TRAIN.size() < 0.2).isEqualTo(progress.iteration() == epochs);
        }
    }

    @Test
    void aRequestToStopIsObeyedAfterTheEpoch() {
        Recorder recorder = new Recorder();
        new Trainer(WORDS, options(Algorithm.PA))
                .withListener(recorder)
                .withStop(() -> recorder.progress.size() == 2)
                .train(TRAIN);
        assertThat(recorder.report().iterations()).isEqualTo(2);
        assertThat(recorder.report().stopReason()).isEqualTo(StopReason.STOPPED);
    }

    /** Half of the labels are missing; what is left tells each word's label, and the transitions complete it. */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void partialLabelsAreLearntFrom(Algorithm algorithm) {
        Random random = new Random(9);
        List<Sequence> partial = new ArrayList<>();
        List<Sequence> full = new ArrayList<>();
        for (int n = 0; n < 80; n++) {
            String[] words = new String[4];
            List<String> gold = new ArrayList<>();
            List<String> seen = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int word = random.nextInt(6);
                words[t] = "w" + word;
                gold.add("L" + word % 3);
                seen.add(
                        switch (random.nextInt(4)) {
                            case 0 -> "?";
                            case 1 -> "L" + word % 3 + "|L" + (word + 1) % 3;
                            default -> "L" + word % 3;
                        });
            }
            full.add(SyntheticData.sequence(gold, words));
            partial.add(SyntheticData.sequence(seen, words));
        }
        Model model = new Trainer(WORDS, options(algorithm).withNotation(new LabelNotation("?", "|"))).train(partial);
        assertThat(model.labels().size()).isEqualTo(3);
        assertThat(accuracy(model, full)).isGreaterThan(0.95);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void emptySequencesAndASingleLabelDoNoHarm(Algorithm algorithm) {
        List<Sequence> data = new ArrayList<>(TRAIN);
        data.add(Sequence.of(List.of(), List.of()));
        assertThat(accuracy(new Trainer(WORDS, options(algorithm)).train(data), TRAIN))
                .isGreaterThan(0.8);
        List<Sequence> uniform = List.of(SyntheticData.sequence(List.of("A", "A"), "x", "y"));
        Model model = new Trainer(WORDS, options(algorithm)).train(uniform);
        assertThat(model.tagger().tag(uniform.get(0)).labels()).containsExactly("A", "A");
        assertThat(model.weights()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"PERCEPTRON", "PA", "MIRA", "AROW"})
    void weightsOfSequencesCount(Algorithm algorithm) {
        Sequence one = SyntheticData.sequence(List.of("A"), "x");
        Sequence two = SyntheticData.sequence(List.of("B"), "x");
        OnlineOptions shortSteps = OnlineOptions.DEFAULTS.withAggressiveness(0.1);
        for (boolean first : new boolean[] {true, false}) {
            List<Sequence> data = List.of(one.withWeight(first ? 3 : 0.2), two.withWeight(first ? 0.2 : 3));
            Model model = new Trainer(WORDS, options(algorithm).withOnline(shortSteps)).train(data);
            assertThat(model.tagger().tag(one).labels()).containsExactly(first ? "A" : "B");
        }
        Model unheard = new Trainer(WORDS, options(algorithm).withOnline(shortSteps))
                .train(List.of(one, two.withWeight(0), SyntheticData.sequence(List.of("B"), "z")));
        assertThat(unheard.tagger().tag(one).labels()).containsExactly("A");
    }

    @Test
    void itGoesOnFromAModel() {
        Model start = new Trainer(WORDS, options(Algorithm.PA)).train(TRAIN);
        Model none = new Trainer(WORDS, options(Algorithm.PA).withOnline(OnlineOptions.DEFAULTS.withEpochs(0)))
                .withInitial(start)
                .train(TRAIN);
        for (Sequence sequence : DEV) {
            assertThat(none.tagger().tag(sequence).labels())
                    .isEqualTo(start.tagger().tag(sequence).labels());
        }
    }

    @Test
    void dataOnDiskAreLearntFromToo(@TempDir Path directory) {
        Model model = new Trainer(WORDS, options(Algorithm.PERCEPTRON))
                .withDataOnDisk(directory)
                .train(TRAIN);
        assertThat(accuracy(model, TRAIN)).isGreaterThan(0.8);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertThatThrownBy(() -> options(Algorithm.PERCEPTRON).withL1(0.1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("perceptron has no penalty (l1 = 0.1, l2 = 1.0)");
        assertThatThrownBy(() -> TrainingOptions.DEFAULTS.withL2(0.5).withAlgorithm(Algorithm.MIRA))
                .hasMessageContaining("mira has no penalty");
        assertThat(options(Algorithm.AROW).withL2(0).penalty().l2()).isZero();
        assertThatThrownBy(() -> options(Algorithm.PA).withLoss(LossFunction.LOCAL))
                .hasMessageContaining("pa has an update rule instead of a loss");
        assertThatThrownBy(() -> new Trainer(WORDS, TrainingOptions.DEFAULTS)
                        .withOnline(new OnlineLearning("mine", (p, n) -> new Perceptron())))
                .hasMessageContaining("expected an online algorithm");
        assertThatThrownBy(() -> new Trainer(WORDS, TrainingOptions.DEFAULTS).withOrder(VisitingOrder.GIVEN))
                .hasMessageContaining("expected SGD or an online algorithm");
    }
}
