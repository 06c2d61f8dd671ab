package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.template.Template;
import org.espalier.inference.chain.ChainInference;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.math.Kernels;
import org.espalier.online.OnlineOptions;
import org.espalier.online.OnlineWeights;
import org.espalier.online.Perceptron;
import org.espalier.online.Rival;
import org.espalier.online.RivalSearch;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.espalier.optimize.Result;
import org.espalier.optimize.VisitingOrder;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Enumerator;
import org.espalier.testkit.LabelledData;
import org.espalier.testkit.ScoredTrellis;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.TrainingData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the driver hands to a rule, against an enumerator that looks at every path. */
class OnlineRunTest {
    private static final Template FEATURES =
            Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB\nB1:%x[0,0]", "features");
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS.withNotation(new LabelNotation("?", "|"));

    /** Full labels, or some of them replaced by several or by none. */
    private static List<Sequence> sequences(long seed, boolean partial) {
        List<Sequence> sequences = new ArrayList<>();
        Random random = new Random(seed);
        for (int n = 0; n < 25; n++) {
            int length = n % 7; // at most 6, for the enumerator
            String[] words = new String[length];
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                int word = random.nextInt(8);
                words[t] = "w" + word;
                String label = "L" + (random.nextInt(4) == 0 ? random.nextInt(3) : word % 3);
                labels.add(!partial || t % 2 == 1 ? label : t % 4 == 0 ? "?" : label + "|L0");
            }
            sequences.add(Sequence.ofWords(words).withLabels(labels));
        }
        return sequences;
    }

    private static LabelledData oracle(TrainingData data) {
        List<EncodedSequence> sequences = new ArrayList<>();
        List<int[] @Nullable []> allowed = new ArrayList<>();
        for (Instance instance : data.instances()) {
            AllowedStates gold = instance.gold().labels();
            int[] @Nullable [] sets = new int[gold.length()] @Nullable [];
            for (int t = 0; t < sets.length; t++) {
                int at = t;
                sets[t] = IntStream.range(0, data.labels().size())
                        .filter(s -> gold.allows(at, s))
                        .toArray();
            }
            sequences.add(instance.sequence());
            allowed.add(sets);
        }
        return new LabelledData(
                data.labels().size(),
                sequences,
                allowed,
                new double[sequences.size()],
                data.encoder().attributes().size(),
                data.encoder().transitionAttributes().size(),
                "synthetic");
    }

    /** Learns as a perceptron does, and checks everything that it is shown on the way. */
    private static final class Checking implements UpdateRule {
        private final LabelledData data;
        private final ParameterLayout layout;
        private final int candidates;
        private final Perceptron perceptron = new Perceptron();
        private int rivalsSeen;

        Checking(LabelledData data, ParameterLayout layout, int candidates) {
            this.data = data;
            this.layout = layout;
            this.candidates = candidates;
        }

        @Override
        public int candidates() {
            return candidates;
        }

        @Override
        public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
            ScoredTrellis scored = data.scored(instance, layout, weights.current());
            List<Enumerator.Path> paths = Enumerator.of(scored).paths();
            Enumerator.Path gold = paths.stream()
                    .filter(path -> errors(instance, path) == 0)
                    .findFirst()
                    .orElseThrow();
            List<Enumerator.Path> wrong = paths.stream()
                    .limit(candidates)
                    .filter(path -> errors(instance, path) > 0)
                    .toList();
            assertThat(rivals.size()).isEqualTo(wrong.size());
            assertThat(rivals.length()).isEqualTo(scored.trellis().length());
            for (int n = 0; n < rivals.size(); n++) {
                rivalsSeen++;
                Rival rival = rivals.get(n);
                Enumerator.Path path = wrong.get(n);
                assertThat(rival.errors()).isEqualTo(errors(instance, path));
                assertThat(rival.margin()).isCloseTo(gold.score() - path.score(), within(1e-9));
                double[] expected = new double[layout.parameters()];
                addFeatures(instance, scored.trellis(), gold.states(), 1, expected);
                addFeatures(instance, scored.trellis(), path.states(), -1, expected);
                double[] found = new double[layout.parameters()];
                for (int k = 0; k < rival.size(); k++) {
                    found[rival.index(k)] += rival.value(k);
                }
                assertThat(found).isEqualTo(expected);
            }
            return perceptron.update(instance, rivals, weight, weights);
        }

        private int errors(int instance, Enumerator.Path path) {
            int errors = 0;
            for (int t = 0; t < path.states().length; t++) {
                int state = path.states()[t];
                int[] set = data.allowed().get(instance)[t];
                errors += Arrays.stream(set).anyMatch(s -> s == state) ? 0 : 1;
            }
            return errors;
        }

        private void addFeatures(int instance, Trellis trellis, int[] path, double amount, double[] into) {
            double[] parts = new double[trellis.parts()];
            trellis.addPath(parts, path, amount);
            data.forEachFeature(
                    instance, layout, trellis, (part, parameter, value) -> into[parameter] += parts[part] * value);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "2, 1, true", "3, 4, false", "4, 4, true", "5, 1, false", "6, 3, true"})
    void rivalsAreThoseOfTheEnumerator(long seed, int candidates, boolean partial) {
        Iterator<Sequence> iterator = sequences(seed, partial).iterator();
        try (TrainingData data = Collector.collect(
                () -> iterator.hasNext() ? iterator.next() : null, FEATURES, OPTIONS, null, ChunkStore.in(null))) {
            ParameterLayout layout = new ChainLayoutBuilder(
                            data.labels().size(),
                            data.encoder().attributes().size(),
                            data.encoder().transitionAttributes().size(),
                            true)
                    .complete();
            Checking rule = new Checking(oracle(data), layout, candidates);
            OnlineOptions options = OnlineOptions.DEFAULTS.withEpochs(4);
            double[] start = new double[layout.parameters()];
            Arrays.setAll(start, k -> 0.01 * Math.sin(1 + k * seed)); // no ties
            Result result = new OnlineRun<>(
                            new StoredVisits<>(
                                    new Task<>(
                                            ChainLabels.plain(layout.states()),
                                            LinearScorer.chain(layout),
                                            new ChainInference(Kernels.scalar())),
                                    data.instances()),
                            new ChainInference(Kernels.scalar()),
                            RivalSearch.by(new ChainInference(Kernels.scalar())),
                            rule,
                            VisitingOrder.shuffled(seed),
                            new OnlineWeights(start, true),
                            options)
                    .run((epoch, loss, learnt) -> true);
            assertThat(result.iterations()).isEqualTo(4);
            assertThat(rule.rivalsSeen).isGreaterThan(10);
        }
    }
}
