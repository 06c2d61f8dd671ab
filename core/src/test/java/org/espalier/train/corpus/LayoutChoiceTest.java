package org.espalier.train.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.template.Template;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.FeatureSelection;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** Which pairs get a weight, listed by hand for three words and three labels. */
class LayoutChoiceTest {
    private static final Template STATES = Template.parse("U0:%x[0,0]", "template");
    private static final Template CHAIN = Template.parse("U0:%x[0,0]\nB", "template");
    private static final Template STEPS = Template.parse("U0:%x[0,0]\nB1:%x[0,0]", "template");

    private static final FeatureSelection OBSERVED = FeatureSelection.OBSERVED;

    private static Sequence sequence(String words, String labels) {
        return Sequence.of(
                List.of(words.split(" ")).stream().map(Token::ofColumns).toList(), List.of(labels.split(" ")));
    }

    /** a–P twice, b–Q, c–R; P→Q twice, Q→P, P→R. */
    private static List<Sequence> data() {
        return List.of(sequence("a b", "P Q"), sequence("a b a c", "P Q P R"));
    }

    private static TrainingData collect(Template template, List<Sequence> sequences, Model initial) {
        Iterator<Sequence> iterator = sequences.iterator();
        return Collector.collect(
                () -> iterator.hasNext() ? iterator.next() : null,
                template,
                TrainingOptions.DEFAULTS.withThreads(1),
                initial,
                ChunkStore.in(null));
    }

    private static ParameterLayout layout(Template template, FeatureSelection selection) {
        TrainingData data = collect(template, data(), null);
        return LayoutChoice.of(data, selection, ChainLabels.plain(3), null);
    }

    /** The pairs of a family as attribute:target. */
    private static TreeSet<String> pairs(ParameterLayout layout, String family) {
        FeatureLists lists = layout.lists(layout.indexOf(family));
        TreeSet<String> pairs = new TreeSet<>();
        for (int a = 0; a < lists.attributes(); a++) {
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                pairs.add(a + ":" + lists.target(a, f));
            }
        }
        return pairs;
    }

    @Test
    void pairsThatOccurHaveWeights() {
        ParameterLayout layout = layout(CHAIN, OBSERVED);
        assertThat(pairs(layout, "state")).containsExactly("0:0", "1:1", "2:2");
        assertThat(pairs(layout, "transition")).as("P→Q, P→R, Q→P").containsExactly("0:1", "0:2", "0:3");
        assertThat(pairs(layout, "observed-transition")).isEmpty();
        assertThat(pairs(layout(CHAIN, OBSERVED.withMinFeatureCount(2)), "state"))
                .as("often enough")
                .containsExactly("0:0", "1:1");
    }

    @Test
    void attributesOfStepsHaveTargetsOfTheirOwn() {
        ParameterLayout layout = layout(STEPS, OBSERVED);
        assertThat(pairs(layout, "state")).containsExactly("0:0", "1:1", "2:2");
        assertThat(pairs(layout, "transition")).isEmpty();
        // attributes of steps are numbered for themselves: those of b, a and c, if the first token has none
        assertThat(layout.transitionFeatures().features()).isEqualTo(3);
        assertThat(layout.transitionFeatures().targetCount()).isEqualTo(9);
    }

    @Test
    void allPairsHaveWeightsOnRequest() {
        ParameterLayout all = layout(CHAIN, OBSERVED.withAllFeatures(true));
        assertThat(pairs(all, "state")).hasSize(9);
        assertThat(pairs(all, "transition")).hasSize(9);
        ParameterLayout states = layout(CHAIN, OBSERVED.withAllStates(true));
        assertThat(pairs(states, "state")).hasSize(9);
        assertThat(pairs(states, "transition")).hasSize(3);
    }

    @Test
    void withoutTransitionsThereAreStatesOnly() {
        for (boolean all : new boolean[] {false, true}) {
            FeatureSelection selection = OBSERVED.withAllFeatures(all);
            assertThat(pairs(layout(STATES, selection), "transition"))
                    .as("the template asks for none")
                    .isEmpty();
            assertThat(pairs(layout(CHAIN, selection.withTransitions(false)), "transition"))
                    .as("the options ask for none")
                    .isEmpty();
            assertThat(pairs(layout(CHAIN, selection.withTransitions(false)), "state"))
                    .isEqualTo(pairs(layout(CHAIN, selection), "state"));
        }
        assertThatThrownBy(() -> layout(STEPS, OBSERVED.withTransitions(false)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the features look at pairs of labels");
    }

    @Test
    void theReferenceLabelHasNoWeights() {
        assertThat(pairs(layout(CHAIN, OBSERVED.withReferenceLabel("P")), "state"))
                .containsExactly("0:1", "0:2", "1:1", "1:2", "2:1", "2:2");
        assertThat(pairs(layout(CHAIN, OBSERVED.withReferenceLabel("R")), "state"))
                .containsExactly("0:0", "0:1", "1:0", "1:1", "2:0", "2:1");
    }

    @Test
    void pairsOfAnInitialModelStay() {
        Model initial = new Trainer(
                        CHAIN, TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(2))
                .train(List.of(sequence("a c", "Q S")));
        TrainingData data = collect(CHAIN, List.of(sequence("a b", "P R")), initial);
        ParameterLayout layout = LayoutChoice.of(data, OBSERVED, ChainLabels.plain(4), initial);
        // attributes a, c, b
        assertThat(data.labels().names()).containsExactly("Q", "S", "P", "R");
        assertThat(pairs(layout, "state")).containsExactly("0:0", "0:2", "1:1", "2:3");
        assertThat(pairs(layout, "transition")).as("Q→S, P→R").containsExactly("0:1", "0:11");
    }
}
