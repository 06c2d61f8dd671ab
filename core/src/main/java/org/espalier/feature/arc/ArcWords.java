package org.espalier.feature.arc;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;

/** The columns of one sentence, with what stands before and after it. */
final class ArcWords {
    private static final String ROOT = "<root>";
    private static final String OUTSIDE = "<none>";

    final int length;
    final String[] words;
    final String[] lemmas;
    final String[] tags;
    final String[] fineTags;
    final String[] morphology;

    ArcWords(Sequence sequence, ArcColumns columns) {
        this.length = sequence.length();
        this.words = texts(sequence, columns.word(), "word");
        Arrays.setAll(words, t -> words[t].toLowerCase(Locale.ROOT));
        this.lemmas = texts(sequence, columns.lemma(), "lemma");
        this.tags = texts(sequence, columns.tag(), "tag");
        this.fineTags = texts(sequence, columns.fineTag(), "fine tag");
        this.morphology = texts(sequence, columns.morphology(), "morphology");
    }

    private static String[] texts(Sequence sequence, int column, String what) {
        if (column < 0) {
            return new String[0];
        }
        String[] texts = new String[sequence.length()];
        for (int t = 0; t < texts.length; t++) {
            List<String> given = sequence.tokens().get(t).columns();
            if (column >= given.size()) {
                throw new DataFormatException(
                        sequence.location(),
                        "word " + (t + 1) + " has " + given.size() + " columns; the " + what
                                + " was expected in column " + column + ", counted from 0");
            }
            texts[t] = given.get(column);
        }
        return texts;
    }

    /** What a column has for a word; −1 is the root. */
    static String at(String[] column, int t) {
        return t == -1 ? ROOT : t < -1 || t >= column.length ? OUTSIDE : column[t];
    }

    /** A neighbour of a word: the root has none, and nothing is beside the ends. */
    static String beside(String[] column, int t, int step) {
        return t == -1 || t + step < 0 || t + step >= column.length ? OUTSIDE : column[t + step];
    }
}
