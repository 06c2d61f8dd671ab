package org.espalier.feature.arc;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the words of a sentence have what a parser looks at. A column of −1 is not there.
 *
 * @param word the word
 * @param lemma its lemma
 * @param tag its part of speech
 * @param fineTag a finer part of speech
 * @param morphology its morphological features
 */
public record ArcColumns(int word, int lemma, int tag, int fineTag, int morphology) {
    /** The columns that a reader of CoNLL-U gives: FORM, LEMMA, UPOS, XPOS, FEATS. */
    public static final ArcColumns CONLLU = new ArcColumns(0, 1, 2, 3, 4);

    public ArcColumns {
        if (word < 0 || tag < 0 || lemma < -1 || fineTag < -1 || morphology < -1) {
            throw new IllegalArgumentException("columns " + List.of(word, lemma, tag, fineTag, morphology)
                    + "; expected at least a word and a tag, counted from 0");
        }
    }

    static ArcColumns parse(String text) {
        String[] numbers = text.split(" ", -1);
        if (numbers.length != 5) {
            throw new IllegalArgumentException("'" + text + "'; expected the numbers of five columns");
        }
        try {
            return new ArcColumns(
                    Integer.parseInt(numbers[0]),
                    Integer.parseInt(numbers[1]),
                    Integer.parseInt(numbers[2]),
                    Integer.parseInt(numbers[3]),
                    Integer.parseInt(numbers[4]));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "'; expected the numbers of five columns", e);
        }
    }

    /** Those that are there. */
    List<Integer> used() {
        List<Integer> used = new ArrayList<>(List.of(word, lemma, tag, fineTag, morphology));
        used.removeIf(column -> column < 0);
        return used;
    }

    /** The five numbers, which {@link #parse} reads. */
    @Override
    public String toString() {
        return word + " " + lemma + " " + tag + " " + fineTag + " " + morphology;
    }
}
