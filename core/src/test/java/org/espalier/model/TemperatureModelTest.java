package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.feature.template.Template;
import org.espalier.scoring.VotedWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models at another temperature against the list of all labellings, and what a file keeps of confidence. */
class TemperatureModelTest {
    private static final List<String> LABELS = List.of("B-X", "I-X", "O");
    private static final Sequence SEQUENCE = Sequence.ofWords("two", "one", "three", "one");

    @TempDir
    Path folder;

    private final Model model = SmallModels.random(
            Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB", "t"), true, LABELS, 3, "one", "two", "three");

    private static List<List<String>> all(int length) {
        List<List<String>> labellings = new ArrayList<>(List.of(List.of()));
        for (int t = 0; t < length; t++) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> labels : labellings) {
                for (String label : LABELS) {
                    List<String> one = new ArrayList<>(labels);
                    one.add(label);
                    longer.add(one);
                }
            }
            labellings = longer;
        }
        return labellings;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 1, 3.7, 100})
    void dividesEveryScore(double temperature) {
        Tagging before = model.tagger().tag(SEQUENCE);
        Tagging after = model.withTemperature(temperature).tagger().tag(SEQUENCE);
        double z = 0;
        for (List<String> labels : all(4)) {
            z += Math.exp(before.logProbability(labels) / temperature);
        }
        double spanned = 0;
        Span span = new Span(1, 3, "X");
        for (List<String> labels : all(4)) {
            double expected = before.logProbability(labels) / temperature - Math.log(z);
            assertThat(after.logProbability(labels)).isCloseTo(expected, within(1e-10));
            spanned += model.scheme().decode(labels).contains(span) ? Math.exp(expected) : 0;
        }
        assertThat(after.probability(span)).isCloseTo(spanned, within(1e-10));
        assertThat(after.labels()).isEqualTo(before.labels());
        assertThat(after.score()).isCloseTo(before.score() / temperature, within(1e-10));
    }

    @Test
    void temperaturesMultiply() {
        Model twice = model.withTemperature(2).withTemperature(1.5);
        assertThat(twice.confidence().temperature()).isEqualTo(3);
        assertThat(twice.tagger().tag(SEQUENCE).probability())
                .isCloseTo(model.withTemperature(3).tagger().tag(SEQUENCE).probability(), within(1e-12));
    }

    @Test
    void aFileKeepsTheCurves() {
        ConfidenceCurve spans = new ConfidenceCurve(List.of(0.0, 1.0), List.of(0.25, 0.75));
        ConfidenceCurve tokens = new ConfidenceCurve(List.of(0.0, 0.5, 1.0), List.of(0.0, 0.25, 0.5));
        Path file = folder.resolve("calibrated.esp");
        model.withTemperature(1.25)
                .withConfidence(new Confidence(1.25, spans, tokens))
                .save(file);
        Model loaded = Model.load(file);
        assertThat(loaded.confidence()).isEqualTo(new Confidence(1.25, spans, tokens));
        Tagging tagging = loaded.tagger().tag(SEQUENCE);
        Span span = new Span(0, 1, "X");
        assertThat(tagging.confidence(span)).isCloseTo(0.25 + 0.5 * tagging.probability(span), within(1e-15));
        double[][] marginals = tagging.marginals();
        for (int t = 0; t < 4; t++) {
            double probability = marginals[t][LABELS.indexOf(tagging.labels().get(t))];
            assertThat(tagging.confidences()[t]).isCloseTo(probability / 2, within(1e-15));
        }
    }

    @Test
    void confidenceIsProbabilityWhereNothingWasLearned() {
        Tagging tagging = model.tagger().tag(SEQUENCE);
        Span span = new Span(0, 1, "X");
        assertThat(model.confidence()).isEqualTo(Confidence.NONE);
        assertThat(tagging.confidence(span)).isEqualTo(tagging.probability(span));
    }

    @Test
    void anotherTemperatureForgetsTheCurves() {
        ConfidenceCurve curve = new ConfidenceCurve(List.of(0.5), List.of(0.5));
        assertThat(model.withConfidence(new Confidence(1, curve, curve))
                        .withTemperature(2)
                        .confidence())
                .isEqualTo(new Confidence(2, null, null));
    }

    @Test
    void aRoundedModelStaysRounded() {
        Model rounded = new Model(
                model.labels(),
                model.encoder(),
                model.layout(),
                FileForm.compact(12).round(model.layout(), model.weights()),
                model.columns(),
                model.provenance(),
                FileForm.compact(12));
        Model warm = rounded.withTemperature(3);
        Path file = folder.resolve("small.esp");
        warm.save(file);
        assertThat(Model.load(file).weights()).isEqualTo(warm.weights());
    }

    @Test
    void refusesVotesAndTemperaturesThatAreNone() {
        VotedWeights votes =
                VotedWeights.of(new int[] {1}, new int[model.weights().length + 1], new int[0], new double[0]);
        assertThatThrownBy(() -> model.withVotes(votes).withTemperature(2)).hasMessageContaining("decides by votes");
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> model.withTemperature(wrong)).hasMessageContaining("expected a positive number");
        }
    }

    @Test
    void aFileWithABrokenCurveIsRefused() {
        Path file = folder.resolve("broken.esp");
        Map<String, Object> story = new LinkedHashMap<>(model.provenance());
        story.put("confidence", Map.of("spans", Map.of("probabilities", List.of(0.5), "shares", List.of(7))));
        model.withProvenance(story).save(file);
        assertThatThrownBy(() -> Model.load(file))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining("knot 0 of a curve of confidence");
    }
}
