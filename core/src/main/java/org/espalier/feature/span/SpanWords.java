package org.espalier.feature.span;

import java.util.Locale;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;

/** The words and tags of one sentence, with what stands before and after it. */
final class SpanWords {
    private static final String OUTSIDE = "<none>";
    private static final int SUFFIX = 3;

    final int length;
    final String[] words; // in lower case
    final String[] tags;
    final String[] shapes; // what the letters look like, for words that are not known
    final String[] suffixes;

    SpanWords(Sequence sequence) {
        this.length = sequence.length();
        this.words = new String[length];
        this.tags = new String[length];
        this.shapes = new String[length];
        this.suffixes = new String[length];
        for (int t = 0; t < length; t++) {
            var columns = sequence.tokens().get(t).columns();
            if (columns.size() < 2) {
                throw new DataFormatException(
                        sequence.location(),
                        "word " + (t + 1) + " has " + columns.size()
                                + (columns.size() == 1 ? " column" : " columns")
                                + "; a parser of constituents looks at the word and its tag, which come first: tag the words"
                                + " before, or train a parser that finds tags (--tags predicted)");
            }
            String word = columns.get(0);
            words[t] = word.toLowerCase(Locale.ROOT);
            tags[t] = columns.get(1);
            shapes[t] = shape(word);
            suffixes[t] = words[t].substring(Math.max(0, words[t].length() - SUFFIX));
        }
    }

    /** X, x, 9 or the character itself for every run of capitals, small letters, digits and others. */
    private static String shape(String word) {
        StringBuilder shape = new StringBuilder(8);
        char last = 0;
        for (int i = 0; i < word.length(); i++) {
            char character = word.charAt(i);
            char kind = Character.isUpperCase(character)
                    ? 'X'
                    : Character.isLetter(character) ? 'x' : Character.isDigit(character) ? '9' : character;
            if (kind != last) {
                shape.append(kind);
            }
            last = kind;
        }
        return shape.toString();
    }

    String at(String[] column, int t) {
        return t < 0 || t >= length ? OUTSIDE : column[t];
    }
}
