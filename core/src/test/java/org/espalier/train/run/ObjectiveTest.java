package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.inference.chain.ChainInference;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.InstanceStore;
import org.espalier.train.corpus.TrainingData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values, gradients and diagonals on random data. */
class ObjectiveTest {
    private static final int STATES = 3;

    private LinearScorer<Trellis> scorer;

    private InstanceStore draw(Random random, int length) {
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < 40; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                tokens.add(Token.ofAttributes(List.of(
                        Attribute.of("a" + random.nextInt(6)),
                        Attribute.of("b" + random.nextInt(3)),
                        new Attribute("c", random.nextGaussian()))));
                labels.add("L" + random.nextInt(STATES));
            }
            sequences.add(new Sequence(tokens, labels, 0.5 + random.nextInt(3), List.of(), Location.NONE));
        }
        Iterator<Sequence> source = sequences.iterator();
        TrainingData data = Collector.collect(
                () -> source.hasNext() ? source.next() : null,
                new GivenAttributes(),
                TrainingOptions.DEFAULTS,
                null,
                ChunkStore.in(null));
        ChainLayoutBuilder.Counter counter =
                new ChainLayoutBuilder(STATES, data.encoder().attributes().size(), 0, true).counter(1);
        data.instances()
                .forEach(instance ->
                        counter.add(instance.sequence(), instance.gold().labels()));
        scorer = LinearScorer.chain(counter.layout(null));
        return data.instances();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theDiagonalOfSingleTokensIsThatOfTheHessian(long seed) {
        Random random = new Random(seed);
        InstanceStore instances = draw(random, 1);
        try (Workers workers = new Workers(2)) {
            Objective<Trellis> objective = new Objective<>(
                    new Task<>(
                            ChainLabels.plain(scorer.layout().states()), scorer, new ChainInference(Kernels.scalar())),
                    new LogLoss<>(new ChainInference(Kernels.scalar())),
                    true,
                    instances,
                    Kernels.scalar(),
                    workers);
            int n = objective.dimension();
            double[] x = random.doubles(n, -1, 1).toArray();
            double[] gradient = new double[n];
            double[] diagonal = new double[n];
            double value = objective.evaluate(x, gradient, diagonal);
            double[] plain = new double[n];
            assertThat(objective.evaluate(x, plain)).isEqualTo(value);
            assertThat(plain).isEqualTo(gradient);
            double step = 1e-5;
            for (int k = 0; k < n; k++) {
                double[] up = new double[n];
                double[] down = new double[n];
                double[] moved = x.clone();
                moved[k] = x[k] + step;
                objective.evaluate(moved, up);
                moved[k] = x[k] - step;
                objective.evaluate(moved, down);
                assertThat(diagonal[k])
                        .as("seed %d, weight %d", seed, k)
                        .isCloseTo((up[k] - down[k]) / (2 * step), within(1e-6));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void theDiagonalOfSequencesHasTheSameBitsForAnyNumberOfThreads(long seed) {
        Random random = new Random(seed);
        InstanceStore instances = draw(random, 70);
        List<double[]> diagonals = new ArrayList<>();
        for (int threads : new int[] {1, 2, 7}) {
            try (Workers workers = new Workers(threads)) {
                Objective<Trellis> objective = new Objective<>(
                        new Task<>(
                                ChainLabels.plain(scorer.layout().states()),
                                scorer,
                                new ChainInference(Kernels.scalar())),
                        new LogLoss<>(new ChainInference(Kernels.scalar())),
                        true,
                        instances,
                        Kernels.scalar(),
                        workers);
                double[] x = new double[objective.dimension()];
                Arrays.setAll(x, k -> Math.sin(k));
                double[] diagonal = new double[x.length];
                objective.evaluate(x, new double[x.length], diagonal);
                assertThat(Arrays.stream(diagonal)).allMatch(value -> value >= 0 && value < 70 * 40 * 3);
                diagonals.add(diagonal);
            }
        }
        assertThat(diagonals.get(1)).isEqualTo(diagonals.get(0));
        assertThat(diagonals.get(2)).isEqualTo(diagonals.get(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void theHessianIsTheDerivativeOfTheGradient(int length) {
        List<double[]> products = new ArrayList<>();
        for (int threads : new int[] {1, 2, 7}) {
            Random random = new Random(11);
            InstanceStore instances = draw(random, length);
            try (Workers workers = new Workers(threads)) {
                Objective<Trellis> objective = new Objective<>(
                        new Task<>(
                                ChainLabels.plain(scorer.layout().states()),
                                scorer,
                                new ChainInference(Kernels.scalar())),
                        new LogLoss<>(new ChainInference(Kernels.scalar())),
                        true,
                        instances,
                        Kernels.scalar(),
                        workers);
                int n = objective.dimension();
                double[] x = random.doubles(n, -1, 1).toArray();
                double[] direction = random.doubles(n, -1, 1).toArray();
                double[] product = new double[n];
                objective.timesHessian(x, direction, product);
                double step = 1e-5;
                double[] there = new double[n];
                double[] before = new double[n];
                double[] after = new double[n];
                for (int k = 0; k < n; k++) {
                    there[k] = x[k] + step * direction[k];
                }
                objective.evaluate(there, after);
                for (int k = 0; k < n; k++) {
                    there[k] = x[k] - step * direction[k];
                }
                objective.evaluate(there, before);
                for (int k = 0; k < n; k++) {
                    assertThat(product[k]).isCloseTo((after[k] - before[k]) / (2 * step), within(1e-6));
                }
                products.add(product);
            }
        }
        assertThat(products.get(1)).isEqualTo(products.get(0));
        assertThat(products.get(2)).isEqualTo(products.get(0));
    }
}
