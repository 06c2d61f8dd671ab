package org.espalier.data;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes tokens in columns, one per line, and a blank line after each sequence.
 *
 * <p>Only columns and comments are written: the format has no place for attributes and weights, and an empty sequence
 * leaves nothing that could be read back.
 *
 * @param separator what separates two columns, such as a space or a tab
 * @param appendLabels whether the labels, when there are any, become one more column at the end
 * @param commentPrefix how a comment line begins; null when comments are not written
 */
public record ColumnsFormatter(
        String separator, boolean appendLabels, @Nullable String commentPrefix) implements SequenceFormatter {

    /** Columns and labels separated by one space, without comments. */
    public static final ColumnsFormatter DEFAULT = new ColumnsFormatter(" ", true, null);

    public ColumnsFormatter {
        Objects.requireNonNull(separator, "separator");
        if (separator.isEmpty() || separator.indexOf('\n') >= 0 || separator.indexOf('\r') >= 0) {
            throw new IllegalArgumentException(
                    "the separator is empty or a line end; expected a space, a tab or other text");
        }
    }

    public ColumnsFormatter withSeparator(String newSeparator) {
        return new ColumnsFormatter(newSeparator, appendLabels, commentPrefix);
    }

    public ColumnsFormatter withAppendLabels(boolean newAppendLabels) {
        return new ColumnsFormatter(separator, newAppendLabels, commentPrefix);
    }

    public ColumnsFormatter withCommentPrefix(@Nullable String newCommentPrefix) {
        return new ColumnsFormatter(separator, appendLabels, newCommentPrefix);
    }

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        append(sequence, null, 0, appendLabels ? sequence.labels() : null, out);
    }

    /**
     * Appends the sequence with predicted labels as its last column, and the labels that it has in a column of their own.
     *
     * @param labelColumn where the sequence's own labels stand, if it has any; negative numbers count from the end of the
     *     columns with it
     */
    public void appendTagged(Sequence sequence, int labelColumn, List<String> predicted, StringBuilder out) {
        append(sequence, sequence.labels(), labelColumn, predicted, out);
    }

    private void append(
            Sequence sequence,
            @Nullable List<String> own,
            int ownColumn,
            @Nullable List<String> last,
            StringBuilder out) {
        if (commentPrefix != null) {
            for (String comment : sequence.comments()) {
                String line = comment.startsWith(commentPrefix) ? comment : commentPrefix + " " + comment;
                out.append(line.replace('\n', ' ').replace('\r', ' ')).append('\n');
            }
        }
        boolean blanks = separator.isBlank() && separator.indexOf('\t') < 0;
        for (int i = 0; i < sequence.length(); i++) {
            int start = out.length();
            List<String> columns = sequence.tokens().get(i).columns();
            int ownPlace = own == null ? -1 : ownColumn < 0 ? columns.size() + 1 + ownColumn : ownColumn;
            for (int c = 0; c < columns.size(); c++) {
                if (own != null && c == ownPlace) {
                    appendColumn(sequence, i, own.get(i), blanks, start, out);
                }
                appendColumn(sequence, i, columns.get(c), blanks, start, out);
            }
            if (own != null && ownPlace == columns.size()) {
                appendColumn(sequence, i, own.get(i), blanks, start, out);
            }
            if (last != null) {
                appendColumn(sequence, i, last.get(i), blanks, start, out);
            }
            if (isBlank(out, start)) {
                throw problem(sequence, i, "has no text in its columns", "and a blank line would end the sequence");
            }
            out.append('\n');
        }
        out.append('\n');
    }

    private static boolean isBlank(StringBuilder out, int start) {
        for (int i = start; i < out.length(); i++) {
            if (out.charAt(i) != ' ' && out.charAt(i) != '\t') {
                return false;
            }
        }
        return true;
    }

    private void appendColumn(
            Sequence sequence, int index, String column, boolean blanks, int lineStart, StringBuilder out) {
        if (!blanks || !isPlain(column)) {
            check(sequence, index, column, blanks);
        }
        if (out.length() > lineStart) {
            out.append(separator);
        }
        out.append(column);
    }

    /** Whether the column is not empty and has neither blanks nor control characters. */
    private static boolean isPlain(String column) {
        for (int i = 0; i < column.length(); i++) {
            if (column.charAt(i) <= ' ') {
                return false;
            }
        }
        return !column.isEmpty();
    }

    private void check(Sequence sequence, int index, String column, boolean blanks) {
        if (column.indexOf('\n') >= 0 || column.indexOf('\r') >= 0 || column.indexOf('\0') >= 0) {
            throw problem(sequence, index, "has a line end or NUL in a column", "which would break the line");
        }
        if (blanks && (column.isEmpty() || column.indexOf(' ') >= 0 || column.indexOf('\t') >= 0)) {
            throw problem(sequence, index, "has the column '" + column + "'", "which needs a tab as separator");
        }
        if (column.contains(separator)) {
            throw problem(sequence, index, "has the column '" + column + "'", "which contains the separator");
        }
    }

    private static IllegalArgumentException problem(Sequence sequence, int index, String found, String why) {
        return new IllegalArgumentException(sequence.location() + ": token " + (index + 1) + " " + found + ", " + why
                + "; write another format such as jsonl");
    }
}
