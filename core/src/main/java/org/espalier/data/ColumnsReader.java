package org.espalier.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads tokens in columns, one per line. */
final class ColumnsReader implements SequenceReader {
    /** A line of so many columns can be a sentence. */
    private static final int FEW_WORDS = 3;

    private final LineReader lines;
    private final DataOptions options;
    private final boolean bounded;
    private final TextCache cache = new TextCache();
    private String[] fields = new String[8];
    private int width;
    private long widthLine;
    private String widthText = "";
    private int labelColumn;
    private boolean labelled;
    private @Nullable String separator;

    ColumnsReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
        this.bounded = !options.boundaries().isEmpty();
        this.width = options.columns() == null ? -1 : options.columns();
        this.labelColumn = options.labelColumn() < 0 ? width + options.labelColumn() : options.labelColumn();
        this.labelled = isLabelled(width);
    }

    @Override
    public @Nullable Sequence next() {
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        List<String> comments = new ArrayList<>();
        Location location = lines.location();
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (LineReader.isBlank(line)) {
                if (!tokens.isEmpty()) {
                    break;
                }
                continue;
            }
            if (tokens.isEmpty() && comments.isEmpty()) {
                location = lines.location();
            }
            String prefix = options.commentPrefix();
            if (prefix != null && line.startsWith(prefix)) {
                comments.add(line);
                continue;
            }
            int found = split(line);
            if (bounded && options.boundaries().contains(fields[0])) {
                if (!tokens.isEmpty()) {
                    break;
                }
                continue;
            }
            if (separator == null) {
                separator = options.separator() == Separator.TAB || line.indexOf('\t') >= 0 ? "\t" : " ";
            }
            checkWidth(found, line);
            if (labelled) {
                labels.add(label());
                // What is observed never holds the answer.
                found--;
                System.arraycopy(fields, labelColumn + 1, fields, labelColumn, found - labelColumn);
            }
            tokens.add(new Token(List.of(Arrays.copyOf(fields, found)), List.of()));
        }
        if (tokens.isEmpty()) {
            return null;
        }
        return new Sequence(tokens, labelled ? labels : null, 1.0, comments, location);
    }

    /** Cuts the line into {@link #fields} and gives their number. */
    private int split(String line) {
        int count = 0;
        if (options.separator() == Separator.TAB) {
            int start = 0;
            for (int end = line.indexOf('\t'); end >= 0; end = line.indexOf('\t', start)) {
                count = add(line, start, end, count);
                start = end + 1;
            }
            return add(line, start, line.length(), count);
        }
        int length = line.length();
        int start = -1;
        for (int i = 0; i <= length; i++) {
            boolean blank = i == length || line.charAt(i) == ' ' || line.charAt(i) == '\t';
            if (blank && start >= 0) {
                count = add(line, start, i, count);
                start = -1;
            } else if (!blank && start < 0) {
                start = i;
            }
        }
        return count;
    }

    private int add(String line, int start, int end, int count) {
        if (count == fields.length) {
            fields = Arrays.copyOf(fields, 2 * count);
        }
        fields[count] = cache.substring(line, start, end);
        return count + 1;
    }

    private void checkWidth(int found, String line) {
        if (width < 0) {
            width = found;
            widthText = line;
            widthLine = lines.location().line();
            labelled = isLabelled(found);
            if (options.labelColumn() < 0) {
                labelColumn = found + options.labelColumn();
            }
        }
        if (found != width) {
            String expected = options.columns() != null ? " as asked for" : " as on line " + widthLine;
            throw new DataFormatException(
                    lines.location(),
                    count(found) + ", expected " + width + expected + "; give every line the same number of columns"
                            + (options.separator() == Separator.TAB
                                    ? " with exactly one tab between two columns"
                                    : ", or separate them by single tabs and choose the tab separator when a column is"
                                            + " empty or contains a blank")
                            + (Math.min(found, width) >= FEW_WORDS
                                    ? "; if every line is a text of its own, give --format inline or lines"
                                    : "")
                            + hint(line.startsWith("#") ? line : widthText));
        }
        if (labelled && (labelColumn < 0 || labelColumn >= found)) {
            throw new DataFormatException(
                    lines.location(),
                    "label column " + options.labelColumn() + ", but there " + (found == 1 ? "is " : "are ")
                            + count(found) + "; expected " + -found + " to " + (found - 1)
                            + ", counting columns from 0, or from the end if negative");
        }
    }

    /** What the line looks like that has other columns than the rest, or that decided how many there are. */
    private String hint(String line) {
        if (line.startsWith("{") || line.startsWith("[{") || line.startsWith("[\"")) {
            return ". Line " + widthLine + " looks like JSON: is the format jsonl?";
        }
        return line.startsWith("# ") && options.commentPrefix() == null
                ? ". The line '" + line + "' looks like a comment: name the prefix of comments (--comments '#')"
                : "";
    }

    private boolean isLabelled(int found) {
        Integer observed = options.observedColumns();
        return options.labelled() || (observed != null && found == observed + 1);
    }

    private static String count(int columns) {
        return columns == 1 ? "1 column" : columns + " columns";
    }

    private String label() {
        String label = fields[labelColumn];
        if (label.isBlank()) {
            throw new DataFormatException(
                    lines.location(),
                    "the label in column " + labelColumn + " is empty; write a label, or ? if it is unknown");
        }
        return label;
    }

    @Override
    public String columnSeparator() {
        return separator == null ? " " : separator;
    }

    @Override
    public void close() {
        lines.close();
    }
}
