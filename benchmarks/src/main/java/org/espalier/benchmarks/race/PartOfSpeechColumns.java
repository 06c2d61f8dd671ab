package org.espalier.benchmarks.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/**
 * The part-of-speech task as columns and a template, so that every toolkit can be given exactly the same: the word, its
 * prefixes and suffixes of one to four characters ({@code _NIL} where the word is shorter), four flags; the tag is the
 * label. With the words from −2 to 2 that makes 17 attributes a token.
 */
final class PartOfSpeechColumns {
    private static final int LONGEST_AFFIX = 4;
    private static final String NONE = "_NIL";

    static final String TEMPLATE = template();

    private PartOfSpeechColumns() {}

    private static String template() {
        StringBuilder template = new StringBuilder();
        int number = 0;
        for (int offset = -2; offset <= 2; offset++) {
            template.append(String.format(Locale.ROOT, "U%02d:%%x[%d,0]\n", number, offset));
            number++;
        }
        for (int column = 1; column <= 2 * LONGEST_AFFIX + 4; column++) {
            template.append(String.format(Locale.ROOT, "U%02d:%%x[0,%d]\n", number, column));
            number++;
        }
        return template.append("B\n").toString();
    }

    /** Expects the word in column 0 and the tag in column 1. */
    static Sequence convert(Sequence sequence) {
        List<Token> tokens = new ArrayList<>(sequence.length());
        List<String> labels = new ArrayList<>(sequence.length());
        for (Token token : sequence.tokens()) {
            String word = token.columns().get(0);
            List<String> columns = new ArrayList<>();
            columns.add(word);
            for (int length = 1; length <= LONGEST_AFFIX; length++) {
                columns.add(word.length() < length ? NONE : word.substring(0, length));
            }
            for (int length = 1; length <= LONGEST_AFFIX; length++) {
                columns.add(word.length() < length ? NONE : word.substring(word.length() - length));
            }
            columns.add(flag(Character.isUpperCase(word.charAt(0))));
            columns.add(flag(word.chars().allMatch(Character::isUpperCase)));
            columns.add(flag(word.chars().anyMatch(Character::isDigit)));
            columns.add(flag(word.indexOf('-') >= 0));
            tokens.add(Token.ofColumns(columns.toArray(new String[0])));
            labels.add(token.columns().get(1));
        }
        return Sequence.of(tokens, labels);
    }

    private static String flag(boolean value) {
        return value ? "1" : "0";
    }
}
