package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of frames: what is learnt of their features is in the model, and the units of measurement do not matter. */
class FrameTrainingTest {
    private static final List<String> NAMES = List.of("x", "y");

    /** Labels that last, and show in x as a level and in y as a slope. */
    private static List<Sequence> frames(
            long seed, int count, DoubleUnaryOperator unitOfX, DoubleUnaryOperator unitOfY) {
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            Random random = new Random(seed + n);
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            int state = random.nextInt(3);
            double y = 0;
            for (int t = 0; t < 25; t++) {
                state = random.nextInt(6) == 0 ? random.nextInt(3) : state;
                double x = (state == 2 ? 1.5 : 0) + 0.5 * random.nextGaussian();
                y += (state == 1 ? 1 : -0.2) + 0.2 * random.nextGaussian();
                String second = random.nextInt(15) == 0 ? "NA" : String.valueOf(unitOfY.applyAsDouble(y));
                tokens.add(new Token(List.of(String.valueOf(unitOfX.applyAsDouble(x)), second), List.of(), NAMES));
                labels.add("L" + state);
            }
            sequences.add(Sequence.of(tokens, labels));
        }
        return sequences;
    }

    private static List<Sequence> frames(long seed, int count) {
        return frames(seed, count, x -> x, y -> y);
    }

    private static Model train(String features, List<Sequence> data, int threads) {
        return train(FrameFeatures.parse(features), data, threads);
    }

    private static Model train(AttributeExtractor features, List<Sequence> data, int threads) {
        TrainingOptions options = TrainingOptions.DEFAULTS.withThreads(threads);
        return new Trainer(features, options).train(data);
    }

    private static double accuracy(Model model, List<Sequence> data) {
        int right = 0;
        int all = 0;
        for (Sequence sequence : data) {
            List<String> labels = model.tagger().tag(sequence).labels();
            for (int t = 0; t < labels.size(); t++) {
                right += labels.get(t).equals(sequence.labels().get(t)) ? 1 : 0;
                all++;
            }
        }
        return right / (double) all;
    }

    @Test
    void slopesShowWhatValuesDoNot() {
        List<Sequence> data = frames(1, 30);
        List<Sequence> test = frames(1000, 20);
        double plain = accuracy(train("frames", data, 2), test);
        double slopes = accuracy(train("frames(window=1,delta=2)", data, 2), test);
        assertThat(slopes).isGreaterThan(plain + 0.1).isGreaterThan(0.85);
    }

    @Test
    void theUnitsOfMeasurementDoNotMatter() {
        String features = "frames(window=1,delta=2,delta-delta=1,squares)";
        List<Sequence> test = frames(1000, 5);
        Model model = train(features, frames(1, 15), 2);
        DoubleUnaryOperator x = value -> 1000 * value + 300;
        DoubleUnaryOperator y = value -> -value / 64;
        Model other = train(features, frames(1, 15, x, y), 2);
        List<Sequence> otherTest = frames(1000, 5, x, y);
        for (int n = 0; n < test.size(); n++) {
            Tagging expected = model.tagger().tag(test.get(n));
            Tagging found = other.tagger().tag(otherTest.get(n));
            assertThat(found.labels()).isEqualTo(expected.labels());
            assertThat(found.probability()).isCloseTo(expected.probability(), within(1e-3));
        }
    }

    @Test
    void plainValuesAreGivenAttributes() {
        List<Sequence> data = frames(5, 10, x -> x, y -> y);
        List<Sequence> given = new ArrayList<>();
        List<Sequence> known = new ArrayList<>();
        for (Sequence sequence : data) {
            List<Token> tokens = new ArrayList<>();
            List<Token> values = new ArrayList<>();
            for (Token token : sequence.tokens()) {
                double x = Double.parseDouble(token.columns().get(0));
                tokens.add(Token.ofAttributes(List.of(Attribute.of("bias"), new Attribute("x", x))));
                values.add(new Token(token.columns().subList(0, 1), List.of(), List.of("x")));
            }
            given.add(Sequence.of(tokens, sequence.labels()));
            known.add(Sequence.of(values, sequence.labels()));
        }
        assertThat(train("frames(raw)", known, 1).weights())
                .isEqualTo(train(new GivenAttributes(), given, 1).weights());
    }

    @Test
    void theModelKeepsWhatWasLearnt(@TempDir Path folder) {
        List<Sequence> data = frames(1, 10);
        Model model = train("frames(per-sequence,window=2,delta=2,delta-delta=2,products)", data, 2);
        model.save(folder.resolve("m.esp"));
        Model again = Model.load(folder.resolve("m.esp"));
        assertThat(((FrameFeatures) again.encoder().extractor()).settled())
                .isEqualTo(((FrameFeatures) model.encoder().extractor()).settled());
        for (Sequence sequence : frames(1000, 3)) {
            assertThat(again.tagger().tag(sequence).score())
                    .isEqualTo(model.tagger().tag(sequence).score());
        }
        assertThat(train("frames(per-sequence,window=2,delta=2,delta-delta=2,products)", data, 1)
                        .weights())
                .isEqualTo(model.weights());
    }

    /** What is tagged is standardised by the training data, not by itself. */
    @Test
    void otherDataAreMeasuredByTheTrainingData() {
        Model model = train("frames(no-bias)", frames(1, 20), 2);
        List<Sequence> shifted = frames(1000, 10, x -> x + 100, y -> y);
        double high = 0;
        double all = 0;
        for (Sequence sequence : shifted) {
            for (String label : model.tagger().tag(sequence).labels()) {
                high += label.equals("L2") ? 1 : 0;
                all++;
            }
        }
        assertThat(high / all).isGreaterThan(0.95);
    }
}
