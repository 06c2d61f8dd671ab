package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log-probabilities from binary classifiers, compared with their definitions in plain loops. */
class BinaryNormalisationTest {
    private static final int STATES = 4;
    private static final double UNTOUCHED = 7.25;

    private final List<EncodedSequence> sequences = new ArrayList<>();
    private ParameterLayout layout;
    private double[] weights;

    @BeforeEach
    void draw() {
        Random random = new Random(5);
        Encoder.Builder builder =
                new Encoder.Builder(Template.parse("U0:%x[0,0]\nB0:%x[0,0]\nB1:%x[-1,0]", "t"), false);
        for (int n = 0; n < 8; n++) {
            String[] words = new String[1 + random.nextInt(4)];
            Arrays.setAll(words, t -> "w" + random.nextInt(5));
            sequences.add(builder.add(Sequence.ofWords(words)));
        }
        Encoder encoder = builder.build(1, sequences);
        layout = new ChainLayoutBuilder(
                        STATES,
                        encoder.attributes().size(),
                        encoder.transitionAttributes().size(),
                        true)
                .complete();
        weights = random.doubles(layout.parameters(), -1, 1).toArray();
    }

    private double[] applied(EncodedSequence sequence, Normalisation normalisation, double[] states) {
        BinaryNormalisation binary = new BinaryNormalisation(layout, weights, normalisation);
        Trellis trellis = binary.trellis(sequence);
        assertThat(trellis.length()).isEqualTo(sequence.length());
        assertThat(trellis.states()).isEqualTo(STATES);
        double[] scores = new double[trellis.parts()];
        Arrays.fill(scores, UNTOUCHED);
        System.arraycopy(states, 0, scores, trellis.stateOffset(0), states.length);
        binary.apply(sequence, trellis, scores);
        assertThat(Arrays.copyOf(scores, trellis.sharedParts())).containsOnly(UNTOUCHED);
        return Arrays.copyOfRange(scores, trellis.stateOffset(0), trellis.stateOffset(sequence.length()));
    }

    /** The score of the pair i, j at a position, looked up one by one. */
    private double pair(EncodedSequence sequence, int t, int i, int j) {
        double sum = 0;
        for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
            int feature = layout.transitionFeatures().find(sequence.transitionAttribute(k), i * STATES + j);
            sum += sequence.transitionValue(k) * weights[layout.transitionBegin() + feature];
        }
        return sum;
    }

    @Test
    void oneAgainstTheRestIsTheLogOfASigmoid() {
        Random random = new Random(6);
        for (EncodedSequence sequence : sequences) {
            double[] states =
                    random.doubles((long) sequence.length() * STATES, -9, 9).toArray();
            double[] logs = applied(sequence, Normalisation.ONE_VERSUS_REST, states);
            for (int k = 0; k < states.length; k++) {
                assertThat(Math.exp(logs[k])).isCloseTo(1 / (1 + Math.exp(-states[k])), within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-800, -1, 0, 1, 800})
    void theLogOfASigmoidNeitherOverflowsNorVanishes(double score) {
        double expected = Math.abs(score) < 100 ? Math.log(1 / (1 + Math.exp(-score))) : Math.min(score, 0);
        assertThat(BinaryNormalisation.logSigmoid(score)).isCloseTo(expected, within(1e-12));
    }

    /** Without steps, at the first position, all pairs are even, and the first of each has the vote. */
    @Test
    void votesAreCounted() {
        for (EncodedSequence sequence : sequences) {
            double[] logs = applied(sequence, Normalisation.VOTES, new double[0]);
            for (int t = 0; t < sequence.length(); t++) {
                double[] votes = new double[STATES];
                for (int i = 0; i < STATES; i++) {
                    for (int j = i + 1; j < STATES; j++) {
                        votes[pair(sequence, t, i, j) < 0 ? j : i]++;
                    }
                }
                for (int i = 0; i < STATES; i++) {
                    assertThat(Math.exp(logs[t * STATES + i])).isCloseTo(0.5 + votes[i], within(1e-12));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 60})
    void probabilitiesOfPairsAreCoupled(double scale) {
        Arrays.setAll(weights, k -> scale * weights[k]);
        for (EncodedSequence sequence : sequences) {
            double[] logs = applied(sequence, Normalisation.COUPLED, new double[0]);
            for (int t = 0; t < sequence.length(); t++) {
                double[][] r = new double[STATES][STATES];
                for (int i = 0; i < STATES; i++) {
                    for (int j = i + 1; j < STATES; j++) {
                        double better = 1 / (1 + Math.exp(-pair(sequence, t, i, j)));
                        r[i][j] = Math.min(Math.max(better, 1e-10), 1 - 1e-10);
                        r[j][i] = 1 - r[i][j];
                    }
                }
                double[] expected = PairwiseCoupling.couple(r);
                for (int i = 0; i < STATES; i++) {
                    assertThat(logs[t * STATES + i]).isFinite();
                    assertThat(Math.exp(logs[t * STATES + i])).isCloseTo(expected[i], within(1e-12));
                }
            }
        }
    }

    /** What is left of one sequence must not show in the next. */
    @ParameterizedTest
    @EnumSource(
            value = Normalisation.class,
            names = {"VOTES", "COUPLED"})
    void oneObjectServesManySequences(Normalisation normalisation) {
        BinaryNormalisation shared = new BinaryNormalisation(layout, weights, normalisation);
        for (EncodedSequence sequence : sequences) {
            Trellis trellis = shared.trellis(sequence);
            double[] scores = new double[trellis.parts()];
            shared.apply(sequence, trellis, scores);
            assertThat(Arrays.copyOfRange(scores, trellis.stateOffset(0), trellis.parts()))
                    .isEqualTo(applied(sequence, normalisation, new double[0]));
        }
    }
}
