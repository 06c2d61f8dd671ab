package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Semi-Markov models with features of whole segments, from data to labels. */
class SegmentTrainingTest {
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withStructure(new SemiMarkov(4)).withMaxIterations(60);

    @TempDir
    Path folder;

    /** A name is an x, an even number of ys, and a z: only the whole text tells. */
    private static List<Sequence> data(int count, long seed) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                int ys = random.nextInt(3);
                boolean isName = ys % 2 == 0;
                tokens.add(Token.ofColumns("x"));
                for (int y = 0; y < ys; y++) {
                    tokens.add(Token.ofColumns("y"));
                }
                tokens.add(Token.ofColumns("z"));
                for (int t = 0; t < ys + 2; t++) {
                    labels.add(isName ? t == 0 ? "B-N" : "I-N" : "O");
                }
                if (random.nextBoolean()) {
                    tokens.add(Token.ofColumns("y"));
                    labels.add("O");
                }
            }
            data.add(Sequence.of(tokens, labels));
        }
        return data;
    }

    private static int wrong(Model model, List<Sequence> data) {
        Tagger tagger = model.tagger();
        int wrong = 0;
        for (Sequence sequence : data) {
            List<String> found = tagger.tag(sequence).labels();
            for (int t = 0; t < found.size(); t++) {
                wrong += found.get(t).equals(sequence.labels().get(t)) ? 0 : 1;
            }
        }
        return wrong;
    }

    @Test
    void wholeTextsAreLearntKeptAndUsed() throws Exception {
        FeatureSet features = FeatureSet.parse("lower,segment-text");
        Model model = new Trainer(features, OPTIONS).train(data(80, 1));
        List<Sequence> test = data(40, 2);
        assertThat(wrong(model, test)).isZero();
        assertThat(wrong(new Trainer(FeatureSet.parse("lower"), OPTIONS).train(data(80, 1)), test))
                .as("without the texts")
                .isPositive();
        assertThat(model.encoder().pairs().longest()).isEqualTo(4);
        Path file = folder.resolve("segments.model");
        model.save(file);
        Model again = Model.load(file);
        assertThat(again.encoder().pairs().longest()).isEqualTo(4);
        assertThat(again.weights()).isEqualTo(model.weights());
        assertThat(wrong(again, test)).isZero();
    }

    @Test
    void threadsAndDataOnDiskChangeNoBit() {
        FeatureSet features = FeatureSet.parse("lower,segments");
        List<Sequence> data = data(60, 3);
        double[] expected =
                new Trainer(features, OPTIONS.withThreads(1)).train(data).weights();
        assertThat(new Trainer(features, OPTIONS.withThreads(3)).train(data).weights())
                .isEqualTo(expected);
        assertThat(new Trainer(features, OPTIONS.withThreads(2))
                        .withDataOnDisk(folder)
                        .train(data)
                        .weights())
                .isEqualTo(expected);
    }
}
