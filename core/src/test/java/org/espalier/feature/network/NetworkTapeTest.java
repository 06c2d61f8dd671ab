package org.espalier.feature.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.math.MatrixKernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both directions of a network against its formula in plain loops, and against difference quotients of that. */
final class NetworkTapeTest {
    private static final long SEED = 20261119;
    private static final int LABELS = 3;
    private static final int WORDS = 9;
    private static final int LETTERS = 8;
    private static final int ATTRIBUTES = 6;

    static List<NetworkOptions> kinds() {
        return PlainNetwork.kinds();
    }

    private static NetworkShape shape(NetworkOptions options) {
        return new NetworkShape(options, LABELS, LETTERS, WORDS, ATTRIBUTES);
    }

    private static NetworkInput input(Random random, int length) {
        int[] words = new int[length];
        byte[] capitals = new byte[length];
        int[] letterBegins = new int[length + 1];
        int[] attributeBegins = new int[length + 1];
        for (int t = 0; t < length; t++) {
            words[t] = random.nextInt(WORDS);
            capitals[t] = (byte) random.nextInt(NetworkShape.PATTERNS);
            letterBegins[t + 1] = letterBegins[t] + 1 + random.nextInt(5);
            attributeBegins[t + 1] = attributeBegins[t] + random.nextInt(3);
        }
        int[] letters = random.ints(letterBegins[length], 1, LETTERS).toArray();
        int[] attributes = random.ints(attributeBegins[length], 0, ATTRIBUTES).toArray();
        float[] values = new float[attributes.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = random.nextFloat() + 0.5f;
        }
        return new NetworkInput(words, letterBegins, letters, capitals, attributeBegins, attributes, values);
    }

    /** Parameters that are floats, so that both see the same numbers; what fills rows up stays 0. */
    private static double[] parameters(NetworkShape shape) {
        double[] x = new double[shape.size() + shape.tableSize()];
        shape.initialise(SEED, x, 0, shape.size());
        Random random = new Random(SEED);
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] == 0 ? 0 : (float) (x[i] + 0.2 * random.nextGaussian());
        }
        return x;
    }

    private static PlainNetwork plain(NetworkShape shape, double[] x) {
        return new PlainNetwork(shape, Arrays.copyOf(x, shape.size()), Arrays.copyOfRange(x, shape.size(), x.length));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void scoresAsTheFormulaSays(NetworkOptions options) {
        NetworkShape shape = shape(options);
        double[] x = parameters(shape);
        CoreWeights core = new CoreWeights(shape, false);
        core.load(x, 0);
        NetworkTape tape = new NetworkTape(MatrixKernels.scalar(), shape);
        Random random = new Random(SEED);
        for (int length : new int[] {7, 1, 0, 12, 3}) { // room is used again
            NetworkInput input = input(random, length);
            float[] found = tape.forward(core, new LearntRows(shape, null, x, shape.size()), input);
            double[][] expected = plain(shape, x).emissions(input);
            for (int t = 0; t < length; t++) {
                for (int y = 0; y < LABELS; y++) {
                    assertThat(found[t * tape.stride() + y])
                            .as("emission %d of token %d of %d", y, t, length)
                            .isCloseTo((float) expected[t][y], within(2e-5f));
                }
            }
        }
    }

    /** The gradient of Σ g[t][y] · emission[t][y]. */
    @ParameterizedTest
    @MethodSource("kinds")
    void goesBackAsDifferenceQuotientsSay(NetworkOptions options) {
        NetworkShape shape = shape(options);
        double[] x = parameters(shape);
        Random random = new Random(SEED + 1);
        NetworkInput input = input(random, 6);
        double[][] g = new double[6][LABELS];
        CoreWeights core = new CoreWeights(shape, true);
        core.load(x, 0);
        NetworkTape tape = new NetworkTape(MatrixKernels.scalar(), shape);
        tape.forward(core, new LearntRows(shape, null, x, shape.size()), input);
        for (int t = 0; t < 6; t++) {
            for (int y = 0; y < LABELS; y++) {
                g[t][y] = (float) random.nextGaussian();
                tape.emissionSlopes()[t * tape.stride() + y] = (float) g[t][y];
            }
        }
        float[] coreGradient = new float[shape.size()];
        double[] found = new double[x.length];
        tape.backward(core, coreGradient, new NetworkTape.VectorGradient() {
            @Override
            public void word(int number, float[] slopes, int at, int count) {
                for (int k = 0; k < count; k++) {
                    found[shape.size() + number * count + k] += slopes[at + k];
                }
            }

            @Override
            public void attribute(int number, float value, float[] slopes, int at, int count) {
                for (int k = 0; k < count; k++) {
                    found[shape.size() + shape.attributeRow(number) + k] += value * slopes[at + k];
                }
            }
        });
        for (int i = 0; i < shape.size(); i++) {
            found[i] = coreGradient[i];
        }
        double step = 1e-5;
        for (int i = 0; i < x.length; i++) {
            if (x[i] == 0 && found[i] == 0) {
                continue; // what fills a row up, or what nothing looks at
            }
            double kept = x[i];
            x[i] = kept + step;
            double above = value(plain(shape, x).emissions(input), g);
            x[i] = kept - step;
            double below = value(plain(shape, x).emissions(input), g);
            x[i] = kept;
            double expected = (above - below) / (2 * step);
            assertThat(found[i])
                    .as("parameter %d of %d", i, x.length)
                    .isCloseTo(expected, within(1e-4 * Math.max(1, Math.abs(expected))));
        }
    }

    private static double value(double[][] emissions, double[][] g) {
        double sum = 0;
        for (int t = 0; t < g.length; t++) {
            for (int y = 0; y < LABELS; y++) {
                sum += g[t][y] * emissions[t][y];
            }
        }
        return sum;
    }

    /** What fills rows up gets no gradient, so it stays 0. */
    @ParameterizedTest
    @MethodSource("kinds")
    void leavesWhatFillsRowsUpAlone(NetworkOptions options) {
        NetworkShape shape = shape(options);
        double[] ones = new double[shape.size()];
        double[] x = parameters(shape);
        CoreWeights core = new CoreWeights(shape, true);
        core.load(x, 0);
        NetworkTape tape = new NetworkTape(MatrixKernels.scalar(), shape);
        NetworkInput input = input(new Random(SEED), 5);
        tape.forward(core, new LearntRows(shape, null, x, shape.size()), input, new SplittableRandom(1));
        for (int t = 0; t < 5; t++) {
            for (int y = 0; y < LABELS; y++) {
                tape.emissionSlopes()[t * tape.stride() + y] = 1;
            }
        }
        float[] gradient = new float[shape.size()];
        tape.backward(core, gradient, new NetworkTape.VectorGradient() {
            @Override
            public void word(int number, float[] slopes, int at, int count) {}

            @Override
            public void attribute(int number, float value, float[] slopes, int at, int count) {}
        });
        for (NetworkShape.Matrix matrix : shape.matrices()) {
            for (int i = 0; i < matrix.rows(); i++) {
                for (int j = matrix.columns(); j < matrix.stride(); j++) {
                    ones[matrix.at() + i * matrix.stride() + j] = 1;
                }
            }
        }
        for (int i = 0; i < ones.length; i++) {
            if (ones[i] == 1) {
                assertThat(gradient[i]).as("number %d fills a row up", i).isZero();
            }
        }
    }

    @Test
    void theHalfFromTheRightSeesTheFuture() {
        NetworkShape shape = shape(PlainNetwork.kinds().get(0));
        double[] x = parameters(shape);
        CoreWeights core = new CoreWeights(shape, false);
        core.load(x, 0);
        NetworkTape tape = new NetworkTape(MatrixKernels.scalar(), shape);
        LearntRows rows = new LearntRows(shape, null, x, shape.size());
        NetworkInput input = input(new Random(SEED), 8);
        float[] before = tape.forward(core, rows, input).clone();
        int[] words = input.words().clone();
        words[7] = (words[7] + 1) % WORDS; // the last word only
        NetworkInput changed = new NetworkInput(
                words,
                input.letterBegins(),
                input.letters(),
                input.capitals(),
                input.attributeBegins(),
                input.attributes(),
                input.values());
        float[] after = tape.forward(core, rows, changed);
        for (int t = 0; t < 8; t++) {
            assertThat(after[t * tape.stride()]).as("token %d", t).isNotEqualTo(before[t * tape.stride()]);
        }
    }

    @Test
    void leavesOutTheSameNumbersAtAllTokensWhenTheMaskIsShared() {
        NetworkOptions options = PlainNetwork.kinds().get(4).withDropout(0.5); // a linear layer
        for (boolean shared : new boolean[] {true, false}) {
            NetworkShape shape = shape(options.withSharedMask(shared));
            double[] x = parameters(shape);
            CoreWeights core = new CoreWeights(shape, false);
            core.load(x, 0);
            NetworkInput one = input(new Random(SEED), 1);
            int[] words = new int[20];
            int[] letterBegins = new int[21];
            int[] letters = new int[20];
            for (int t = 0; t < 20; t++) {
                letterBegins[t + 1] = t + 1;
                letters[t] = one.letters()[0];
                words[t] = one.words()[0];
            }
            NetworkInput same =
                    new NetworkInput(words, letterBegins, letters, new byte[20], new int[21], new int[0], new float[0]);
            NetworkTape tape = new NetworkTape(MatrixKernels.scalar(), shape);
            float[] e =
                    tape.forward(core, new LearntRows(shape, null, x, shape.size()), same, new SplittableRandom(SEED));
            long different = IntStream.range(0, 20)
                    .filter(t -> e[t * tape.stride()] != e[0])
                    .count();
            assertThat(different == 0).as("shared: %s", shared).isEqualTo(shared);
        }
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> NetworkOptions.DEFAULTS.withDropout(1)).hasMessageContaining("below 1");
        assertThatThrownBy(() -> NetworkOptions.DEFAULTS
                        .withLetters(NetworkOptions.Letters.LSTM)
                        .withLetterOutput(7))
                .hasMessageContaining("expected an even number");
        assertThatThrownBy(() -> shape(NetworkOptions.DEFAULTS.withHidden(4096).withLayers(8)))
                .hasMessageContaining("take fewer hidden numbers or layers");
        assertThat(NetworkOptions.of(NetworkOptions.DEFAULTS.provenance())).isEqualTo(NetworkOptions.DEFAULTS);
    }
}
