package org.espalier.labelling.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.labelling.Gold;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** Numbers, names and scores of pairs of labels. */
class PairLabelsTest {

    @Test
    void everyPairHasTheNextNumber() {
        for (int labels : new int[] {2, 3, 7, 400}) {
            PairLabels pairs = PairLabels.of(labels);
            int next = 0;
            int[][] ofLabels = new int[labels][labels - 1];
            int[] counts = new int[labels];
            for (int i = 0; i < labels; i++) {
                for (int j = i + 1; j < labels; j++) {
                    assertThat(pairs.pair(i, j)).isEqualTo(next);
                    ofLabels[i][counts[i]++] = next;
                    ofLabels[j][counts[j]++] = next++;
                }
            }
            assertThat(pairs.pairs()).isEqualTo(next);
            for (int label = 0; label < labels; label++) {
                assertThat(pairs.pairsOf(label)).isEqualTo(ofLabels[label]);
            }
        }
    }

    /** As many labels as a model file may have: their structure and scorer take no memory for 800 million pairs. */
    @Test
    void manyLabelsCostNothingBeforeTheyAreScored() {
        PairLabels pairs = PairLabels.of(40_000);
        assertThat(pairs.pair(39_998, 39_999)).isEqualTo(799_979_999);
        ParameterLayout layout =
                pairs.layout(new FeatureLists(pairs.pairs(), new int[] {0, 1}, new int[] {799_979_999}));
        assertThat(pairs.scorer(layout).parameters()).isEqualTo(1);
    }

    @Test
    void aPairIsNamedAfterItsLabels() {
        List<String> names = PairLabels.of(3).targetNames(0, Labels.of(List.of("B-X", "I-X", "O")));
        assertThat(names).containsExactly("B-X against I-X", "B-X against O", "I-X against O");
    }

    @Test
    void pairsThatAreNoneAreRefused() {
        assertThatThrownBy(() -> PairLabels.of(1)).hasMessageContaining("pairs of 1 labels");
        for (int[] pair : new int[][] {{1, 1}, {1, 0}, {-1, 0}, {0, 3}}) {
            assertThatThrownBy(() -> PairLabels.of(3).pair(pair[0], pair[1]))
                    .hasMessageContaining("smaller label first");
        }
    }

    /** The linear scores of a token are those of its pairs, added up from its own attributes. */
    @Test
    void theScorerAddsUpTheWeightsOfPairs() {
        Random random = new Random(4);
        Encoder.Builder builder = new Encoder.Builder(Template.parse("U0:%x[0,0]\nU1:%x[-1,0]", "t"), false);
        List<EncodedSequence> encoded = new ArrayList<>();
        encoded.add(builder.add(Sequence.ofWords("a", "b", "a", "c")));
        int attributes = builder.build(1, encoded).attributes().size();
        PairLabels pairs = PairLabels.of(4);
        ParameterLayout layout = pairs.layout(FeatureLists.complete(attributes, 6));
        double[] weights = random.doubles(layout.parameters(), -1, 1).toArray();
        LinearScorer<Trellis> scorer = pairs.scorer(layout);
        EncodedSequence sequence = encoded.get(0);
        Trellis trellis = scorer.structure(sequence);
        double[] scores = new double[trellis.parts()];
        scorer.score(weights, sequence, trellis, scores);

        assertThat(trellis.sharedParts()).isZero();
        assertThat(trellis.parts()).isEqualTo(4 * 6);
        for (int t = 0; t < 4; t++) {
            double[] expected = new double[6];
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                int first = 6 * sequence.attribute(k);
                Arrays.setAll(expected, pair -> expected[pair] + weights[first + pair]);
            }
            assertThat(Arrays.copyOfRange(scores, trellis.stateOffset(t), trellis.stateOffset(t) + 6))
                    .isEqualTo(expected);
        }
    }

    @Test
    void itIsNormalisedByVotesAndCouplingOnly() {
        for (Normalisation normalisation : Normalisation.values()) {
            assertThat(PairLabels.of(3).isNormalisedBy(normalisation)).isEqualTo(normalisation.isPairwise());
            assertThat(ChainLabels.plain(3).isNormalisedBy(normalisation)).isEqualTo(!normalisation.isPairwise());
        }
    }

    @Test
    void itIsNotTrainedAsAWhole() {
        PairLabels pairs = PairLabels.read(Map.of(), Labels.of(List.of("a", "b")), TagScheme.NONE);
        assertThatThrownBy(() -> pairs.supervision(Gold.of(AllowedStates.path(0)), Trellis.chain(1, 1)))
                .hasMessageContaining("one by one");
        assertThatThrownBy(() -> pairs.retargeting(pairs)).hasMessageContaining("one by one");
        assertThatThrownBy(() -> ChainLabels.plain(2).retargeting(pairs)).hasMessageContaining("it has pairs");
        assertThatThrownBy(() -> pairs.constrained(StepConstraint.ofScheme(TagScheme.IOB2, List.of("B-X", "O"))))
                .hasMessageContaining("classified by itself");
    }
}
