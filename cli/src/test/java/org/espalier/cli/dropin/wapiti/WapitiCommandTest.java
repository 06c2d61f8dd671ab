package org.espalier.cli.dropin.wapiti;

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

/** {@code espalier wapiti}, compared with what Wapiti 1.5 printed. */
final class WapitiCommandTest {
    private static final String PATTERNS = "# mine\nu:%x[0,0]\nu:%x[-1,0]\nb\n";
    private static final String TRAIN = "a X\nb Y\né X\n\nb Y\na X\n\n";

    @TempDir
    Path folder;

    private static Path golden(String task) {
        return Goldens.shared("wapiti/" + task);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Runs a mode with the output in a file, and compares it with a golden to the byte. */
    private void assertSame(Path expected, Object... arguments) throws IOException {
        Path output = folder.resolve("output");
        Object[] all = new Object[arguments.length + 2];
        all[0] = "wapiti";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 1] = output;

        Program.Outcome outcome = Program.run(all);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(Files.mismatch(output, expected)).as("%s", List.of(all)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunking", "basenp", "basenp-bigram", "JapaneseNE", "seg"})
    void labelsToTheByte(String task) throws IOException {
        Path place = golden(task);
        Path model = place.resolve("model");
        Path data = place.resolve("test.data");
        assertSame(place.resolve("tagged.txt"), "label", "-m", model, data);
        assertSame(place.resolve("tagged.s.txt"), "l", "--score", "--model", model, data);
        assertSame(place.resolve("tagged.p.txt"), "label", "-p", "-m", model, data);
        assertSame(place.resolve("tagged.sp.txt"), "label", "-sp", "-m", model, data);
        assertSame(place.resolve("tagged.n5.txt"), "label", "-s", "-n", 5, "-m", model, data);
        assertSame(place.resolve("tagged.n5.p.txt"), "label", "-s", "--post", "--nbest", 5, "-m", model, data);
    }

    @ParameterizedTest
    @ValueSource(strings = {"basenp", "seg"})
    void labelsWithCompactModels(String task) throws IOException {
        Path place = golden(task);
        assertSame(
                place.resolve("tagged.l1.txt"),
                "label",
                "-m",
                place.resolve("model.l1.compact"),
                place.resolve("test.data"));
    }

    @Test
    void labelsWithAllTypesOfModels() throws IOException {
        Path place = golden("patterns");
        for (String type : List.of("crf", "memm", "maxent")) {
            assertSame(
                    place.resolve("tagged." + type + ".txt"),
                    "label",
                    "-s",
                    "-m",
                    place.resolve("model." + type),
                    place.resolve("test.data"));
        }
        assertSame(
                place.resolve("tagged.forced.txt"),
                "label",
                "--force",
                "-s",
                "-m",
                place.resolve("model.crf"),
                place.resolve("forced.data"));
    }

    @Test
    void dumps() throws IOException {
        assertSame(golden("seg/dump.txt"), "dump", "-p", 17, golden("seg/model"));
        assertSame(golden("basenp-bigram/dump.txt"), "d", "--prec", 17, golden("basenp-bigram/model"));
        assertSame(golden("patterns/dump.crf.txt"), "dump", "-p", 17, "--all", golden("patterns/model.crf"));
    }

    @Test
    void aModelWithoutPatchesIsTheSame() throws IOException {
        Path empty = file("empty", "");
        for (String model : List.of("seg/model", "patterns/model.memm", "JapaneseNE/model")) {
            assertSame(golden(model), "update", "-m", golden(model), empty);
        }
    }

    @ParameterizedTest
    @CsvSource({"basenp,0.1", "seg,0.25"})
    void trainsWithTheSameNumbersAndTheSameEnd(String task, String rho2) throws IOException {
        Path place = golden(task);
        Path model = folder.resolve("model");

        Program.Outcome outcome = Program.run(
                "wapiti",
                "train",
                "-a",
                "l-bfgs",
                "--rho1",
                0,
                "--rho2",
                rho2,
                "-w",
                0,
                "-e",
                "0.0000000001",
                "-p",
                place.resolve("template"),
                place.resolve("train.data"),
                model);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        List<String> log = Files.readAllLines(place.resolve("train.log"));
        assertThat(outcome.err().lines().filter(line -> !line.startsWith("  [")))
                .containsExactlyElementsOf(
                        log.stream().filter(line -> !line.startsWith("  [")).toList());
        String last = lastIteration(log);
        assertThat(lastIteration(outcome.err().lines().toList()))
                .contains(last.substring(last.indexOf("obj="), last.indexOf("time=")));
        assertSame(place.resolve("tagged.txt"), "label", "-m", model, place.resolve("test.data"));
    }

    private static String lastIteration(List<String> log) {
        return log.stream().filter(line -> line.startsWith("  [")).reduce("", (one, next) -> next);
    }

    @Test
    void fromStandardInputToStandardOutput() throws IOException {
        Path patterns = file("patterns", PATTERNS);
        byte[] data = TRAIN.getBytes(StandardCharsets.UTF_8);

        Program.Outcome trained = Program.runWith(data, "wapiti", "train", "-c", "-1", "0.1", "-p", patterns);

        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(trained.out()).startsWith("#mdl#2#").contains("4:u:é,");
        assertThat(trained.err()).contains("* Compacting the model").contains("observations removed");
        Path model = file("model", trained.out());
        Program.Outcome labelled = Program.runWith(data, "wapiti", "label", "-c", "-m", model);
        assertThat(labelled.out()).isEqualTo("a X\tX\nb Y\tY\né X\tX\n\nb Y\tY\na X\tX\n\n");
        assertThat(labelled.err())
                .isEqualTo("* Load model\n* Label sequences\n    Nb sequences  : 2\n    Token error   :  0.00%\n"
                        + "    Sequence error:  0.00%\n* Per label statistics\n    X       Pr=1.00  Rc=1.00  F1=1.00\n"
                        + "    Y       Pr=1.00  Rc=1.00  F1=1.00\n* Done\n");
        assertThat(Program.runWith(data, "wapiti", "label", "-l", "-m", model).out())
                .isEqualTo("X\nY\nX\n\nY\nX\n\n");
        Program.Outcome dumped = Program.runWith(Files.readAllBytes(model), "wapiti", "dump", "-p", 2);
        assertThat(dumped.out()).containsPattern("u:a\t#\tX\t0\\.\\d\\d\n");
    }

    @Test
    void aPatchChangesLabels() throws IOException {
        Path model = folder.resolve("model");
        Path patched = folder.resolve("patched");
        Path train = file("train", TRAIN);
        Program.run("wapiti", "t", "-p", file("patterns", PATTERNS), "-2", 1, train, model);
        Path patch = file("patch", "u:a\t#\tY\t50\n");

        Program.Outcome outcome = Program.run("wapiti", "u", "-m", model, patch, patched);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(Program.run("wapiti", "label", "-l", "-m", patched, train).out())
                .startsWith("Y\n");
        assertThat(Program.run("wapiti", "update", "-m", model, file("bad", "u:q # Y 1\n"), patched)
                        .err())
                .contains("bad:1")
                .contains("u:q");
    }

    @Test
    void trainingGoesOnFromAModelAndWatchesOtherData() throws IOException {
        Path patterns = file("patterns", PATTERNS);
        Path train = file("train", TRAIN);
        Path more = file("more", "a X\nc Z\n");
        Path model = folder.resolve("model");
        Program.run("wapiti", "train", "-p", patterns, train, model);

        Program.Outcome outcome = Program.run("wapiti", "train", "-m", model, "-d", train, more, folder.resolve("new"));

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains("* Load previous model\n* Load training data\n* Load development data\n* Resync the model\n")
                .contains("    nb train:    1\n    nb devel:    2\n    nb labels:   3\n");
    }

    @Test
    void singleLinesAndMaximumEntropy() throws IOException {
        Path train = file("train", "a b X\nc d Y\n\n\na d Y\n");
        Path model = folder.resolve("model");

        Program.Outcome outcome =
                Program.run("wapiti", "train", "--me", "-T", "maxent", "-1", 0, "-2", 0.01, train, model);

        assertThat(outcome.err())
                .contains("nb train:    3")
                .contains("nb blocks:   4")
                .contains("nb features: 8");
        assertThat(Files.readString(model))
                .startsWith("#mdl#0#8\n#rdr#0/0/1\n#qrk#2\n1:X,\n1:Y,\n#qrk#4\n2:ua,\n2:ub,\n");
        assertThat(Program.run("wapiti", "label", "--me", "-c", "-m", model, train)
                        .out())
                .isEqualTo("a b X\tX\n\nc d Y\tY\n\na d Y\tY\n\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-a sgd-l1 --eta0 0.5 --alpha 0.9 --rho1 0.01",
                "-a bcd --kappa 2 --rho1 0.01",
                "-a rprop --stpmin 1e-7 --stpmax 10 --stpinc 1.3 --stpdec 0.4",
                "-a rprop+ --cutoff --rho1 0.01",
                "-a rprop-",
                "-a rprop -T memm",
                "-a sgd-l1 -T maxent"
            })
    void everyAlgorithmLearnsTheData(String options) throws IOException {
        Path train = file("train", TRAIN);
        Path pattern = file("pattern", "u:%x[0,0]\nb\n");
        Path model = folder.resolve("model");
        List<Object> command = new ArrayList<>(List.of("wapiti", "train", "-w", "0", "-i", "60"));
        command.addAll(List.of((Object[]) options.split(" ")));
        command.addAll(List.of("-p", pattern, train, model));

        Program.Outcome outcome = Program.run(command.toArray());

        assertThat(outcome.code()).as(outcome.err()).isZero();
        String[] progress = outcome.err().split("obj=");
        assertThat(Double.parseDouble(progress[progress.length - 1].strip().split(" ")[0]))
                .isLessThan(Double.parseDouble(progress[1].strip().split(" ")[0]));
        Program.Outcome check = Program.run("wapiti", "label", "-c", "-m", model, train);
        assertThat(check.err()).as(outcome.err()).contains("Token error   :  0.00%");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wapiti|1|no mode",
                "wapiti train -a magic x y|1|expected one of l-bfgs, sgd-l1, bcd, rprop, rprop+, rprop-",
                "wapiti train -T hmm x y|1|unknown model type",
                "wapiti train no-such-file y|1|no-such-file: no such file",
                "wapiti label x|1|--model",
                "wapiti label -m no-such-model x|1|no-such-model: no such file",
                "wapiti label -m m -n 0 x|1|--nbest is 0",
                "wapiti label -m m -c --force x|1|cannot be used together",
                "wapiti dump -p -1 x|1|--prec",
                "wapiti train -T list|0|maxent",
                "wapiti train -a list|0|l-bfgs",
            })
    void complaints(String command, int code, String message) {
        Program.Outcome outcome = Program.run((Object[]) command.split(" "));

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.err()).contains(message);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
    }

    @Test
    void wrongPatternsAndDataAreNamed() throws IOException {
        Path train = file("train", TRAIN);

        assertThat(Program.run("wapiti", "train", "-p", file("p", "u\nu%y[0,0]\n"), train, folder.resolve("m"))
                        .err())
                .contains("p:2")
                .contains("column 2");
        assertThat(Program.run("wapiti", "train", "-p", file("p", "u%x[0,3]\n"), train, folder.resolve("m"))
                        .err())
                .contains("train:1")
                .contains("reads column 3");
        assertThat(Program.run("wapiti", "train", train, folder.resolve("m")).err())
                .contains("begins with u, b or *");
        assertThat(Program.runWith(new byte[0], "wapiti", "train").err()).contains("the data are empty");
    }

    @Test
    void optionsWithoutEffectAreAccepted() throws IOException {
        Program.Outcome outcome = Program.run(
                "wapiti",
                "train",
                "-s",
                "-j",
                8,
                "--clip",
                "--sstate",
                "s",
                "--eta0",
                0.5,
                "--stpmin",
                1,
                "-i",
                3,
                "-p",
                file("patterns", PATTERNS),
                file("train", TRAIN),
                folder.resolve("m"));

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains("warning: --clip", "warning: --sstate", "  [   3]")
                .doesNotContain("  [   4]");
        assertThat(folder.resolve("s")).doesNotExist();
    }

    /** GROBID's own options stand before its usual ones. */
    @Test
    void theLastOfSeveralOptionsCounts() throws IOException {
        Program.Outcome outcome = Program.run(
                "wapiti",
                "train",
                "--nthread",
                2,
                "-e",
                "0.5",
                "-w",
                1,
                "-i",
                2000,
                "-w",
                10,
                "-e",
                "0.0002",
                "-i",
                2,
                "-p",
                file("patterns", "U01:%x[0,0]\n#c\nB\n"),
                file("train", TRAIN),
                folder.resolve("m"));

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("  [   2]").doesNotContain("  [   3]", "WARN");
    }

    @Test
    void helpTeaches() {
        assertThat(Program.run("wapiti", "--help").out()).contains("train", "label", "dump", "update", "alias");
        assertThat(Program.run("wapiti", "train", "--help").out()).contains("--rho1", "--stopwin", "--nthread");
    }
}
