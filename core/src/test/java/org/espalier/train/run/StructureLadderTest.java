package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.optimize.Penalty;
import org.espalier.train.Recorder;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rungs that tie the structures together: what is a chain in disguise has the optimum of the chain. */
class StructureLadderTest {
    private static final Template TEMPLATE = StructureCase.TEMPLATE;
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS
            .withPenalty(Penalty.l2(0.5))
            .withThreads(1)
            .withTolerance(0)
            .withGradientTolerance(1e-6)
            .withMaxIterations(5_000);

    /** A model and the objective of its weights. */
    private record Optimum(Model model, double objective) {}

    private static Optimum optimum(AttributeExtractor features, TrainingOptions options, List<Sequence> data) {
        Recorder recorder = new Recorder();
        Model model = new Trainer(features, options).withListener(recorder).train(data);
        return new Optimum(model, recorder.report().objective());
    }

    private static Optimum optimum(AttributeExtractor features, StructureSpec spec, List<Sequence> data) {
        return optimum(features, OPTIONS.withStructure(spec), data);
    }

    private static void requireSameAnswers(Model expected, Model found, List<Sequence> data) {
        assertThat(found.labels().names()).isEqualTo(expected.labels().names());
        for (Sequence sequence : data) {
            Tagging one = expected.tagger().tag(sequence);
            Tagging other = found.tagger().tag(sequence);
            assertThat(other.logProbability(sequence.labels()))
                    .isCloseTo(one.logProbability(sequence.labels()), within(1e-4));
            double[][] marginals = other.marginals();
            for (int t = 0; t < marginals.length; t++) {
                assertThat(marginals[t]).containsExactly(one.marginals()[t], within(1e-4));
            }
        }
    }

    /** Plain labels: every segment has one token, and a label is a type. */
    @Test
    void segmentsOfOneTokenAreTheChain() {
        List<Sequence> data = new ArrayList<>();
        for (Sequence sequence : SyntheticData.sequences(1, 60, 3)) { // no two equal neighbours
            List<String> labels = new ArrayList<>(sequence.labels());
            for (int t = 1; t < labels.size(); t++) {
                if (labels.get(t).equals(labels.get(t - 1))) {
                    labels.set(t, labels.get(t).equals("L0") ? "L1" : "L0");
                }
            }
            data.add(sequence.withLabels(labels));
        }

        Optimum chain = optimum(TEMPLATE, HiddenStates.NONE, data);
        Optimum segments = optimum(TEMPLATE, new SemiMarkov(1), data);

        assertThat(segments.objective()).isCloseTo(chain.objective(), within(1e-8));
        assertThat(segments.model().weights()).hasSameSizeAs(chain.model().weights());
        requireSameAnswers(chain.model(), segments.model(), data);
    }

    /** Labels that repeat are runs, which are cut into single tokens. */
    @Test
    void runsThatAreCutAreTheChainToo() {
        List<Sequence> data = SyntheticData.sequences(1, 60, 3);

        Optimum chain = optimum(TEMPLATE, HiddenStates.NONE, data);
        Optimum segments = optimum(TEMPLATE, new SemiMarkov(1, Map.of(), true), data);

        assertThat(segments.objective()).isCloseTo(chain.objective(), within(1e-8));
        requireSameAnswers(chain.model(), segments.model(), data);
    }

    /** The weights of the chain, given to segments of one token, score every labelling as the chain does. */
    @Test
    void segmentsOfOneTokenScoreAsTheChain() {
        List<Sequence> data = SyntheticData.sequences(2, 40, 3);
        Model chain = optimum(TEMPLATE, HiddenStates.NONE, data).model();
        Model segments =
                optimum(TEMPLATE, new SemiMarkov(1, Map.of(), true), data).model();
        assertThat(segments.layout().parameters()).isEqualTo(chain.layout().parameters());

        Model same = new Model(
                segments.labels(),
                segments.encoder(),
                segments.layout(),
                chain.weights(),
                segments.columns(),
                segments.provenance(),
                segments.form(),
                segments.normalisation(),
                segments.structure());

        for (Sequence sequence : data) {
            Tagging expected = chain.tagger().tag(sequence);
            Tagging found = same.tagger().tag(sequence);
            assertThat(found.labels()).isEqualTo(expected.labels());
            assertThat(found.score()).isCloseTo(expected.score(), within(1e-12));
            assertThat(found.logPartition()).isCloseTo(expected.logPartition(), within(1e-12));
        }
    }

    /** Weights of order 1 only: what longer histories have is cut away. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void ordersWithoutWeightsOfTheirOwnAreTheChain(int order) {
        List<Sequence> data = SyntheticData.sequences(3, 50, 2);
        Optimum chain = optimum(TEMPLATE, HiddenStates.NONE, data);
        Model first = chain.model();
        Model higher = new Trainer(TEMPLATE, OPTIONS.withStructure(new HigherOrder(order, HigherOrder.Extent.ALL, 1)))
                .train(data);
        double[] weights = new double[higher.weights().length];
        for (int family = 0; family < 2; family++) { // states and pairs of labels
            var from = first.layout().lists(family);
            var to = higher.layout().lists(family);
            for (int a = 0; a < from.attributes(); a++) {
                String name = family == 0 ? first.encoder().attributes().get(a) : "";
                int b = family == 0 ? higher.encoder().attributes().indexOf(name) : a;
                for (int f = from.offsets()[a]; f < from.offsets()[a + 1]; f++) {
                    int feature = to.find(b, from.target(a, f));
                    assertThat(feature).isNotNegative();
                    weights[higher.layout().begin(family) + feature] =
                            first.weights()[first.layout().begin(family) + f];
                }
            }
        }
        Model same = new Model(
                higher.labels(),
                higher.encoder(),
                higher.layout(),
                weights,
                higher.columns(),
                higher.provenance(),
                higher.form(),
                higher.normalisation(),
                higher.structure());

        for (Sequence sequence : data) {
            Tagging expected = first.tagger().tag(sequence);
            Tagging found = same.tagger().tag(sequence);
            assertThat(found.labels()).isEqualTo(expected.labels());
            assertThat(found.logPartition()).isCloseTo(expected.logPartition(), within(1e-12));
            assertThat(found.logProbability(sequence.labels()))
                    .isCloseTo(expected.logProbability(sequence.labels()), within(1e-12));
            assertThat(found.nBest(5).stream().map(one -> one.labels()).toList())
                    .isEqualTo(
                            expected.nBest(5).stream().map(one -> one.labels()).toList());
        }
    }

    @Test
    void orderOneIsTheChain() {
        List<Sequence> data = SyntheticData.sequences(4, 60, 3);

        Optimum chain = optimum(StructureCase.BIGRAMS, HiddenStates.NONE, data);
        Optimum first = optimum(StructureCase.BIGRAMS, new HigherOrder(1, HigherOrder.Extent.ALL, 1), data);

        assertThat(first.objective()).isCloseTo(chain.objective(), within(1e-8));
        requireSameAnswers(chain.model(), first.model(), data);
    }

    /** A higher order has more weights, so its optimum is lower without a penalty on them; here the same weights are there. */
    @Test
    void aHigherOrderExplainsTheDataBetter() {
        List<Sequence> data = SyntheticData.sequences(5, 60, 3);

        double last = optimum(TEMPLATE, HiddenStates.NONE, data).objective();
        for (int order = 2; order <= 3; order++) {
            double now = optimum(TEMPLATE, new HigherOrder(order, HigherOrder.Extent.ALL, 1), data)
                    .objective();
            assertThat(now).as("order %d", order).isLessThan(last);
            last = now;
        }
    }

    /** One hidden state and no steps: p(class) ∝ exp(Σ_t Σ_a θ[class, a] · value), which is maxent on summed attributes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneHiddenStateIsMaximumEntropyOnSums(boolean given) {
        List<Sequence> data = StructureCase.classes(6, 80).stream()
                .filter(sequence -> sequence.length() > 0)
                .toList();
        List<Sequence> tokens = new ArrayList<>();
        List<Sequence> sums = new ArrayList<>();
        for (Sequence sequence : data) {
            Map<String, Double> counts = new LinkedHashMap<>();
            List<Token> own = new ArrayList<>();
            for (int t = 0; t < sequence.length(); t++) {
                String word = sequence.tokens().get(t).columns().get(0);
                counts.merge("U0:" + word, 1.0, Double::sum);
                own.add(Token.ofAttributes(List.of(Attribute.of("U0:" + word))));
            }
            List<Attribute> all = new ArrayList<>();
            counts.forEach((name, value) -> all.add(new Attribute(name, value)));
            sums.add(Sequence.of(
                    List.of(Token.ofAttributes(all)), sequence.labels().subList(0, 1)));
            tokens.add(Sequence.of(own, sequence.labels()));
        }

        Optimum maxent = optimum(new GivenAttributes(), HiddenStates.NONE, sums);
        Optimum hidden = given
                ? optimum(new GivenAttributes(), new HiddenClasses(1, false, false), tokens)
                : optimum(Template.parse("U0:%x[0,0]\n", "words"), new HiddenClasses(1, false, false), data);

        assertThat(hidden.objective()).isCloseTo(maxent.objective(), within(1e-8));
        for (int n = 0; n < data.size(); n++) {
            Sequence one = given ? tokens.get(n) : data.get(n);
            assertThat(hidden.model().tagger().tag(one).labels().get(0))
                    .isEqualTo(maxent.model().tagger().tag(sums.get(n)).labels().get(0));
            assertThat(hidden.model().tagger().tag(one).logProbability())
                    .isCloseTo(maxent.model().tagger().tag(sums.get(n)).logProbability(), within(1e-4));
        }
    }

    /** One hidden state for every label. */
    @Test
    void oneHiddenStateForEveryLabelIsTheChain() {
        List<Sequence> data = SyntheticData.sequences(7, 50, 3);

        Optimum chain = optimum(StructureCase.BIGRAMS, OPTIONS, data);
        Optimum latent = optimum(StructureCase.BIGRAMS, new HiddenStates(1), data);

        assertThat(latent.model().weights()).isEqualTo(chain.model().weights());
    }

    /** A scheme that all labels keep in any case, and no scheme at all, change nothing. */
    @Test
    void aConstraintThatForbidsNothingIsNone() {
        List<Sequence> data = SyntheticData.sequences(8, 40, 3);

        Optimum free = optimum(TEMPLATE, HiddenStates.NONE, data);
        Optimum valid = optimum(TEMPLATE, new ValidLabels(HiddenStates.NONE), data);

        assertThat(valid.model().weights()).isEqualTo(free.model().weights());
    }

    /** Segments under a scheme are always valid, so the constraint changes nothing. */
    @Test
    void segmentsAreValidAnyway() {
        List<Sequence> data = StructureCase.spans(9, 40);
        FeatureSet features = StructureCase.SEGMENTS;

        Optimum free = optimum(features, new SemiMarkov(4), data);
        Optimum valid = optimum(features, new ValidLabels(new SemiMarkov(4)), data);

        assertThat(valid.model().weights()).isEqualTo(free.model().weights());
    }

    /** A limit above the longest segment of the data changes nothing. */
    @Test
    void aHigherLimitThanNeededChangesNothing() {
        List<Sequence> data = StructureCase.spans(10, 40);

        Optimum four = optimum(StructureCase.SEGMENTS, new SemiMarkov(4), data);
        Optimum nine = optimum(StructureCase.SEGMENTS, new SemiMarkov(9), data);

        assertThat(nine.objective()).isCloseTo(four.objective(), within(1e-8));
        assertThat(nine.model().structure().pairPlaces().longest()).isEqualTo(4);
        requireSameAnswers(four.model(), nine.model(), data);
    }
}
