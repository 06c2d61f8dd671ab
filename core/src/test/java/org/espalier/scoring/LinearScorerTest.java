package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scores are the weights of the features that fire, added up; back-propagation is the transpose of scoring. */
class LinearScorerTest {
    private final List<EncodedSequence> sequences = new ArrayList<>();
    private final List<AllowedStates> gold = new ArrayList<>();

    /** With transition attributes (from a template), or with real values (given). */
    private Encoder draw(Random random, int states, boolean given) {
        Encoder.Builder builder = given
                ? new Encoder.Builder(new GivenAttributes(), false)
                : new Encoder.Builder(Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB0:%x[0,0]\nB", "t"), false);
        for (int n = 0; n < 6; n++) {
            int length = 1 + random.nextInt(4);
            List<Token> tokens = new ArrayList<>();
            String[] words = new String[length];
            for (int t = 0; t < length; t++) {
                words[t] = "w" + random.nextInt(5);
                tokens.add(Token.ofAttributes(List.of(
                        new Attribute("a" + random.nextInt(4), random.nextGaussian()), new Attribute("b", 0.5))));
            }
            sequences.add(builder.add(given ? Sequence.of(tokens, null) : Sequence.ofWords(words)));
            gold.add(AllowedStates.path(random.ints(length, 0, states).toArray()));
        }
        return builder.build(1, sequences);
    }

    private ParameterLayout layout(Encoder encoder, int states, boolean complete) {
        ChainLayoutBuilder builder = new ChainLayoutBuilder(
                states,
                encoder.attributes().size(),
                encoder.transitionAttributes().size(),
                true);
        return complete ? builder.complete() : builder.observed(sequences, gold, 1, null);
    }

    private static double weight(double[] weights, int begin, int feature) {
        return feature < 0 ? 0 : weights[begin + feature];
    }

    /** Σ over positions and steps of the weights of what fires, looked up one by one. */
    private static double score(ParameterLayout layout, double[] weights, EncodedSequence sequence, int[] path) {
        double sum = 0;
        for (int t = 0; t < path.length; t++) {
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                int feature = layout.stateFeatures().find(sequence.attribute(k), path[t]);
                sum += sequence.value(k) * weight(weights, 0, feature);
            }
            if (t > 0) {
                int arc = path[t - 1] * layout.states() + path[t];
                sum += weight(weights, layout.sharedBegin(), layout.sharedFeatures()[arc]);
                for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                    int feature = layout.transitionFeatures().find(sequence.transitionAttribute(k), arc);
                    sum += sequence.transitionValue(k) * weight(weights, layout.transitionBegin(), feature);
                }
            }
        }
        return sum;
    }

    private static double[] scores(LinearScorer<Trellis> scorer, double[] weights, EncodedSequence sequence) {
        Trellis trellis = scorer.structure(sequence);
        double[] scores = new double[trellis.parts()];
        Arrays.fill(scores, 9); // what stood there before
        scorer.scoreShared(weights, scores);
        scorer.score(weights, sequence, trellis, scores);
        return scores;
    }

    /** 130 states do not fit into a byte. */
    @ParameterizedTest
    @CsvSource({
        "3, false, false, false",
        "3, false, true, false",
        "3, true, false, false",
        "3, true, true, false",
        "3, false, false, true",
        "3, true, false, true",
        "130, false, false, false",
        "130, true, false, true"
    })
    void scoresAddUpAndBackpropagationIsTheTranspose(int states, boolean given, boolean complete, boolean sparse) {
        Random random = new Random(states);
        ParameterLayout layout = layout(draw(random, states, given), states, complete);
        LinearScorer<Trellis> scorer = LinearScorer.chain(layout, sparse);
        double[] weights = random.doubles(layout.parameters(), -1, 1).toArray();
        for (int n = 0; n < sequences.size(); n++) {
            EncodedSequence sequence = sequences.get(n);
            Trellis trellis = scorer.structure(sequence);
            double[] scores = scores(scorer, weights, sequence);
            for (int trial = 0; trial < 20; trial++) {
                int[] path = trial == 0
                        ? gold.get(n).onlyPath()
                        : random.ints(sequence.length(), 0, states).toArray();
                assertThat(trellis.score(scores, path))
                        .isCloseTo(score(layout, weights, sequence, path), within(1e-12));
            }
            checkTranspose(scorer, sequence, random);
        }
    }

    /** (Aᵀr)ₖ = r·(A eₖ) for every weight k, all at once, in shares, and into a sparse vector. */
    private static void checkTranspose(LinearScorer<Trellis> scorer, EncodedSequence sequence, Random random) {
        Trellis trellis = scorer.structure(sequence);
        double[] parts = random.doubles(trellis.parts(), -1, 1).toArray();
        int row = trellis.stateOffset(random.nextInt(sequence.length()));
        Arrays.fill(parts, row, row + trellis.states(), 0.0); // as where two paths agree
        int n = scorer.parameters();
        double[] all = new double[n];
        scorer.backpropagateShared(parts, all);
        scorer.backpropagate(sequence, trellis, parts, all);
        double[] shared = new double[n];
        scorer.backpropagateShared(parts, shared);
        double[] inShares = shared.clone();
        int[] touched = new int[n];
        for (int share = 0; share < 4; share++) {
            double[] own = new double[n];
            scorer.backpropagate(sequence, trellis, parts, own, share, 4);
            for (int k = 0; k < n; k++) {
                inShares[k] += own[k];
                touched[k] += own[k] == 0 ? 0 : 1;
            }
        }
        SparseVector sparse = new SparseVector(n);
        scorer.backpropagate(sequence, trellis, parts, sparse);
        for (int k = 0; k < n; k++) {
            double[] unit = new double[n];
            unit[k] = 1;
            double[] scores = scores(scorer, unit, sequence);
            double expected = 0;
            for (int part = 0; part < parts.length; part++) {
                expected += parts[part] * scores[part];
            }
            assertThat(all[k]).as("weight %d", k).isCloseTo(expected, within(1e-12));
            assertThat(inShares[k]).as("weight %d in shares", k).isCloseTo(expected, within(1e-12));
            assertThat(sparse.value(k)).as("weight %d, sparse", k).isCloseTo(expected, within(1e-12));
            assertThat(touched[k]).as("shares of weight %d", k).isLessThanOrEqualTo(1);
        }
    }

    /** Sparse from 64 states on, where at most one pair in eight has a weight. */
    @Test
    void transitionsAreSparseWhereFewOfManyPairsHaveAWeight() {
        for (int states : new int[] {63, 64}) {
            for (int pairs : new int[] {states * states / 8, states * states / 8 + 1}) {
                int[] shared = new int[states * states];
                Arrays.setAll(shared, arc -> arc < pairs ? arc : -1);
                FeatureLists none = FeatureLists.complete(0, states);
                FeatureLists noSteps = FeatureLists.complete(0, states * states);
                Trellis trellis = LinearScorer.chain(new ParameterLayout(states, none, shared, noSteps))
                        .structure(new Encoder.Builder(new GivenAttributes(), false).add(Sequence.of(List.of(), null)));
                boolean sparse = states == 64 && 8 * pairs <= states * states;
                assertThat(trellis.sharedParts()).isEqualTo(sparse ? pairs : states * states);
            }
        }
    }

    /** A pair i·S + j of the older layout is i·S′ + j in the newer one; attributes keep their numbers. */
    @Test
    void featuresOfAnOlderLayoutAreKept() {
        Random random = new Random(8);
        Encoder encoder = draw(random, 2, false);
        ParameterLayout older = layout(encoder, 2, false);
        ChainLayoutBuilder builder = new ChainLayoutBuilder(
                4, encoder.attributes().size(), encoder.transitionAttributes().size(), true);
        ParameterLayout newer = builder.observed(List.of(), List.of(), 3, older);
        assertThat(newer.parameters()).isEqualTo(older.parameters());
        for (int a = 0; a < encoder.attributes().size(); a++) {
            for (int s = 0; s < 4; s++) {
                boolean kept = s < 2 && older.stateFeatures().find(a, s) >= 0;
                assertThat(newer.stateFeatures().find(a, s) >= 0).isEqualTo(kept);
            }
        }
        for (int a = 0; a < encoder.transitionAttributes().size(); a++) {
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    boolean kept = i < 2 && j < 2 && older.transitionFeatures().find(a, i * 2 + j) >= 0;
                    assertThat(newer.transitionFeatures().find(a, i * 4 + j) >= 0)
                            .isEqualTo(kept);
                }
            }
        }
    }
}
