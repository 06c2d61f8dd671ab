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
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
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
