package org.espalier.evaluate;

import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;

/** The counts of one sequence, as numbers that can be added up: what {@link Evaluation} finds when it sees nothing else. */
final class SequenceScore {
    static final int TOKENS = 0;
    static final int CORRECT_TOKENS = 1;
    static final int SEQUENCES = 2;
    static final int CORRECT_SEQUENCES = 3;
    static final int GOLD_SPANS = 4;
    static final int PREDICTED_SPANS = 5;
    static final int CORRECT_SPANS = 6;
    static final int CORRECT_HEADS = 7; // of trees
    static final int SIZE = 8;

    private SequenceScore() {}

    static int[] count(List<String> gold, List<String> predicted, Convention convention, LabelNotation notation) {
        Evaluation evaluation = new Evaluation(convention, notation);
        evaluation.add(gold, predicted);
        Scores scores = evaluation.scores();
        int[] counts = new int[SIZE];
        counts[TOKENS] = (int) scores.tokens();
        counts[CORRECT_TOKENS] = (int) scores.correctTokens();
        counts[SEQUENCES] = (int) scores.sequences();
        counts[CORRECT_SEQUENCES] = (int) scores.correctSequences();
        counts[GOLD_SPANS] = (int) scores.spans().gold();
        counts[PREDICTED_SPANS] = (int) scores.spans().predicted();
        counts[CORRECT_SPANS] = (int) scores.spans().correct();
        return counts;
    }

    /** Of a tree: its words are the tokens, right where head and relation are. */
    static int[] count(int length, List<Mark> gold, List<Mark> predicted) {
        AttachmentScores scores = AttachmentScores.NONE.plus(length, gold, predicted);
        int[] counts = new int[SIZE];
        counts[TOKENS] = (int) scores.words();
        counts[CORRECT_TOKENS] = (int) scores.labelled();
        counts[SEQUENCES] = scores.words() == 0 ? 0 : 1;
        counts[CORRECT_SEQUENCES] = scores.words() == 0 ? 0 : (int) scores.wholeTrees();
        counts[CORRECT_HEADS] = (int) scores.heads();
        return counts;
    }

    /** Of a tree of constituents, which are its spans. */
    static int[] count(Sequence sentence, List<Mark> gold, List<Mark> predicted) {
        BracketScores scores = BracketScores.NONE.plus(sentence, gold, predicted);
        int[] counts = new int[SIZE];
        counts[SEQUENCES] = 1;
        counts[CORRECT_SEQUENCES] = (int) scores.exact();
        counts[GOLD_SPANS] = (int) scores.gold();
        counts[PREDICTED_SPANS] = (int) scores.predicted();
        counts[CORRECT_SPANS] = (int) scores.correct();
        return counts;
    }

    /** The spans that are missed or spurious; of plain labels the wrong tokens. */
    static int errors(int[] counts, Convention convention) {
        return convention.equals(Convention.PLAIN)
                ? counts[TOKENS] - counts[CORRECT_TOKENS]
                : counts[GOLD_SPANS] + counts[PREDICTED_SPANS] - 2 * counts[CORRECT_SPANS];
    }
}
