package org.espalier.interop.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.interop.Goldens;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that the real program made. */
class CrfsuiteGoldensTest {
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "seg, model, test.crfsuite, tagged.rpi.txt",
        "seg, model, test.crfsuite, tagged.rpl.txt",
        "seg, model.full, test.crfsuite, tagged.full.rpi.txt",
        "seg, model.l1, test.crfsuite, tagged.l1.rpi.txt",
        "seg, model.l2sgd, test.crfsuite, tagged.l2sgd.rpi.txt",
        "seg, model.ap, test.crfsuite, tagged.ap.rpi.txt",
        "seg, model.pa, test.crfsuite, tagged.pa.rpi.txt",
        "seg, model.arow, test.crfsuite, tagged.arow.rpi.txt",
        "seg, model.weighted, test.weighted.crfsuite, tagged.weighted.rpi.txt",
        "basenp, model, test.crfsuite, tagged.rpi.txt",
        "basenp, model, test.crfsuite, tagged.rpl.txt",
        "chunking, model, test.crfsuite, tagged.rpi.txt",
        "chunking, model, test.crfsuite, tagged.rpl.txt",
        "JapaneseNE, model, test.crfsuite, tagged.rpi.txt",
        "JapaneseNE, model, test.crfsuite, tagged.rpl.txt"
    })
    void labelsScoresAndMarginalsAreThoseOfCrfsuite(String task, String name, String data, String tagged)
            throws IOException {
        Path golden = Goldens.folder("crfsuite/" + task);
        List<String> lines = Files.readAllLines(golden.resolve(tagged), BYTES);
        for (Charset charset : charsets(task)) {
            Model model = CrfsuiteModelFile.read(golden.resolve(name), charset);
            Path copy = folder.resolve("copy.esp");
            model.save(copy);
            check(model, read(golden.resolve(data), charset), lines, charset);
            check(Model.load(copy), read(golden.resolve(data), charset), lines, charset);
        }
    }

    /** JapaneseNE is EUC-JP; the other tasks are UTF-8. */
    private static List<Charset> charsets(String task) {
        return task.equals("JapaneseNE")
                ? List.of(BYTES, Charset.forName("EUC-JP"), StandardCharsets.UTF_8)
                : List.of(BYTES, StandardCharsets.UTF_8);
    }

    private static List<Sequence> read(Path file, Charset charset) throws IOException {
        List<Sequence> data = new ArrayList<>();
        try (CrfsuiteItemsReader reader = new CrfsuiteItemsReader(
                Files.newInputStream(file), file.toString(), charset, CrfsuiteItemsReader.Use.TAG)) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                data.add(sequence);
            }
        }
        return data;
    }

    private static void check(Model model, List<Sequence> data, List<String> lines, Charset charset) {
        Tagger tagger = model.tagger();
        int at = 0;
        for (Sequence sequence : data) {
            Tagging tagging = tagger.tag(sequence);
            String[] score = lines.get(at++).split("\t");
            assertThat(tagging.score()).isCloseTo(Double.parseDouble(score[1]), within(1e-6));
            assertThat(tagging.logPartition()).isCloseTo(Double.parseDouble(score[2]), within(1e-6));
            String[] probability = lines.get(at++).split("\t");
            assertThat(tagging.probability()).isCloseTo(Double.parseDouble(probability[1]), within(1e-6));
            double[][] marginals = tagging.marginals();
            for (int t = 0; t < sequence.length(); t++) {
                String[] fields = lines.get(at++).split("\t");
                String[] label = fields[1].split(":");
                assertThat(tagging.labels().get(t)).isEqualTo(text(label[0], charset));
                if (label.length > 1) {
                    checkMarginal(model, marginals[t], fields[1], charset);
                }
                for (int k = 2; k < fields.length; k++) {
                    checkMarginal(model, marginals[t], fields[k], charset);
                }
            }
            assertThat(lines.get(at++)).isEmpty();
        }
        assertThat(at).isEqualTo(lines.size());
    }

    private static void checkMarginal(Model model, double[] marginals, String field, Charset charset) {
        int colon = field.lastIndexOf(':');
        int label = model.labels().indexOf(text(field.substring(0, colon), charset));
        assertThat(marginals[label]).isCloseTo(Double.parseDouble(field.substring(colon + 1)), within(1e-6));
    }

    private static String text(String bytes, Charset charset) {
        return new String(bytes.getBytes(BYTES), charset);
    }

    @ParameterizedTest
    @CsvSource({
        "seg, model",
        "seg, model.full",
        "seg, model.l1",
        "seg, model.l2sgd",
        "seg, model.ap",
        "seg, model.pa",
        "seg, model.arow",
        "seg, model.weighted",
        "basenp, model",
        "chunking, model",
        "JapaneseNE, model"
    })
    void whatIsReadIsWrittenByteByByte(String task, String name) throws IOException {
        Path golden = Goldens.folder("crfsuite/" + task).resolve(name);
        Path copy = folder.resolve("copy");
        for (Charset charset : charsets(task)) {
            assertThat(CrfsuiteModelFile.recognises(golden)).isTrue();
            assertThat(CrfsuiteModelFile.write(CrfsuiteModelFile.read(golden, charset), copy, charset))
                    .isEmpty();
            assertThat(copy).hasSameBinaryContentAs(golden);
        }
    }

    @Test
    void dumpsAsCrfsuiteDoes() throws IOException {
        for (String names : List.of(
                "seg/model seg/dump.txt",
                "seg/model.full seg/dump.full.txt",
                "seg/model.l1 seg/dump.l1.txt",
                "basenp/model basenp/dump.txt")) {
            String[] files = names.split(" ");
            StringBuilder out = new StringBuilder();
            CrfsuiteModelFile.dump(Goldens.folder("crfsuite/" + files[0]), BYTES, out);
            assertThat(out.toString().getBytes(BYTES))
                    .as(names)
                    .isEqualTo(Files.readAllBytes(Goldens.folder("crfsuite/" + files[1])));
        }
    }
}
