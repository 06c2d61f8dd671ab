package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.table.NamedColumns;
import org.espalier.feature.text.FeatureSet;
import org.espalier.generative.NaiveBayes;
import org.espalier.generative.NaiveBayesOptions;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.optimize.Penalty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of attributes and weights of sequences that are out of all proportion. */
class HugeValuesTest {
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS.withThreads(1);

    private static List<Sequence> read(DataOptions options, String text) {
        return Sequences.readAll(
                Sequences.open(options, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "data.txt"));
    }

    private static Model train(AttributeExtractor extractor, List<Sequence> sequences) {
        return new Trainer(extractor, OPTIONS).train(sequences);
    }

    private static void assertRefused(AttributeExtractor extractor, DataOptions options, String text, String... words) {
        assertThatThrownBy(() -> train(extractor, read(options, text)))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContainingAll(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1e15", "-1e30", "1e160", "1e308"})
    void itemsAreRefusedWithTheLineTheAttributeAndTheCure(String value) {
        assertRefused(
                new GivenAttributes(),
                DataOptions.CRFSUITE,
                "A\tx\n\nB\ty\nA\tx\tsize:" + value + "\n",
                "data.txt:3: token 2 of the sequence that begins here",
                "the attribute 'size' has the value " + Double.parseDouble(value),
                "expected a number from -1e15 to 1e15",
                "divide its values by a constant");
    }

    @Test
    void everyFormatWithValuesIsChecked() {
        assertRefused(
                new GivenAttributes(),
                DataOptions.LIBSVM,
                "1 1:1\n2 1:0.5 7:1e30\n",
                "data.txt:2: the attribute '7' has the value 1.0E30");
        assertRefused(
                new GivenAttributes(),
                DataOptions.JSONL,
                "{\"tokens\":[{\"attributes\":{\"a\":1}}],\"labels\":[\"A\"]}\n{\"tokens\":[{\"attributes\":{\"a\":1e30}}],\"labels\":[\"B\"]}\n",
                "data.txt:2: the attribute 'a' has the value 1.0E30");
        assertRefused(
                NamedColumns.raw(),
                DataOptions.CSV,
                "size,label\n1,A\n1e30,B\n",
                "data.txt:3: the attribute 'size' has the value 1.0E30");
        assertRefused(
                FeatureSet.parse("numeric(1)"),
                DataOptions.COLUMNS,
                "a 1 A\nb -1e30 B\n",
                "data.txt:1: token 2",
                "the attribute 'n1' has the value -1.0E30");
    }

    @Test
    void weightsAreCheckedToo() {
        assertRefused(
                new GivenAttributes(),
                DataOptions.CRFSUITE,
                "A\tx\n\n@weight:1e160\nB\ty\n",
                "data.txt:",
                "the weight of the sequence is 1.0E160; expected at most 1.0E15: divide all weights, l1 and l2");
    }

    @Test
    void naiveBayesIsNoException() {
        List<Sequence> sequences = read(DataOptions.LIBSVM, "1 1:1\n2 1:0.5 7:1e300\n");
        assertThatThrownBy(() -> new NaiveBayes(new GivenAttributes(), NaiveBayesOptions.DEFAULTS).train(sequences))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("data.txt:2: the attribute '7'");
    }

    @Test
    void taggingDoesNotAnswerNaN() {
        Model model = train(new GivenAttributes(), read(DataOptions.LIBSVM, "1 1:1 2:0.3\n2 1:0.5 2:1\n"));
        Tagger tagger = model.tagger();

        Sequence large = read(DataOptions.LIBSVM, "1 2:1e99\n").get(0);
        Tagging tagging = tagger.tag(large);
        assertThat(tagging.labels()).containsExactly("2");
        assertThat(tagging.probability()).isEqualTo(1);

        Sequence tooLarge = read(DataOptions.LIBSVM, "1 1:1e308 2:1e308\n").get(0);
        assertThatThrownBy(() -> tagger.tag(tooLarge))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(
                        "data.txt:1: the attribute '1' has the value 1.0E308; expected a number from -1e100");
        Sequence unknown = read(DataOptions.LIBSVM, "1 1:1 9:1e308\n").get(0);
        assertThat(tagger.tag(unknown).labels()).hasSize(1);
    }

    /** A value of the largest size that is read must not hide what the other attributes say. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e3, 1e6, 1e12, 1e14})
    void autoFindsTheMinimumWhateverTheScale(double scale) {
        List<Sequence> sequences = scaled(scale);
        Recorder recorder = new Recorder();
        new Trainer(new GivenAttributes(), OPTIONS.withPenalty(Penalty.l2(1)))
                .withListener(recorder)
                .train(sequences);
        Recorder exact = new Recorder();
        new Trainer(new GivenAttributes(), OPTIONS.withPenalty(Penalty.l2(1)).withAlgorithm(Algorithm.NEWTON))
                .withListener(exact)
                .train(scaled(1e3));

        assertThat(recorder.report().stopReason().converged()).isTrue();
        // Beyond 1000 the penalty of the scaled attribute's weight is nothing.
        assertThat(recorder.report().objective())
                .isLessThan((scale < 1e3 ? 1.05 : 1.0005) * exact.report().objective());
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "LBFGS", "OWLQN", "CG", "TRUST_REGION", "GRADIENT_DESCENT"})
    void withAPenaltyNobodySaysThatThereIsNoMinimum(Algorithm algorithm) {
        for (double scale : new double[] {1e9, 1e14}) {
            Recorder recorder = new Recorder();
            new Trainer(new GivenAttributes(), OPTIONS.withAlgorithm(algorithm).withMaxIterations(50))
                    .withListener(recorder)
                    .train(scaled(scale));
            assertThat(recorder.report().stopReason().text()).as("%s", scale).doesNotContain("no minimum");
            assertThat(recorder.report().objective()).as("%s", scale).isLessThan(200 * Math.log(2) + 1e-6);
        }
    }

    private static List<Sequence> scaled(double scale) {
        Random random = new Random(2);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < 200; n++) {
            boolean a = random.nextBoolean();
            boolean right = random.nextInt(10) > 0;
            double size = (a ? 1 : -1) * random.nextDouble() + random.nextGaussian();
            sequences.add(Sequence.of(
                    List.of(Token.ofAttributes(
                            List.of(Attribute.of(a == right ? "p" : "q"), new Attribute("size", scale * size)))),
                    List.of(a ? "A" : "B")));
        }
        return sequences;
    }
}
