package org.espalier.labelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** Whoever asks for valid labels in vain is told so, and why. */
class ValidLabelsTest {

    private static Sequence sequence(String... labels) {
        String[] words = new String[labels.length];
        for (int t = 0; t < words.length; t++) {
            words[t] = "w" + t % 2;
        }
        return Sequence.ofWords(words).withLabels(List.of(labels));
    }

    private static List<String> warnings(StructureSpec structure, Sequence... data) {
        List<String> warnings = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onWarning(String message) {
                warnings.add(message);
            }
        };
        TrainingOptions options =
                TrainingOptions.DEFAULTS.withStructure(structure).withThreads(1).withMaxIterations(2);
        new Trainer(FeatureSet.parse("words"), options).withListener(listener).train(List.of(data));
        return warnings;
    }

    @Test
    void aConstraintThatForbidsSomethingIsNotIdle() {
        ValidLabels chain = new ValidLabels(HiddenStates.NONE);
        assertThat(warnings(chain, sequence("O", "B-X", "I-X"), sequence("B-X")))
                .isEmpty();
        assertThat(warnings(HiddenStates.NONE, sequence("N", "V"))).isEmpty();
    }

    @Test
    void labelsWithoutASchemeKeepNoRule() {
        assertThat(warnings(new ValidLabels(HiddenStates.NONE), sequence("N", "V", "N")))
                .containsExactly(
                        "the labels follow no tag scheme:" + " asking for valid labels (--valid-labels) has no effect");
    }

    @Test
    void labelsThatBreakNoRuleNeedNone() {
        assertThat(warnings(new ValidLabels(HiddenStates.NONE), sequence("O", "B-X", "B-Y"), sequence("B-X", "B-Y")))
                .containsExactly("the scheme IOB2 lets these labels follow each other in any order:"
                        + " asking for valid labels (--valid-labels) has no effect");
    }

    @Test
    void segmentsAreValidInAnyCase() {
        assertThat(warnings(new ValidLabels(new SemiMarkov(3)), sequence("O", "B-X", "I-X"), sequence("B-X")))
                .containsExactly("a semi-Markov model gives valid labels in any case:"
                        + " asking for valid labels (--valid-labels) has no effect");
    }
}
