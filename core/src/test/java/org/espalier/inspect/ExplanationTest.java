package org.espalier.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** Contributions against an enumeration of all labellings, and against the weights that other rooms know. */
class ExplanationTest {
    private static final List<String> LABELS = List.of("O", "B-X", "I-X");

    private static Model random(String template, long seed) {
        Encoder.Builder builder = new Encoder.Builder(Template.parse(template, "t"), true);
        List<EncodedSequence> sequences =
                new ArrayList<>(List.of(builder.add(Sequence.ofWords("a", "b", "c", "a", "c", "b"))));
        Encoder encoder = builder.build(1, sequences);
        ParameterLayout layout = new ChainLayoutBuilder(
                        3,
                        encoder.attributes().size(),
                        encoder.transitionAttributes().size(),
                        encoder.extractor().sharedTransitions())
                .complete();
        double[] weights = new Random(seed).doubles(layout.parameters(), -2, 2).toArray();
        return new Model(Labels.of(LABELS), encoder, layout, weights, 1, Map.of());
    }

    @Test
    void contributionsAddUpToTheMarginOverTheBestLabellingWithAnotherLabelThere() {
        for (String template :
                List.of("U0:%x[0,0]\nU1:%x[-1,0]\nB", "U0:%x[0,0]\nB1:%x[0,0]\nB", "U0:%x[0,0]\nB1:%x[-1,0]")) {
            for (long seed = 0; seed < 40; seed++) {
                for (boolean valid : new boolean[] {false, true}) {
                    Model model = random(template, seed);
                    Tagger tagger = (valid ? model.withValidLabels() : model).tagger();
                    check(tagger, Sequence.ofWords("b", "unknown", "a", "c"));
                }
            }
        }
    }

    private static void check(Tagger tagger, Sequence sequence) {
        List<Labelling> all = tagger.tag(sequence).nBest(81);
        for (int t = 0; t < sequence.length(); t++) {
            int token = t;
            Labelling best = all.get(0);
            Labelling rival = all.stream()
                    .filter(other ->
                            !other.labels().get(token).equals(best.labels().get(token)))
                    .findFirst()
                    .orElseThrow();
            Explanation explanation = Explanation.of(tagger, sequence, t);
            assertThat(explanation.labels()).isEqualTo(best.labels());
            assertThat(explanation.rivals()).isEqualTo(rival.labels());
            assertThat(explanation.margin()).isCloseTo(best.score() - rival.score(), within(1e-12));
            assertThat(explanation.sum()).isCloseTo(explanation.margin(), within(1e-9));
            assertThat(explanation.contributions())
                    .allSatisfy(one -> assertThat(one.amount()).isNotZero());
        }
    }

    @Test
    void aSpanIsExplainedOverTheBestLabellingWithoutIt() {
        for (long seed = 0; seed < 60; seed++) {
            Tagger tagger = random("U0:%x[0,0]\nB1:%x[0,0]\nB", seed).tagger();
            Sequence sequence = Sequence.ofWords("b", "unknown", "a", "c");
            List<Labelling> all = tagger.tag(sequence).nBest(81);
            for (Span span : tagger.tag(sequence).spans()) {
                Labelling rival = all.stream()
                        .filter(other -> !tagger.scheme().decode(other.labels()).contains(span))
                        .findFirst()
                        .orElseThrow();
                Explanation explanation = Explanation.ofSpan(tagger, sequence, span);
                assertThat(explanation.rivals()).isEqualTo(rival.labels());
                assertThat(explanation.margin()).isCloseTo(all.get(0).score() - rival.score(), within(1e-9));
                assertThat(explanation.sum()).isCloseTo(explanation.margin(), within(1e-9));
            }
        }
    }

    /** Nothing before the last attribute changes the answer, and without all of them another one is best. */
    @Test
    void aFlipChangesTheAnswerAndNoShorterOneOfItsKindDoes() {
        int flips = 0;
        for (long seed = 0; seed < 60; seed++) {
            Tagger tagger =
                    random("U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[1,0]\nB", seed).tagger();
            Sequence sequence = Sequence.ofWords("b", "a", "c");
            Explanation explanation = Explanation.of(tagger, sequence, 1);
            String label = explanation.labels().get(1);
            Flip flip = Flip.of(
                    tagger, sequence, explanation, labels -> labels.get(1).equals(label));
            if (flip == null) {
                continue;
            }
            flips++;
            assertThat(flip.labels().get(1)).isNotEqualTo(label);
            for (int n = 0; n <= flip.attributes().size(); n++) {
                assertThat(bestWithout(tagger, sequence, flip.attributes().subList(0, n), label))
                        .isEqualTo(n < flip.attributes().size());
            }
        }
        assertThat(flips).isGreaterThan(20);
    }

    /** Whether the label of the middle token stays, by adding up weights over all 27 labellings. */
    private static boolean bestWithout(Tagger tagger, Sequence sequence, List<String> gone, String label) {
        double kept = Double.NEGATIVE_INFINITY;
        double other = Double.NEGATIVE_INFINITY;
        Tagging tagging = tagger.tag(sequence);
        for (Labelling labelling : tagging.nBest(27)) {
            double[] score = {labelling.score()};
            for (int t = 0; t < 3; t++) {
                List<String> names = List.of(
                        "U0:" + word(t, 0),
                        "U1:" + word(t, -1),
                        "U2:" + word(t, 1),
                        t == 0 ? "__BEGIN__" : t == 2 ? "__END__" : "");
                String own = labelling.labels().get(t);
                Inspection.of(tagger.model()).forEachFeature(feature -> {
                    if (gone.contains(feature.attribute())
                            && names.contains(feature.attribute())
                            && feature.label().equals(own)) {
                        score[0] -= feature.weight();
                    }
                });
            }
            if (labelling.labels().get(1).equals(label)) {
                kept = Math.max(kept, score[0]);
            } else {
                other = Math.max(other, score[0]);
            }
        }
        return kept >= other;
    }

    private static String word(int t, int offset) {
        return List.of("_B-1", "b", "a", "c", "_B+1").get(t + offset + 1);
    }

    @Test
    void twoModelsDifferByTheirWeights() {
        int different = 0;
        for (long seed = 0; seed < 40; seed++) {
            Tagger first = random("U0:%x[0,0]\nB1:%x[0,0]\nB", seed).tagger();
            Tagger second = random("U0:%x[0,0]\nU1:%x[-1,0]\nB", seed + 1000).tagger();
            Sequence sequence = Sequence.ofWords("b", "a", "c");
            List<String> labels = first.tag(sequence).labels();
            List<String> others = second.tag(sequence).labels();
            if (labels.equals(others)) {
                assertThatThrownBy(() -> ModelDifference.of(first, second, sequence))
                        .hasMessageContaining("nothing to explain");
                continue;
            }
            different++;
            ModelDifference difference = ModelDifference.of(first, second, sequence);
            Tagging one = first.tag(sequence);
            Tagging two = second.tag(sequence);
            assertThat(difference.labels()).isEqualTo(labels);
            assertThat(difference.others()).isEqualTo(others);
            assertThat(difference.firstMargin())
                    .isPositive()
                    .isCloseTo(one.logProbability(labels) - one.logProbability(others), within(1e-9));
            assertThat(difference.secondMargin())
                    .isPositive()
                    .isCloseTo(two.logProbability(others) - two.logProbability(labels), within(1e-9));
            assertThat(difference.sum()).isCloseTo(difference.firstMargin() + difference.secondMargin(), within(1e-9));
        }
        assertThat(different).isGreaterThan(20);
    }

    /** One token: the terms are the differences of the weights that {@link Inspection} lists. */
    @Test
    void theTermsOfASingleTokenAreDifferencesOfItsWeights() {
        Model model = random("U0:%x[0,0]\nB", 7);
        Explanation explanation = Explanation.of(model.tagger(), Sequence.ofWords("a"), 0);
        for (Contribution one : explanation.contributions()) {
            double[] weight = new double[2];
            Inspection.of(model).forEachFeature(feature -> {
                if (feature.attribute().equals(one.attribute())) {
                    weight[0] += feature.label().equals(one.label()) ? feature.weight() : 0;
                    weight[1] += feature.label().equals(one.rival()) ? feature.weight() : 0;
                }
            });
            assertThat(one.isTransition()).isFalse();
            assertThat(one.amount()).isEqualTo(weight[0] - weight[1]);
        }
        assertThat(explanation.contributions())
                .extracting(Contribution::attribute)
                .contains("U0:a");
    }

    @Test
    void whatHasNoSuchSumIsRefused() {
        Model plain = random("U0:%x[0,0]\nB", 7);
        assertThatThrownBy(() -> Explanation.of(plain.tagger(), Sequence.ofWords("a"), 1))
                .hasMessageContaining("token 1 of a sequence of 1");
        Model hidden = new Trainer(
                        Template.parse("U0:%x[0,0]\nB", "t"),
                        TrainingOptions.DEFAULTS.withStructure(new HiddenStates(2)))
                .train(List.of(Sequence.ofWords("a", "b").withLabels(List.of("O", "B-X"))));
        assertThatThrownBy(() -> Explanation.of(hidden.tagger(), Sequence.ofWords("a"), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contributions are told for chains");
    }
}
