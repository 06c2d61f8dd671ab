package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is given to the program: a clear message, the right exit code, no stack trace, nothing lost. */
final class TortureTest {
    @TempDir
    static Path folder;

    static Path model;

    @BeforeAll
    static void train() {
        model = SmallData.model(folder);
    }

    private static Program.Outcome train(Path data, Object... more) {
        Object[] arguments = new Object[more.length + 4];
        arguments[0] = "train";
        arguments[1] = "-o";
        arguments[2] = folder.resolve("never.esp");
        arguments[3] = data;
        System.arraycopy(more, 0, arguments, 4, more.length);
        return Program.run(arguments);
    }

    private static void assertFails(Program.Outcome outcome, int code, String... parts) {
        assertThat(outcome.code()).as(outcome.toString()).isEqualTo(code);
        assertThat(outcome.isClear()).as(outcome.toString()).isTrue();
        assertThat(outcome.err()).startsWith("espalier: ");
        assertThat(outcome.err()).contains(parts);
        assertThat(folder.resolve("never.esp")).doesNotExist();
    }

    @Test
    void noArguments() {
        Program.Outcome outcome = Program.run();

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("no command", "Usage:", "demo", "train", "tag", "eval", "inspect", "check");
        assertThat(outcome.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "train",
                "tune",
                "compare-optimizers",
                "tag",
                "eval",
                "inspect",
                "compress",
                "convert",
                "verify",
                "check",
                "help",
                "completion"
            })
    void everyCommandHasHelpWithExamples(String command) {
        Program.Outcome outcome = Program.run(command, "--help");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("Usage: espalier " + command, "Examples:", "  espalier ");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void unknownOptionIsNamedWithASuggestion() {
        assertFails(
                train(folder, "--max-iteration", 3), 2, "--max-iteration", "Did you mean: --max-iterations?", "--help");
    }

    @Test
    void unknownCommandIsNamedWithASuggestion() {
        assertFails(Program.run("trian"), 2, "trian", "Did you mean: train?");
    }

    @Test
    void missingArgumentsAreNamed() {
        assertFails(Program.run("train"), 2, "--output", "train.txt");
        assertFails(Program.run("tag"), 2, "--model");
        assertFails(Program.run("eval", "x"), 2, "-m", "--columns");
        assertFails(Program.run("inspect"), 2, "model.esp");
        assertFails(Program.run("check"), 2, "data.txt");
    }

    @Test
    void optionsThatCannotBe() {
        Path data = SmallData.write(folder, "fine.txt", "a A\nb B\n");

        assertFails(train(data, "--l2", -1), 2, "l2 = -1.0");
        assertFails(train(data, "--l2", "much"), 2, "--l2", "much");
        assertFails(train(data, "--l1", "NaN"), 2, "l1");
        assertFails(train(data, "--l1", 1, "--algorithm", "lbfgs"), 2, "lbfgs", "l1 = 1.0", "owlqn");
        assertFails(train(data, "--threads", -1), 2, "threads");
        assertFails(train(data, "--max-iterations", -1), 2, "terations");
        assertFails(train(data, "--patience", 0), 2, "patience");
        assertFails(train(data, "--resume"), 2, "--resume", "--checkpoint");
        assertFails(train(data, "--format", "xml"), 2, "--format", "xml");
        assertFails(train(data, "--template", "t", "--features", "text"), 1, "t: there is no such template");
        assertFails(train(data, "--features", "text,attributes,attributes"), 2, "a source stands twice");
        assertFails(Program.run("tag", "-m", model, "--nbest", 0, data), 2, "--nbest");
        assertFails(Program.run("tag", "-m", model, "--nbest", 2, "--output-format", "crfsuite", data), 2, "crfsuite");
        assertFails(Program.run("eval", "--columns", "--conlleval", "--json", data), 2, "--output-format");
        assertFails(Program.run("eval", "--columns", "--scheme", "iob2", data), 2, "--strict");
        assertFails(Program.run("inspect", model, "--top", -1), 2, "--top");
    }

    @Test
    void outputsAreCheckedBeforeTraining() {
        Path data = SmallData.write(folder, "fine.txt", "a A\nb B\n");
        Path nowhere = folder.resolve("nowhere/model.esp");

        assertFails(Program.run("train", "-o", nowhere, data), 1, nowhere.toString(), "no directory");
        assertFails(Program.run("train", "-o", folder, data), 1, "directory");
        assertFails(train(data, "--report", folder.resolve("nowhere/r.json")), 1, "the report", "no directory");
        assertFails(train(data, "--checkpoint", folder.resolve("nowhere/c")), 1, "the checkpoint", "no directory");
        assertThat(Program.run("train", "-o", nowhere, folder.resolve("missing.txt"))
                        .err())
                .contains("no directory");
    }

    @Test
    void missingFilesAndDirectories() {
        Path missing = folder.resolve("missing.txt");

        assertFails(train(missing), 1, missing + ": no such file");
        assertFails(train(folder), 1, "directory");
        assertFails(Program.run("tag", "-m", model, missing), 1, missing + ": no such file");
        assertFails(Program.run("tag", "-m", missing, missing), 1, missing.toString());
        assertFails(Program.run("tag", "-m", folder, missing), 1, folder.toString());
        assertFails(Program.run("eval", "-m", model, missing), 1, missing + ": no such file");
        assertFails(Program.run("inspect", missing), 1, missing.toString());
        assertThat(Program.run("check", missing).code()).isEqualTo(1);
        assertFails(train(SmallData.write(folder, "fine.txt", "a A\n"), "--template", missing), 1, missing.toString());
        assertFails(train(SmallData.write(folder, "fine.txt", "a A\n"), "--dev", missing), 1, missing.toString());
        assertFails(train(SmallData.write(folder, "fine.txt", "a A\n"), "--init", missing), 1, missing.toString());
    }

    @Test
    void unreadableFile() throws IOException {
        Path file = SmallData.write(folder, "secret.txt", "a A\n");
        assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file), "this user may read everything");

        assertFails(train(file), 1, file.toString(), "permission");
    }

    @Test
    void emptyFile() {
        Path empty = SmallData.write(folder, "empty.txt", "");
        Path blank = SmallData.write(folder, "blank.txt", "\n \n\n");

        assertFails(train(empty), 1, "empty");
        assertFails(train(blank), 1, "empty");
        assertFails(Program.run("eval", "-m", model, empty), 1, "no labelled tokens");
        assertThat(Program.run("tag", "-m", model, empty)).isEqualTo(new Program.Outcome(0, "", ""));
        assertThat(Program.run("tag", "-m", model)).isEqualTo(new Program.Outcome(0, "", ""));
        assertThat(Program.run("check", empty).code()).isEqualTo(1);
    }

    @Test
    void wrongColumns() {
        Path data = SmallData.write(folder, "columns.txt", "a N A\nb V B\n\nc B\n");

        assertFails(train(data), 1, data + ":4: 2 columns, expected 3 as on line 1");
        assertFails(train(data, "--label-column", 7), 1, data + ":1:", "label column 7");
        assertFails(train(SmallData.write(folder, "one.txt", "a\nb\n")), 1, "column");
    }

    @Test
    void templateThatReadsAMissingColumn() {
        Path data = SmallData.write(folder, "two.txt", "a A\nb B\n");
        Path template = SmallData.write(folder, "template", "U00:%x[0,0]\nU01:%x[0,3]\n");

        assertFails(train(data, "--template", template), 1, data + ":1", "column 3", "line 2 of " + template);
        assertThat(Program.run("check", "--template", template, data).code()).isEqualTo(1);
    }

    @Test
    void templateThatIsWrong() {
        Path data = SmallData.write(folder, "two.txt", "a A\nb B\n");
        Path template = SmallData.write(folder, "wrong-template", "U00:%x[0,0]\nU01:%y[0,0]\n");

        assertFails(train(data, "--template", template), 1, template + ":2", "%x[row,column]");
        assertFails(train(data, "--features", "text,nonsense(3)"), 2, "nonsense");
    }

    @Test
    void badUtf8AndBinary() throws IOException {
        Path latin = Files.write(folder.resolve("latin.txt"), "caf\u00e9 A\n".getBytes(StandardCharsets.ISO_8859_1));
        Path binary = Files.write(folder.resolve("binary.txt"), new byte[] {0, 1, 2, 3, 10, 0, 5, 6});
        Path wide = Files.write(folder.resolve("wide.txt"), "\uFEFFa A\n".getBytes(StandardCharsets.UTF_16LE));

        assertFails(train(latin), 1, latin + ":1:4: byte 0xE9 is not UTF-8");
        assertFails(train(binary), 1, binary + ":1:1: a NUL");
        assertFails(train(wide), 1, wide + ":1", "UTF-16");
        assertFails(train(model), 1, model.toString());
        assertFails(Program.run("tag", "-m", model, model), 1, model.toString());
        assertThat(Program.run("check", binary, latin).code()).isEqualTo(1);
    }

    @Test
    void valuesThatAreNotNumbers() {
        Path items = SmallData.write(folder, "nan.crfsuite", "A\tx:1\nB\ty:NaN\n");
        Path infinite = SmallData.write(folder, "inf.crfsuite", "A\tx:1e999\n");
        Path column = SmallData.write(folder, "word.txt", "a 1.5 A\nb many B\n");

        assertFails(train(items, "--format", "crfsuite"), 1, items + ":2", "NaN", "finite number");
        assertFails(train(infinite, "--format", "crfsuite"), 1, infinite + ":1", "finite number");
        assertFails(train(column, "--features", "words,numeric(1)"), 1, column + ":", "many");
    }

    @Test
    void jsonThatIsNot() {
        Path data =
                SmallData.write(folder, "bad.jsonl", "{\"tokens\":[\"a\"],\"labels\":[\"A\"]}\n{\"tokens\":[\"a\"\n");

        assertFails(train(data, "--format", "jsonl"), 1, data + ":2");
        assertThat(Program.run("check", "--format", "jsonl", data).out()).contains(data + ":2", "1 error");
    }

    @Test
    void gzipThatIsNotAndGzipThatIsCut() throws IOException {
        Path plain = SmallData.write(folder, "plain.txt.gz", "a A\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(SmallData.columns(200, 3).getBytes(StandardCharsets.UTF_8));
        }
        Path whole = Files.write(folder.resolve("whole.txt.gz"), bytes.toByteArray());
        Path cut = Files.write(folder.resolve("cut.txt.gz"), Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
        Path misnamed = Files.write(folder.resolve("misnamed.txt"), bytes.toByteArray());

        assertFails(train(plain), 1, plain.toString(), "gzip -t");
        assertFails(train(cut), 1, cut.toString(), "gzip");
        assertFails(train(misnamed), 1, misnamed.toString(), "gzip");
        assertThat(Program.run("check", whole).code()).isZero();
        assertThat(Program.run("check", cut).code()).isEqualTo(1);
    }

    @Test
    void lineEndsAndByteOrderMarkDoNotMatter() throws IOException {
        String text = SmallData.columns(40, 1);
        Path plain = SmallData.write(folder, "lf.txt", text);
        Path windows = SmallData.write(folder, "crlf.txt", "\uFEFF" + text.replace("\n", "\r\n"));
        Path first = folder.resolve("lf.esp");
        Path second = folder.resolve("crlf.esp");

        assertThat(Program.run("train", "-q", "-o", first, plain).code()).isZero();
        assertThat(Program.run("train", "-q", "-o", second, windows).code()).isZero();

        assertThat(second).hasSameBinaryContentAs(first);
    }

    @Test
    void labelUnseenInTraining() {
        Path gold = SmallData.write(folder, "unseen.txt", "cat N B-NP\nsees V B-VP\n");

        Program.Outcome outcome = Program.run("eval", "-m", model, gold);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).contains("1 token has a gold label", "B-VP");
        assertThat(outcome.out()).contains("B-VP");
        assertThat(Program.run(
                                "train",
                                "-q",
                                "-o",
                                folder.resolve("dev.esp"),
                                "--dev",
                                gold,
                                folder.resolve("model-data.txt"))
                        .err())
                .contains("warning", "labels that do not occur in the training data");
    }

    @Test
    void tenMegabytesInOneLine() {
        String word = "x".repeat(10 << 20);
        Path data = SmallData.write(folder, "long.txt", "a N A\n" + word + " N B\n\nb N A\n");

        Program.Outcome tagged = Program.run("tag", "-m", model, data);

        assertThat(tagged.code()).as(tagged.err()).isZero();
        assertThat(tagged.out()).contains(word).contains("b N A ");
        assertThat(tagged.out().lines().count()).isEqualTo(5);
        Path oneToken = SmallData.write(folder, "longer.txt", word);
        assertFails(train(oneToken), 1, "label");
    }

    @Test
    void modelsThatAreBroken() throws IOException {
        byte[] bytes = Files.readAllBytes(model);
        Path data = SmallData.write(folder, "tag.txt", "cat N\n");
        Path truncated = Files.write(folder.resolve("truncated.esp"), Arrays.copyOf(bytes, bytes.length - 100));
        byte[] flipped = bytes.clone();
        flipped[bytes.length - 50] ^= 4;
        Path corrupt = Files.write(folder.resolve("corrupt.esp"), flipped);
        byte[] newer = bytes.clone();
        newer[8] = 99;
        CRC32C checksum = new CRC32C();
        checksum.update(newer, 0, 12);
        ByteBuffer.wrap(newer).order(ByteOrder.LITTLE_ENDIAN).putInt(12, (int) checksum.getValue());
        Path tooNew = Files.write(folder.resolve("new.esp"), newer);
        Path text =
                SmallData.write(folder, "text.esp", "this is not a model, however long the text may be; really not");

        assertFails(Program.run("tag", "-m", truncated, data), 1, truncated.toString(), "truncated");
        assertFails(Program.run("tag", "-m", corrupt, data), 1, corrupt.toString(), "corrupt");
        assertFails(Program.run("tag", "-m", text, data), 1, text.toString(), "not an Espalier model");
        assertFails(Program.run("tag", "-m", tooNew, data), 1, tooNew.toString(), "newer", "99");
        assertFails(Program.run("inspect", truncated), 1, "truncated");
        assertFails(Program.run("eval", "-m", corrupt, data), 1, "corrupt");
    }

    @Test
    void whatStandsBeforeABadLineIsTagged() {
        Path data = SmallData.write(folder, "half.txt", "cat N\n\ndog N\n\nbad\n\ntea N\n");

        Program.Outcome outcome = Program.run("tag", "-m", model, "--threads", 3, data);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out().lines().filter(line -> !line.isEmpty()).toList())
                .hasSize(2);
        assertThat(outcome.err()).contains(data + ":5: 1 column");
    }

    @Test
    void inputWithoutTheColumnsOfTheModel() {
        Path data = SmallData.write(folder, "short.txt", "cat\nsees\n");

        assertFails(Program.run("tag", "-m", model, data), 1, data + ":1");
    }
}
