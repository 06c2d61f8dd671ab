package org.espalier.cli.dropin.crfpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.Goldens;
import org.espalier.cli.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** crf_learn and crf_test, against what CRF++ printed and on data of our own. */
@SuppressWarnings("OrphanedFormatString") // %x is the template's macro
final class CrfppCommandsTest {
    private static final String TEMPLATE = "# words\nU0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB\n";
    private static final String TRAIN = "two Q\ncups  U\nflour\tN\n\none Q\negg N\n \n";

    @TempDir
    private Path folder;

    private static Path golden(String name) {
        return Goldens.shared("crfpp/" + name);
    }

    @ParameterizedTest
    @CsvSource({
        "chunking/model,chunking/tagged.txt,''",
        "chunking/model,chunking/tagged.v2.txt,-v2",
        "chunking/model,chunking/tagged.n5.txt,-n 5",
        "chunking/model,chunking/tagged.n5.v1.txt,-n5 -v 1",
        "basenp/model,basenp/tagged.txt,-v0",
        "basenp/model,basenp/tagged.v2.txt,--verbose 2",
        "basenp/model,basenp/tagged.n5.txt,--nbest=5",
        "basenp/model,basenp/tagged.n5.v1.txt,--nbest 5 --verbose=1",
        "basenp-bigram/model,basenp-bigram/tagged.txt,''",
        "basenp-bigram/model,basenp-bigram/tagged.v2.txt,-v2",
        "basenp-bigram/model,basenp-bigram/tagged.n5.txt,-n 5",
        "basenp-bigram/model,basenp-bigram/tagged.n5.v1.txt,-n 5 -v1",
        "JapaneseNE/model,JapaneseNE/tagged.txt,''",
        "JapaneseNE/model,JapaneseNE/tagged.v2.txt,-v2",
        "JapaneseNE/model,JapaneseNE/tagged.n5.txt,-n 5",
        "JapaneseNE/model,JapaneseNE/tagged.n5.v1.txt,-n 5 -v1",
        "seg/model,seg/tagged.txt,''",
        "seg/model,seg/tagged.v2.txt,-v2 -c 1",
        "seg/model,seg/tagged.n5.txt,-n 5 --cost-factor=1.0",
        "seg/model,seg/tagged.n5.v1.txt,-n 5 -v1",
        "seg/model.f3,seg/tagged.f3.v1.txt,-v1",
        "seg/model.l1.txt,seg/tagged.l1.v1.txt,-v1",
        "seg/model.mira.txt,seg/tagged.mira.v1.txt,-v1"
    })
    void crfTestPrintsTheSameBytes(String model, String expected, String options) {
        Path output = folder.resolve("out");
        List<Object> arguments = new ArrayList<>(List.of("crf_test"));
        if (!options.isEmpty()) {
            arguments.addAll(List.of(options.split(" ")));
        }
        arguments.addAll(
                List.of("-m", golden(model), "-o", output, golden(expected).resolveSibling("test.data")));

        Program.Outcome outcome = Program.run(arguments.toArray());

        assertThat(outcome).isEqualTo(new Program.Outcome(0, "", ""));
        assertThat(output).hasSameBinaryContentAs(golden(expected));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path learn(Object... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("crf_learn"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(file("template", TEMPLATE), file("train", TRAIN), folder.resolve("model")));
        Program.Outcome outcome = Program.run(arguments.toArray());
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
        return folder.resolve("model");
    }

    @Test
    void learnThenTest() throws IOException {
        Program.Outcome outcome = Program.run(
                "crf_learn",
                "-c",
                "4",
                "--eta=0.001",
                "-t",
                "-p2",
                file("template", TEMPLATE),
                file("train", TRAIN),
                folder.resolve("model"));

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out())
                .contains("reading training data: \nDone!")
                .contains(
                        "Number of sentences: 2\nNumber of features:  39\nNumber of thread(s): 2\nFreq:                1\n")
                .contains("eta:                 0.00100\nC:                   4.00000\nshrinking size:      20\n")
                .contains("iter=0 terr=0.60000 serr=1.00000 act=39 obj=5.49306 diff=1.00000\n")
                .containsPattern("iter=[0-9]+ terr=0.00000 serr=0.00000 act=39 obj=[0-9.]+ diff=0.000[0-9]+\n\nDone!");
        assertThat(folder.resolve("model.txt")).exists();

        Program.Outcome tagged = Program.runWith(
                "two x\ncups y\n\n\nflour".getBytes(StandardCharsets.UTF_8), "crf_test", "-m", folder.resolve("model"));

        assertThat(tagged).isEqualTo(new Program.Outcome(0, "two\tx\tQ\ncups\ty\tU\n\nflour\tN\n\n", ""));
    }

    @Test
    void textAndBinaryConvert() throws IOException {
        Path model = learn("-t");
        Path converted = folder.resolve("converted");

        Program.Outcome outcome = Program.run("crf_learn", "-C", folder.resolve("model.txt"), converted);

        assertThat(outcome).isEqualTo(new Program.Outcome(0, "", ""));
        assertThat(converted).hasSameBinaryContentAs(model);
    }

    @Test
    void theCostFactorSharpens() throws IOException {
        Path model = learn();
        byte[] input = "two\n".getBytes(StandardCharsets.UTF_8);
        String mild = Program.runWith(input, "crf_test", "-v1", "-c", "0.1", "-m", model)
                .out();
        String sharp = Program.runWith(input, "crf_test", "-v1", "-c10", "--model=" + model, "-")
                .out();

        assertThat(probability(sharp)).isGreaterThan(probability(mild));
        assertThat(Program.run("crf_test", "-c", "0", "-m", model).code()).isEqualTo(1);
    }

    private static double probability(String output) {
        return Double.parseDouble(output.substring(2, output.indexOf('\n')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIRA", "mira"})
    void miraGoesTheWayOfCrfpp(String algorithm) throws IOException {
        Path seg = golden("seg");
        Path model = folder.resolve("mira");
        Program.Outcome outcome = Program.run(
                "crf_learn",
                "-t",
                "-p",
                1,
                "-a",
                algorithm,
                "-f",
                2,
                seg.resolve("template"),
                seg.resolve("train.data"),
                model);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().filter(line -> line.startsWith("iter=")))
                .containsExactlyElementsOf(Files.readAllLines(seg.resolve("learn.mira.log")).stream()
                        .filter(line -> line.startsWith("iter="))
                        .toList());
        assertThat(folder.resolve("mira.txt")).hasSameBinaryContentAs(seg.resolve("model.mira.txt"));
    }

    @Test
    void miraStopsAtTheLimitAndLeavesSequencesOut() throws IOException {
        Program.Outcome outcome = Program.run(
                "crf_learn",
                "-a",
                "MIRA",
                "-H",
                "1",
                "-m",
                "4",
                file("t", TEMPLATE),
                file("d", TRAIN),
                folder.resolve("m"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("shrinking size:      1\niter=0 terr=")
                .doesNotContain("iter=4");
        Program.Outcome wrong = Program.run(
                "crf_learn", "-a", "MIRA", "-H", "0", file("t", TEMPLATE), file("d", TRAIN), folder.resolve("m"));
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("shrinking size = 0; expected at least 1");
    }

    @Test
    void complaintsAreClear() throws IOException {
        Path model = learn("-a", "CRF-L2", "-H", "20");
        List<Program.Outcome> outcomes = List.of(
                Program.run("crf_learn", "template"),
                Program.run("crf_learn", "-C", "only-one"),
                Program.run("crf_learn", "-a", "SGD", "a", "b", "c"),
                Program.run("crf_learn", "-c", "0", folder.resolve("template"), folder.resolve("train"), "m"),
                Program.run("crf_learn", folder.resolve("none"), folder.resolve("train"), "m"),
                Program.run("crf_learn", folder.resolve("template"), file("bad", "a b X\na X\n"), "m"),
                Program.run("crf_test"),
                Program.run("crf_test", "-m", folder.resolve("none"), folder.resolve("train")),
                Program.run("crf_test", "-m", folder.resolve("train"), folder.resolve("train")),
                Program.run("crf_test", "-m", model, folder.resolve("none")));

        assertThat(outcomes)
                .allMatch(outcome -> outcome.code() != 0
                        && outcome.isClear()
                        && !outcome.err().isEmpty());
        assertThat(outcomes.get(5).err()).contains("bad:2: 2 columns, expected 3");
    }

    @Test
    void tooFewColumnsAreAnError() throws IOException {
        file("template", "U0:%x[0,1]\n");
        file("train", "a b X\nc d Y\n");
        assertThat(Program.run("crf_learn", folder.resolve("template"), folder.resolve("train"), folder.resolve("m"))
                        .code())
                .isZero();

        Program.Outcome outcome = Program.run("crf_test", "-m", folder.resolve("m"), file("test", "a b\nc\n"));

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("test:2: 1 column, but the model needs at least 2");
    }

    @Test
    void helpTeaches() {
        assertThat(Program.run("crf_learn", "--help").out()).contains("template train.data model", "-C model.txt");
        assertThat(Program.run("crf_test", "-h").out()).contains("--cost-factor", "alias crf_test");
        assertThat(Program.run("crf_learn", "-v").out())
                .isEqualTo(Program.run("--version").out());
        assertThat(Program.run("--help").out()).contains("crf_learn", "crf_test");
    }
}
