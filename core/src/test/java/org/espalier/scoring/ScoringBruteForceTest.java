package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts and compactions against sets of names, counted without any of their arithmetic. */
class ScoringBruteForceTest {
    private static final Template TEMPLATE = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB0:%x[0,0]\nB", "t");
    private static final int STATES = 3;

    private final List<Sequence> texts = new ArrayList<>();
    private final List<int[][]> allowed = new ArrayList<>();
    private final List<EncodedSequence> sequences = new ArrayList<>();
    private final List<AllowedStates> gold = new ArrayList<>();

    private Encoder draw(long seed, int minCount) {
        Random random = new Random(seed);
        Encoder.Builder builder = new Encoder.Builder(TEMPLATE, seed % 2 == 0);
        for (int n = 0; n < 6; n++) {
            int length = n < 2 ? n : random.nextInt(6);
            String[] words = random.ints(length, 0, 5).mapToObj(k -> "w" + k).toArray(String[]::new);
            int[][] sets = new int[length][];
            for (int t = 0; t < length; t++) {
                sets[t] = switch (random.nextInt(6)) {
                    case 0 -> null;
                    case 1 -> new int[] {2, 0};
                    default -> new int[] {random.nextInt(STATES)};
                };
            }
            texts.add(Sequence.ofWords(words));
            allowed.add(sets);
            sequences.add(builder.add(texts.get(n)));
            gold.add(AllowedStates.of(sets));
        }
        return builder.build(minCount, sequences);
    }

    private static String word(Sequence text, int t) {
        return t < 0 ? "_B-1" : text.tokens().get(t).columns().get(0);
    }

    /** The attributes of a position by their names, as the template spells them. */
    private static List<String> names(Sequence text, int t, boolean boundaries) {
        List<String> names = new ArrayList<>(List.of("U0:" + word(text, t), "U1:" + word(text, t - 1)));
        if (boundaries && t == 0) {
            names.add(Encoder.BEGIN);
        }
        if (boundaries && t == text.length() - 1) {
            names.add(Encoder.END);
        }
        return names;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anEncoderKeepsTheAttributesThatOccurOftenEnough(long seed) {
        int minCount = 1 + (int) (seed % 3);
        Encoder encoder = draw(seed, minCount);
        Map<String, Integer> counts = new HashMap<>();
        Map<String, Integer> transitionCounts = new HashMap<>();
        for (Sequence text : texts) {
            for (int t = 0; t < text.length(); t++) {
                names(text, t, encoder.boundaries()).forEach(name -> counts.merge(name, 1, Integer::sum));
                if (t > 0) {
                    transitionCounts.merge("B0:" + word(text, t), 1, Integer::sum);
                }
            }
        }
        counts.forEach((name, count) -> assertThat(encoder.attributes().indexOf(name) >= 0)
                .as("seed %d, %s", seed, name)
                .isEqualTo(count >= minCount));
        transitionCounts.forEach((name, count) ->
                assertThat(encoder.transitionAttributes().indexOf(name) >= 0).isEqualTo(count >= minCount));
        for (int n = 0; n < texts.size(); n++) {
            assertSameSequence(encoder, sequences.get(n), texts.get(n));
            assertSameSequence(encoder, encoder.encode(texts.get(n)), texts.get(n));
        }
    }

    private static void assertSameSequence(Encoder encoder, EncodedSequence encoded, Sequence text) {
        assertThat(encoded.length()).isEqualTo(text.length());
        for (int t = 0; t < text.length(); t++) {
            List<Integer> expected = names(text, t, encoder.boundaries()).stream()
                    .map(name -> encoder.attributes().indexOf(name))
                    .filter(id -> id >= 0)
                    .toList();
            List<Integer> found = new ArrayList<>();
            for (int k = encoded.begin(t); k < encoded.begin(t + 1); k++) {
                found.add(encoded.attribute(k));
                assertThat(encoded.value(k)).isEqualTo(1);
            }
            assertThat(found).isEqualTo(expected);
            int transition = t == 0 ? -1 : encoder.transitionAttributes().indexOf("B0:" + word(text, t));
            assertThat(encoded.transitionBegin(t + 1) - encoded.transitionBegin(t))
                    .isEqualTo(transition < 0 ? 0 : 1);
            assertThat(Arrays.stream(encoded.sites(Trellis.STEPS)).anyMatch(Integer.valueOf(t)::equals))
                    .isEqualTo(transition >= 0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aLayoutHasThePairsThatOccurOftenEnough(long seed) {
        Encoder encoder = draw(seed, 1);
        int minCount = 1 + (int) (seed % 3);
        Map<String, Integer> counts = new HashMap<>();
        for (int n = 0; n < texts.size(); n++) {
            int[][] sets = allowed.get(n);
            for (int t = 0; t < sets.length; t++) {
                for (int to : sets[t] == null ? new int[0] : sets[t]) {
                    for (String name : names(texts.get(n), t, encoder.boundaries())) {
                        counts.merge(name + "→" + to, 1, Integer::sum);
                    }
                    for (int from : t == 0 || sets[t - 1] == null ? new int[0] : sets[t - 1]) {
                        counts.merge("B0:" + word(texts.get(n), t) + "→" + from + to, 1, Integer::sum);
                        counts.merge("→" + from + to, 1, Integer::sum);
                    }
                }
            }
        }
        counts.values().removeIf(count -> count < minCount);
        ParameterLayout layout = new ChainLayoutBuilder(
                        STATES,
                        encoder.attributes().size(),
                        encoder.transitionAttributes().size(),
                        true)
                .observed(sequences, gold, minCount, null);
        assertThat(new TreeSet<>(features(encoder, layout)))
                .as("seed %d", seed)
                .isEqualTo(new TreeSet<>(counts.keySet()));
        assertThat(features(encoder, layout)).hasSize(layout.parameters());
    }

    /** Every feature of the layout by name, in the order of the weights. */
    private static List<String> features(Encoder encoder, ParameterLayout layout) {
        List<String> features = new ArrayList<>();
        for (int a = 0; a < layout.stateFeatures().attributes(); a++) {
            for (int s = 0; s < STATES; s++) {
                if (layout.stateFeatures().find(a, s) >= 0) {
                    assertThat(layout.stateFeatures().find(a, s)).isEqualTo(features.size());
                    features.add(encoder.attributes().get(a) + "→" + s);
                }
            }
        }
        for (int arc = 0; arc < STATES * STATES; arc++) {
            if (layout.sharedFeatures()[arc] >= 0) {
                assertThat(layout.sharedBegin() + layout.sharedFeatures()[arc]).isEqualTo(features.size());
                features.add("→" + arc / STATES + arc % STATES);
            }
        }
        for (int a = 0; a < layout.transitionFeatures().attributes(); a++) {
            for (int arc = 0; arc < STATES * STATES; arc++) {
                if (layout.transitionFeatures().find(a, arc) >= 0) {
                    features.add(encoder.transitionAttributes().get(a) + "→" + arc / STATES + arc % STATES);
                }
            }
        }
        return features;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aCompactionKeepsWhatIsNotZeroAndEveryScore(long seed) {
        Encoder encoder = draw(seed, 1);
        ChainLayoutBuilder builder = new ChainLayoutBuilder(
                STATES,
                encoder.attributes().size(),
                encoder.transitionAttributes().size(),
                true);
        ParameterLayout layout = seed % 2 == 0 ? builder.complete() : builder.observed(sequences, gold, 1, null);
        Random random = new Random(seed);
        double zeros = seed > 10 ? seed - 11 : random.nextDouble(); // none of them, all of them, or some
        double[] weights = new double[layout.parameters()];
        Arrays.setAll(weights, k -> random.nextDouble() < zeros ? (k % 2 == 0 ? 0.0 : -0.0) : random.nextGaussian());
        Compaction compact = Compaction.of(layout, weights);
        Encoder smaller = new Encoder(
                TEMPLATE,
                encoder.boundaries(),
                encoder.attributes()
                        .toVocabulary()
                        .keep(a -> compact.kept(Trellis.STATES)[a])
                        .vocabulary(),
                encoder.transitionAttributes()
                        .toVocabulary()
                        .keep(a -> compact.kept(Trellis.STEPS)[a])
                        .vocabulary());
        List<String> expected = new ArrayList<>();
        List<String> before = features(encoder, layout);
        for (int k = 0; k < weights.length; k++) {
            if (weights[k] != 0) {
                expected.add(before.get(k) + " = " + weights[k]);
            }
        }
        List<String> after = new ArrayList<>(features(smaller, compact.layout()));
        after.replaceAll(name -> name + " = ");
        for (int k = 0; k < after.size(); k++) {
            after.set(k, after.get(k) + compact.weights()[k]);
        }
        assertThat(after).as("seed %d", seed).isEqualTo(expected);
        for (int a = 0; a < smaller.attributes().size(); a++) {
            assertThat(compact.layout().stateFeatures().offsets()[a + 1])
                    .isGreaterThan(compact.layout().stateFeatures().offsets()[a]);
        }
        for (Sequence text : texts) {
            int[] path = random.ints(text.length(), 0, STATES).toArray();
            assertThat(score(smaller, compact.layout(), compact.weights(), text, path))
                    .isEqualTo(score(encoder, layout, weights, text, path));
        }
    }

    private static double score(Encoder encoder, ParameterLayout layout, double[] weights, Sequence text, int[] path) {
        LinearScorer<Trellis> scorer = LinearScorer.chain(layout);
        EncodedSequence encoded = encoder.encode(text);
        Trellis trellis = scorer.structure(encoded);
        double[] scores = new double[trellis.parts()];
        scorer.scoreShared(weights, scores);
        scorer.score(weights, encoded, trellis, scores);
        return trellis.score(scores, path);
    }
}
