package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.espalier.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random texts with everything that makes offsets go wrong, through every format of annotations and in every unit. */
final class AnnotationRoundTripTest {
    private static final String[] PIECES = {
        "a",
        "Flour",
        "12",
        ". ",
        "? ",
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\n\n",
        "[",
        "]",
        "\\",
        "\"",
        "é",
        "e\u0301",
        "\uD83C\uDF5A",
        "\uD83D\uDC69\u200D\uD83D\uDE80",
        "\uD835\uDD38",
        "\u05E9\u05DC\u05D5\u05DD",
        "\u0645\u0631\u062D\u0628\u0627",
        "\u200F",
        "\u4E2D\u6587",
        "\uFEFF",
        ";"
    };

    @TempDir
    Path folder;

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(25); n >= 0; n--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.append("end").toString();
    }

    /** A text whose labels mark random spans. */
    private static Sequence annotated(Random random) {
        TokenizedText text = TokenizedText.of(text(random), Tokenizer.WORDS);
        List<Span> spans = new ArrayList<>();
        for (int t = random.nextInt(3); t < text.size(); t += random.nextInt(4)) {
            int end = Math.min(text.size(), t + 1 + random.nextInt(4));
            spans.add(new Span(t, end, random.nextBoolean() ? "NAME" : "B-C_é"));
            t = end;
        }
        return Sequence.ofText(text, TagScheme.IOB2.encode(spans, text.size()), List.of(), Location.NONE);
    }

    private static List<TextSpan> spans(Sequence sequence) {
        return InlineFormatter.spans(sequence.text(), sequence.labels(), TagScheme.IOB2);
    }

    private static DataOptions whole(DataOptions options, OffsetUnit unit) {
        return options.withText(
                TextOptions.DEFAULTS.withSentences(false).withOffsets(unit).withProblems(problem -> {
                    throw new AssertionError(problem);
                }));
    }

    /** The stretch of a text, as a program that counts in the unit finds it. */
    private static String cut(String text, long start, long end, OffsetUnit unit) {
        return switch (unit) {
            case UTF16 -> text.substring((int) start, (int) end);
            case CODE_POINTS ->
                text.codePoints()
                        .skip(start)
                        .limit(end - start)
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining());
            case BYTES ->
                new String(
                        text.getBytes(StandardCharsets.UTF_8),
                        (int) start,
                        (int) (end - start),
                        StandardCharsets.UTF_8);
        };
    }

    @ParameterizedTest
    @EnumSource(OffsetUnit.class)
    void spansInJson(OffsetUnit unit) {
        Random random = new Random(1);
        for (int n = 0; n < 500; n++) {
            Sequence written = annotated(random);
            String line = new SpansFormatter(TagScheme.IOB2, unit).format(written);

            Map<?, ?> record = (Map<?, ?>) Json.parse(line.strip());
            String text = (String) record.get("text");
            for (Object element : (List<?>) record.get("spans")) {
                Map<?, ?> span = (Map<?, ?>) element;
                assertThat(cut(text, (Long) span.get("start"), (Long) span.get("end"), unit))
                        .isEqualTo(span.get("text"));
            }
            // The record names its unit, which therefore need not be given.
            List<Sequence> read = Texts.read(whole(DataOptions.SPANS, OffsetUnit.CODE_POINTS), line);
            assertThat(read).hasSize(1);
            assertThat(read.get(0).text().text()).isEqualTo(written.text().text());
            assertThat(read.get(0).labels()).isEqualTo(written.labels());
        }
    }

    @ParameterizedTest
    @EnumSource(OffsetUnit.class)
    void exportsOfOtherTools(OffsetUnit unit) {
        Random random = new Random(2);
        for (int n = 0; n < 200; n++) {
            Sequence written = annotated(random);
            String text = written.text().text();
            List<Object> triples = new ArrayList<>();
            List<Object> objects = new ArrayList<>();
            List<Object> results = new ArrayList<>();
            for (TextSpan span : spans(written)) {
                long start = unit.count(text, 0, span.start());
                long end = unit.count(text, 0, span.end());
                triples.add(List.of(start, end, span.type()));
                objects.add(Map.of("start", start, "end", end, "label", span.type()));
                results.add(Map.of(
                        "type",
                        "labels",
                        "value",
                        Map.of("start", start, "end", end, "text", span.covered(), "labels", List.of(span.type()))));
            }
            String doccano = Json.write(Map.of("id", 7, "text", text, "label", triples));
            String prodigy = Json.write(Map.of("text", text, "spans", objects, "answer", "accept"));
            String studio = Json.writeIndented(List.of(Map.of(
                    "id",
                    1,
                    "data",
                    Map.of("text", text),
                    "annotations",
                    List.of(Map.of("was_cancelled", false, "result", results)))));
            for (String export : List.of(doccano, prodigy, studio)) {
                List<Sequence> read = Texts.read(whole(DataOptions.SPANS, unit), export);
                assertThat(read).hasSize(1);
                assertThat(spans(read.get(0))).isEqualTo(spans(written));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(OffsetUnit.class)
    void brat(OffsetUnit unit) throws IOException {
        Random random = new Random(3);
        Path file = folder.resolve("x.txt");
        for (int n = 0; n < 200; n++) {
            Sequence written = annotated(random);
            String text = written.text().text();
            String annotations = new BratText(text, spans(written)).annotations(unit);
            Files.writeString(file, text);
            Files.writeString(folder.resolve("x.ann"), annotations);

            List<Sequence> read = Sequences.read(whole(DataOptions.BRAT, unit), folder);

            assertThat(read).hasSize(1);
            assertThat(read.get(0).text().text()).isEqualTo(text);
            assertThat(read.get(0).labels()).isEqualTo(written.labels());
            assertThat(new BratText(text, spans(read.get(0))).annotations(unit)).isEqualTo(annotations);
        }
    }

    @Test
    void linesAndInlineKeepTheLastLineEndOrItsAbsence() {
        Random random = new Random(4);
        for (int n = 0; n < 500; n++) {
            String file = text(random) + (random.nextBoolean() ? "\n" : "");
            StringBuilder lines = new StringBuilder();
            StringBuilder inline = new StringBuilder();
            for (Sequence sequence : Texts.read(DataOptions.LINES, file)) {
                new LinesFormatter().append(sequence, lines);
                InlineFormatter.DEFAULT.append(sequence, inline);
            }
            assertThat(lines).hasToString(file);
            assertThat(inline.toString().replaceAll("\\\\([\\[\\]\\\\])", "$1")).isEqualTo(file);
        }
    }

    @Test
    void theSentencesOfADocumentAreTheDocument() {
        Random random = new Random(5);
        for (int n = 0; n < 500; n++) {
            String file = text(random) + text(random) + text(random);
            StringBuilder out = new StringBuilder();
            long offset = 0;
            List<Sequence> sentences = Texts.read(DataOptions.DOCUMENT, file);
            for (Sequence sentence : sentences) {
                assertThat(sentence.text().origin().utf16()).isEqualTo(offset);
                for (int t = 0; t < sentence.length(); t++) {
                    TextSpan span = sentence.text().span(t, t + 1, "");
                    assertThat(file.substring(span.start(), span.end()))
                            .isEqualTo(sentence.text().token(t));
                    for (OffsetUnit unit : OffsetUnit.values()) {
                        TokenizedText part = sentence.text();
                        long start = part.origin().offset(unit)
                                + unit.count(part.text(), 0, part.tokens().start(t));
                        assertThat(cut(
                                        file,
                                        start,
                                        start
                                                + unit.count(
                                                        part.token(t),
                                                        0,
                                                        part.token(t).length()),
                                        unit))
                                .isEqualTo(part.token(t));
                    }
                }
                new DocumentFormatter().append(sentence, out);
                offset += sentence.text().text().length();
            }
            assertThat(out).hasToString(file);
            assertThat(sentences.get(sentences.size() - 1).text().last()).isTrue();
        }
    }

    @Test
    void noSentenceEndsWithinAnAnnotation() {
        Random random = new Random(6);
        for (int n = 0; n < 500; n++) {
            Sequence written = annotated(random);
            String line = SpansFormatter.DEFAULT.format(written);
            List<TextSpan> found = new ArrayList<>();
            Texts.read(DataOptions.SPANS, line).forEach(sentence -> found.addAll(spans(sentence)));
            assertThat(found).isEqualTo(spans(written));
        }
    }
}
