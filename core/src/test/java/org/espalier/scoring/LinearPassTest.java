package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.encoding.Encoder;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The compiled pass against the scorer that looks every feature up. */
class LinearPassTest {
    private static final double TOLERANCE = 1e-12;

    /** Nested n-grams (which imply each other), with exceptions thrown in: missing, doubled, out of place, valued. */
    private record Nested(boolean exceptions, boolean values, boolean transitions) implements AttributeExtractor {
        @Override
        public void extract(Sequence sequence, int t, AttributeSink sink) {
            String here = word(sequence, t);
            String before = word(sequence, t - 1);
            String after = word(sequence, t + 1);
            int odd = exceptions ? (here + before).hashCode() % 7 : 1;
            if (odd != 0) {
                sink.state("w=" + here, 1);
            }
            sink.state("w-1=" + before, 1);
            sink.state("w-1,0=" + before + "/" + here, 1);
            if (odd == 2) {
                sink.state("w-1=" + before, 1); // once more, at another place
                sink.state("w-1,0=a/b", 1);
            }
            if (values) {
                sink.state("length", here.length() - 0.5);
                sink.state("x" + here, odd == 3 ? 1 : 0.25);
            }
            sink.state("w0,+1=" + here + "/" + after, 1);
            sink.state("w+1=" + after, 1);
            sink.state("all=" + before + "/" + here + "/" + after, 1);
            sink.state("shape=" + here.length() % 2, 1);
            if (transitions && t > 0 && odd != 4) {
                sink.transition("t=" + here, 1);
                if (values) {
                    sink.transition("length", 0.5 * here.length());
                }
            }
        }

        private static String word(Sequence sequence, int t) {
            return t < 0 || t >= sequence.length()
                    ? "_"
                    : sequence.tokens().get(t).columns().get(0);
        }

        @Override
        public boolean sharedTransitions() {
            return true;
        }

        @Override
        public FeatureDefinition definition() {
            return new FeatureDefinition("nested", "", Map.of());
        }
    }

    private final List<EncodedSequence> sequences = new ArrayList<>();
    private final List<AllowedStates> gold = new ArrayList<>();

    private LinearScorer<Trellis> draw(Random random, Nested extractor, int states, boolean complete) {
        Encoder.Builder builder = new Encoder.Builder(extractor, random.nextBoolean());
        for (int n = 0; n < 60; n++) {
            int length = n < 2 ? n : random.nextInt(12);
            String[] words = new String[length];
            int[] path = new int[length];
            for (int t = 0; t < length; t++) {
                words[t] = "abcdefgh".substring(0, 1 + random.nextInt(1 + random.nextInt(6)));
                path[t] = random.nextInt(1 + random.nextInt(states));
            }
            sequences.add(builder.add(Sequence.ofWords(words)));
            gold.add(AllowedStates.path(path));
        }
        Encoder encoder = builder.build(1, sequences);
        ChainLayoutBuilder layouts = new ChainLayoutBuilder(
                states,
                encoder.attributes().size(),
                encoder.transitionAttributes().size(),
                true);
        return LinearScorer.chain(complete ? layouts.complete() : layouts.observed(sequences, gold, 1, null));
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, false, false, 3, 1048576", "2, true, false, false, 5, 100", "3, false, true, false, 2, 100",
        "4, false, false, true, 3, 200", "5, true, true, true, 7, 300", "6, true, true, true, 4, 1",
        "7, false, false, false, 22, 2000", "8, true, true, true, 9, 1048576", "9, true, false, false, 1, 50",
    })
    void scoresAndGradientsAreThoseOfTheScorer(
            long seed, boolean exceptions, boolean values, boolean transitions, int states, int partsPerBlock) {
        for (boolean complete : new boolean[] {false, true}) {
            sequences.clear();
            gold.clear();
            Random random = new Random(seed);
            LinearScorer<Trellis> scorer = draw(random, new Nested(exceptions, values, transitions), states, complete);
            double[] parameters = random.doubles(scorer.parameters(), -1, 1).toArray();
            double[] expected = new double[parameters.length];
            double[] found = new double[parameters.length];
            double[] foundByMore = new double[parameters.length];
            run(scorer, parameters, seed, partsPerBlock, 1, found, expected);
            run(scorer, parameters, seed, partsPerBlock, 3, foundByMore, new double[parameters.length]);
            assertThat(found).as("seed %d, complete %b", seed, complete).containsExactly(expected, within(TOLERANCE));
            assertThat(foundByMore).isEqualTo(found);
        }
    }

    /** Attributes with scales: the pass multiplies weights and sums, the scorer multiplies values. */
    @ParameterizedTest
    @CsvSource({"1, false, 3, 1048576", "2, true, 5, 100", "3, false, 22, 2000"})
    void scalesAreThoseOfTheScorer(long seed, boolean values, int states, int partsPerBlock) {
        for (boolean complete : new boolean[] {false, true}) {
            sequences.clear();
            gold.clear();
            Random random = new Random(seed);
            ParameterLayout drawn = draw(random, new Nested(true, values, true), states, complete)
                    .layout();
            FeatureLists lists = drawn.stateFeatures();
            float[] scales = new float[lists.attributes()];
            for (int a = 0; a < scales.length; a++) {
                scales[a] = (float) Math.sqrt(1 + random.nextInt(4));
            }
            List<FeatureFamily> families = new ArrayList<>(drawn.families());
            families.set(
                    0,
                    families.get(0)
                            .with(new FeatureLists(lists.targetCount(), lists.offsets(), lists.targets(), scales)));
            LinearScorer<Trellis> scorer = LinearScorer.chain(new ParameterLayout(families));
            double[] parameters = random.doubles(scorer.parameters(), -1, 1).toArray();
            double[] expected = new double[parameters.length];
            double[] found = new double[parameters.length];
            run(scorer, parameters, seed, partsPerBlock, 1, found, expected);
            assertThat(found).as("seed %d, complete %b", seed, complete).containsExactly(expected, within(TOLERANCE));
            // By hand: the scores of the scaled scorer are those of the plain one at scaled weights.
            double[] scaled = parameters.clone();
            for (int a = 0; a < scales.length; a++) {
                for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                    scaled[f] *= scales[a];
                }
            }
            LinearScorer<Trellis> plain = LinearScorer.chain(drawn);
            for (EncodedSequence sequence : sequences) {
                Trellis trellis = plain.structure(sequence);
                double[] one = new double[trellis.parts()];
                double[] other = new double[trellis.parts()];
                scorer.score(parameters, sequence, trellis, one);
                plain.score(scaled, sequence, trellis, other);
                assertThat(one).containsExactly(other, within(TOLERANCE));
            }
        }
    }

    private void run(
            LinearScorer<Trellis> scorer,
            double[] parameters,
            long seed,
            int partsPerBlock,
            int threads,
            double[] found,
            double[] expected) {
        Random random = new Random(seed + 1);
        try (Workers workers = new Workers(threads)) {
            LinearPass pass = LinearPass.compile(
                    scorer,
                    sequences,
                    new byte[0],
                    seed % 2 == 1,
                    partsPerBlock,
                    threads == 3 ? new MemorySpool() : null,
                    Kernels.scalar(),
                    workers);
            for (int round = 0; round < 2; round++) { // the second must not see anything of the first
                random.setSeed(seed + 1);
                java.util.Arrays.fill(expected, 0);
                java.util.Arrays.fill(found, Double.NaN);
                pass.begin(parameters, found);
                int seen = 0;
                for (int b = 0; b < pass.blocks(); b++) {
                    LinearPass.Block block = pass.block(b);
                    assertThat(pass.firstSequence(b)).isEqualTo(seen);
                    assertThat(block.first()).isEqualTo(seen);
                    for (int n = 0; n < block.size(); n++) {
                        EncodedSequence sequence = sequences.get(seen++);
                        Trellis trellis = scorer.structure(sequence);
                        double[] scores = new double[trellis.parts()];
                        double[] looked = new double[trellis.parts()];
                        pass.score(block, n, trellis, 0, scores);
                        scorer.score(parameters, sequence, trellis, looked);
                        assertThat(scores).containsExactly(looked, within(TOLERANCE));
                        double[] partGradient =
                                random.doubles(trellis.parts(), -1, 1).toArray();
                        pass.takeGradient(block, n, trellis, partGradient);
                        scorer.backpropagate(sequence, trellis, partGradient, expected);
                    }
                    pass.backpropagate(block, found);
                }
                pass.finish(found);
                assertThat(seen).isEqualTo(sequences.size());
            }
        }
    }

    @Test
    void nestedAttributesShareRows() {
        draw(new Random(5), new Nested(false, false, false), 3, false);
        RowSharing sharing = RowSharing.find(sequences, 10_000, new byte[0]);
        // w, w−1, (w−1, w), (w, w+1), w+1, all, shape: the bigrams are few enough to be rows, the trigrams are not.
        assertThat(sharing.host(2)).isEqualTo(2);
        assertThat(sharing.host(1)).isEqualTo(2);
        assertThat(sharing.host(4)).isEqualTo(3);
        assertThat(sharing.host(5)).isEqualTo(-1);
    }
}
