package org.espalier.data;

/** What the writers of instances have in common. */
final class Instances {
    private Instances() {}

    static void requireOne(Sequence sequence, String format) {
        if (sequence.length() != 1) {
            throw new IllegalArgumentException(
                    sequence.location() + ": a sequence of " + sequence.length() + " tokens; the format " + format
                            + " has one instance per line, write another format such as jsonl");
        }
    }

    /** The shortest text of the number; without a point when it is whole. */
    static String number(double value) {
        String text = Numbers.shortest(value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
