package org.espalier.evaluate;

import java.util.List;

/** What two systems are compared by. */
public enum ScoreKind {
    /** F1 of spans. */
    SPAN_F1("span F1", "spanF1"),
    /** The fraction of tokens with the right label. */
    TOKEN_ACCURACY("token accuracy", "tokenAccuracy"),
    /** The fraction of sequences that are right throughout. */
    SEQUENCE_ACCURACY("sequence accuracy", "sequenceAccuracy"),
    /** The fraction of words of trees with the right head and relation. */
    LAS("LAS", "las"),
    /** The fraction with the right head. */
    UAS("UAS", "uas"),
    /** F1 of constituents. */
    BRACKET_F1("bracket F1", "bracketF1"),
    /** The fraction of trees that are right throughout. */
    WHOLE_TREES("whole trees", "wholeTrees");

    private final String text;
    private final String key;

    ScoreKind(String text, String key) {
        this.text = text;
        this.key = key;
    }

    /** Those that make sense of labels under a convention: plain labels have no spans. */
    static List<ScoreKind> of(Convention convention) {
        return convention.equals(Convention.PLAIN)
                ? List.of(TOKEN_ACCURACY, SEQUENCE_ACCURACY)
                : List.of(SPAN_F1, TOKEN_ACCURACY, SEQUENCE_ACCURACY);
    }

    /** Those of trees. */
    static List<ScoreKind> ofTrees() {
        return List.of(LAS, UAS, WHOLE_TREES);
    }

    /** Those of trees of constituents. */
    static List<ScoreKind> ofBrackets() {
        return List.of(BRACKET_F1, WHOLE_TREES);
    }

    /** The value for summed counts of {@link SequenceScore}. */
    double value(long[] sum) {
        return switch (this) {
            case SPAN_F1, BRACKET_F1 ->
                new Counts(
                                sum[SequenceScore.GOLD_SPANS],
                                sum[SequenceScore.PREDICTED_SPANS],
                                sum[SequenceScore.CORRECT_SPANS])
                        .f1();
            case TOKEN_ACCURACY, LAS -> Counts.ratio(sum[SequenceScore.CORRECT_TOKENS], sum[SequenceScore.TOKENS]);
            case UAS -> Counts.ratio(sum[SequenceScore.CORRECT_HEADS], sum[SequenceScore.TOKENS]);
            case SEQUENCE_ACCURACY, WHOLE_TREES ->
                Counts.ratio(sum[SequenceScore.CORRECT_SEQUENCES], sum[SequenceScore.SEQUENCES]);
        };
    }

    /** Its name in JSON. */
    public String key() {
        return key;
    }

    /** Its name for people. */
    @Override
    public String toString() {
        return text;
    }
}
