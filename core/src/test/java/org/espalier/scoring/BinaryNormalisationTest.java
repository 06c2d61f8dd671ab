package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.structure.Family;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log-probabilities from binary classifiers, compared with their definitions in plain loops. */
class BinaryNormalisationTest {
    private static final int STATES = 4;
    private static final int PAIRS = 6;

    /** The number of each pair, written out: only those above the diagonal have one. */
    private static final int[][] NUMBERS = {{-1, 0, 1, 2}, {-1, -1, 3, 4}, {-1, -1, -1, 5}};

    private static final double UNTOUCHED = 7.25;

    private final List<EncodedSequence> sequences = new ArrayList<>();
    private ParameterLayout pairs;
    private ParameterLayout single;
    private double[] weights;

    @BeforeEach
    void draw() {
        Random random = new Random(5);
        Encoder.Builder builder = new Encoder.Builder(Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB", "t"), false);
        for (int n = 0; n < 8; n++) {
            String[] words = new String[1 + random.nextInt(4)];
            Arrays.setAll(words, t -> "w" + random.nextInt(5));
            sequences.add(builder.add(Sequence.ofWords(words)));
        }
        Encoder encoder = builder.build(1, sequences);
        pairs = layout("pair", PAIRS, encoder.attributes().size());
        single = layout("state", STATES, encoder.attributes().size());
        weights = random.doubles(pairs.parameters(), -1, 1).toArray();
    }

    private static ParameterLayout layout(String name, int targets, int attributes) {
        Family family = Family.plain(name, Trellis.STATES, targets);
        return new ParameterLayout(List.of(FeatureFamily.of(family, FeatureLists.complete(attributes, targets))));
    }

    private double[] applied(EncodedSequence sequence, Normalisation normalisation, double[] states) {
        ParameterLayout layout = normalisation.isPairwise() ? pairs : single;
        BinaryNormalisation binary = new BinaryNormalisation(STATES, layout, weights, normalisation);
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
        for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
            sum += sequence.value(k) * weights[PAIRS * sequence.attribute(k) + NUMBERS[i][j]];
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

    @Test
    void featuresOfOtherTargetsAreRefused() {
        assertThatThrownBy(() -> new BinaryNormalisation(STATES, single, weights, Normalisation.VOTES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("features of 4 targets for 4 labels")
                .hasMessageContaining("expected 6");
    }

    /** Where no weight says anything, as with words that are new, all pairs are even, and the first of each has the vote. */
    @Test
    void evenPairsVoteForTheFirst() {
        Arrays.fill(weights, 0);
        double[] logs = applied(sequences.get(0), Normalisation.VOTES, new double[0]);
        assertThat(Arrays.stream(logs, 0, STATES).map(Math::exp).toArray())
                .containsExactly(new double[] {3.5, 2.5, 1.5, 0.5}, within(1e-12));
    }

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
        BinaryNormalisation shared = new BinaryNormalisation(STATES, pairs, weights, normalisation);
        for (EncodedSequence sequence : sequences) {
            Trellis trellis = shared.trellis(sequence);
            double[] scores = new double[trellis.parts()];
            shared.apply(sequence, trellis, scores);
            assertThat(Arrays.copyOfRange(scores, trellis.stateOffset(0), trellis.parts()))
                    .isEqualTo(applied(sequence, normalisation, new double[0]));
        }
    }
}
