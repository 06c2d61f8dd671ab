package org.espalier.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts lines into the fields of a table by RFC 4180: a field in double quotes may hold separators, line ends and doubled quotes.
 *
 * <p>A quote within a field that does not begin with one is an ordinary character. Lines with nothing but blanks are skipped.
 */
final class CsvRows {
    private static final String CANDIDATES = ",;\t";

    /** Quoted line ends beyond this length of a row are a quote that was never closed. */
    private static final int LONGEST_ROW = 1 << 24;

    private final LineReader lines;
    private @Nullable Character separator;
    private Location begin;
    private boolean afterBlank;
    private long[] fieldLines = new long[16]; // of the fields of the current row
    private int[] fieldBegins = new int[16];

    CsvRows(LineReader lines, @Nullable Character separator) {
        this.lines = lines;
        this.separator = separator;
        this.begin = lines.location();
    }

    /** Where the row that was returned last begins. */
    Location location() {
        return begin;
    }

    /** Where a field of the row that was returned last begins. */
    Location location(int field) {
        return lines.location(fieldLines[field], fieldBegins[field] + 1L);
    }

    /** Whether a blank line stands before the row that was returned last. */
    boolean isAfterBlank() {
        return afterBlank;
    }

    char separator() {
        return separator == null ? ',' : separator;
    }

    /** The fields of the next row, or null at the end. */
    @Nullable
    List<String> next() {
        afterBlank = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!line.isBlank() || (separator() == '\t' && !line.isEmpty())) {
                begin = lines.location();
                if (separator == null) {
                    separator = guess(line);
                }
                return fields(line);
            }
            afterBlank = true;
        }
        return null;
    }

    /** The candidate that occurs most often outside quotes. */
    private static char guess(String line) {
        int[] counts = new int[CANDIDATES.length()];
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            quoted ^= line.charAt(i) == '"';
            int candidate = quoted ? -1 : CANDIDATES.indexOf(line.charAt(i));
            if (candidate >= 0) {
                counts[candidate]++;
            }
        }
        int best = 0;
        for (int k = 1; k < counts.length; k++) {
            best = counts[k] > counts[best] ? k : best;
        }
        return CANDIDATES.charAt(best);
    }

    private List<String> fields(String first) {
        List<String> fields = new ArrayList<>();
        String line = first;
        int at = 0;
        char end = separator();
        while (true) {
            begin(fields.size(), at);
            if (at < line.length() && line.charAt(at) == '"') {
                Quoted quoted = quoted(line, at);
                fields.add(quoted.text);
                line = quoted.line;
                at = quoted.end;
                if (at < line.length() && line.charAt(at) != end) {
                    throw new DataFormatException(
                            lines.location().atColumn(at + 1L),
                            "'" + line.charAt(at) + "' after a closing quote; expected the separator '" + end
                                    + "' or the end of the line, and \"\" for a quote within quotes");
                }
            } else {
                int next = line.indexOf(end, at);
                next = next < 0 ? line.length() : next;
                fields.add(line.substring(at, next));
                at = next;
            }
            if (at >= line.length()) {
                return fields;
            }
            at++;
        }
    }

    private void begin(int field, int at) {
        if (field == fieldLines.length) {
            fieldLines = Arrays.copyOf(fieldLines, 2 * field);
            fieldBegins = Arrays.copyOf(fieldBegins, 2 * field);
        }
        fieldLines[field] = lines.line();
        fieldBegins[field] = at;
    }

    /** A quoted field, the line in which it ends, and where in that line. */
    private record Quoted(String text, String line, int end) {}

    private Quoted quoted(String first, int open) {
        Location opened = lines.location().atColumn(open + 1L);
        StringBuilder text = new StringBuilder();
        String line = first;
        int at = open + 1;
        while (true) {
            int quote = line.indexOf('"', at);
            if (quote < 0) {
                text.append(line, at, line.length()).append('\n');
                String next = text.length() > LONGEST_ROW ? null : lines.next();
                if (next == null) {
                    throw new DataFormatException(
                            opened, "this quote is not closed; expected a second \" before the separator or line end");
                }
                line = next;
                at = 0;
            } else if (quote + 1 < line.length() && line.charAt(quote + 1) == '"') {
                text.append(line, at, quote + 1);
                at = quote + 2;
            } else {
                text.append(line, at, quote);
                return new Quoted(text.toString(), line, quote + 1);
            }
        }
    }
}
