package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.template.Template;
import org.espalier.inference.chain.ChainInference;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.optimize.SumFunction;
import org.espalier.parallel.Workers;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.TrainingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The objective by terms, by blocks and by moments is the one objective: their parts add up to its value and gradient. */
class ObjectiveViewsTest {
    private static final int STATES = 3;
    private static final int SEQUENCES = 70; // more than are evaluated at a time

    private TrainingData data;
    private LinearScorer<Trellis> scorer;
    private ParameterLayout layout;
    private double[] x;

    private Objective<Trellis> draw(int length, Workers workers) {
        Random random = new Random(length);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < SEQUENCES; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < (length == 1 ? 1 : 1 + random.nextInt(length)); t++) {
                tokens.add(new Token(List.of("w" + random.nextInt(6)), List.of()));
                labels.add("L" + random.nextInt(STATES));
            }
            double weight = n % 9 == 8 ? 0 : 0.5 + random.nextInt(3);
            sequences.add(new Sequence(tokens, labels, weight, List.of(), Location.NONE));
        }
        Iterator<Sequence> source = sequences.iterator();
        data = Collector.collect(
                () -> source.hasNext() ? source.next() : null,
                Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB0:%x[0,0]\nB", "t"),
                TrainingOptions.DEFAULTS,
                null,
                ChunkStore.in(null));
        ChainLayoutBuilder.Counter counter = new ChainLayoutBuilder(
                        STATES,
                        data.encoder().attributes().size(),
                        data.encoder().transitionAttributes().size(),
                        true)
                .counter(1);
        data.instances()
                .forEach(instance ->
                        counter.add(instance.sequence(), instance.gold().labels()));
        layout = counter.layout(null);
        scorer = LinearScorer.chain(layout);
        Objective<Trellis> objective = new Objective<>(
                new Task<>(ChainLabels.plain(scorer.layout().states()), scorer, new ChainInference(Kernels.scalar())),
                new LogLoss<>(new ChainInference(Kernels.scalar())),
                true,
                data.instances(),
                Kernels.scalar(),
                workers);
        x = random.doubles(objective.dimension(), -1, 1).toArray();
        return objective;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void termsAddUp(int threads) {
        try (Workers workers = new Workers(threads)) {
            Objective<Trellis> objective = draw(4, workers);
            SumFunction function = new SumObjective<>(
                    objective, objective.terms(data.instances()).withoutIdleParts(), () -> {});
            double[] expected = new double[x.length];
            double value = objective.evaluate(x, expected);
            double sum = 0;
            double[] gradient = new double[x.length];
            double[] inShares = new double[x.length];
            for (int n = 0; n < function.terms(); n++) {
                double[] parts = new double[function.parts(n)];
                double term = function.evaluateTerm(n, x, 0, parts);
                sum += term;
                function.addTerm(n, parts, gradient, 0, 1);
                for (int share = 0; share < 4; share++) {
                    function.addTerm(n, parts, inShares, share, 4);
                }
                double[] half = x.clone();
                Arrays.setAll(half, k -> 0.5 * half[k]);
                double[] scaled = new double[parts.length];
                assertThat(function.evaluateTerm(n, x, 0.5, 0, scaled))
                        .isCloseTo(function.evaluateTerm(n, half, 0, parts), within(1e-12));
                assertThat(scaled).containsExactly(parts, within(1e-12));
                checkRanges(function, n);
            }
            assertThat(sum).isCloseTo(value, within(1e-9));
            assertThat(gradient).containsExactly(expected, within(1e-9));
            assertThat(inShares).containsExactly(expected, within(1e-9));
        }
    }

    /**
     * A term changes nothing outside its ranges, and everything inside them is of something that it has; but the shared
     * transitions are in the ranges of single tokens too.
     */
    private void checkRanges(SumFunction function, int term) {
        double[] parts = new double[function.parts(term)];
        Arrays.fill(parts, 1);
        double[] touched = new double[function.dimension()];
        function.addTerm(term, parts, touched, 0, 1);
        boolean[] within = new boolean[touched.length];
        int[] ranges = function.ranges(term);
        for (int r = 0; r < ranges.length; r += 2) {
            Arrays.fill(within, ranges[r], ranges[r + 1], true);
        }
        for (int k = 0; k < touched.length; k++) {
            boolean shared = k >= layout.sharedBegin() && k < layout.transitionBegin();
            if (touched[k] != 0 || !shared) {
                assertThat(touched[k] != 0).as("term %d, weight %d", term, k).isEqualTo(within[k]);
            }
        }
        assertThat(function.exclusiveEnd(term) - function.exclusiveBegin(term)).isPositive();
        assertThat((function.exclusiveEnd(term) - function.exclusiveBegin(term)) % STATES)
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void blocksAreSlicesOfTheGradient(int threads) {
        try (Workers workers = new Workers(threads)) {
            Objective<Trellis> objective = draw(4, workers);
            BlockObjective<Trellis> blocks = BlockObjective.of(objective, data.instances(), workers);
            double[] expected = new double[x.length];
            assertThat(blocks.evaluate(x, new double[x.length])).isEqualTo(objective.evaluate(x, expected));
            assertThat(blocks.blockBegin(0)).isZero();
            assertThat(blocks.blockBegin(blocks.blocks())).isEqualTo(x.length);
            int visits = 0;
            for (int b = 0; b < blocks.blocks(); b++) {
                int begin = blocks.blockBegin(b);
                int size = blocks.blockBegin(b + 1) - begin;
                double[] gradient = new double[size];
                double[] curvature = new double[size];
                Arrays.fill(gradient, 9);
                Arrays.fill(curvature, 9);
                blocks.evaluateBlock(b, x, gradient, curvature);
                assertThat(gradient)
                        .as("block %d", b)
                        .containsExactly(Arrays.copyOfRange(expected, begin, begin + size), within(1e-9));
                assertThat(Arrays.stream(curvature)).allMatch(c -> c >= 0);
                visits += sequencesWith(b);
            }
            assertThat(blocks.passesPerSweep())
                    .isCloseTo(visits / (double) data.instances().size(), within(1e-12));
        }
    }

    private int sequencesWith(int block) {
        int stateBlocks = layout.stateFeatures().attributes();
        int count = 0;
        for (Instance instance : data.instances()) {
            EncodedSequence sequence = instance.sequence();
            boolean has = block == stateBlocks;
            for (int k = sequence.begin(0); k < sequence.begin(sequence.length()); k++) {
                has |= sequence.attribute(k) == block;
            }
            for (int k = 0; k < sequence.transitionBegin(sequence.length()); k++) {
                has |= sequence.transitionAttribute(k) == block - stateBlocks - 1;
            }
            count += has ? 1 : 0;
        }
        return count;
    }

    /** Without neighbours the curvature of a block is the diagonal of the Hessian. */
    @Test
    void theCurvatureOfSingleTokensIsTheDiagonal() {
        try (Workers workers = new Workers(1)) {
            Objective<Trellis> objective = draw(1, workers);
            BlockObjective<Trellis> blocks = BlockObjective.of(objective, data.instances(), workers);
            double[] diagonal = new double[x.length];
            objective.evaluate(x, new double[x.length], diagonal);
            for (int b = 0; b < blocks.blocks(); b++) {
                int begin = blocks.blockBegin(b);
                int size = blocks.blockBegin(b + 1) - begin;
                double[] curvature = new double[size];
                blocks.evaluateBlock(b, x, new double[size], curvature);
                assertThat(curvature)
                        .as("block %d", b)
                        .containsExactly(Arrays.copyOfRange(diagonal, begin, begin + size), within(1e-9));
            }
        }
    }

    /** Of the steps of a sequence with known labels, m(1 − m/n) is at least the variance of the number of transitions in independent steps. */
    @Test
    void theCurvatureOfTransitionsIsThatOfTheirExpectedNumber() {
        try (Workers workers = new Workers(1)) {
            Objective<Trellis> objective = draw(3, workers);
            BlockObjective<Trellis> blocks = BlockObjective.of(objective, data.instances(), workers);
            int block = layout.stateFeatures().attributes();
            double[] curvature = new double[layout.sharedCount()];
            blocks.evaluateBlock(block, x, new double[curvature.length], curvature);
            double[] expected = new double[curvature.length];
            for (Instance instance : data.instances()) {
                int steps = instance.sequence().length() - 1;
                double[] features = expectations(instance.sequence());
                for (int k = 0; k < expected.length && steps > 0; k++) {
                    double m = features[layout.sharedBegin() + k];
                    expected[k] += instance.weight() * m * (1 - m / steps);
                }
            }
            assertThat(curvature).containsExactly(expected, within(1e-9));
        }
    }

    /** The expected number of each transition, times the mean of Σ p(1 − p) over the labels of a token. */
    @Test
    void theDiagonalOfTransitionsTakesEveryStepForAsUncertainAsATokenIs() {
        try (Workers workers = new Workers(2)) {
            Objective<Trellis> objective = draw(3, workers);
            double[] diagonal = new double[x.length];
            objective.evaluate(x, new double[x.length], diagonal);
            double curvature = 0;
            double tokens = 0;
            double[] expected = new double[layout.sharedCount()];
            for (Instance instance : data.instances()) {
                EncodedSequence sequence = instance.sequence();
                double[] marginals = new double[sequence.length() * STATES];
                double[] all = new double[1];
                forPaths(sequence, x, (path, score) -> {
                    all[0] += Math.exp(score);
                    for (int t = 0; t < path.length; t++) {
                        marginals[t * STATES + path[t]] += Math.exp(score);
                    }
                });
                for (double marginal : marginals) {
                    curvature += instance.weight() * marginal / all[0] * (1 - marginal / all[0]);
                }
                tokens += instance.weight() * sequence.length();
                double[] features = expectations(sequence);
                for (int k = 0; k < expected.length; k++) {
                    expected[k] += instance.weight() * features[layout.sharedBegin() + k];
                }
            }
            for (int k = 0; k < expected.length; k++) {
                assertThat(diagonal[layout.sharedBegin() + k])
                        .as("transition %d", k)
                        .isCloseTo(expected[k] * curvature / tokens, within(1e-9));
            }
        }
    }

    private interface Visitor {
        void visit(int[] path, double score);
    }

    private void forPaths(EncodedSequence sequence, double[] weights, Visitor visitor) {
        Trellis trellis = scorer.structure(sequence);
        double[] scores = new double[trellis.parts()];
        scorer.scoreShared(weights, scores);
        scorer.score(weights, sequence, trellis, scores);
        for (int number = 0; number < Math.pow(STATES, sequence.length()); number++) {
            int[] path = new int[sequence.length()];
            for (int t = 0, rest = number; t < path.length; t++, rest /= STATES) {
                path[t] = rest % STATES;
            }
            visitor.visit(path, trellis.score(scores, path));
        }
    }

    /** The features of a path, each as often as it fires. */
    private double[] features(EncodedSequence sequence, int[] path) {
        double[] features = new double[layout.parameters()];
        Trellis trellis = scorer.structure(sequence);
        double[] parts = new double[trellis.parts()];
        trellis.addPath(parts, path, 1);
        scorer.backpropagateShared(parts, features);
        scorer.backpropagate(sequence, trellis, parts, features);
        return features;
    }

    /** Σ p(path) · features, over all paths. */
    private double[] expectations(EncodedSequence sequence) {
        double[] sums = new double[1 + layout.parameters()];
        forPaths(sequence, x, (path, score) -> {
            double p = Math.exp(score);
            double[] features = features(sequence, path);
            sums[features.length] += p;
            for (int k = 0; k < features.length; k++) {
                sums[k] += p * features[k];
            }
        });
        double all = sums[layout.parameters()];
        return Arrays.stream(sums, 0, layout.parameters()).map(sum -> sum / all).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void momentsAreThoseOfAllPaths(int length) {
        try (Workers workers = new Workers(2)) {
            Objective<Trellis> objective = draw(length, workers);
            MomentObjective<Trellis> moments =
                    MomentObjective.of(objective, data.instances(), new ChainInference(Kernels.scalar()), workers);
            double[] ones = new double[x.length];
            Arrays.fill(ones, 1);
            double[] observed = new double[x.length];
            double[] expected = new double[x.length];
            TreeSet<Double> totals = new TreeSet<>();
            for (Instance instance : data.instances()) {
                double[] gold =
                        features(instance.sequence(), instance.gold().labels().onlyPath());
                double[] mean = expectations(instance.sequence());
                double[] largest = {0};
                forPaths(instance.sequence(), ones, (path, total) -> {
                    largest[0] = Math.max(largest[0], total);
                    if (length == 1 && total > 0) {
                        totals.add(total); // every label of a single token has one of its own
                    }
                });
                totals.add(largest[0]);
                for (int k = 0; k < x.length; k++) {
                    observed[k] += instance.weight() * gold[k];
                    expected[k] += instance.weight() * mean[k];
                }
            }
            assertThat(moments.observed()).containsExactly(observed, within(1e-9));
            assertThat(moments.totals())
                    .containsExactly(
                            totals.stream().mapToDouble(Double::doubleValue).toArray());
            double[][] byTotal = new double[moments.totals().length][x.length];
            double[] gradient = new double[x.length];
            assertThat(moments.evaluateByTotal(x, byTotal)).isCloseTo(moments.evaluate(x, gradient), within(1e-9));
            for (int k = 0; k < x.length; k++) {
                double sum = 0;
                for (double[] row : byTotal) {
                    sum += row[k];
                }
                assertThat(sum).as("weight %d", k).isCloseTo(expected[k], within(1e-9));
                assertThat(gradient[k]).as("weight %d", k).isCloseTo(expected[k] - observed[k], within(1e-9));
            }
            assertThat(byTotal).hasDimensions(totals.size(), x.length);
        }
    }
}
