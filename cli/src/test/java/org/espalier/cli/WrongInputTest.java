package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.cli.input.RememberedInput;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that can be read, but are not what they are taken for. */
final class WrongInputTest {
    private static final String CONLLU = "# sent_id = 1\n# text = I won't\n1\tI\tI\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
            + "2-3\twon't\t_\t_\t_\t_\t_\t_\t_\t_\n2\two\twill\tAUX\tMD\t_\t0\troot\t_\t_\n3\tn't\tnot\tPART\tRB\t_\t2\tadvmod\t_\t_\n\n";

    @TempDir
    Path folder;

    private Path write(String name, String text) {
        return SmallData.write(folder, name, text);
    }

    private Path train(String name, String data, Object... options) {
        Path file = write(name + ".data", data);
        Path model = folder.resolve(name + ".esp");
        Program.Outcome outcome = Program.run(all(
                List.of("train", "-q", "--threads", 1, "--max-iterations", 5, "-o", model, file), List.of(options)));
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        return model;
    }

    private static Object[] all(List<?> first, List<?> second) {
        Object[] all = new Object[first.size() + second.size()];
        for (int k = 0; k < all.length; k++) {
            all[k] = k < first.size() ? first.get(k) : second.get(k - first.size());
        }
        return all;
    }

    private static void refused(Program.Outcome outcome, String... words) {
        assertThat(outcome.code()).as(outcome.toString()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains(words).doesNotContain("Exception");
    }

    /** One observed column, labels. */
    private Path words() {
        return train("words", "two\tB-Q\ncups\tB-U\nflour\tB-N\n\nsalt\tB-N\n", "--separator", "tab");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tokens\": [\"2\", \"cups\"]}\n",
                "{\"tokens\":[\"2\"]}\n{\"tokens\":[\"3\"]}\n",
                "{\"text\":\"flour\"}\n"
            })
    void jsonIsNotTakenForTokens(String json) {
        Path file = write("a.jsonl", json);
        refused(Program.run("tag", "-m", words(), file), "a.jsonl:1", "JSON object", "--format jsonl");
        Path blanks = train("blanks", "two B-Q\ncups B-U\n");
        refused(Program.run("tag", "-m", blanks, file), "a.jsonl:1", "JSON object", "--format jsonl");
        Path reviews = train("reviews", "good\tvery nice\nbad\tnot nice\n", "--format", "text");
        refused(Program.run("tag", "-m", reviews, file), "a.jsonl:1", "JSON object", "--format jsonl");
    }

    @Test
    void rowsOfATableAreNotTakenForTokens() {
        Path file = write("a.csv", "word,label\ntwo,B-Q\ncups,B-U\nflour,B-N\n");
        refused(Program.run("tag", "-m", words(), file), "a.csv:1", "2 fields in 'word,label'", "--format csv");
        refused(Program.run("train", "-o", folder.resolve("x.esp"), file), "a.csv:1", "rows of a table");
        assertThat(Program.run("check", file).out()).contains("rows of a table");
        // Numbers and lone commas are tokens.
        Path numbers = write("numbers.txt", "1,000\n2,000\n3,000\n,\n,\n,\n");
        assertThat(Program.run("tag", "-m", words(), numbers).code()).isZero();
    }

    @Test
    void linesOfTextAreNotTakenForTokens() {
        String text = "Add two cups of flour\nand then some salt\nto the big bowl\n";
        refused(
                Program.run("tag", "-m", words(), write("a.txt", text)),
                "a.txt:1",
                "contains a blank",
                "one token per line");
        Path blanks = train("blanks", "two B-Q\ncups B-U\n");
        refused(
                Program.run("tag", "-m", blanks, write("b.txt", "Add two cups of flour\n")),
                "b.txt:1: 5 columns; expected the 1 that the model was trained on");
        // One line may be one long token after all.
        Program.Outcome doubtful = Program.run("tag", "-m", words(), write("c.txt", "baking powder\n"));
        assertThat(doubtful.code()).isZero();
        assertThat(doubtful.err()).contains("warning: ", "contains a blank");
    }

    @Test
    void linesWithoutBlanksAreNotTakenForCharacters() {
        Path characters = train("characters", "我 S\n爱 S\n北 B\n京 E\n\n天 B\n安 M\n门 E\n", "--features", "words(0)");
        refused(
                Program.run("tag", "-m", characters, write("a.txt", "我爱北京天安门我爱北京天安门我爱北京\n".repeat(3))),
                "a.txt:1",
                "longer than everything the model was trained on");
    }

    @Test
    void theNumberOfColumnsIsTheModels() {
        Path two = train("two", SmallData.columns(20, 1));
        refused(Program.run("tag", "-m", two, write("one.txt", "cat\n")), "one.txt:1: 1 column; expected the 2");
        refused(
                Program.run("tag", "-m", two, write("four.txt", "cat N x y\n")),
                "four.txt:1: 4 columns; expected the 2");
        refused(Program.run("eval", "-m", two, write("e.txt", "cat B-NP\n")), "e.txt:1: 1 column besides the label");
        refused(
                Program.run("tag", "-m", two, "--format", "jsonl", write("j.jsonl", "{\"tokens\":[\"cat\"]}\n")),
                "1 column");
        assertThat(Program.run("tag", "-m", two, write("good.txt", "cat N\n")).err())
                .isEmpty();
        assertThat(Program.run("tag", "-m", two, write("gold.txt", "cat N B-NP\n"))
                        .err())
                .isEmpty();
    }

    @Test
    void allFilesOfARunHaveTheSameColumns() {
        Path two = write("two.txt", "cat B-NP\nsees O\n");
        Path three = write("three.txt", "dog N B-NP\nruns V O\n");
        Path output = folder.resolve("x.esp");
        refused(
                Program.run("train", "-o", output, two, three),
                "three.txt:1: 2 columns besides the label, expected 1",
                "two.txt:1");
        refused(
                Program.run("train", "-o", output, two, "--dev", three),
                "two.txt:1: 1 column besides the label",
                "three.txt:1");
        refused(Program.run("tune", "-p", "l2=1,2", two, "--dev", three), "three.txt:1: 2 columns");
        assertThat(Program.run("check", two, three).out())
                .contains("three.txt:1: 2 columns besides the label", "1 error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"train", "check"})
    void conlluIsNotTakenForTokens(String command) {
        Path file = write("a.conllu", CONLLU);
        Object[] output = command.equals("train") ? new Object[] {"-o", folder.resolve("x.esp")} : new Object[0];
        Program.Outcome comments = Program.run(all(List.of(command, file, "--format", "columns"), List.of(output)));
        assertThat(comments.code()).isEqualTo(1);
        assertThat(comments.out() + comments.err()).contains("--comments '#'");
        Program.Outcome ranges = Program.run(all(
                List.of(command, file, "--comments", "#", "--separator", "tab", "--label-column", 3), List.of(output)));
        assertThat(ranges.code()).isEqualTo(1);
        assertThat(ranges.out() + ranges.err()).contains("a.conllu:4: the line with the id 2-3", "CoNLL-U", "awk");
    }

    @Test
    void commentsAreNotTakenForTokens() {
        refused(
                Program.run("train", "-o", folder.resolve("x.esp"), write("a.txt", "# id = a\n1 2 3 X\n")),
                "a.txt:1: '# id = a' looks like a comment");
        refused(Program.run("tag", "-m", words(), write("b.txt", "# text = a b\na\n")), "--comments '#'");
        // A number sign is a token.
        assertThat(Program.run("train", "-o", folder.resolve("x.esp"), write("c.txt", "# # X\n1 CD Y\n"))
                        .code())
                .isZero();
    }

    @Test
    void columnsAreNotTakenForItems() {
        Path items = train("items", "A\tw=a\nB\tw=b\n", "--format", "crfsuite");
        Program.Outcome one = Program.run("tag", "-m", items, write("a.txt", "cat N\ndog N\n"));
        assertThat(one.err()).contains("the tokens have no attributes", "'w=a'");
        refused(
                Program.run("tag", "-m", items, write("b.txt", "X\tv=1\n".repeat(30))),
                "the model knows none of the attributes, such as 'v=1'");
        refused(
                Program.run(
                        "train", "--format", "crfsuite", "-o", folder.resolve("x.esp"), write("c.txt", "cat B-NP\n")),
                "c.txt:1",
                "has no tab");
    }

    @Test
    void sequencesAndInstancesAreToldApart() {
        refused(
                Program.run(
                        "tag", "-m", words(), "--format", "jsonl", write("a.jsonl", "{\"text\": \"some flour\"}\n")),
                "a.jsonl:1",
                "labels the tokens of sequences");
        Path reviews = train("reviews", "good\tvery nice\nbad\tnot nice\n", "--format", "text");
        refused(
                Program.run("tag", "-m", reviews, "--format", "jsonl", write("b.jsonl", "{\"tokens\": [\"nice\"]}\n")),
                "b.jsonl:1",
                "the model labels instances");
    }

    @Test
    void goldLabelsOfJsonSurviveTagging() {
        Path file = write(
                "a.jsonl",
                "{\"id\": 1, \"tokens\": [\"two\", \"cups\"], \"labels\": [\"B-Q\", null]}\n{\"tokens\": [\"salt\"]}\n");
        String[] lines = Program.run("tag", "-m", words(), "--format", "jsonl", file)
                .out()
                .split("\n");
        Map<?, ?> first = (Map<?, ?>) Json.parse(lines[0]);
        assertThat(first.get("gold")).isEqualTo(List.of("B-Q", "?"));
        assertThat((List<?>) first.get("labels")).hasSize(2);
        assertThat(((Map<?, ?>) Json.parse(lines[1])).containsKey("gold")).isFalse();
        // Tagged once more, the gold labels are still those.
        Path again =
                write("b.jsonl", lines[0].replace("\"labels\":[\"", "\"labels\":[\"B-N\",\"B-N\"],\"former\":[\""));
        Map<?, ?> second = (Map<?, ?>) Json.parse(
                Program.run("tag", "-m", words(), "--format", "jsonl", again).out());
        assertThat(second.get("gold")).isEqualTo(List.of("B-Q", "?"));
        assertThat(Program.run("tag", "-m", words(), "--format", "jsonl", "--output", "columns", file)
                        .out())
                .startsWith("two\tB-Q\t");
    }

    @Test
    void aLabelOfAQuestionMarkIsTold() {
        String data = "who PRON\nis AUX\n? ?\n";
        Path file = write("a.txt", data);
        Path model = folder.resolve("q.esp");
        assertThat(Program.run("train", "-q", "-o", model, file).err())
                .contains("1 token has the label '?'", "--unknown-label ''");
        assertThat(Model.load(model).labels().names()).containsExactly("AUX", "PRON");
        Program.Outcome real = Program.run("train", "-q", "--unknown-label", "", "-o", model, file);
        assertThat(real.err()).isEmpty();
        assertThat(Model.load(model).labels().names()).containsExactly("?", "AUX", "PRON");
        assertThat(Program.run("train", "-q", "--unknown-label", "?", "-o", model, file)
                        .err())
                .isEmpty();
        assertThat(Program.run("check", file).out()).contains("1 token has the label '?'");
        // null is no label, whatever the text of unknown ones is.
        Path json = write(
                "a.jsonl",
                "{\"tokens\":[\"who\",\"is\"],\"labels\":[\"PRON\",null]}\n{\"tokens\":[\"is\"],\"labels\":[\"AUX\"]}\n");
        assertThat(Program.run("train", "-q", "--format", "jsonl", "--unknown-label", "UNK", "-o", model, json)
                        .err())
                .isEmpty();
        assertThat(Model.load(model).labels().names()).containsExactly("AUX", "PRON");
        refused(
                Program.run("train", "-q", "--format", "jsonl", "--unknown-label", "", "-o", model, json),
                "label 2 is null");
    }

    @ParameterizedTest
    @CsvSource({
        "0110|1001|0011|1100",
        "1101|1011|1110|1011",
        "12345678901234567|12345678901234568|1|2",
        "00501|00544|06390|94110"
    })
    void codesKeepTheirDigits(String codes) {
        StringBuilder data = new StringBuilder("code,label\n");
        String label = "x";
        for (String code : codes.split("\\|")) {
            data.append(code).append(',').append(label).append('\n');
            label = label.equals("x") ? "y" : "x";
        }
        Path model = train("codes", data.toString(), "--format", "csv");
        for (String code : codes.split("\\|")) {
            assertThat(Model.load(model).encoder().attributes().indexOf("code=" + code))
                    .as(code)
                    .isNotNegative();
        }
        Path numbers = train("numbers", "n,label\n0,x\n10,y\n101,x\n0.5,y\n", "--format", "csv");
        assertThat(Model.load(numbers).encoder().attributes().indexOf("n")).isNotNegative();
    }

    @Test
    void wordsAndAttributesOfJsonTokensAreBothLookedAt() {
        String data =
                "{\"tokens\":[{\"w\":\"cat\",\"attributes\":{\"plural\":1}},{\"w\":\"runs\",\"attributes\":[\"verb\"]}],"
                        + "\"labels\":[\"N\",\"V\"]}\n";
        Model both = Model.load(train("both", data, "--format", "jsonl"));
        assertThat(both.encoder().attributes().indexOf("plural")).isNotNegative();
        assertThat(names(both)).anyMatch(name -> name.contains("cat"));
        Program.Outcome text = Program.run(
                "train",
                "-q",
                "--format",
                "jsonl",
                "--features",
                "text",
                "-o",
                folder.resolve("t.esp"),
                write("t.jsonl", data));
        assertThat(text.err()).contains("the tokens have attributes, which these features ignore", "'attributes,text'");
        Model asked = Model.load(train("asked", data, "--format", "jsonl", "--features", "attributes,words(0)"));
        assertThat(names(asked)).contains("plural").anyMatch(name -> name.contains("cat"));
        assertThat(Program.run("tag", "-m", folder.resolve("both.esp"), write("u.jsonl", data))
                        .code())
                .isZero();
    }

    private static List<String> names(Model model) {
        return java.util.stream.IntStream.range(0, model.encoder().attributes().size())
                .mapToObj(model.encoder().attributes()::get)
                .toList();
    }

    @Test
    void modelsWithoutANoteOfTheirDataStillTag() throws Exception {
        // As an older version, or a program of one's own, saves them.
        Model model = Model.load(train("old", "cat N\nruns V\n"));
        Map<String, Object> provenance = new java.util.LinkedHashMap<>(model.provenance());
        provenance.remove(RememberedInput.INPUT);
        Path old = folder.resolve("old-model.esp");
        model.withProvenance(provenance).save(old);
        assertThat(Program.run("tag", "-m", old, write("x.txt", "cat\nruns\n")).err())
                .isEmpty();
        refused(Program.run("tag", "-m", old, write("x.jsonl", "{\"tokens\":[\"cat\"]}\n")), "--format jsonl");
        // Another program's model reads what that program reads.
        Path template = write("template", "U00:%x[0,0]\nB\n");
        Path crfpp = folder.resolve("model.crfpp");
        assertThat(Program.run("crf_learn", template, write("c.txt", "cat N\nruns V\n"), crfpp)
                        .code())
                .isZero();
        assertThat(Program.run("tag", "-m", crfpp, write("y.txt", "{\"tokens\":[\"cat\"]}\n"))
                        .code())
                .isZero();
        assertThat(new String(java.nio.file.Files.readAllBytes(old), StandardCharsets.ISO_8859_1))
                .doesNotContain("labelColumn");
    }
}
