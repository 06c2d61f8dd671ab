package org.espalier.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.espalier.compress.Measure.Metric;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** Every metric against its definition, on gold labels that are often not the predicted ones. */
class MeasureTest {
    private static final List<Sequence> TRAIN = List.of(
            sequence("B-X I-X O", "a", "b", "c"),
            sequence("O O B-X", "c", "c", "a"),
            sequence("B-X O", "a", "c"),
            sequence("O B-X I-X I-X", "c", "a", "b", "b"));

    /** The words of the training data with labels that the model finds wrong, right, half right. */
    private static final List<Sequence> DATA = List.of(
            sequence("O O B-X", "a", "b", "c"), sequence("O O B-X", "c", "c", "a"), sequence("B-X I-X", "a", "c"));

    private static Sequence sequence(String labels, String... words) {
        return Sequence.ofWords(words).withLabels(List.of(labels.split(" ")));
    }

    private static Model model(String template) {
        return new Trainer(Template.parse(template, "template"), TrainingOptions.DEFAULTS).train(TRAIN);
    }

    private static double measure(Metric metric, List<Sequence> data, Model model) {
        return new Measure(metric, data, LabelNotation.DEFAULT).applyAsDouble(model);
    }

    /** Without transitions p(labels) is the product of the marginals of the gold labels. */
    @Test
    void theLikelihoodIsThatOfTheGoldLabels() {
        Model model = model("U0:%x[0,0]\nU1:%x[-1,0]");
        double sum = 0;
        int tokens = 0;
        int wrong = 0;
        for (Sequence sequence : DATA) {
            List<String> gold = Objects.requireNonNull(sequence.labels());
            List<String> predicted = model.tagger().tag(sequence).labels();
            double[][] marginals = model.tagger().tag(sequence).marginals();
            for (int t = 0; t < gold.size(); t++) {
                sum += Math.log(marginals[t][model.labels().indexOf(gold.get(t))]);
                wrong += gold.get(t).equals(predicted.get(t)) ? 0 : 1;
                tokens++;
            }
        }
        assertThat(wrong).as("gold labels that are not the predicted ones").isPositive();
        assertThat(measure(Metric.LIKELIHOOD, DATA, model)).isCloseTo(sum / tokens, within(1e-12));
    }

    /** With transitions the probabilities of all labellings of the words, as the measure sees them, add up to 1. */
    @Test
    void theLikelihoodsOfAllLabellingsAreAProbabilityDistribution() {
        Model model = model("U0:%x[0,0]\nB");
        List<String> names = List.of("B-X", "I-X", "O");
        double sum = 0;
        for (String first : names) {
            for (String second : names) {
                for (String third : names) {
                    Sequence sequence = Sequence.ofWords("a", "b", "c").withLabels(List.of(first, second, third));
                    sum += Math.exp(3 * measure(Metric.LIKELIHOOD, List.of(sequence), model));
                }
            }
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
    }

    @Test
    void sequencesWithForeignOrUnknownLabelsAreLeftOutOfTheLikelihood() {
        Model model = model("U0:%x[0,0]\nB");
        List<Sequence> more = new ArrayList<>(DATA);
        more.add(sequence("O NEW", "c", "a"));
        more.add(sequence("? O", "c", "c"));
        assertThat(measure(Metric.LIKELIHOOD, more, model)).isEqualTo(measure(Metric.LIKELIHOOD, DATA, model));
        List<Sequence> none = List.of(sequence("O NEW", "c", "a"));
        assertThatThrownBy(() -> measure(Metric.LIKELIHOOD, none, model)).hasMessageContaining("no likelihood");
    }

    /** Predicted: B-X I-X O, then O O B-X, then B-X O. */
    @Test
    void theOtherMetricsAreAsCountedByHand() {
        Model model = model("U0:%x[0,0]\nB");
        assertThat(DATA.stream().map(sequence -> model.tagger().tag(sequence).labels()))
                .containsExactly(List.of("B-X", "I-X", "O"), List.of("O", "O", "B-X"), List.of("B-X", "O"));
        assertThat(measure(Metric.ACCURACY, DATA, model)).isEqualTo(4 / 8.0);
        assertThat(measure(Metric.SEQUENCES, DATA, model)).isEqualTo(1 / 3.0);
        // Spans: 3 gold, 3 predicted, 1 of them right.
        assertThat(measure(Metric.F1, DATA, model)).isCloseTo(1 / 3.0, within(1e-12));
        List<Sequence> outside = List.of(sequence("O O", "c", "a"));
        assertThat(measure(Metric.F1, outside, model)).as("no spans: accuracy").isEqualTo(0.5);
    }
}
