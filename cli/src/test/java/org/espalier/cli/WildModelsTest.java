package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.espalier.cli.output.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models and data with oddities, against what the native programs printed; the goldens' README says how they were made. */
final class WildModelsTest {
    private static final Path GOLDENS = Path.of("../core/src/test/resources/org/espalier/interop/repeated");
    private static final Path DATA = GOLDENS.resolve("test.txt");

    @TempDir
    Path folder;

    /** A golden, unpacked. */
    private Path golden(String name) throws IOException {
        Path packed = GOLDENS.resolve(name + ".gz");
        if (!Files.exists(packed)) {
            return GOLDENS.resolve(name);
        }
        Path file = folder.resolve(name);
        try (InputStream input = new GZIPInputStream(Files.newInputStream(packed))) {
            Files.write(file, input.readAllBytes());
        }
        return file;
    }

    private static String run(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome.out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"on-top", "stars", "collide", "stars-memm"})
    void wapitiLabelsToTheByte(String name) throws IOException {
        Path model = golden(name + ".wapiti");

        assertThat(run("wapiti", "label", "-s", "-n", 3, "-m", model, DATA))
                .isEqualTo(Files.readString(golden(name + ".nbest.txt")));
        assertThat(run("wapiti", "label", "-s", "-p", "-m", model, DATA))
                .isEqualTo(Files.readString(golden(name + ".posterior.txt")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"twice", "between"})
    void crfTestToTheByte(String name) throws IOException {
        Path model = golden(name + ".crfpp");

        assertThat(run("crf_test", "-v2", "-m", model, DATA)).isEqualTo(Files.readString(golden(name + ".v2.txt")));
        assertThat(run("crf_test", "-n", 3, "-m", model, DATA))
                .isEqualTo(Files.readString(golden(name + ".nbest.txt")));
    }

    @Test
    void crfsuiteTagToTheByte() throws IOException {
        assertThat(run("crfsuite", "tag", "-p", "-i", "-m", golden("items.crfsuite"), golden("test.items")))
                .isEqualTo(Files.readString(golden("items.tag.txt")));
    }

    @ParameterizedTest
    @CsvSource({
        "on-top.wapiti, ragged.txt, ragged.wapiti-labels.txt",
        "twice.crfpp, ragged.txt, ragged.crfpp-labels.txt",
        "items.crfsuite, ragged.items, ragged.crfsuite-labels.txt"
    })
    void dataAreReadAsTheProgramReadsThem(String model, String data, String labels) throws IOException {
        assertThat(run("tag", "-m", golden(model), "--output", "labels", golden(data)))
                .isEqualTo(Files.readString(golden(labels)));
        assertThat(run("verify", "-m", golden(model), "--expected", golden(labels), golden(data)))
                .contains("IDENTICAL LABELS: 2 of 2");
    }

    @Test
    void bytesThatAreNotUtf8ComeOutAsTheyWere() throws IOException {
        Path data =
                Files.write(folder.resolve("latin1.txt"), "\u00e9t\u00e9\nsel\n".getBytes(StandardCharsets.ISO_8859_1));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String model = golden("on-top.wapiti").toString();
        int code = Main.run(new Streams(out, new ByteArrayOutputStream(), false), "tag", "-m", model, data.toString());

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.ISO_8859_1)).startsWith("\u00e9t\u00e9 ");
    }

    @Test
    void anOptionForTheDataAsksForOurOwnReader() throws IOException {
        Program.Outcome outcome =
                Program.run("tag", "-m", golden("on-top.wapiti"), "--separator", "blanks", golden("ragged.txt"));

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("1 column, expected 2 as on line 1");
    }

    @Test
    void verifySaysWhatItDidNotCompare() throws IOException {
        Path converted = folder.resolve("m.esp");
        run("convert", golden("stars.wapiti"), converted);

        assertThat(run("verify", "-m", golden("stars.wapiti"), "-m", converted, DATA))
                .contains("IDENTICAL LABELS", "Both models were read by Espalier", "--expected");
        assertThat(run("verify", "-m", converted, "-m", converted, DATA)).doesNotContain("Both models were read");
    }

    @Test
    void verifyAgainstTheNativeLabels() throws IOException {
        Path model = golden("stars.wapiti");
        String tagged = run("wapiti", "label", "-s", "-m", model, DATA);
        // The last column of -s is label/score, so only the labels are kept.
        Path labels = Files.writeString(folder.resolve("labels"), tagged.replaceAll("\t[^\t\n]*/[^\t\n]*\n", "\n"));
        Path wrong = Files.writeString(
                folder.resolve("wrong"), Files.readString(labels).replaceFirst("\tB-QTY\n", "\tO\n"));
        Path cut = Files.writeString(
                folder.resolve("cut"), Files.readString(labels).substring(0, 200));

        assertThat(run("verify", "-m", model, "--expected", labels, DATA)).contains("10 of 10 sequences");
        assertThat(run("verify", "-m", model, "--expected", labels, "--json", DATA))
                .contains("\"differentTokens\": 0");
        Program.Outcome different = Program.run("verify", "-m", model, "--expected", wrong, DATA);
        assertThat(different.code()).isEqualTo(1);
        assertThat(different.out()).contains("LABELS DIFFER: 9 of 10", "token 1: expected O, found B-QTY");
        Program.Outcome shorter = Program.run("verify", "-m", model, "--expected", cut, DATA);
        assertThat(shorter.code()).isEqualTo(1);
        assertThat(shorter.err()).contains("but the data have");
        Program.Outcome longer = Program.run("verify", "-m", model, "--expected", labels, "-m", model, DATA);
        assertThat(longer.code()).isEqualTo(2);
        assertThat(longer.err()).contains("--expected replaces the second model");
    }
}
