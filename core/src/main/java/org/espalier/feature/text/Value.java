package org.espalier.feature.text;

import org.espalier.feature.AttributeName;

/**
 * One thing that can be read off a token, such as its lower-cased form, its last three letters or its column 1.
 *
 * @param kind what is read
 * @param argument how many letters, or which column; 0 where there is no such question, −1 for a column yet to be found
 */
record Value(Kind kind, int argument) {
    private static final Value EACH_COLUMN = new Value(Kind.COLUMN, -1);
    private static final int LONGEST_LENGTH = 10;

    /** What can be read, its name in specifications and its name in attributes. */
    enum Kind {
        WORD("word", "w", false),
        LOWER("lower", "low", false),
        SHAPE("shape", "shape", false),
        SHORT_SHAPE("short-shape", "short", false),
        LENGTH("length", "len", false),
        SCRIPT("script", "script", false),
        PREFIX("prefix", "pre", true),
        SUFFIX("suffix", "suf", true),
        COLUMN("column", "c", true);

        private final String specification;
        private final String label;
        private final boolean numbered;

        Kind(String specification, String label, boolean numbered) {
            this.specification = specification;
            this.label = label;
            this.numbered = numbered;
        }
    }

    static Value of(Kind kind) {
        return new Value(kind, 0);
    }

    /** The value that a specification calls {@code text}, such as {@code lower} or {@code suffix3}. */
    static Value parse(String text) {
        for (Kind kind : Kind.values()) {
            if (kind.numbered && text.matches(kind.specification + "[0-9]{1,4}")) {
                int argument = Integer.parseInt(text.substring(kind.specification.length()));
                if (argument == 0 && kind != Kind.COLUMN) {
                    throw new IllegalArgumentException("'" + text + "' has no letters; expected at least 1");
                }
                return new Value(kind, argument);
            }
            if (!kind.numbered && text.equals(kind.specification)) {
                return of(kind);
            }
        }
        StringBuilder known = new StringBuilder();
        for (Kind kind : Kind.values()) {
            known.append(known.length() == 0 ? "" : ", ")
                    .append(kind.specification)
                    .append(kind.numbered ? "N" : "");
        }
        throw new IllegalArgumentException("'" + text + "' is not a value; expected one of " + known);
    }

    /** The same, where {@code column} without a number may stand for every column that the training data turn out to have. */
    static Value parseOpen(String text) {
        return text.equals(Kind.COLUMN.specification) ? EACH_COLUMN : parse(text);
    }

    /** Whether the column is yet to be found. */
    boolean isOpen() {
        return argument < 0;
    }

    /** The value's name in a specification. */
    String specification() {
        return kind.numbered && !isOpen() ? kind.specification + argument : kind.specification;
    }

    /** The value's name in attributes, {@code suf3} or {@code low[-1]}. */
    String label(int offset) {
        String label = kind.numbered ? kind.label + argument : kind.label;
        return label + AttributeName.at(offset);
    }

    /** Appends the value of the token at the position, which is inside the sequence; false when it has none. */
    boolean append(Observed observed, int position, StringBuilder target) {
        switch (kind) {
            case WORD -> target.append(observed.word(position));
            case LOWER -> target.append(observed.lower(position));
            case SHAPE -> target.append(observed.shape(position));
            case SHORT_SHAPE -> WordShape.appendShort(observed.shape(position), target);
            case LENGTH -> {
                String word = observed.word(position);
                int length = word.codePointCount(0, word.length());
                target.append(Math.min(length, LONGEST_LENGTH)).append(length >= LONGEST_LENGTH ? "+" : "");
            }
            case SCRIPT -> target.append(WordShape.script(observed.word(position)));
            case PREFIX -> {
                String word = observed.lower(position);
                int end = forward(word, argument);
                if (end < 0) {
                    return false;
                }
                target.append(word, 0, end);
            }
            case SUFFIX -> {
                String word = observed.lower(position);
                int begin = backward(word, argument);
                if (begin < 0) {
                    return false;
                }
                target.append(word, begin, word.length());
            }
            case COLUMN -> target.append(observed.column(position, argument));
        }
        return true;
    }

    /** The index behind the first {@code count} code points; −1 when the word has fewer. */
    private static int forward(String word, int count) {
        int index = 0;
        for (int i = 0; i < count; i++) {
            if (index >= word.length()) {
                return -1;
            }
            index += Character.charCount(word.codePointAt(index));
        }
        return index;
    }

    /** The index of the last {@code count} code points; −1 when the word has fewer. */
    private static int backward(String word, int count) {
        int index = word.length();
        for (int i = 0; i < count; i++) {
            if (index <= 0) {
                return -1;
            }
            index -= Character.charCount(word.codePointBefore(index));
        }
        return index;
    }
}
