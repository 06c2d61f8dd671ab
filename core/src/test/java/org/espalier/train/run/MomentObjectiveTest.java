package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.espalier.data.Attribute;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.inference.chain.ChainInference;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.TrainingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Totals and expectations by total, compared with sums over all paths. */
class MomentObjectiveTest {
    private static final int STATES = 3;
    private static final int MOST_TOTALS = 32;

    /** The labels of a token have different attributes, and these have values: so single tokens have several totals each. */
    private static List<Sequence> draw(int count, int longest, int values, Random random) {
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < 1 + random.nextInt(longest); t++) {
                int label = random.nextInt(STATES);
                List<Attribute> attributes = new ArrayList<>();
                attributes.add(new Attribute("a" + (label + random.nextInt(2)), random.nextInt(values)));
                attributes.add(new Attribute("b" + random.nextInt(3), 0.25 * random.nextInt(values)));
                tokens.add(Token.ofAttributes(attributes));
                labels.add("L" + label);
            }
            sequences.add(new Sequence(tokens, labels, 0.5 + n % 3, List.of(), Location.NONE));
        }
        return sequences;
    }

    private static TrainingData collect(List<Sequence> sequences, ChunkStore store) {
        Iterator<Sequence> source = sequences.iterator();
        return Collector.collect(
                () -> source.hasNext() ? source.next() : null,
                new GivenAttributes(),
                TrainingOptions.DEFAULTS,
                null,
                store);
    }

    private static LinearScorer<Trellis> scorer(TrainingData data, boolean transitions) {
        ChainLayoutBuilder.Counter counter = new ChainLayoutBuilder(
                        data.labels().size(), data.encoder().attributes().size(), 0, transitions)
                .counter(1);
        data.instances()
                .forEach(instance ->
                        counter.add(instance.sequence(), instance.gold().labels()));
        return LinearScorer.chain(counter.layout(null));
    }

    private static MomentObjective<Trellis> moments(TrainingData data, LinearScorer<Trellis> scorer, Workers workers) {
        ChainInference inference = new ChainInference(Kernels.scalar());
        Objective<Trellis> objective = new Objective<>(
                new Task<>(ChainLabels.plain(scorer.layout().states()), scorer, inference),
                new LogLoss<>(inference),
                true,
                data.instances(),
                Kernels.scalar(),
                workers);
        return MomentObjective.of(objective, data.instances(), inference, workers);
    }

    private interface Visitor {
        void visit(int number, double score, double[] features);
    }

    private static void forPaths(
            LinearScorer<Trellis> scorer, EncodedSequence sequence, double[] weights, Visitor visitor) {
        Trellis trellis = scorer.structure(sequence);
        double[] scores = new double[trellis.parts()];
        scorer.scoreShared(weights, scores);
        scorer.score(weights, sequence, trellis, scores);
        for (int number = 0; number < Math.pow(STATES, sequence.length()); number++) {
            int[] path = new int[sequence.length()];
            for (int t = 0, rest = number; t < path.length; t++, rest /= STATES) {
                path[t] = rest % STATES;
            }
            double[] parts = new double[trellis.parts()];
            double[] features = new double[weights.length];
            trellis.addPath(parts, path, 1);
            scorer.backpropagateShared(parts, features);
            scorer.backpropagate(sequence, trellis, parts, features);
            visitor.visit(number, trellis.score(scores, path), features);
        }
    }

    /** The total of every path of a single token, otherwise the largest of them for all. */
    private static double[] totals(LinearScorer<Trellis> scorer, EncodedSequence sequence) {
        double[] ones = new double[scorer.parameters()];
        Arrays.fill(ones, 1);
        double[] totals = new double[(int) Math.pow(STATES, sequence.length())];
        forPaths(scorer, sequence, ones, (number, total, features) -> totals[number] = total);
        if (sequence.length() > 1) {
            Arrays.fill(totals, Arrays.stream(totals).max().orElse(0));
        }
        return totals;
    }

    @ParameterizedTest
    @CsvSource({"150, 1, 3, 1", "150, 1, 30, 2", "70, 3, 3, 4", "130, 3, 9, 1"})
    void expectationsAreThoseOfThePathsWithTheTotal(int count, int longest, int values, int threads) {
        Random random = new Random(count + values);
        try (TrainingData data = collect(draw(count, longest, values, random), ChunkStore.in(null));
                Workers workers = new Workers(threads)) {
            LinearScorer<Trellis> scorer = scorer(data, longest > 1);
            MomentObjective<Trellis> moments = moments(data, scorer, workers);
            double[] x = random.doubles(scorer.parameters(), -0.2, 0.2).toArray();
            TreeSet<Double> found = new TreeSet<>();
            for (Instance instance : data.instances()) {
                Arrays.stream(totals(scorer, instance.sequence()))
                        .filter(total -> total > 0)
                        .forEach(found::add);
            }
            double[] all = found.stream().mapToDouble(total -> total).toArray();
            double[] chosen = all;
            if (all.length > MOST_TOTALS) {
                chosen = new double[MOST_TOTALS];
                for (int b = 0; b < MOST_TOTALS; b++) {
                    chosen[b] = all[(b + 1) * all.length / MOST_TOTALS - 1];
                }
            }
            assertThat(all.length > MOST_TOTALS).isEqualTo(values > 8);
            assertThat(moments.totals()).containsExactly(chosen);
            double[][] expected = new double[chosen.length][x.length];
            double value = addExpectations(data, scorer, x, chosen, expected);
            double[][] byTotal = new double[chosen.length][x.length];
            for (int round = 0; round < 2; round++) {
                assertThat(moments.evaluateByTotal(x, byTotal)).isCloseTo(value, within(1e-9));
                for (int b = 0; b < chosen.length; b++) {
                    assertThat(byTotal[b]).as("total %s", chosen[b]).containsExactly(expected[b], within(1e-9));
                }
            }
        }
    }

    /** Adds weight · p(path) · features to those of the smallest chosen total that is not below the path's; returns Σ −weight · log p(gold). */
    private static double addExpectations(
            TrainingData data, LinearScorer<Trellis> scorer, double[] x, double[] chosen, double[][] expected) {
        double value = 0;
        for (Instance instance : data.instances()) {
            double[] totals = totals(scorer, instance.sequence());
            double[] all = new double[1];
            forPaths(scorer, instance.sequence(), x, (number, score, features) -> all[0] += Math.exp(score));
            int[] gold = instance.gold().labels().onlyPath();
            int goldNumber = 0;
            for (int t = gold.length - 1; t >= 0; t--) {
                goldNumber = goldNumber * STATES + gold[t];
            }
            int right = goldNumber;
            double[] own = new double[1];
            forPaths(scorer, instance.sequence(), x, (number, score, features) -> {
                int b = 0;
                while (chosen[b] < totals[number]) {
                    b++;
                }
                for (int k = 0; k < features.length; k++) {
                    expected[b][k] += instance.weight() * Math.exp(score) / all[0] * features[k];
                }
                own[0] = number == right ? Math.log(all[0]) - score : own[0];
            });
            value += instance.weight() * own[0];
        }
        return value;
    }

    private static Sequence sequence(String labels, double... values) {
        List<Token> tokens = new ArrayList<>();
        for (double value : values) {
            tokens.add(Token.ofAttributes(List.of(Attribute.of("x"), new Attribute("y", value))));
        }
        return Sequence.of(tokens, List.of(labels.split(" ")));
    }

    @Test
    void whatCannotBeScaledIsRefused(@TempDir Path folder) {
        Sequence good = sequence("A B", 1, 0);
        assertRefused(
                List.of(good, sequence("A B", 1, -2)), ChunkStore.in(null), "token 2 of sequence 2", "value -2.0");
        assertRefused(List.of(good, good, sequence("A ?", 1, 1)), ChunkStore.in(null), "sequence 3 has a token");
        assertRefused(List.of(good), ChunkStore.in(folder), "needs the data in memory");
        try (TrainingData data = collect(List.of(good), ChunkStore.in(null));
                Workers workers = new Workers(1)) {
            assertThat(moments(data, scorer(data, true), workers).totals()).isNotEmpty(); // 0 is no negative value
        }
    }

    private static void assertRefused(List<Sequence> sequences, ChunkStore store, String... words) {
        try (TrainingData data = collect(sequences, store);
                Workers workers = new Workers(1)) {
            LinearScorer<Trellis> scorer = LinearScorer.chain(
                    new ChainLayoutBuilder(2, data.encoder().attributes().size(), 0, true).complete());
            assertThatThrownBy(() -> moments(data, scorer, workers))
                    .isInstanceOf(TrainingException.class)
                    .hasMessageContainingAll(words);
        }
    }
}
