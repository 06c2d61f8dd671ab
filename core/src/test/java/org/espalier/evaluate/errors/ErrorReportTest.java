package org.espalier.evaluate.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.Token;
import org.espalier.evaluate.Convention;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The whole text and the whole map of mistakes that are made up. */
final class ErrorReportTest {
    private static final Location PLACE = new Location("data.txt", 7);
    private static final List<String> GOLD = List.of("B-PER", "O", "B-LOC", "I-LOC", "O", "O", "O", "B-ORG");
    private static final List<String> PREDICTED = List.of("B-LOC", "O", "B-LOC", "O", "O", "O", "O", "O");

    private static Mistake mistake(
            Mistake.Kind kind, @Nullable Span gold, @Nullable Span predicted, Cause cause, String detail) {
        return new Mistake(kind, gold, predicted, cause, detail);
    }

    private static final Mistake TYPE =
            mistake(Mistake.Kind.TYPE, new Span(0, 1, "PER"), new Span(0, 1, "LOC"), Cause.UNKNOWN_WORD, "'Ann'");
    private static final Mistake BOUNDARY = mistake(
            Mistake.Kind.BOUNDARY, new Span(2, 4, "LOC"), new Span(2, 3, "LOC"), Cause.FEATURES, "w=York +1.25");
    private static final Mistake MISSED =
            mistake(Mistake.Kind.MISSED, new Span(7, 8, "ORG"), null, Cause.UNKNOWN_LABEL, "B-ORG");
    private static final Mistake SPURIOUS =
            mistake(Mistake.Kind.SPURIOUS, null, new Span(1, 2, "PER"), Cause.NO_MODEL, "");

    private static Sequence sequence(Location location, String... words) {
        List<Token> tokens = new ArrayList<>();
        for (String word : words) {
            tokens.add(Token.ofColumns(word));
        }
        return new Sequence(tokens, null, 1, List.of(), location);
    }

    private static final WrongSequence FIRST = new WrongSequence(
            3,
            sequence(PLACE, "Ann", "sees", "New", "York", "and", "then", "meets", "IBM"),
            GOLD,
            PREDICTED,
            List.of(TYPE, BOUNDARY, MISSED),
            3,
            2.345);
    private static final WrongSequence SECOND = new WrongSequence(
            5,
            sequence(Location.NONE, "we", "see"),
            List.of("O", "O"),
            List.of("O", "B-PER"),
            List.of(SPURIOUS),
            1,
            Double.NaN);

    private static final ErrorSummary SUMMARY = new ErrorSummary(
            Convention.CONLLEVAL,
            9,
            2,
            4,
            List.of(FIRST, SECOND),
            List.of(
                    new ErrorSummary.Confusion(
                            Mistake.Kind.TYPE, "PER", "LOC", 12, new ErrorSummary.Example(FIRST, TYPE)),
                    new ErrorSummary.Confusion(
                            Mistake.Kind.BOUNDARY, "LOC", "LOC", 3, new ErrorSummary.Example(FIRST, BOUNDARY)),
                    new ErrorSummary.Confusion(
                            Mistake.Kind.MISSED, "ORG", "", 2, new ErrorSummary.Example(FIRST, MISSED)),
                    new ErrorSummary.Confusion(
                            Mistake.Kind.SPURIOUS, "", "PER", 1, new ErrorSummary.Example(SECOND, SPURIOUS))),
            List.of(
                    new ErrorSummary.Reason(Cause.UNKNOWN_WORD, 12, new ErrorSummary.Example(FIRST, TYPE)),
                    new ErrorSummary.Reason(Cause.NO_MODEL, 1, new ErrorSummary.Example(SECOND, SPURIOUS))),
            List.of("all is made up"));

    @Test
    void theWholeText() {
        assertThat(ErrorReport.text(SUMMARY)).isEqualTo("""
                        4 errors in 2 of 9 sequences
                        note: all is made up

                        Errors by confusion
                          count  kind      gold  predicted  example
                             12  type      PER   LOC        'Ann' (data.txt:7)
                              3  boundary  LOC   LOC        'New' for 'New York' (data.txt:7)
                              2  missed    ORG              'IBM' (data.txt:7)
                              1  spurious        PER        'see' (sequence 5)

                        Errors by cause
                          count  cause         example
                             12  unknown word  'Ann' (data.txt:7): 'Ann'
                              1  no model      'see' (sequence 5)

                        Worst sequences (2 of 2)

                        data.txt:7: 3 errors, 3 of 8 tokens wrong; log-probability of the gold labels 2.35 below the prediction's
                             token  gold   predicted
                          >  Ann    B-PER  B-LOC      PER → LOC (unknown word 'Ann')
                             sees   O      O
                             New    B-LOC  B-LOC      LOC with other borders (features prefer)
                          >  York   I-LOC  O
                             and    O      O
                             then   O      O
                             meets  O      O
                          >  IBM    B-ORG  O          ORG missed (unknown label B-ORG)

                        sequence 5: 1 error, 1 of 2 tokens wrong
                             token  gold  predicted
                             we     O     O
                          >  see    O     B-PER      PER spurious
                        """);
    }

    @Test
    void oneErrorAndNone() {
        ErrorSummary one = new ErrorSummary(Convention.CONLLEVAL, 4, 1, 1, List.of(), List.of(), List.of(), List.of());
        assertThat(ErrorReport.text(one)).isEqualTo("1 error in 1 of 4 sequences\n");
        ErrorSummary none = new ErrorSummary(Convention.CONLLEVAL, 4, 0, 0, List.of(), List.of(), List.of(), List.of());
        assertThat(ErrorReport.text(none)).isEqualTo("0 errors in 0 of 4 sequences\n");
    }

    @Test
    void twentyKindsAreShown() {
        for (int kinds : new int[] {20, 21, 23}) {
            List<ErrorSummary.Confusion> confusions = IntStream.range(0, kinds)
                    .mapToObj(k -> new ErrorSummary.Confusion(
                            Mistake.Kind.TYPE, "G" + k, "P" + k, 1, new ErrorSummary.Example(FIRST, TYPE)))
                    .toList();
            String text = ErrorReport.text(
                    new ErrorSummary(Convention.CONLLEVAL, 1, 1, 1, List.of(), confusions, List.of(), List.of()));
            assertThat(text.contains("more kinds")).isEqualTo(kinds > 20);
            if (kinds > 20) {
                assertThat(text).contains("  … and " + (kinds - 20) + " more kinds\n");
            }
            assertThat(text).contains(" G19 ").doesNotContain(" G20 ");
        }
    }

    /** Tokens in the midst of a long sequence, of which the right ones are not shown; no line for those that are not left out. */
    @Test
    void everyGapIsOneLine() {
        List<String> gold = new ArrayList<>(Collections.nCopies(14, "O"));
        List<String> predicted = new ArrayList<>(gold);
        predicted.set(4, "B-X");
        predicted.set(11, "B-X");
        String[] words = IntStream.range(0, 14).mapToObj(t -> "t" + t).toArray(String[]::new);
        List<Mistake> mistakes = List.of(
                mistake(Mistake.Kind.SPURIOUS, null, new Span(4, 5, "X"), Cause.NO_MODEL, ""),
                mistake(Mistake.Kind.SPURIOUS, null, new Span(11, 12, "X"), Cause.NO_MODEL, ""));
        WrongSequence wrong =
                new WrongSequence(1, sequence(PLACE, words), gold, predicted, mistakes, 2, Double.POSITIVE_INFINITY);
        assertThat(ErrorReport.text(wrong)).isEqualTo("""
                        data.txt:7: 2 errors, 2 of 14 tokens wrong; the model gives the gold labels no probability
                             token  gold  predicted
                             …
                             t2     O     O
                             t3     O     O
                          >  t4     O     B-X        X spurious
                             t5     O     O
                             t6     O     O
                             …
                             t9     O     O
                             t10    O     O
                          >  t11    O     B-X        X spurious
                             t12    O     O
                             t13    O     O
                        """);
    }

    /** A token that differs because its gold label is not known is no mistake. */
    @Test
    void tokensOutsideOfMistakesAreNotMarked() {
        WrongSequence wrong = new WrongSequence(
                1,
                sequence(PLACE, "a", "b", "c"),
                List.of("B-X", "?", "?"),
                List.of("O", "O", "O"),
                List.of(mistake(Mistake.Kind.MISSED, new Span(0, 1, "X"), null, Cause.NO_MODEL, "")),
                1,
                Double.NaN);
        assertThat(wrong.isWrong(0)).isTrue();
        assertThat(wrong.isWrong(1)).isFalse();
        assertThat(wrong.isWrong(2)).isFalse();
    }

    private static Map<String, Object> span(int start, int end, String type, String text) {
        return Map.of("start", start, "end", end, "type", type, "text", text);
    }

    @Test
    void theWholeMap() {
        Map<String, Object> type = Map.of(
                "kind", "type",
                "gold", span(0, 1, "PER", "Ann"),
                "predicted", span(0, 1, "LOC", "Ann"),
                "cause", "unknown word",
                "detail", "'Ann'");
        Map<String, Object> missed =
                Map.of("kind", "missed", "gold", span(7, 8, "ORG", "IBM"), "cause", "unknown label", "detail", "B-ORG");
        Map<String, Object> spurious = Map.of("kind", "spurious", "predicted", span(1, 2, "PER", "see"));
        Map<String, Object> map = ErrorReport.toMap(SUMMARY);
        assertThat(map.keySet())
                .containsExactly("sequences", "wrongSequences", "errors", "confusions", "causes", "worst", "notes");
        assertThat(map)
                .containsEntry("sequences", 9L)
                .containsEntry("wrongSequences", 2L)
                .containsEntry("errors", 4L)
                .containsEntry("notes", List.of("all is made up"));
        List<?> confusions = (List<?>) map.get("confusions");
        assertThat(confusions).hasSize(4);
        assertThat((Map<?, ?>) confusions.get(2))
                .isEqualTo(Map.of(
                        "kind",
                        "missed",
                        "gold",
                        "ORG",
                        "predicted",
                        "",
                        "count",
                        2L,
                        "example",
                        withPlace(missed, 3L, "data.txt:7")));
        assertThat((List<?>) map.get("causes"))
                .isEqualTo(List.of(
                        Map.of("cause", "unknown word", "count", 12L, "example", withPlace(type, 3L, "data.txt:7")),
                        Map.of("cause", "no model", "count", 1L, "example", withPlace(spurious, 5L, "(memory)"))));
        Map<?, ?> first = (Map<?, ?>) ((List<?>) map.get("worst")).get(0);
        assertThat(first.get("errors"))
                .isEqualTo(List.of(
                        type,
                        Map.of(
                                "kind", "boundary",
                                "gold", span(2, 4, "LOC", "New York"),
                                "predicted", span(2, 3, "LOC", "New"),
                                "cause", "features prefer",
                                "detail", "w=York +1.25"),
                        missed));
        assertThat(first.get("logProbabilityGap")).isEqualTo(2.345);
        assertThat(first.get("wrongTokens")).isEqualTo(3);
        assertThat(first.get("predicted")).isEqualTo(PREDICTED);
        Map<?, ?> second = (Map<?, ?>) ((List<?>) map.get("worst")).get(1);
        assertThat(second.containsKey("logProbabilityGap")).isFalse();
        assertThat(second.get("tokens")).isEqualTo(List.of("we", "see"));
    }

    private static Map<String, Object> withPlace(Map<String, Object> mistake, long sequence, String location) {
        Map<String, Object> map = new HashMap<>(mistake);
        map.put("sequence", sequence);
        map.put("location", location);
        return map;
    }
}
