package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Encoder;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** Votes of many weight vectors, against every one of them by itself and all paths. */
class VoteScorerTest {
    private static final int STATES = 3;
    private static final int ATTRIBUTES = 30;

    private static VotedWeights draw(Random random, int parameters, int vectors, int changesPerStep) {
        double[] start = new double[parameters];
        for (int k = 0; k < parameters; k += 2) {
            start[k] = random.nextGaussian();
        }
        int[] survived = new int[vectors];
        int[] begins = new int[vectors];
        int[] places = new int[vectors * changesPerStep];
        double[] changes = new double[places.length];
        int entries = 0;
        for (int v = 0; v < vectors; v++) {
            survived[v] = random.nextInt(4);
            begins[v] = entries;
            int first = random.nextInt(parameters);
            for (int n = 0; n < changesPerStep && v + 1 < vectors; n++) {
                places[entries] = (first + 7 * n) % parameters;
                changes[entries++] = random.nextGaussian();
            }
        }
        survived[vectors - 1] = 2;
        begins[vectors - 1] = entries;
        return VotedWeights.ofSteps(start, survived, begins, places, changes);
    }

    /** Sequences that share attributes, cut them differently, or give them other values. */
    private static List<EncodedSequence> sequences(Random random, Encoder.Builder builder) {
        List<EncodedSequence> sequences = new ArrayList<>();
        List<Attribute> all = new ArrayList<>();
        for (int a = 0; a < ATTRIBUTES; a++) {
            all.add(new Attribute("a" + a, 1));
        }
        sequences.add(
                builder.add(Sequence.of(List.of(Token.ofAttributes(all)), null))); // every attribute, for its number
        for (int n = 0; n < 12; n++) {
            List<Attribute> some = new ArrayList<>();
            for (int k = 0; k < 6; k++) {
                some.add(new Attribute("a" + random.nextInt(ATTRIBUTES), random.nextInt(3) - 0.5));
            }
            List<Attribute> others = new ArrayList<>(some);
            others.set(5, new Attribute(some.get(5).name(), 9));
            sequences.add(add(builder, List.of(some.subList(0, 4), some.subList(4, 6))));
            sequences.add(add(builder, List.of(some.subList(0, 2), some.subList(2, 6))));
            sequences.add(add(builder, List.of(others.subList(0, 2), others.subList(2, 6))));
            sequences.add(add(builder, List.of(some)));
            sequences.add(add(builder, List.of(some)));
        }
        return sequences;
    }

    private static EncodedSequence add(Encoder.Builder builder, List<List<Attribute>> tokens) {
        return builder.add(Sequence.of(tokens.stream().map(Token::ofAttributes).toList(), null));
    }

    private static double[] bruteForce(LinearScorer<Trellis> scorer, VotedWeights votes, EncodedSequence sequence) {
        double[] shares = new double[sequence.length() * STATES];
        Trellis trellis = scorer.structure(sequence);
        int paths = (int) Math.pow(STATES, sequence.length());
        for (int v = 0; v < votes.vectors(); v++) {
            double[] scores = new double[trellis.parts()];
            scorer.scoreShared(votes.vector(v), scores);
            scorer.score(votes.vector(v), sequence, trellis, scores);
            int[] best = new int[0];
            double highest = Double.NEGATIVE_INFINITY;
            for (int number = 0; number < paths; number++) {
                int[] path = new int[sequence.length()];
                for (int t = 0, rest = number; t < path.length; t++, rest /= STATES) {
                    path[t] = rest % STATES;
                }
                double score = trellis.score(scores, path);
                if (score > highest) {
                    highest = score;
                    best = path;
                }
            }
            for (int t = 0; t < best.length; t++) {
                shares[t * STATES + best[t]] += votes.survived(v) / (double) votes.total();
            }
        }
        return shares;
    }

    /** The attributes of the data; and where a token has a column, that column is the value of an attribute of the step before it. */
    private static final class WithSteps implements AttributeExtractor {
        private final GivenAttributes given = new GivenAttributes();

        @Override
        public void extract(Sequence sequence, int t, AttributeSink sink) {
            given.extract(sequence, t, sink);
            List<String> columns = sequence.tokens().get(t).columns();
            if (t > 0 && !columns.isEmpty()) {
                double value = Double.parseDouble(columns.get(0));
                sink.transition("t" + (int) value, value);
                sink.transition("step", 1);
            }
        }

        @Override
        public boolean sharedTransitions() {
            return true;
        }

        @Override
        public FeatureDefinition definition() {
            return new FeatureDefinition("steps", "", Map.of());
        }
    }

    /** Sequences that differ in their steps only: in the attributes there, in their values, in which step has them. */
    @Test
    void stepsWithAttributesOfTheirOwn() {
        Random random = new Random(11);
        Encoder.Builder builder = new Encoder.Builder(new WithSteps(), false);
        List<EncodedSequence> sequences = new ArrayList<>();
        List<Attribute> same = List.of(Attribute.of("a"), new Attribute("b", 0.5));
        for (String[] columns : new String[][] {
            {"1", "1.5", "2"},
            {"1", "1.5", "2.5"},
            {"1", "1.25", "2.5"},
            {"1", "", "2.5"},
            {"1", "2.5", ""},
            {"1", "", ""},
            {"1", "1.5"},
            {"1"},
            {"1", "1.5", "2"}
        }) {
            List<Token> tokens = new ArrayList<>();
            for (String column : columns) {
                tokens.add(new Token(column.isEmpty() ? List.of() : List.of(column), same));
            }
            sequences.add(builder.add(Sequence.of(tokens, null)));
        }
        Encoder encoder = builder.build(1, sequences);
        for (boolean shared : new boolean[] {false, true}) {
            int steps = encoder.transitionAttributes().size();
            assertThat(steps).isEqualTo(3);
            LinearScorer<Trellis> scorer = LinearScorer.chain(
                    new ChainLayoutBuilder(STATES, encoder.attributes().size(), steps, shared).complete());
            for (int repeat = 0; repeat < 4; repeat++) {
                compare(scorer, draw(random, scorer.layout().parameters(), 30, 5), sequences, 1);
            }
        }
    }

    private static void check(boolean chain, int vectors, int step) {
        Random random = new Random(vectors);
        Encoder.Builder builder = new Encoder.Builder(new GivenAttributes(), false);
        List<EncodedSequence> sequences = sequences(random, builder);
        Encoder encoder = builder.build(1, sequences);
        LinearScorer<Trellis> scorer = LinearScorer.chain(
                new ChainLayoutBuilder(STATES, encoder.attributes().size(), 0, chain).complete());
        VotedWeights votes = draw(random, scorer.layout().parameters(), vectors, 5);
        compare(scorer, votes, sequences, step);
    }

    private static void compare(
            LinearScorer<Trellis> scorer, VotedWeights votes, List<EncodedSequence> sequences, int step) {
        VoteScorer voting = new VoteScorer(scorer, votes); // one for all, as a tagger has it
        for (int n = 0; n < sequences.size(); n += step) {
            EncodedSequence sequence = sequences.get(n);
            Trellis trellis = voting.trellis(sequence);
            double[] scores = new double[trellis.parts()];
            voting.score(sequence, trellis, scores);
            double[] expected = bruteForce(scorer, votes, sequence);
            for (int k = 0; k < expected.length; k++) {
                assertThat(Math.exp(scores[trellis.stateOffset(0) + k]))
                        .as("sequence %d, %d", n, k)
                        .isCloseTo(expected[k], within(1e-12));
            }
        }
    }

    @Test
    void sharesOfTheVotesAreThoseOfEveryVectorByItself() {
        check(true, 40, 1);
        check(false, 40, 1);
    }

    /** More vectors than are looked at in one block. */
    @Test
    void votesOfManyVectors() {
        check(false, 6000, 25);
    }

    @Test
    void whatIsNoVoteIsRefused() {
        int[] offsets = {0, 2, 2};
        int[] steps = {0, 1};
        double[] changes = {1, 2};
        VotedWeights good = VotedWeights.of(new int[] {1, 3}, offsets, steps, changes);
        assertThat(good.total()).isEqualTo(4);
        assertThat(good.places()).containsExactly(0);
        assertThat(good.vector(0)).containsExactly(1, 0);
        assertThat(good.vector(1)).containsExactly(3, 0);
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, -1}, offsets, steps, changes))
                .hasMessageContaining("-1 votes");
        assertThatThrownBy(() -> VotedWeights.of(new int[2], offsets, steps, changes))
                .hasMessageContaining("no weight vector has a vote");
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, 3}, offsets, steps, new double[3]))
                .hasMessageContaining("2 steps, 3 changes");
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, 3}, new int[] {1, 2, 2}, steps, changes))
                .hasMessageContaining("2 steps");
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, 3}, new int[] {0, 2, 3}, steps, changes))
                .hasMessageContaining("3 entries");
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, 3}, offsets, new int[] {1, 1}, changes))
                .hasMessageContaining("in step 1 of 1");
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, 3}, offsets, new int[] {0, 2}, changes))
                .hasMessageContaining("in step 2 of 1");
        double huge = Double.MAX_VALUE;
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, 3}, offsets, steps, new double[] {huge, huge}))
                .hasMessageContaining("becomes Infinity");
    }

    @Test
    void equalVotesAreEqual() {
        VotedWeights one = VotedWeights.of(new int[] {1, 3}, new int[] {0, 1}, new int[] {1}, new double[] {2});
        VotedWeights same = VotedWeights.of(new int[] {1, 3}, new int[] {0, 1}, new int[] {1}, new double[] {2});
        assertThat(same).isEqualTo(one).hasSameHashCodeAs(one);
        assertThat(VotedWeights.of(new int[] {1, 2}, new int[] {0, 1}, new int[] {1}, new double[] {2}))
                .isNotEqualTo(one);
        assertThat(VotedWeights.of(new int[] {1, 3}, new int[] {0, 1}, new int[] {0}, new double[] {2}))
                .isNotEqualTo(one);
        assertThat(VotedWeights.of(new int[] {1, 3}, new int[] {0, 1}, new int[] {1}, new double[] {3}))
                .isNotEqualTo(one);
        assertThat(VotedWeights.of(new int[] {1, 3}, new int[] {0, 1, 1}, new int[] {1}, new double[] {2}))
                .isNotEqualTo(one);
    }

    @Test
    void aLayoutWithoutAStateHasTheOtherFeatures() {
        ParameterLayout full = new ChainLayoutBuilder(STATES, 2, 0, true).complete();
        ParameterLayout without = full.withoutState(1);
        FeatureLists lists = without.stateFeatures();
        assertThat(lists.offsets()).containsExactly(0, 2, 4);
        assertThat(lists.targets()).containsExactly(0, 2, 0, 2);
        assertThat(without.parameters()).isEqualTo(full.parameters() - 2);
        assertThat(without.sharedCount()).isEqualTo(9);
        assertThat(lists.find(1, 2)).isEqualTo(3);
        assertThat(lists.find(1, 1)).isEqualTo(-1);
        assertThat(full.stateFeatures().find(1, 1)).isEqualTo(4);
        assertThat(full.stateFeatures().isComplete()).isTrue();
        assertThat(lists.isComplete()).isFalse();
        assertThat(new ChainLayoutBuilder(STATES, 0, 0, true)
                        .complete()
                        .stateFeatures()
                        .isComplete())
                .isFalse();
    }

    @Test
    void layoutsThatDoNotFitAreRefused() {
        FeatureLists none = new FeatureLists(2, new int[1], new int[0]);
        assertThatThrownBy(() -> new ParameterLayout(2, none, new int[3], none))
                .hasMessageContaining("3 pairs for 2 states");
        assertThatThrownBy(() -> FeatureLists.complete(1_000_000, 3000)).hasMessageContaining("more weights than fit");
        FeatureLists half = new FeatureLists(2, new int[] {0, 1 << 30}, new int[0]);
        int[] shared = {-1, -1, -1, -1};
        assertThatThrownBy(() -> new ParameterLayout(2, half, shared, half)).hasMessageContaining("more than fit");
        assertThat(new ParameterLayout(2, half, shared, none).parameters()).isEqualTo(1 << 30);
    }
}
