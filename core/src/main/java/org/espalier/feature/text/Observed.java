package org.espalier.feature.text;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * What the built-in features see of a sequence: words, their forms and columns, each form worked out once if asked to
 * remember.
 */
final class Observed {
    /** A mark: the word begins with a capital. */
    static final int CAPITAL = 1;

    /** A mark: the word has a digit. */
    static final int DIGIT = 2;

    /** A mark: the word is nothing but punctuation. */
    static final int PUNCTUATION = 4;

    private final Sequence sequence;
    private final int wordColumn;
    private final @Nullable String @Nullable [] lower;
    private final @Nullable String @Nullable [] shapes;
    private byte @Nullable [] marks; // of all tokens, once one was asked for
    private final Map<Integer, double[]> numbers = new HashMap<>(); // by column
    private final IdentityHashMap<WordTable, int[]> found =
            new IdentityHashMap<>(); // by table: row + 2, 0 where not looked up yet

    private Observed(
            Sequence sequence,
            int wordColumn,
            @Nullable String @Nullable [] lower,
            @Nullable String @Nullable [] shapes) {
        this.sequence = sequence;
        this.wordColumn = wordColumn;
        this.lower = lower;
        this.shapes = shapes;
    }

    /** For one look at one position: remembers nothing, since memory for the whole sequence would cost more. */
    static Observed once(Sequence sequence, int wordColumn) {
        return new Observed(sequence, wordColumn, null, null);
    }

    static Observed remembering(Sequence sequence, int wordColumn) {
        int length = sequence.length();
        return new Observed(sequence, wordColumn, new String[length], new String[length]);
    }

    /** With the lower-cased words and their shapes. */
    static Observed known(Sequence sequence, int wordColumn, String[] lower, String[] shapes) {
        return new Observed(sequence, wordColumn, lower, shapes);
    }

    int length() {
        return sequence.length();
    }

    boolean contains(int position) {
        return position >= 0 && position < sequence.length();
    }

    String word(int position) {
        return column(position, wordColumn);
    }

    String lower(int position) {
        if (lower == null) {
            return word(position).toLowerCase(Locale.ROOT);
        }
        String known = lower[position];
        if (known == null) {
            known = word(position).toLowerCase(Locale.ROOT);
            lower[position] = known;
        }
        return known;
    }

    String shape(int position) {
        if (shapes == null) {
            return WordShape.shape(word(position));
        }
        String known = shapes[position];
        if (known == null) {
            known = WordShape.shape(word(position));
            shapes[position] = known;
        }
        return known;
    }

    /** {@link #CAPITAL}, {@link #DIGIT} and {@link #PUNCTUATION}. */
    int marks(int position) {
        byte[] all = marks;
        if (all == null) {
            all = new byte[length()];
            for (int t = 0; t < all.length; t++) {
                all[t] = marks(word(t));
            }
            marks = all;
        }
        return all[position];
    }

    private static byte marks(String word) {
        if (word.isEmpty()) {
            return 0;
        }
        int first = word.codePointAt(0);
        boolean capital = Character.isUpperCase(first) || Character.isTitleCase(first);
        boolean digit = false;
        boolean punctuation = true;
        for (int i = 0; i < word.length(); ) {
            int point = word.codePointAt(i);
            i += Character.charCount(point);
            digit |= WordShape.isNumber(point);
            punctuation &= WordShape.isPunctuation(point);
        }
        return (byte) ((capital ? CAPITAL : 0) | (digit ? DIGIT : 0) | (punctuation ? PUNCTUATION : 0));
    }

    /** The numbers in a column of all tokens; NaN where one is missing. */
    double[] numbers(int column) {
        double[] known = numbers.get(column);
        if (known == null) {
            known = new double[length()];
            for (int t = 0; t < known.length; t++) {
                known[t] = SegmentAtom.Numbers.number(this, t, column);
            }
            numbers.put(column, known);
        }
        return known;
    }

    /** The word's row in a table, looked up once; −1 for none. */
    int rowOf(WordTable table, int position) {
        if (lower == null) {
            return table.rowOf(word(position));
        }
        int[] known = found.computeIfAbsent(table, key -> new int[length()]);
        if (known[position] == 0) {
            known[position] = table.rowOf(word(position)) + 2;
        }
        return known[position] - 2;
    }

    String column(int position, int column) {
        List<String> columns = sequence.tokens().get(position).columns();
        if (columns.isEmpty() && sequence.tokens().get(position).attributes().isEmpty()) {
            throw error(
                    position,
                    "has neither a word nor attributes, so the features have nothing to read; in a dictionary null"
                            + " says nothing: give a text, a number or true");
        }
        if (column >= columns.size()) {
            throw error(
                    position,
                    "has " + columns.size() + (columns.size() == 1 ? " column" : " columns")
                            + ", but the features read column " + column
                            + " (counted from 0); correct the feature specification or give the data that column");
        }
        return columns.get(column);
    }

    DataFormatException error(int position, String problem) {
        return new DataFormatException(
                sequence.location(), "token " + (position + 1) + " of the sequence that begins here " + problem);
    }
}
