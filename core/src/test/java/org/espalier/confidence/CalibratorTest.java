package org.espalier.confidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.confidence.Calibrator.Method;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.SpanVerdict;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Confidence;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Labels are drawn from a model at a known temperature; calibration has to find it. */
class CalibratorTest {
    private static final double TRUE_TEMPERATURE = 2.5;
    private static final String[] WORDS = {"ax", "by", "cz", "dx", "ey", "fz"};

    private static Model model;
    private static List<Sequence> heldOut;

    @BeforeAll
    static void draw() {
        Random random = new Random(17);
        List<Sequence> training = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            List<String> labels = new ArrayList<>();
            String[] words = words(random);
            for (String word : words) {
                String label = word.endsWith("x") ? "B-X" : word.endsWith("y") ? "I-X" : "O";
                labels.add(random.nextInt(5) == 0 ? "O" : label);
            }
            training.add(Sequence.ofWords(words).withLabels(labels));
        }
        model = new Trainer(FeatureSet.parse("words,suffixes(1..1)"), TrainingOptions.DEFAULTS.withL2(0.2))
                .train(training);
        Model warm = model.withTemperature(TRUE_TEMPERATURE);
        heldOut = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            Tagging tagging = warm.tagger().tag(Sequence.ofWords(words(random)));
            heldOut.add(tagging.sequence().withLabels(tagging.sample(random.nextLong())));
        }
    }

    private static String[] words(Random random) {
        String[] words = new String[2 + random.nextInt(6)];
        for (int t = 0; t < words.length; t++) {
            words[t] = WORDS[random.nextInt(WORDS.length)];
        }
        return words;
    }

    private static Calibrator calibrator(Method method, int threads) {
        return new Calibrator(method, LabelNotation.DEFAULT, threads);
    }

    @Test
    void findsTheTemperature() {
        Model calibrated = calibrator(Method.TEMPERATURE, 2).calibrate(model, heldOut);
        assertThat(calibrated.confidence().temperature()).isCloseTo(TRUE_TEMPERATURE, within(0.15));
        assertThat(calibrated.confidence().spans()).isNull();
    }

    /** At the minimum over 1/T the mean score is that of the answers: Σ E[score] = Σ score(y). Here by difference quotients of f. */
    @Test
    void theTemperatureIsTheMinimum() {
        try (Workers workers = new Workers(1)) {
            Temperature temperature = new Temperature(model, heldOut, new LocalSum(workers));
            double best = temperature.best();
            double slope = (temperature.loss(best * 1.001) - temperature.loss(best / 1.001)) / (2 * Math.log(1.001));
            double curvature =
                    (temperature.loss(best * 1.1) + temperature.loss(best / 1.1) - 2 * temperature.loss(best))
                            / (Math.log(1.1) * Math.log(1.1));
            assertThat(curvature).isPositive();
            assertThat(slope / curvature).isCloseTo(0, within(5e-4)); // how far the minimum is in log T
        }
    }

    @Test
    void bitsDoNotDependOnThreads() {
        Model one = calibrator(Method.BOTH, 1).calibrate(model, heldOut);
        Model four = calibrator(Method.BOTH, 4).calibrate(model, heldOut);
        assertThat(four.toBytes()).isEqualTo(one.toBytes());
    }

    @Test
    void labelsStay() {
        Model calibrated = calibrator(Method.BOTH, 2).calibrate(model, heldOut);
        for (Sequence sequence : heldOut) {
            assertThat(calibrated.tagger().tag(sequence).labels())
                    .isEqualTo(model.tagger().tag(sequence).labels());
        }
    }

    @Test
    void confidenceIsWhatIsRight() {
        Random random = new Random(23);
        Model warm = model.withTemperature(TRUE_TEMPERATURE);
        List<Sequence> test = new ArrayList<>();
        for (int i = 0; i < 12_000; i++) {
            Tagging tagging = warm.tagger().tag(Sequence.ofWords(words(random)));
            test.add(tagging.sequence().withLabels(tagging.sample(random.nextLong())));
        }
        double before = error(model, test);
        assertThat(before).isGreaterThan(0.1);
        for (Method method : Method.values()) {
            double after = error(calibrator(method, 2).calibrate(model, heldOut), test);
            assertThat(after).as(method.toString()).isLessThan(method == Method.TEMPERATURE ? 0.01 : 0.03);
        }
    }

    private static double error(Model judged, List<Sequence> test) {
        Reliability reliability = new Reliability();
        for (Sequence sequence : test) {
            Tagging tagging = judged.tagger().tag(sequence);
            for (SpanVerdict verdict :
                    SpanVerdict.of(sequence.labels(), tagging.labels(), judged.scheme(), LabelNotation.DEFAULT)) {
                reliability.add(tagging.confidence(verdict.span()), verdict.right());
            }
        }
        return reliability.calibrationError();
    }

    @Test
    void unknownLabelsTellNothing() {
        List<Sequence> partly = new ArrayList<>(heldOut);
        partly.add(Sequence.ofWords("ax", "by").withLabels(List.of("?", "never-seen")));
        Model calibrated = calibrator(Method.TEMPERATURE, 1).calibrate(model, partly);
        assertThat(calibrated.confidence())
                .isEqualTo(calibrator(Method.TEMPERATURE, 1)
                        .calibrate(model, heldOut)
                        .confidence());
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(() -> calibrator(Method.ISOTONIC, 1).calibrate(model, heldOut.subList(0, 3)))
                .hasMessageContaining("with known answers; expected at least 50");
        assertThatThrownBy(() -> calibrator(Method.TEMPERATURE, 1).calibrate(model, List.of()))
                .hasMessageContaining("no sequence has labels that the model knows");
    }

    @Test
    void spansBesideUnknownLabelsAreLeftOut() {
        assertThat(SpanVerdict.of(
                        List.of("B-X", "I-X", "O", "?", "B-X", "O", "B-X"),
                        List.of("B-X", "I-X", "O", "O", "B-X", "O", "O"),
                        model.scheme(),
                        LabelNotation.DEFAULT))
                .containsExactly(new SpanVerdict(new Span(0, 2, "X"), true));
        assertThat(Confidence.NONE.ofSpan(0.3)).isEqualTo(0.3);
    }
}
