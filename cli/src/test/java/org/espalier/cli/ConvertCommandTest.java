package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.espalier.data.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversion and verification together, because the one proves the other. */
class ConvertCommandTest {
    @TempDir
    Path folder;

    private Path model = Path.of("");
    private Path data = Path.of("");

    @BeforeEach
    void train() {
        Path template = SmallData.write(folder, "template", "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,1]\nU2\nB\nB1:%x[0,1]\n");
        model = train("model.esp", SmallData.columns(60, 3), "--template", template);
        data = SmallData.write(folder, "test.txt", SmallData.columns(50, 9) + "\nunseen N O\n\n");
    }

    private Path train(String name, String text, Object... options) {
        Path target = folder.resolve(name);
        Path source = SmallData.write(folder, name + ".txt", text);
        Object[] all = new Object[options.length + 6];
        System.arraycopy(new Object[] {"train", "-q", "--threads", 1, "-o", target}, 0, all, 0, 6);
        System.arraycopy(options, 0, all, 6, options.length);
        Object[] arguments = java.util.Arrays.copyOf(all, all.length + 1);
        arguments[all.length] = source;
        assertThat(Program.run(arguments).code()).isZero();
        return target;
    }

    @ParameterizedTest
    @ValueSource(strings = {"m.crfpp", "m.crfpp.txt", "m.wapiti"})
    void thereAndBackGivesTheSameAnswers(String name) {
        Path theirs = folder.resolve(name);
        Path back = folder.resolve("back.esp");

        Program.Outcome there = Program.run("convert", model, theirs);
        assertThat(there.err()).contains("→", "3 labels");
        assertThat(there.code()).isZero();
        assertThat(Program.run("convert", theirs, back).code()).isZero();

        assertIdentical(model, theirs);
        assertIdentical(theirs, back);
        assertIdentical(model, back);
    }

    @Test
    void fromWapitiToCrfppAndOn() {
        Path wapiti = folder.resolve("m.wapiti");
        Path crfpp = folder.resolve("w.crfpp.txt");

        assertThat(Program.run("convert", model, wapiti).code()).isZero();
        assertThat(Program.run("convert", wapiti, crfpp).err()).contains("crf++-text");

        assertIdentical(wapiti, crfpp);
    }

    private void assertIdentical(Path first, Path second) {
        Program.Outcome outcome = Program.run(
                "verify", "--model", first, "-m", second, "--max-difference", "1e-6", "--output-format", "json", data);
        Map<?, ?> figures = (Map<?, ?>) Json.parse(outcome.out());

        assertThat(outcome.code()).as(outcome.out()).isZero();
        assertThat(figures.get("identicalLabels")).isEqualTo(true);
        assertThat(figures.get("sequences")).isEqualTo(figures.get("identicalSequences"));
        assertThat(((Number) figures.get("sequences")).longValue()).isEqualTo(51);
    }

    @Test
    void itemsGoToCrfsuiteAndBack() {
        StringBuilder items = new StringBuilder();
        SmallData.columns(40, 5).lines().forEach(line -> {
            String[] cells = line.split(" ");
            items.append(line.isEmpty() ? "" : cells[2] + "\tw=" + cells[0] + ":0.5\tp\\:" + cells[1])
                    .append('\n');
        });
        Path trained = train("items.esp", items.toString(), "--format", "crfsuite");
        Path theirs = folder.resolve("items.crfsuite");
        Path back = folder.resolve("items-back.esp");
        Path test = SmallData.write(folder, "test.items", items.toString());

        assertThat(Program.run("convert", trained, theirs).code()).isZero();
        assertThat(Program.run("convert", theirs, back).code()).isZero();

        for (Path other : new Path[] {theirs, back}) {
            Program.Outcome outcome =
                    Program.run("verify", "-m", trained, "-m", other, "--max-difference", 1e-12, test);
            assertThat(outcome.code()).as(outcome.toString()).isZero();
            assertThat(outcome.out()).contains("IDENTICAL LABELS: 40 of 40 sequences (100.0000 %)");
        }
        assertThat(Program.run("tag", "-m", theirs, test).out())
                .isEqualTo(Program.run("tag", "-m", trained, test).out());
        assertThat(Program.run("inspect", theirs).out()).contains("a model for crfsuite", "w=cat");
        Path small = folder.resolve("small.esp");
        assertThat(Program.run("compress", theirs, "-o", small).out()).contains("attributes");
        assertThat(Program.run("verify", "-m", theirs, "-m", small, test).code())
                .isZero();
        assertThat(Program.run("eval", "-m", theirs, test).out())
                .isEqualTo(Program.run("eval", "-m", trained, test).out());
    }

    @Test
    void differencesAreFoundAndShown() {
        Path other = train(
                "other.esp",
                SmallData.columns(60, 4).replace("V O", "V I-NP"),
                "--template",
                folder.resolve("template"));

        Program.Outcome outcome = Program.run("verify", "-m", model, "-m", other, "--show", 2, data);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out())
                .contains("LABELS DIFFER", "test.txt:", "first O, second I-NP", "log-probability", "more sequences");
        assertThat(outcome.out()
                        .lines()
                        .filter(line -> line.contains("tokens differ"))
                        .count())
                .isEqualTo(3);
    }

    @Test
    void whatIsLostIsSaidAndStrictWritesNothing() {
        Path shared = SmallData.write(folder, "template", "U0:%x[0,0]\nB\n");
        Path plain = train("plain.esp", SmallData.columns(60, 3), "--template", shared);
        Path target = folder.resolve("plain.crfsuite");

        Program.Outcome strict = Program.run("convert", "--strict", plain, target);
        assertThat(strict.code()).isEqualTo(1);
        assertThat(strict.err()).contains("nothing was written");
        assertThat(target).doesNotExist();
        Program.Outcome usual = Program.run("convert", plain, target);
        assertThat(usual.code()).isZero();
        assertThat(usual.err()).contains("not kept: ");
        assertThat(target).exists();
    }

    @Test
    void whatCannotBeExpressedIsRefused() {
        Program.Outcome outcome = Program.run("convert", model, folder.resolve("m.crfsuite"));

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.isClear()).isTrue();
        assertThat(folder.resolve("m.crfsuite")).doesNotExist();
    }

    @Test
    void wrongUsageIsExplained() throws IOException {
        assertThat(Program.run("convert", model, folder.resolve("m.bin")).err()).contains("--to");
        assertThat(Program.run("convert", model, model).err()).contains("same file");
        assertThat(Program.run("convert", "--strict", model, folder.resolve("no/m.esp"))
                        .err())
                .contains("m.esp", "does not exist");
        assertThat(Program.run("convert", folder.resolve("none"), folder.resolve("m.esp"))
                        .err())
                .contains("no such file");
        Path garbage = Files.write(folder.resolve("garbage"), new byte[] {1, 2, 3});
        assertThat(Program.run("convert", garbage, folder.resolve("m.esp")).err())
                .contains("garbage");
        assertThat(Program.run("convert", "--model-encoding", "klingon", model, folder.resolve("m.wapiti"))
                        .code())
                .isEqualTo(2);
        assertThat(Program.run("verify", "-m", model, data).err()).contains("expected twice");
        Path empty = SmallData.write(folder, "empty", "");
        assertThat(Program.run("verify", "-m", model, "-m", model, empty).err()).contains("no sequences");
        assertThat(Program.run("convert", "--to", "CRFSUITE", "--strict", "--help")
                        .code())
                .isZero();
    }
}
