package org.espalier.generative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.text.FeatureSet;
import org.espalier.generative.NaiveBayesOptions.Event;
import org.espalier.generative.NaiveBayesOptions.Prior;
import org.espalier.model.Model;
import org.espalier.train.TrainingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Naive Bayes by hand and against Bayes' formula written out. */
final class NaiveBayesTest {
    private static final double CLOSE = 1e-12;

    private static Sequence document(String label, Object... namesAndValues) {
        List<Attribute> attributes = new ArrayList<>();
        for (int k = 0; k < namesAndValues.length; k += 2) {
            attributes.add(new Attribute((String) namesAndValues[k], ((Number) namesAndValues[k + 1]).doubleValue()));
        }
        return Sequence.of(List.of(Token.ofAttributes(attributes)), label == null ? null : List.of(label));
    }

    private static final List<Sequence> DATA = List.of(
            document("china", "Chinese", 2, "Beijing", 1),
            document("china", "Chinese", 2, "Shanghai", 1),
            document("china", "Chinese", 1, "Macao", 1),
            document("japan", "Tokyo", 1, "Japan", 1, "Chinese", 1));

    private static double[] posterior(Model model, Sequence sequence) {
        return model.tagger().tag(sequence).marginals()[0];
    }

    private static Model train(NaiveBayesOptions options, List<Sequence> data) {
        return new NaiveBayes(new GivenAttributes(), options).train(data);
    }

    /** Six attributes; eight counts for china, three for japan. */
    @Test
    void theMultinomialIsThatOfTheHand() {
        double china = 0.75 * Math.pow(6 / 14.0, 3) * (1 / 14.0) * (1 / 14.0);
        double japan = 0.25 * Math.pow(2 / 9.0, 3) * (2 / 9.0) * (2 / 9.0);
        double[] found = posterior(
                train(NaiveBayesOptions.DEFAULTS, DATA),
                document(null, "Chinese", 3, "Tokyo", 1, "Japan", 1, "new", 4));
        assertThat(found[0]).isCloseTo(china / (china + japan), within(CLOSE));
    }

    @Test
    void theBernoulliModelCountsWhatIsAbsent() {
        double china = 0.75 * (4 / 5.0) * (1 / 5.0) * (1 / 5.0) * (3 / 5.0) * (3 / 5.0) * (3 / 5.0);
        double japan = 0.25 * (2 / 3.0) * (2 / 3.0) * (2 / 3.0) * (2 / 3.0) * (2 / 3.0) * (2 / 3.0);
        Model model = train(NaiveBayesOptions.DEFAULTS.withEvent(Event.BERNOULLI), DATA);
        double[] found = posterior(model, document(null, "Chinese", 3, "Tokyo", 1, "Japan", 1, "Chinese", 2));
        assertThat(found[0]).isCloseTo(china / (china + japan), within(CLOSE));
        assertThat(posterior(model, document(null, "Macao", 0))[0]).isEqualTo(posterior(model, document(null))[0]);
    }

    @Test
    void priorsMayBeUniform() {
        double[] found = posterior(train(NaiveBayesOptions.DEFAULTS.withPrior(Prior.UNIFORM), DATA), document(null));
        assertThat(found).containsExactly(new double[] {0.5, 0.5}, within(CLOSE));
        assertThat(posterior(train(NaiveBayesOptions.DEFAULTS, DATA), document(null)))
                .containsExactly(new double[] {0.75, 0.25}, within(CLOSE));
    }

    @Test
    void randomDataGiveBayesFormula() {
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            List<Sequence> data = new ArrayList<>();
            for (int n = 0; n < 25; n++) {
                data.add(random(random, "L" + n % 3).withWeight(1 + random.nextInt(3)));
            }
            double lambda = 0.1 + random.nextDouble();
            for (Event event : Event.values()) {
                Model model = train(NaiveBayesOptions.DEFAULTS.withEvent(event).withSmoothing(lambda), data);
                Sequence asked = random(random, "L0");
                double[] found = posterior(model, asked);
                double[] expected = formula(data, asked, event == Event.BERNOULLI, lambda);
                assertThat(found).as("seed %d %s", seed, event).containsExactly(expected, within(1e-10));
            }
        }
    }

    private static Sequence random(Random random, String label) {
        List<Object> parts = new ArrayList<>();
        for (int a = 0; a < 6; a++) {
            if (random.nextBoolean()) {
                parts.add("a" + a);
                parts.add(1 + random.nextInt(3));
            }
        }
        return document(label, parts.toArray());
    }

    private static double[] formula(List<Sequence> data, Sequence asked, boolean bernoulli, double lambda) {
        Map<String, Double> vocabulary = new TreeMap<>();
        data.forEach(sequence -> values(sequence).forEach((name, value) -> vocabulary.put(name, 1.0)));
        double[] scores = new double[3];
        double all = 0;
        for (int y = 0; y < 3; y++) {
            Map<String, Double> counts = new TreeMap<>();
            double tokens = 0;
            for (Sequence sequence : data) {
                if (sequence.labels().get(0).equals("L" + y)) {
                    tokens += sequence.weight();
                    values(sequence)
                            .forEach((name, value) ->
                                    counts.merge(name, sequence.weight() * (bernoulli ? 1 : value), Double::sum));
                }
            }
            double total = counts.values().stream().mapToDouble(v -> v).sum();
            double p = tokens;
            for (String name : vocabulary.keySet()) {
                double count = counts.getOrDefault(name, 0.0);
                double value = values(asked).getOrDefault(name, 0.0);
                if (bernoulli) {
                    double q = (count + lambda) / (tokens + 2 * lambda);
                    p *= value > 0 ? q : 1 - q;
                } else {
                    p *= Math.pow((count + lambda) / (total + lambda * vocabulary.size()), value);
                }
            }
            scores[y] = p;
            all += p;
        }
        for (int y = 0; y < 3; y++) {
            scores[y] /= all;
        }
        return scores;
    }

    private static Map<String, Double> values(Sequence sequence) {
        Map<String, Double> values = new TreeMap<>();
        sequence.tokens().get(0).attributes().forEach(a -> values.put(a.name(), a.value()));
        return values;
    }

    @Test
    void everyTokenOfASequenceStandsByItself() {
        List<Sequence> data = List.of(
                Sequence.of(List.of(Token.ofColumns("a"), Token.ofColumns("b")), List.of("A", "B")),
                Sequence.of(List.of(Token.ofColumns("a"), Token.ofColumns("z")), List.of("A", "?")));
        Model model = new NaiveBayes(FeatureSet.parse("words(0..0)"), NaiveBayesOptions.DEFAULTS).train(data);
        assertThat(model.tagger().tag(Sequence.ofWords("b", "b", "a", "a")).labels())
                .containsExactly("B", "B", "A", "A");
        assertThat(model.tagger().tag(Sequence.ofWords("q", "q")).marginals()[1])
                .containsExactly(new double[] {2 / 3.0, 1 / 3.0}, within(CLOSE));
    }

    @Test
    void theModelIsSavedWithItsRule(@TempDir Path folder) {
        for (Event event : Event.values()) {
            Model model = train(NaiveBayesOptions.DEFAULTS.withEvent(event), DATA);
            Path file = folder.resolve(event + ".esp");
            model.save(file);
            Sequence asked = document(null, "Chinese", 3, "Tokyo", 1, "Chinese", 1);
            assertThat(posterior(Model.load(file), asked)).isEqualTo(posterior(model, asked));
        }
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        assertThatThrownBy(() -> train(NaiveBayesOptions.DEFAULTS, List.of(document("x", "height", -1.5))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("'height' has the value -1.5")
                .hasMessageContaining("bins");
        assertThatThrownBy(() -> train(NaiveBayesOptions.DEFAULTS, List.of(document("?", "a", 1))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no token has a label");
        NaiveBayesOptions split = NaiveBayesOptions.DEFAULTS.withNotation(new LabelNotation("?", "|"));
        assertThatThrownBy(() -> train(split, List.of(document("x|y", "a", 1))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("'x|y'");
        assertThatThrownBy(() -> NaiveBayesOptions.DEFAULTS.withSmoothing(0)).hasMessageContaining("above 0");
    }
}
