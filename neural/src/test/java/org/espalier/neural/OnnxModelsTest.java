package org.espalier.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.emission.CrfLayer;
import org.espalier.emission.EmissionDecoder;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.Tagging;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens graphs that it writes itself: a table with a row of scores for every piece, and what exporters add to it. */
final class OnnxModelsTest {
    private static final List<String> PIECES =
            List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "anna", "ber", "##ger", "sings", ".", "the", "2");
    private static final List<String> LABELS = List.of("O", "B-PER", "I-PER");

    @TempDir
    Path folder;

    private Path file;
    private float[] table; // [pieces][labels]

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("model.onnx");
        Random random = new Random(5);
        table = new float[PIECES.size() * LABELS.size()];
        for (int k = 0; k < table.length; k++) {
            table[k] = (float) random.nextGaussian();
        }
        Files.write(folder.resolve("vocab.txt"), PIECES);
        Files.writeString(
                folder.resolve("config.json"),
                "{\"id2label\": {\"0\": \"O\", \"1\": \"B-PER\", \"2\": \"I-PER\"}, \"max_position_embeddings\": 8}");
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"do_lower_case\": true}");
        bert(LABELS.size()).write(file);
    }

    /** logits = table[input_ids] · mask + 0 · types: a mask that were 0 would be noticed. */
    private OnnxFile bert(int labels) {
        return new OnnxFile()
                .input("input_ids", OnnxFile.INT64, -1, -1)
                .input("attention_mask", OnnxFile.INT64, -1, -1)
                .input("token_type_ids", OnnxFile.INT64, -1, -1)
                .constant("table", table, PIECES.size(), labels)
                .node("Gather", "rows", "table", "input_ids")
                .cast("mask", "attention_mask", OnnxFile.FLOAT)
                .cast("types", "token_type_ids", OnnxFile.FLOAT)
                .node("Sub", "kept", "mask", "types")
                .node("Transpose", "rows-turned", "rows")
                .node("Transpose", "kept-turned", "kept")
                .node("Mul", "product", "rows-turned", "kept-turned")
                .node("Transpose", "logits", "product")
                .output("logits", OnnxFile.FLOAT, -1, -1, labels);
    }

    private float[] row(String piece) {
        int at = PIECES.indexOf(piece) * LABELS.size();
        return Arrays.copyOfRange(table, at, at + LABELS.size());
    }

    @Test
    void scoresTheFirstPieceOfEveryWord() {
        OnnxFeatures features = OnnxFeatures.labels(file);
        float[][][] found = features.emissions(List.of(
                Sequence.ofWords("Anna", "Berger", "sings", "."),
                Sequence.ofWords("xyz"),
                Sequence.ofWords(),
                Sequence.ofWords("the", "The", "THE", "2", ".", "Berger", "Anna", "sings")));
        assertThat(found[0]).isDeepEqualTo(new float[][] {row("anna"), row("ber"), row("sings"), row(".")});
        assertThat(found[1]).isDeepEqualTo(new float[][] {row("[UNK]")});
        assertThat(found[2]).isEmpty();
        assertThat(found[3]) // more than 8 pieces: cut between words
                .isDeepEqualTo(new float[][] {
                    row("the"), row("the"), row("the"), row("2"), row("."), row("ber"), row("anna"), row("sings")
                });
    }

    @Test
    void isAModelThatTagsAsTheDecoderDoes() throws IOException {
        Files.writeString(
                folder.resolve("crf.json"),
                "{\"transitions\": [[0.5, 0.1, -3], [0.2, -0.3, 1], [0.7, -0.2, 0.4]], \"start_transitions\": [0.1,"
                        + " 0.3, -2], \"end_transitions\": [0, -0.5, 0.25]}");
        Model model = Toolkit.open(file);
        EmissionDecoder decoder = new EmissionDecoder(CrfLayer.read(folder.resolve("crf.json"), Labels.of(LABELS)));
        Sequence sequence = Sequence.ofWords("Anna", "Berger", "sings", "the", "2", ".");
        float[][] emissions = {row("anna"), row("ber"), row("sings"), row("the"), row("2"), row(".")};
        Tagging expected = decoder.decode(emissions);
        Tagging found = model.tagger().tag(sequence);
        assertThat(found.labels()).isEqualTo(expected.labels());
        assertThat(found.logPartition()).isCloseTo(expected.logPartition(), within(1e-9));
        assertThat(found.logProbability(List.of("O", "B-PER", "I-PER", "O", "O", "O")))
                .isCloseTo(expected.logProbability(List.of("O", "B-PER", "I-PER", "O", "O", "O")), within(1e-9));
        List<Tagging> many = OnnxModels.tag(
                OnnxFeatures.labels(file), List.of(Sequence.ofWords("the"), sequence, Sequence.ofWords()), false);
        assertThat(many.get(1).labels()).isEqualTo(expected.labels());
        assertThat(many.get(2).labels()).isEmpty();
        List<Tagging> valid = OnnxModels.tag(OnnxFeatures.labels(file), List.of(sequence), true);
        assertThat(valid.get(0).labels())
                .isEqualTo(model.withValidLabels().tagger().tag(sequence).labels());
        Path saved = folder.resolve("saved.esp");
        model.save(saved);
        assertThat(Model.load(saved).tagger().tag(sequence).labels()).isEqualTo(expected.labels());
    }

    /** The graph stays as it is; transitions and a linear layer on its numbers are learnt. */
    @Test
    void aHeadIsLearntOnItsNumbers() {
        OnnxFeatures features = OnnxFeatures.numbers(file);
        List<Sequence> data = new ArrayList<>();
        Random random = new Random(2);
        for (int n = 0; n < 60; n++) {
            String[] words = new String[5];
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < 5; t++) {
                words[t] = PIECES.get(4 + random.nextInt(7)).replace("##", "");
                boolean after = t > 0 && words[t - 1].equals("anna");
                labels.add(after ? "AFTER" : words[t].equals("2") ? "NUMBER" : "O");
            }
            data.add(Sequence.ofWords(words).withLabels(labels));
        }
        Model head = new Trainer(features, TrainingOptions.DEFAULTS.withL2(0.01)).train(data);
        int right = 0;
        for (Sequence sequence : data) {
            right += head.tagger().tag(sequence).labels().equals(sequence.labels()) ? 1 : 0;
        }
        assertThat(right).isGreaterThan(20); // a softmax over each piece alone cannot know what stood before
        Path saved = folder.resolve("head.esp");
        head.save(saved);
        assertThat(Model.load(saved).toBytes()).isEqualTo(head.toBytes());
        assertThat(features.definition().text()).contains("sha256");
    }

    @Test
    void wholeWordsArePiecesToo() throws IOException {
        Files.delete(folder.resolve("vocab.txt"));
        Files.write(folder.resolve("words.txt"), PIECES);
        new OnnxFile()
                .input("words", OnnxFile.INT32, -1, -1)
                .constant("table", table, PIECES.size(), LABELS.size())
                .node("Gather", "scores", "table", "words")
                .output("scores", OnnxFile.FLOAT, -1, -1, -1)
                .write(file);
        OnnxFeatures features = OnnxFeatures.labels(file);
        assertThat(features.emissions(List.of(Sequence.ofWords("Anna", "berger", "2")))[0])
                .isDeepEqualTo(new float[][] {row("anna"), row("[UNK]"), row("2")});
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        bert(LABELS.size()).input("pixels", OnnxFile.FLOAT, 1, 3, 224, 224).write(file);
        assertThatThrownBy(() -> Toolkit.open(file))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining("'pixels' of FLOAT [1, 3, 224, 224]")
                .hasMessageContaining("expected whole numbers [batch, pieces] called input_ids");
        Files.writeString(folder.resolve("config.json"), "{\"id2label\": {\"0\": \"O\", \"1\": \"B-PER\"}}");
        bert(LABELS.size()).write(file);
        assertThatThrownBy(() -> Toolkit.open(file))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("the graph scores 3 labels, but there are the names of 2: [O, B-PER]");
        Files.writeString(folder.resolve("config.json"), "{\"id2label\": {\"0\": \"O\", \"2\": \"B-PER\"}}");
        assertThatThrownBy(() -> Toolkit.open(file)).hasMessageContaining("none with the number 1");
        Files.delete(folder.resolve("config.json"));
        assertThatThrownBy(() -> Toolkit.open(file)).hasMessageContaining("labels.txt");
        Files.writeString(folder.resolve("labels.txt"), "O\nB-PER\nI-PER\n");
        table[PIECES.indexOf("anna") * 3 + 1] = Float.NaN;
        bert(LABELS.size()).write(file);
        Model model = Toolkit.open(file);
        assertThatThrownBy(() -> model.tagger().tag(Sequence.ofWords("the", "Anna")))
                .hasMessageContaining("token 2 ('Anna') the number NaN for emission=B-PER");
        Files.write(file, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> Toolkit.open(file)).hasMessageContaining("ONNX Runtime cannot read it");
        Files.delete(folder.resolve("vocab.txt"));
        assertThatThrownBy(() -> Toolkit.open(file)).hasMessageContaining("neither vocab.txt");
    }
}
