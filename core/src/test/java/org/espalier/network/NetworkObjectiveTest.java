package org.espalier.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedBuilder;
import org.espalier.feature.network.NetworkFeatures;
import org.espalier.feature.network.NetworkOptions;
import org.espalier.feature.network.NetworkShape;
import org.espalier.feature.network.NetworkVocabulary;
import org.espalier.feature.network.PlainNetwork;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LossFunction;
import org.espalier.math.Kernels;
import org.espalier.math.MatrixKernels;
import org.espalier.optimize.stochastic.BatchFunction;
import org.espalier.parallel.Workers;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.corpus.Instance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The loss of a network with a CRF on it, against the sum over all labellings, and its gradient against difference quotients of that. */
final class NetworkObjectiveTest {
    private static final int LABELS = 3;
    private static final long SEED = 3;

    static List<NetworkOptions> kinds() {
        return PlainNetwork.kinds();
    }

    private final List<int[]> gold = new ArrayList<>();
    private final List<NetworkInstance<Trellis>> instances = new ArrayList<>();

    /** All pairs of labels have a weight, and one attribute, which every token has. */
    private static ParameterLayout layout() {
        int[] shared = new int[LABELS * LABELS];
        Arrays.setAll(shared, k -> k);
        return new ParameterLayout(
                LABELS,
                FeatureLists.complete(1, LABELS),
                shared,
                new FeatureLists(LABELS * LABELS, new int[1], new int[0]));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isTheSumOfLogProbabilitiesAndHasItsGradient(NetworkOptions options) {
        List<Sequence> data = List.of(
                Sequence.ofWords("Anna", "sings", "2", "songs"),
                Sequence.ofWords("who", "sings"),
                Sequence.ofWords("x"),
                Sequence.ofWords("The", "END", "of", "it"),
                Sequence.ofWords("songs", "end"));
        NetworkVocabulary.Builder words = new NetworkVocabulary.Builder(null, null);
        data.forEach(words::add);
        NetworkVocabulary vocabulary = words.build(1);
        NetworkShape shape = NetworkFeatures.shape(options, vocabulary, LABELS);
        LabelStructure<Trellis> structure = ChainLabels.plain(LABELS);
        NetworkScorer<Trellis> scorer = new NetworkScorer<>(structure.scorer(layout()), shape, MatrixKernels.scalar());
        Random random = new Random(SEED);
        for (Sequence sequence : data) {
            EncodedBuilder encoded = new EncodedBuilder();
            encoded.begin();
            int[] labels = new int[sequence.length()];
            int[][] allowed = new int[sequence.length()][];
            for (int t = 0; t < labels.length; t++) {
                encoded.add(0, 1);
                encoded.endPosition();
                labels[t] = random.nextInt(LABELS);
                allowed[t] = new int[] {labels[t]};
            }
            gold.add(labels);
            Instance instance = new Instance(encoded.build(), Gold.of(AllowedStates.of(allowed)), 1 + gold.size() % 2);
            instances.add(new NetworkInstance<>(
                    instance, vocabulary.encode(sequence), scorer.structure(instance.sequence())));
        }
        double[] x = new double[scorer.parameters()];
        shape.initialise(SEED, x, scorer.core(), scorer.tables());
        for (int i = 0; i < x.length; i++) {
            boolean linear = i < scorer.tables();
            x[i] = x[i] == 0 && !linear ? 0 : (float) (x[i] + 0.3 * random.nextGaussian());
        }
        for (int threads : new int[] {1, 3}) {
            try (Workers workers = new Workers(threads)) {
                NetworkObjective<Trellis> objective = new NetworkObjective<>(
                        scorer,
                        vocabulary,
                        words.rare(),
                        structure,
                        structure.loss(LossFunction.LOG, structure.inference(Kernels.scalar()), 1),
                        instances,
                        workers);
                double[] gradient = new double[x.length];
                double value = objective.evaluate(x, gradient);
                assertThat(value).isCloseTo(formula(scorer, x), within(1e-4));
                compare(scorer, x, gradient);
                BatchFunction.Gradient batch = new BatchFunction.Gradient(x.length, objective.rare());
                double some = objective.evaluateBatch(new int[] {4, 0, 1, 2, 3}, 0, 5, x, 7, batch);
                assertThat(Double.isFinite(some)).isTrue();
                batch.clear();
                assertThat(batch.values()).containsOnly(0.0);
            }
        }
    }

    private void compare(NetworkScorer<Trellis> scorer, double[] x, double[] gradient) {
        double step = 1e-5;
        int compared = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] == 0 && gradient[i] == 0) {
                continue;
            }
            double kept = x[i];
            x[i] = kept + step;
            double above = formula(scorer, x);
            x[i] = kept - step;
            double below = formula(scorer, x);
            x[i] = kept;
            double expected = (above - below) / (2 * step);
            assertThat(gradient[i])
                    .as("parameter %d of %d", i, x.length)
                    .isCloseTo(expected, within(2e-4 * Math.max(1, Math.abs(expected))));
            compared++;
        }
        assertThat(compared).isGreaterThan(100);
    }

    /** Σ weight · (log Σ exp score − score), as pytorch-crf writes it, over all labellings. */
    private double formula(NetworkScorer<Trellis> scorer, double[] x) {
        PlainNetwork network = new PlainNetwork(
                scorer.shape(),
                Arrays.copyOfRange(x, scorer.core(), x.length),
                Arrays.copyOfRange(x, scorer.tables(), scorer.core()));
        double sum = 0;
        for (int n = 0; n < instances.size(); n++) {
            double[][] emissions = network.emissions(instances.get(n).input());
            int length = emissions.length;
            double all = 0;
            for (int code = 0; code < Math.pow(LABELS, length); code++) {
                int[] labels = new int[length];
                int rest = code;
                for (int t = 0; t < length; t++) {
                    labels[t] = rest % LABELS;
                    rest /= LABELS;
                }
                all += Math.exp(score(emissions, labels, x));
            }
            sum += instances.get(n).instance().weight() * (Math.log(all) - score(emissions, gold.get(n), x));
        }
        return sum;
    }

    private static double score(double[][] emissions, int[] labels, double[] x) {
        double score = 0;
        for (int t = 0; t < labels.length; t++) {
            score += emissions[t][labels[t]] + x[labels[t]]; // the attribute of every token
            score += t == 0 ? 0 : x[LABELS + labels[t - 1] * LABELS + labels[t]];
        }
        return score;
    }
}
