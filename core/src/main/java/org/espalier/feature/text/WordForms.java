package org.espalier.feature.text;

import java.util.Locale;
import org.espalier.feature.Vocabulary;

/** The forms under which a word is looked up in a table: as written, in lower case, in lower case with every digit as 0. */
final class WordForms {
    private WordForms() {}

    /** The number of the first form that the vocabulary has; −1 for none. */
    static int find(Vocabulary words, String word) {
        int index = words.indexOf(word);
        if (index >= 0) {
            return index;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        if (!lower.equals(word)) {
            index = words.indexOf(lower);
        }
        if (index < 0) {
            String zeros = withoutDigits(lower);
            index = zeros.equals(lower) ? -1 : words.indexOf(zeros);
        }
        return index;
    }

    /** The same word with 0 for every ASCII digit. */
    static String withoutDigits(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (isDigit(word.charAt(i))) {
                StringBuilder zeros = new StringBuilder(word);
                for (int k = i; k < zeros.length(); k++) {
                    if (isDigit(zeros.charAt(k))) {
                        zeros.setCharAt(k, '0');
                    }
                }
                return zeros.toString();
            }
        }
        return word;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
