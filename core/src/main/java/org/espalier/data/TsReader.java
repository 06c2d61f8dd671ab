package org.espalier.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code .ts} files of the UEA archive: a header, then one sequence per line, its dimensions separated by colons, the values
 * of a dimension by commas, the label last.
 *
 * <p>Frame t is a {@link Token} with value t of every dimension in the columns {@code dim_0}, {@code dim_1}, …. Every frame has the
 * label of its sequence. With time stamps a value is written {@code (time,value)}; the times, which must be those of the first
 * dimension, are kept as the comment <code>{"timestamps":["first",…]}</code>.
 */
final class TsReader implements SequenceReader {
    static final String TIME_STAMPS = "timestamps";

    private static final String DIMENSION = "dim_";

    private final LineReader lines;
    private final DataOptions options;
    private final TextCache cache = new TextCache();
    private boolean begun;
    private @Nullable TsHeader header;
    private List<String> names = List.of();

    TsReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
    }

    /** A part of a line: what stands from begin (inclusive) to end (exclusive), without blanks around it. */
    private record Part(String line, int begin, int end) {
        static Part of(String line, int from, int to) {
            int begin = from;
            int end = to;
            while (begin < end && Character.isWhitespace(line.charAt(begin))) {
                begin++;
            }
            while (end > begin && Character.isWhitespace(line.charAt(end - 1))) {
                end--;
            }
            return new Part(line, begin, end);
        }

        String text() {
            return line.substring(begin, end);
        }

        /** The pieces between separators; those in brackets do not count. No piece when there is nothing. */
        List<Part> split(char separator) {
            List<Part> parts = new ArrayList<>();
            boolean inside = false;
            int from = begin;
            for (int i = begin; i < end; i++) {
                char c = line.charAt(i);
                inside = c == '(' || (inside && c != ')');
                if (c == separator && !inside) {
                    parts.add(of(line, from, i));
                    from = i + 1;
                }
            }
            if (begin < end) {
                parts.add(of(line, from, end));
            }
            return parts;
        }
    }

    @Override
    public @Nullable Sequence next() {
        if (!begun) {
            begun = true;
            header = TsHeader.read(lines);
        }
        TsHeader known = header;
        if (known == null) {
            return null;
        }
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!TsHeader.isComment(line)) {
                return sequence(Part.of(line, 0, line.length()), known);
            }
        }
        return null;
    }

    private Sequence sequence(Part line, TsHeader known) {
        List<Part> parts = new ArrayList<>(line.split(':'));
        if (line.text().endsWith(":")) {
            throw problem(line.end, "the line ends with a colon; expected a label or values after it");
        }
        String label = known.classLabel() ? label(parts.remove(parts.size() - 1), known) : null;
        if (label == null && options.labelled()) {
            throw new DataFormatException(
                    lines.location(),
                    "the header says @classLabel false, so there is no label; expected @classLabel true and a label at the end"
                            + " of each line");
        }
        checkDimensions(parts, known);
        List<String> times = known.timeStamps() ? new ArrayList<>() : List.of();
        List<List<String>> values = new ArrayList<>(parts.size()); // [dimension][frame]
        for (Part part : parts) {
            values.add(known.timeStamps() ? timed(part, values.isEmpty(), times) : plain(part));
            checkLength(part, values);
        }
        int length = values.get(0).size();
        checkLength(length, known);
        known.settle(parts.size(), length);
        return new Sequence(
                tokens(values, length),
                label == null ? null : Collections.nCopies(length, label),
                1.0,
                known.timeStamps() ? List.of(Json.write(Map.of(TIME_STAMPS, times))) : List.of(),
                lines.location());
    }

    private DataFormatException problem(int at, String what) {
        return new DataFormatException(lines.location().atColumn(at + 1L), what);
    }

    private @Nullable String label(Part part, TsHeader known) {
        String text = part.text();
        if (text.equals(LabelNotation.DEFAULT.unknown())) {
            return text;
        }
        String label = known.label(text);
        if (label == null) {
            throw problem(
                    part.begin,
                    "the label '" + TsHeader.beginning(text) + "' is not in the header; expected one of "
                            + known.classes() + ", or ? if it is unknown");
        }
        return label;
    }

    private void checkDimensions(List<Part> parts, TsHeader known) {
        Integer expected = known.dimensions();
        if (parts.isEmpty()) {
            throw new DataFormatException(
                    lines.location(), "no values before the label; expected value,value,...:label on each line");
        }
        if (expected != null && parts.size() != expected) {
            throw new DataFormatException(
                    lines.location(),
                    parts.size() + (parts.size() == 1 ? " dimension" : " dimensions") + ", expected " + expected
                            + " as in the header or on the first line; separate them with colons"
                            + (known.classLabel() ? ", and write the label after the last" : ""));
        }
        if (names.size() != parts.size()) {
            List<String> all = new ArrayList<>();
            for (int d = 0; d < parts.size(); d++) {
                all.add(DIMENSION + d);
            }
            names = List.copyOf(all);
        }
    }

    private List<String> plain(Part dimension) {
        List<String> values = new ArrayList<>();
        for (Part value : dimension.split(',')) {
            values.add(value(value));
        }
        return values;
    }

    private String value(Part part) {
        String text = cache.substring(part.line, part.begin, part.end);
        if (text.isEmpty() || (!RealValues.isNumber(text) && !RealValues.isMissing(text))) {
            throw problem(
                    part.begin,
                    "the value '" + TsHeader.beginning(text)
                            + "' is not a number; expected a finite one, or ? where it is missing");
        }
        return text;
    }

    /** The values of pairs (time,value); the times of the first dimension are those of all. */
    private List<String> timed(Part dimension, boolean first, List<String> times) {
        List<String> values = new ArrayList<>();
        for (Part pair : dimension.split(',')) {
            int comma = pair.line.lastIndexOf(',', pair.end - 1);
            boolean brackets = pair.end - pair.begin > 2
                    && pair.line.charAt(pair.begin) == '('
                    && pair.line.charAt(pair.end - 1) == ')';
            if (!brackets || comma <= pair.begin) {
                throw problem(
                        pair.begin,
                        "found '" + TsHeader.beginning(pair.text())
                                + "'; expected (time,value), because the header says @timeStamps true");
            }
            String time = Part.of(pair.line, pair.begin + 1, comma).text();
            if (first) {
                times.add(time);
            } else if (values.size() < times.size() && !times.get(values.size()).equals(time)) {
                throw problem(
                        pair.begin,
                        "the time is '" + time + "', but '" + times.get(values.size())
                                + "' in the first dimension; expected the same times in all dimensions");
            }
            values.add(value(Part.of(pair.line, comma + 1, pair.end - 1)));
        }
        return values;
    }

    private void checkLength(Part part, List<List<String>> values) {
        int dimension = values.size() - 1;
        int expected = values.get(0).size();
        int found = values.get(dimension).size();
        if (found != expected || found == 0) {
            throw problem(
                    part.begin,
                    "dimension " + dimension + " has " + found + (found == 1 ? " value" : " values") + ", expected "
                            + (found == expected ? "at least one" : expected + " as in the first dimension")
                            + "; write ? where one is missing");
        }
    }

    private void checkLength(int length, TsHeader known) {
        Integer expected = known.length();
        if (expected != null && length != expected) {
            throw new DataFormatException(
                    lines.location(),
                    length + (length == 1 ? " frame" : " frames") + ", expected " + expected
                            + ", because the header says @equalLength true; write @equalLength false if lengths differ");
        }
    }

    private List<Token> tokens(List<List<String>> values, int length) {
        List<Token> tokens = new ArrayList<>(length);
        for (int t = 0; t < length; t++) {
            List<String> frame = new ArrayList<>(values.size());
            for (List<String> dimension : values) {
                frame.add(dimension.get(t));
            }
            tokens.add(new Token(frame, List.of(), names));
        }
        return tokens;
    }

    @Override
    public void close() {
        lines.close();
    }
}
