package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What annotated text of other tools becomes, and what is said of annotations that are wrong or that tokens cannot hold. */
final class AnnotatedTextTest {
    @TempDir
    Path folder;

    private Path write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'text': '2 plain eggs', 'spans': [{'start': 0, 'end': 1, 'label': 'QTY'}, {'start': 2, 'end': 12, 'label': 'NAME'}]}",
                "{'text': '2 plain eggs', 'label': [[2, 12, 'NAME'], [0, 1, 'QTY']]}",
                "{'data': '2 plain eggs', 'labels': [[2, 12, 'NAME'], [0, 1, 'QTY']]}",
                "{'text': '2 plain eggs', 'entities': [{'id': 5, 'label': 'NAME', 'start_offset': 2, 'end_offset': 12},"
                        + " {'id': 6, 'label': 'QTY', 'start_offset': 0, 'end_offset': 1}], 'relations': []}",
                "[{'id': 1, 'data': {'body': '2 plain eggs'}, 'annotations': [{'was_cancelled': true, 'result': []}, {'result': ["
                        + "{'value': {'start': 0, 'end': 1, 'text': '2', 'labels': ['QTY']}, 'type': 'labels'},\n"
                        + "{'value': {'choices': ['good']}, 'type': 'choices'}, {'type': 'relation', 'from_id': 'a'},\n"
                        + "{'value': {'start': 2, 'end': 12, 'labels': ['NAME']}, 'type': 'labels'}]}]}]",
                "[\n{'id': 1, 'text': '2 plain eggs',\n 'label': [{'start': 0, 'end': 1, 'labels': ['QTY']},"
                        + " {'start': 2, 'end': 12, 'labels': ['NAME']}]}\n]\n",
                "{'text': '2 plain eggs', 'spans': [{'type': 'QTY', 'start': 0, 'end': 1, 'text': '2'},"
                        + " {'type': 'NAME', 'start': 2, 'end': 12, 'text': 'plain eggs'}], 'gold': [], 'unit': 'bytes'}",
            })
    void everyToolsExportIsRead(String json) throws IOException {
        String file = json.replace('\'', '"');
        List<Sequence> read = Texts.read(DataOptions.SPANS, file);
        assertThat(read).hasSize(1);
        assertThat(read.get(0).labels()).containsExactly("B-QTY", "B-NAME", "I-NAME");
        assertThat(FormatDetector.annotated(List.of(write("x.json", file)))).isEqualTo(Format.SPANS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'text': 'ab'}|there are no annotations among \"text\"",
                "{'id': 3}|there is no \"text\" among \"id\"",
                "{'text': 3, 'label': []}|\"text\" is a number",
                "{'text': 'ab', 'label': 'good'}|\"label\" is a text; expected an array of annotations",
                "{'text': 'ab', 'label': [[0, 1]]}|annotation 1 is [0,1]; expected start, end and type",
                "{'text': 'ab', 'label': [[0, 3, 'X']]}|goes from 0 to 3, but the text has 2 code points",
                "{'text': 'ab', 'label': [[1, 0, 'X']]}|goes from 1 to 0",
                "{'text': 'ab', 'label': [[-1, 1, 'X']]}|goes from -1 to 1",
                "{'text': 'ab', 'label': [[0, 1.5, 'X']]}|the offset 1.5 instead of a whole number",
                "{'text': 'ab', 'label': [[0, 1, '']]}|the type of annotation 1 is empty",
                "{'text': 'ab', 'spans': [{'start': 0, 'end': 1}]}|annotation 1 has no type",
                "{'text': 'ab', 'spans': [{'end': 1, 'label': 'X'}]}|annotation 1 has no offset",
                "{'text': 'ab', 'spans': [{'start': 0, 'end': 1, 'label': 'X', 'text': 'b'}]}|covers 'a', but it says 'b'; the text has changed",
                "{'text': 'ab', 'spans': [3]}|annotation 1 is a number",
                "{'text': 'ab', 'unit': 'miles', 'spans': []}|\"unit\": offset unit 'miles'",
                "{'text': 'ab', 'spans': [[0, 1, 'X']], 'label': [[0, 1, 'X']]}|under \"spans\" and \"label\"",
                "{'data': {'a': 'x', 'b': 'y'}, 'annotations': []}|\"data\" has 2 texts",
                "7|expected a JSON object",
                "{|JSON that continues on the next line",
            })
    void wrongRecordsAreNamed(String json, String problem) {
        String good = "{'text': 'ab', 'label': []}\n";
        assertThatThrownBy(() -> Texts.read(DataOptions.SPANS, (good + json + "\n").replace('\'', '"')))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("t.txt:2: ")
                .hasMessageContaining(problem);
    }

    @Test
    void anErrorWithinAnArrayHasItsLine() {
        String file = "[\n {\"text\": \"ab\", \"label\": []},\n\n {\"text\": \"ab\", \"label\": [[0, 9, \"X\"]]}\n]\n";
        assertThatThrownBy(() -> Texts.read(DataOptions.SPANS, file))
                .hasMessageStartingWith("t.txt:4: the annotation X");
        assertThatThrownBy(() -> Texts.read(DataOptions.SPANS, "[\n {\"text\": \"ab\",\n \"label\" []}]"))
                .hasMessageStartingWith("t.txt:3:10: not JSON");
        assertThatThrownBy(() -> Texts.read(DataOptions.SPANS, "[\n] x\n"))
                .hasMessageStartingWith("t.txt:2:3: not JSON");
    }

    @Test
    void offsetsInAnotherUnitAreRecognised() {
        String record =
                "{\"text\": \"\uD83C\uDF5A rice\", \"spans\": [{\"start\": 3, \"end\": 7, \"label\": \"X\", \"text\": \"rice\"}]}";
        assertThatThrownBy(() -> Texts.read(DataOptions.SPANS, record))
                .hasMessageContaining("but the text has 6 code points");
        String shorter = record.replace("rice\",", "rice now\",");
        assertThatThrownBy(() -> Texts.read(DataOptions.SPANS, shorter))
                .hasMessageContaining(
                        "covers 'ice ', but it says 'rice'; the offsets count UTF-16 units, give --offsets utf16");
        assertThat(Texts.read(DataOptions.SPANS.withText(TextOptions.DEFAULTS.withOffsets(OffsetUnit.UTF16)), shorter))
                .hasSize(1);
        assertThatThrownBy(() -> Texts.read(
                        DataOptions.SPANS.withText(TextOptions.DEFAULTS.withOffsets(OffsetUnit.BYTES)), shorter))
                .hasMessageContaining("3 is inside a character");
    }

    private static List<Sequence> read(
            Misalignment misaligned, List<AnnotationProblem> problems, String text, String annotations) {
        TextOptions options = TextOptions.DEFAULTS
                .withTokenizer(Tokenizer.WHITESPACE)
                .withMisaligned(misaligned)
                .withProblems(problems::add);
        return Texts.read(
                DataOptions.SPANS.withText(options),
                Json.write(Map.of("text", text)).replace("}", ", \"label\": " + annotations + "}"));
    }

    @Test
    void whatTokensCannotHoldIsWidenedDroppedOrRefused() {
        String text = "the tomatoes of Anna Maria";
        String annotations =
                "[[4, 10, \"FOOD\"], [16, 26, \"PER\"], [16, 20, \"FIRST\"], [21, 26, \"LAST\"], [3, 4, \"E\"]]";
        List<AnnotationProblem> widened = new ArrayList<>();
        assertThat(read(Misalignment.WIDEN, widened, text, annotations).get(0).labels())
                .containsExactly("O", "B-FOOD", "O", "B-PER", "I-PER");
        assertThat(widened)
                .extracting(AnnotationProblem::kind)
                .containsExactly(
                        AnnotationProblem.Kind.EMPTY,
                        AnnotationProblem.Kind.BORDERS,
                        AnnotationProblem.Kind.NESTED,
                        AnnotationProblem.Kind.NESTED);
        assertThat(widened.get(1))
                .hasToString(
                        "t.txt:1: the annotation FOOD of 'tomato' (characters 4 to 10) begins or ends within a token;"
                                + " it is widened to 'tomatoes'");
        assertThat(widened.get(3))
                .hasToString(
                        "t.txt:1: the annotation LAST of 'Maria' (characters 21 to 26) lies within the annotation PER of"
                                + " 'Anna Maria' (characters 16 to 26); it is left out");
        List<AnnotationProblem> dropped = new ArrayList<>();
        assertThat(read(Misalignment.DROP, dropped, text, annotations).get(0).labels())
                .containsExactly("O", "O", "O", "B-PER", "I-PER");
        assertThat(dropped.get(1)).asString().endsWith("within a token; it is left out");
        for (String wrong : List.of("[[4, 10, \"X\"]]", "[[3, 4, \"X\"]]", "[[4, 15, \"A\"], [13, 20, \"B\"]]")) {
            assertThatThrownBy(() -> read(Misalignment.ERROR, new ArrayList<>(), text, wrong))
                    .isInstanceOf(DataFormatException.class)
                    .hasMessageStartingWith("t.txt:1: the annotation ")
                    .hasMessageEndingWith("; correct it, or give --misaligned widen or drop");
        }
        List<AnnotationProblem> overlap = new ArrayList<>();
        assertThat(read(Misalignment.WIDEN, overlap, text, "[[4, 15, \"A\"], [13, 20, \"B\"]]")
                        .get(0)
                        .labels())
                .containsExactly("O", "B-A", "I-A", "O", "O");
        assertThat(overlap.get(0))
                .asString()
                .contains("(characters 13 to 20) shares the token 'of' with an earlier annotation, the annotation A");
    }

    @Test
    void textsThatNobodyAcceptedAreLeftOutAndReported() {
        List<AnnotationProblem> problems = new ArrayList<>();
        String file = """
                {"text": "a b", "spans": [], "answer": "reject"}
                {"data": {"text": "c"}, "annotations": []}
                {"data": {"text": "d"}, "annotations": [{"result": []}, {"result": []}]}
                """;
        DataOptions options = DataOptions.SPANS.withText(TextOptions.DEFAULTS.withProblems(problems::add));
        assertThat(Texts.read(options, file)).hasSize(1);
        assertThat(problems)
                .extracting(AnnotationProblem::toString)
                .containsExactly(
                        "t.txt:1: the text is left out: its answer is 'reject'",
                        "t.txt:2: the text is left out: it has no annotations yet",
                        "t.txt:3: the text was annotated 2 times; the first annotation is used");
        assertThat(Texts.read(options.withLabelled(false), file)).hasSize(3);
    }

    @Test
    void bratHasTwoFilesADocument() throws IOException {
        write("b/z.txt", "Anna\r\nSchmidt met Bob. He left.\n\nBob stayed.");
        write(
                "b/z.ann",
                "T1\tPER 0 4;6 13\tAnna Schmidt\nT2\tPER 18 21\tBob\nR1\tKnows Arg1:T1 Arg2:T2\n#1\tAnnotatorNotes T1\tsure\nT3\tPER 33 36\tBob\n");
        write("b/sub/a.txt", "none");
        write("b/sub/a.ann", "");
        List<Sequence> read = Sequences.read(DataOptions.BRAT, folder.resolve("b"));
        assertThat(read).hasSize(4);
        assertThat(read.get(0).location())
                .isEqualTo(new Location(folder.resolve("b/sub/a.txt").toString(), 1));
        assertThat(read.get(1).labels()).containsExactly("B-PER", "I-PER", "O", "B-PER", "O");
        assertThat(read.get(2).location().line()).isEqualTo(2);
        assertThat(read.get(3).location().line()).isEqualTo(4);
        assertThat(read.get(3).labels()).containsExactly("B-PER", "O", "O");
        List<Sequence> pair = Sequences.read(DataOptions.BRAT, folder.resolve("b/z.ann"), folder.resolve("b/z.txt"));
        assertThat(pair).hasSize(3);
        for (Path source : List.of(folder.resolve("b"), folder.resolve("b/z.ann"), folder.resolve("b/z.txt"))) {
            assertThat(FormatDetector.annotated(List.of(source))).isEqualTo(Format.BRAT);
        }
        assertThat(Sequences.read(DataOptions.DOCUMENT, folder.resolve("b"))).hasSize(4);
    }

    @Test
    void annotationsWithAGapAreReported() throws IOException {
        Path text = write("g.txt", "left and right hand");
        write("g.ann", "T1\tPART 0 4;15 19\tleft hand\n");
        List<AnnotationProblem> problems = new ArrayList<>();
        TextOptions options = TextOptions.DEFAULTS.withProblems(problems::add);
        assertThat(Sequences.read(DataOptions.BRAT.withText(options), text)
                        .get(0)
                        .labels())
                .containsExactly("B-PART", "I-PART", "I-PART", "I-PART");
        assertThat(Sequences.read(DataOptions.BRAT.withText(options.withMisaligned(Misalignment.DROP)), text)
                        .get(0)
                        .labels())
                .containsOnly("O");
        assertThat(problems.get(0).kind()).isEqualTo(AnnotationProblem.Kind.GAP);
        assertThat(problems.get(0))
                .asString()
                .endsWith(
                        "g.ann:1: the annotation PART of 'left and right hand' (characters 0 to 19) has a gap; it is widened"
                                + " to 'left and right hand'");
        assertThat(problems.get(1)).asString().endsWith("has a gap; it is left out");
        assertThatThrownBy(() ->
                        Sequences.read(DataOptions.BRAT.withText(options.withMisaligned(Misalignment.ERROR)), text))
                .hasMessageContaining("has a gap; correct it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "T2 NAME 0 1 a|is not a brat annotation",
                "T2<TAB>NAME 0<TAB>a|is not a brat annotation",
                "T2<TAB>NAME 0 x<TAB>a|is not a brat annotation",
                "what|is not a brat annotation",
                "T2<TAB>NAME 0 99<TAB>a|goes from 0 to 99, but the text has 5 code points",
                "T2<TAB>NAME 3 2<TAB>a|goes from 3 to 2",
                "T2<TAB>NAME 0 2<TAB>ax|the annotation NAME goes from 0 to 2 and covers 'ab', but it says 'ax'",
                "T2<TAB>NAME 3 4;0 1<TAB>d a|begins before the end 4",
            })
    void wrongLinesOfBratAreNamed(String line, String problem) throws IOException {
        Path text = write("w.txt", "ab de");
        Path annotations = write("w.ann", "T1\tNAME 0 2\tab\n" + line.replace("<TAB>", "\t") + "\n");
        assertThatThrownBy(() -> Sequences.read(DataOptions.BRAT, text))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(annotations + ":2: ")
                .hasMessageContaining(problem);
    }

    @Test
    void halfAPairIsNotEnough() throws IOException {
        Path text = write("t.txt", "ab");
        assertThatThrownBy(() -> Sequences.read(DataOptions.BRAT, text))
                .hasMessageContaining("there are no annotations t.ann beside the text");
        assertThat(Sequences.read(DataOptions.BRAT.withLabelled(false), text)).hasSize(1);
        Path annotations = write("u.ann", "");
        assertThatThrownBy(() -> Sequences.read(DataOptions.BRAT, annotations))
                .hasMessageContaining("there is no text u.txt");
        assertThatThrownBy(() -> Sequences.read(DataOptions.BRAT, Files.createDirectory(folder.resolve("e"))))
                .hasMessageContaining("there are no .txt files");
        assertThatThrownBy(() ->
                        new BratText("ab", List.of(TextSpan.of("ab", 0, 1, "A B"))).annotations(OffsetUnit.CODE_POINTS))
                .hasMessageContaining("contains a blank");
    }

    @Test
    void linesOfTwoFilesStayApart() throws IOException {
        Path first = write("1.txt", "a");
        Path second = write("2.txt", "b");
        StringBuilder out = new StringBuilder();
        Sequences.read(DataOptions.LINES, first, second)
                .forEach(sequence -> InlineFormatter.DEFAULT.append(sequence, out));
        assertThat(out).hasToString("a\nb");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[2](QTY) [eggs](NAME)\\n[3](QTY) [eggs](NAME)\\n|INLINE",
                "see me\\nnothing in these lines here\\nbut [Bob](PER) came\\n|INLINE",
                "[x](y) O\\nb O\\n\\nc O\\n|",
                "2 B-QTY\\ncups O\\n|",
                "{\"tokens\": [\"a\"], \"labels\": [\"X\"]}\\n|",
                "{\"text\": \"good\", \"label\": \"POS\"}\\n|",
                "{ O\\n} O\\n|",
                "[ O\\n{ O\\n|",
            })
    void formatsAreRecognised(String content, @Nullable Format format) throws IOException {
        Path file = write("data.txt", content.replace("\\n", "\n"));
        assertThat(FormatDetector.annotated(List.of(file))).isEqualTo(format);
        assertThat(FormatDetector.raw(List.of(folder))).isEqualTo(Format.DOCUMENT);
        assertThat(FormatDetector.annotated(List.of(folder.resolve("missing")))).isNull();
        assertThat(FormatDetector.annotated(List.of(Path.of("-")))).isNull();
    }

    @Test
    void longRecordsAreRecognisedByTheirKeys() throws IOException {
        String text = "word ".repeat(20_000);
        String record = "{\"text\": \"" + text + "\", \"label\": [[0, 4, \"X\"]]}\n";
        Path file = write("long.jsonl", record + record);
        assertThat(FormatDetector.annotated(List.of(file))).isEqualTo(Format.SPANS);
        Path array = write("long.json", "[\n" + record + "]");
        assertThat(FormatDetector.annotated(List.of(array))).isEqualTo(Format.SPANS);
        assertThat(FormatDetector.raw(List.of(array))).isEqualTo(Format.SPANS);
        assertThat(Sequences.read(DataOptions.SPANS, file).get(0).labels().get(0))
                .isEqualTo("B-X");
    }
}
