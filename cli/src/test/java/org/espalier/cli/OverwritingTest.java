package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No output is an input or another output, in any command; nothing is read or written when one would be. */
final class OverwritingTest {
    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.move(SmallData.model(folder), folder.resolve("m.esp"));
        SmallData.write(folder, "d.txt", SmallData.columns(20, 2));
        SmallData.write(folder, "e.txt", SmallData.columns(10, 3));
        SmallData.write(folder, "t.txt", "U0:%x[0,0]\nB\n");
        SmallData.write(folder, "p.txt", "u:%x[0,0]\nb\n");
        SmallData.write(folder, "g.txt", "cat\ndog\n");
        SmallData.write(folder, "i.txt", "O\ta\tb\n\nO\tc\n\n");
        Files.createDirectory(folder.resolve("sub"));
    }

    private Map<Path, String> contents() throws IOException {
        Map<Path, String> contents = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                contents.put(file, Files.isRegularFile(file) ? Arrays.toString(Files.readAllBytes(file)) : "");
            }
        }
        return contents;
    }

    /** Names of files in the folder stand as {@code /name}. */
    private Program.Outcome run(String line) {
        Object[] arguments = Arrays.stream(line.split(" "))
                .map(word ->
                        word.replaceAll("(^|[=|])/", "$1" + folder.toString().replace("\\", "/") + "/"))
                .toArray();
        return Program.runWith("cat N B-NP\n".getBytes(java.nio.charset.StandardCharsets.UTF_8), arguments);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                        "train -o /d.txt /d.txt | the model would overwrite the training data",
                        "train -o /d.txt /e.txt /d.txt | the model would overwrite the training data",
                        "train -o /e.txt --dev /e.txt /d.txt | the model would overwrite the development data",
                        "train -o /x.esp --report /d.txt /d.txt | the report would overwrite the training data",
                        "train -o /x.esp --checkpoint /d.txt /d.txt | the checkpoint would overwrite the training data",
                        "train -o /t.txt -t /t.txt /d.txt | the model would overwrite the template",
                        "train -o /g.txt -f text,gazetteer(pets=/g.txt) /d.txt | the model would overwrite a file of the features",
                        "train -o /x.esp --report /x.esp /d.txt | the report would overwrite the model",
                        "train -o /x.esp --report /sub/../x.esp /d.txt | the report would overwrite the model",
                        "train -o /x.esp --checkpoint /x.esp /d.txt | would overwrite",
                        "train -o /x.esp --init /m.esp --report /m.esp /d.txt | the report would overwrite the initial model",
                        "train --model hmm -o /d.txt /d.txt | the model would overwrite the training data",
                        "tune --parameter l2=1,2 -o /d.txt /d.txt | the model would overwrite the training data",
                        "tune --parameter l2=1,2 --journal /d.txt /d.txt | the journal would overwrite the training data",
                        "tune --parameter l2=1,2 --resume --journal /e.txt --dev /e.txt /d.txt | would overwrite the development",
                        "tune --parameter template=/t.txt|/p.txt -o /p.txt /d.txt | the model would overwrite a template",
                        "tune --parameter l2=1,2 --plot /a.svg --report /a.svg /d.txt | would overwrite",
                        "compare-optimizers --report /d.txt /d.txt | the report would overwrite the training data",
                        "compress /m.esp -o /m.esp | the smaller model would overwrite the model to compress",
                        "compress /m.esp -o /d.txt --test /d.txt | the smaller model would overwrite the test data",
                        "convert /m.esp /sub/../m.esp | the converted model would overwrite the model to convert",
                        "train -o /x.esp --dev - - | standard input (-) is given twice",
                        "train -o /x.esp - - | standard input (-) is given twice",
                        "tag -m /m.esp - - | standard input (-) is given twice",
                        "eval -m /m.esp - - | standard input (-) is given twice",
                        "compress /m.esp -o /x.esp --data - --test - --max-loss 1 | standard input (-) is given twice",
                        "tune --parameter l2=1,2 --dev - - | standard input (-) is given twice",
                        "train -o - /d.txt | the model is not written to standard output",
                        "train -o /x.esp --report - /d.txt | the report is not written to standard output",
                        "tag -m - /d.txt | the model is not read from standard input",
                        "inspect - | the model is not read from standard input")
                .map(line -> line.split(" \\| ", 2))
                .map(line -> Arguments.of(2, line[0], line[1]));
    }

    /** The other programs' exit code for wrong usage is 1. */
    static Stream<Arguments> mistakesOfDropIns() {
        return Stream.of(
                        "crfsuite learn -m /i.txt /i.txt | the model would overwrite the training data",
                        "crfsuite learn -l -L /log -m /log_lbfgs /i.txt | would overwrite the model",
                        "crfsuite learn -m /x - - | standard input (-) is given twice",
                        "crf_learn /t.txt /d.txt /d.txt | the model would overwrite the training data",
                        "crf_learn /t.txt /d.txt /t.txt | the model would overwrite the template",
                        "crf_learn -t /t.txt /d.txt /d | the text model would overwrite the training data",
                        "crf_learn -C /t.txt /t.txt | the model would overwrite the text model",
                        "crf_test -m /m.esp -o /d.txt /d.txt | the output would overwrite the data",
                        "crf_test -m /m.esp -o /m.esp /d.txt | the output would overwrite the model",
                        "wapiti train -p /p.txt /d.txt /d.txt | the output would overwrite the input",
                        "wapiti train -p /p.txt /d.txt /p.txt | the output would overwrite the patterns",
                        "wapiti train -p /p.txt -d /e.txt /d.txt /e.txt | the output would overwrite the development data",
                        "wapiti label -m /m.esp /d.txt /m.esp | the output would overwrite the model",
                        "wapiti label -m /m.esp /d.txt /d.txt | the output would overwrite the input",
                        "wapiti dump /m.esp /m.esp | the output would overwrite the input")
                .map(line -> line.split(" \\| ", 2))
                .map(line -> Arguments.of(1, line[0], line[1]));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource({"mistakes", "mistakesOfDropIns"})
    void isRefusedAndNothingChanges(int code, String line, String words) throws IOException {
        Map<Path, String> before = contents();
        Program.Outcome outcome = run(line);
        assertThat(outcome.err()).contains(words, "--help'");
        assertThat(outcome.code()).isEqualTo(code);
        assertThat(outcome.isClear()).isTrue();
        assertThat(outcome.out()).isEmpty();
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void linksOfBothKindsAreSeenThrough() throws IOException {
        Path data = folder.resolve("d.txt");
        try {
            Files.createSymbolicLink(folder.resolve("soft.txt"), Path.of("d.txt"));
            Files.createLink(folder.resolve("hard.txt"), data);
            Files.createSymbolicLink(folder.resolve("later.esp"), Path.of("x.esp"));
            Files.createSymbolicLink(folder.resolve("other"), folder);
        } catch (FileSystemException | UnsupportedOperationException e) {
            assumeTrue(false, "no links here");
        }
        Map<Path, String> before = contents();
        for (String line : new String[] {
            "train -o /soft.txt /d.txt",
            "train -o /d.txt /soft.txt",
            "train -o /hard.txt /d.txt",
            "train -o /other/d.txt /d.txt",
            "train -o /x.esp --report /later.esp /d.txt",
            "train -o /x.esp --report /other/x.esp /d.txt"
        }) {
            Program.Outcome outcome = run(line);
            assertThat(outcome.code()).as(line).isEqualTo(2);
            assertThat(outcome.err()).contains("would overwrite", "the same file as");
        }
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void aModelMayBeReplacedByItsContinuation() throws IOException {
        byte[] before = Files.readAllBytes(folder.resolve("m.esp"));
        assertThat(run("train -q --init /m.esp -o /m.esp /d.txt").code()).isZero();
        assertThat(Files.readAllBytes(folder.resolve("m.esp"))).isNotEqualTo(before);
        assertThat(run("wapiti train -p /p.txt /d.txt /w").code()).isZero();
        assertThat(run("wapiti train -m /w /e.txt /w").code()).isZero();
        SmallData.write(folder, "patch.txt", "");
        assertThat(run("wapiti update -m /w /patch.txt /w").code()).isZero();
        assertThat(run("train -q --checkpoint /c --checkpoint-every 1 -o /x.esp /d.txt")
                        .code())
                .isZero();
        assertThat(run("train -q --checkpoint /c --resume -o /x.esp /d.txt").code())
                .isZero();
    }

    @Test
    void oneDeviceMayTakeSeveralOutputs() {
        assumeTrue(Files.exists(Path.of("/dev/null")));
        Program.Outcome outcome =
                Program.run("train", "-q", "-o", "/dev/null", "--report", "/dev/null", folder.resolve("d.txt"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void aNameWithAnAtSignIsAName() {
        SmallData.write(folder, "@data", SmallData.columns(5, 9));
        assertThat(run("train -q -o /@model /@data").code()).isZero();
        Program.Outcome tagged = run("tag -m /@model /@data");
        assertThat(tagged.code()).isZero();
        assertThat(tagged.out()).contains("B-NP");
        // Relative, as it would be expanded.
        assertThat(Program.run("inspect", "@nothing-of-that-name").err()).contains("@nothing-of-that-name");
    }
}
