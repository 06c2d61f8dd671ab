package org.espalier.data;

import java.util.List;

/**
 * Writes trees of constituents in brackets, one per line, as {@link BracketsReader} reads them: {@code (TOP (S (NP (NNS birds)) …))}.
 *
 * <p>Words without a tag get {@value #NO_TAG}. Brackets in words become {@code -LRB-} and {@code -RRB-}, as in the Penn Treebank.
 */
final class BracketsFormatter implements SequenceFormatter {
    private static final String NO_TAG = "XX";

    @Override
    public void append(Sequence sequence, StringBuilder text) {
        List<Mark> marks = sequence.marks() == null ? List.of() : sequence.marks();
        int[] open = new int[marks.size()]; // the ends of the open constituents
        int depth = 0;
        int next = 0;
        for (String comment : sequence.comments()) {
            text.append(comment).append('\n');
        }
        text.append("(TOP");
        for (int t = 0; t < sequence.length(); t++) {
            for (; next < marks.size() && marks.get(next).from() == t; next++) {
                Mark mark = marks.get(next);
                if (mark.to() <= t || depth > 0 && mark.to() > open[depth - 1]) {
                    throw new IllegalArgumentException(sequence.location() + ": the constituent " + mark
                            + " has no words, or leaves the one around it; expected constituents from the top, each within"
                            + " the one before or after it");
                }
                text.append(" (").append(checked(sequence, mark.label()));
                open[depth++] = mark.to();
            }
            List<String> columns = sequence.tokens().get(t).columns();
            text.append(" (").append(checked(sequence, columns.size() > 1 ? columns.get(1) : NO_TAG));
            text.append(' ').append(checked(sequence, columns.get(0))).append(')');
            for (; depth > 0 && open[depth - 1] == t + 1; depth--) {
                text.append(')');
            }
        }
        if (next < marks.size()) {
            throw new IllegalArgumentException(sequence.location() + ": the constituent " + marks.get(next)
                    + " comes too late; expected constituents by their first words");
        }
        text.append(")\n");
    }

    private static String checked(Sequence sequence, String name) {
        if (name.isEmpty() || name.chars().anyMatch(c -> c == ' ' || c >= '\t' && c <= '\r')) {
            throw new IllegalArgumentException(sequence.location() + ": '" + name
                    + "' in a tree in brackets; expected a name or word that is not empty, and has no blanks");
        }
        return name.replace("(", "-LRB-").replace(")", "-RRB-");
    }
}
