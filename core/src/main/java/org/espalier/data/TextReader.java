package org.espalier.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one document per line, with its label before it ({@code label<TAB>text}) or behind it; blank lines are skipped.
 *
 * <p>A document is a sequence of length 1 whose only column, {@value #TEXT}, is the text. Where no labels are expected, a line with the
 * separator has one after all, unless the separator is a blank, which every text has.
 */
final class TextReader implements SequenceReader {
    static final String TEXT = "text";

    private static final List<String> NAMES = List.of(TEXT);

    private final LineReader lines;
    private final DataOptions options;
    private final InstanceOptions instances;

    TextReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
        this.instances = options.instances();
    }

    @Override
    public @Nullable Sequence next() {
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!LineReader.isBlank(line)) {
                return document(line);
            }
        }
        return null;
    }

    private Sequence document(String line) {
        String separator = instances.labelSeparator();
        if (!options.labelled() && (separator.isBlank() && !separator.equals("\t") || !line.contains(separator))) {
            return sequence(line, null);
        }
        int begin = 0;
        int end = line.length();
        if (separator.isEmpty()) {
            while (begin < end && isBlank(line.charAt(begin))) {
                begin++;
            }
            while (end > begin && isBlank(line.charAt(end - 1))) {
                end--;
            }
        }
        int at = find(line, begin, end);
        if (at < 0) {
            throw new DataFormatException(
                    lines.location(),
                    "no " + name(separator) + " between label and text in '" + beginning(line)
                            + "'; expected one. Say what separates them, or that the label is "
                            + (instances.labelLast() ? "first" : "last") + ", or read the file as unlabelled");
        }
        int width = separator.isEmpty() ? blanks(line, at, end) : separator.length();
        String first = line.substring(begin, at);
        String second = line.substring(at + width, end);
        return instances.labelLast()
                ? sequence(first, label(second, at + width))
                : sequence(second, label(first, begin));
    }

    /** Where the separator begins; −1 when there is none. */
    private int find(String line, int begin, int end) {
        String separator = instances.labelSeparator();
        if (!separator.isEmpty()) {
            return instances.labelLast() ? line.lastIndexOf(separator) : line.indexOf(separator);
        }
        if (instances.labelLast()) {
            int at = end - 1;
            while (at >= begin && !isBlank(line.charAt(at))) {
                at--;
            }
            while (at > begin && isBlank(line.charAt(at - 1))) {
                at--;
            }
            return at < begin ? -1 : at;
        }
        int at = begin;
        while (at < end && !isBlank(line.charAt(at))) {
            at++;
        }
        return at; // a label alone is a document without words
    }

    private static int blanks(String line, int begin, int end) {
        int at = begin;
        while (at < end && isBlank(line.charAt(at))) {
            at++;
        }
        return at - begin;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private String label(String text, int begin) {
        String label = text.strip();
        String cut = instances.labelCut();
        int at = cut == null ? -1 : label.indexOf(cut);
        label = at < 0 ? label : label.substring(0, at);
        if (label.isBlank()) {
            throw new DataFormatException(
                    lines.location().atColumn(begin + 1L), "the label is empty; write a label, or ? if it is unknown");
        }
        return label;
    }

    private Sequence sequence(String text, @Nullable String label) {
        return new Sequence(
                List.of(new Token(List.of(text), List.of(), NAMES)),
                label == null ? null : List.of(label),
                1.0,
                List.of(),
                lines.location());
    }

    private static String name(String separator) {
        return separator.equals("\t") ? "tab" : separator.isBlank() ? "blank" : "'" + separator + "'";
    }

    private static String beginning(String line) {
        return line.length() <= 30 ? line : line.substring(0, 30) + "…";
    }

    @Override
    public void close() {
        lines.close();
    }
}
