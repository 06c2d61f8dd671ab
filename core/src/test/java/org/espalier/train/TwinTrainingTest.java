package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.optimize.batch.LbfgsOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes that occur together only are learnt as one: the same model as if each was learnt by itself. */
final class TwinTrainingTest {
    private static final FeatureSet FEATURES = FeatureSet.parse("bias,words,lower(-1..1),suffixes(1..3),pairs(lower)");
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-8)
            .withThreads(1);

    @TempDir
    Path folder;

    /** The same attributes by a class that the trainer does not know. */
    private record Unknown(FeatureSet features) implements AttributeExtractor {
        @Override
        public void extract(Sequence sequence, int t, AttributeSink sink) {
            features.extract(sequence, t, sink);
        }

        @Override
        public boolean sharedTransitions() {
            return features.sharedTransitions();
        }

        @Override
        public FeatureDefinition definition() {
            return features.definition();
        }
    }

    private static List<Sequence> data(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int length = 1 + random.nextInt(7);
            String[] words = new String[length];
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                int number = random.nextInt(3) == 0 ? random.nextInt(4000) : random.nextInt(12);
                words[t] = "Word" + Integer.toString(number * 7919, 26);
                labels.add("L" + (random.nextInt(6) == 0 ? random.nextInt(3) : number % 3));
            }
            data.add(Sequence.ofWords(words).withLabels(labels));
        }
        return data;
    }

    private static void haveTheSameWeights(Model one, Model other) {
        assertThat(one.layout().parameters()).isEqualTo(other.layout().parameters());
        for (int a = 0; a < one.encoder().attributes().size(); a++) {
            assertThat(one.encoder().attributes().get(a))
                    .isEqualTo(other.encoder().attributes().get(a));
        }
        assertThat(one.weights()).containsExactly(other.weights(), within(1e-5));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void weightsAreThoseOfAttributesByThemselves(boolean all) {
        List<Sequence> data = data(1, 80);
        TrainingOptions options = TIGHT.withAllFeatures(all);
        Model merged = new Trainer(FEATURES, options).train(data);
        Model single = new Trainer(new Unknown(FEATURES), options).train(data);
        haveTheSameWeights(merged, single);
        int word = merged.encoder()
                .attributes()
                .indexOf("w=" + data.get(0).tokens().get(0).columns().get(0));
        assertThat(word).isNotNegative();
    }

    /** Tokens of the development set have some of the twins, not all of them. */
    @Test
    void developmentSetSeesEveryAttribute() {
        List<Sequence> data = data(2, 60);
        List<Sequence> dev = data(3, 30);
        List<Double> merged = new ArrayList<>();
        List<Double> single = new ArrayList<>();
        TrainingOptions options =
                TIGHT.withMaxIterations(40).withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 100));
        Model one = new Trainer(FEATURES, options)
                .withDev(dev)
                .withListener(scores(merged))
                .train(data);
        Model two = new Trainer(new Unknown(FEATURES), options)
                .withDev(dev)
                .withListener(scores(single))
                .train(data);
        assertThat(last(merged)).isEqualTo(last(single), within(1e-3));
        double meanLoss = 0;
        long tokens = 0;
        for (Sequence sequence : dev) {
            meanLoss -= one.tagger().tag(sequence).logProbability(sequence.labels());
            tokens += sequence.length();
        }
        assertThat(merged.stream().mapToDouble(d -> d).min().orElseThrow()).isEqualTo(meanLoss / tokens, within(1e-9));
        assertThat(two.layout().parameters()).isEqualTo(one.layout().parameters());
    }

    private static double last(List<Double> scores) {
        return scores.get(scores.size() - 1);
    }

    private static TrainingListener scores(List<Double> into) {
        return new TrainingListener() {
            @Override
            public void onIteration(TrainingProgress progress) {
                into.add(progress.devScore());
            }
        };
    }

    /** Where it is enough to be near the minimum, data that are not small get three epochs of dual ascent. */
    @Test
    void theFirstPhaseIsShortWhereItPays() {
        List<Sequence> large = data(5, 2_400);
        TrainingOptions enough =
                TrainingOptions.DEFAULTS.withThreads(1).withOptimizer(LbfgsOptions.DEFAULTS.withEnough(1e-3));
        Model one = new Trainer(FEATURES, enough).train(large);
        assertThat(new Trainer(FEATURES, enough.withThreads(3)).train(large).weights())
                .isEqualTo(one.weights());
        assertThat(new Trainer(FEATURES, enough)
                        .withDataOnDisk(folder)
                        .train(large)
                        .weights())
                .isEqualTo(one.weights());

        double minimum = objective(new Trainer(FEATURES, enough.withOptimizer(LbfgsOptions.DEFAULTS)), large);
        assertThat(objective(new Trainer(FEATURES, enough), large)).isBetween(minimum, 1.002 * minimum);

        assertThat(epochs(new Trainer(FEATURES, enough), large)).isEqualTo(3);
        assertThat(epochs(new Trainer(FEATURES, enough), data(5, 300))).isGreaterThan(3);
        assertThat(epochs(new Trainer(FEATURES, enough.withOptimizer(LbfgsOptions.DEFAULTS)), large))
                .isGreaterThan(3);
        assertThat(epochs(new Trainer(new Unknown(FEATURES), enough), large)).isGreaterThan(3);
    }

    /** Epochs have no gradient. */
    private static long epochs(Trainer trainer, List<Sequence> data) {
        List<Double> gradients = new ArrayList<>();
        trainer.withListener(new TrainingListener() {
                    @Override
                    public void onIteration(TrainingProgress progress) {
                        gradients.add(progress.gradientNorm());
                    }
                })
                .train(data);
        return gradients.stream().filter(norm -> Double.isNaN(norm)).count();
    }

    private static double objective(Trainer trainer, List<Sequence> data) {
        List<Double> values = new ArrayList<>();
        trainer.withListener(new TrainingListener() {
                    @Override
                    public void onFinish(TrainingReport report) {
                        values.add(report.objective());
                    }
                })
                .train(data);
        return values.get(0);
    }

    @Test
    void bitsDependNeitherOnThreadsNorOnTheDisk() {
        List<Sequence> data = data(4, 120);
        TrainingOptions options = TrainingOptions.DEFAULTS.withMaxIterations(20);
        Model one = new Trainer(FEATURES, options.withThreads(1)).train(data);
        Model three = new Trainer(FEATURES, options.withThreads(3)).train(data);
        Model disk = new Trainer(FEATURES, options).withDataOnDisk(folder).train(data);
        assertThat(three.weights()).isEqualTo(one.weights());
        assertThat(disk.weights()).isEqualTo(one.weights());
    }

    @Test
    void checkpointsGoOnToTheSameBits() {
        List<Sequence> data = data(5, 60);
        Path file = folder.resolve("run.check");
        Trainer trainer = new Trainer(FEATURES, TrainingOptions.DEFAULTS.withMaxIterations(18));
        Model whole = trainer.train(data);
        new Trainer(FEATURES, TrainingOptions.DEFAULTS.withMaxIterations(9))
                .withCheckpoint(file, 1, false)
                .train(data);
        Model resumed = trainer.withCheckpoint(file, 1, true).train(data);
        assertThat(resumed.weights()).isEqualTo(whole.weights());
    }

    @Test
    void listenersSeeTheModelOnTheWay() {
        List<Sequence> data = data(6, 40);
        List<Model> seen = new ArrayList<>();
        Model last = new Trainer(FEATURES, TrainingOptions.DEFAULTS.withMaxIterations(6))
                .withListener(new TrainingListener() {
                    @Override
                    public void onIteration(TrainingProgress progress, java.util.function.Supplier<Model> model) {
                        seen.add(model.get());
                    }
                })
                .train(data);
        Model before = seen.get(seen.size() - 1);
        for (Sequence sequence : data(7, 10)) {
            assertThat(before.tagger().tag(sequence).labels())
                    .isEqualTo(last.tagger().tag(sequence).labels());
        }
    }
}
