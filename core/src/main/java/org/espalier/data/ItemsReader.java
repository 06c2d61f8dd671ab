package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads CRFsuite items: {@code label<TAB>attribute[:value]<TAB>…}, one token per line. */
final class ItemsReader implements SequenceReader {
    static final String WEIGHT = "@weight";

    private final LineReader lines;
    private final DataOptions options;

    ItemsReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
    }

    @Override
    public @Nullable Sequence next() {
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        double weight = 1.0;
        Location weightLocation = null;
        Location location = lines.location();
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (LineReader.isBlank(line)) {
                if (!tokens.isEmpty() || weightLocation != null) {
                    break;
                }
                continue;
            }
            if (tokens.isEmpty() && weightLocation == null) {
                location = lines.location();
            }
            if (line.startsWith(WEIGHT + ":")) {
                if (weightLocation != null) {
                    throw new DataFormatException(
                            lines.location(),
                            "a second @weight in the sequence, after line " + weightLocation.line()
                                    + "; expected one at most");
                }
                weightLocation = lines.location();
                weight = weight(line);
                continue;
            }
            int labelEnd = line.indexOf('\t');
            if (labelEnd < 0) {
                labelEnd = line.length();
            }
            if (options.labelled()) {
                labels.add(label(line, labelEnd));
            }
            tokens.add(Token.ofAttributes(attributes(line, labelEnd)));
        }
        if (tokens.isEmpty()) {
            if (weightLocation != null) {
                throw new DataFormatException(
                        weightLocation, "@weight without a sequence; expected items before the next blank line");
            }
            return null;
        }
        return new Sequence(tokens, options.labelled() ? labels : null, weight, List.of(), location);
    }

    private double weight(String line) {
        int start = WEIGHT.length() + 1;
        int tab = line.indexOf('\t');
        if (tab >= 0 && !line.substring(tab).isBlank()) {
            throw new DataFormatException(
                    lines.location().atColumn(tab + 1L), "text after @weight; expected it on a line of its own");
        }
        double weight = number(line, start, tab < 0 ? line.length() : tab, "the weight");
        if (weight < 0) {
            throw new DataFormatException(
                    lines.location().atColumn(start + 1L), "the weight is " + weight + "; expected 0 or more");
        }
        return weight;
    }

    private String label(String line, int end) {
        int colon = unescapedColon(line, 0, end);
        if (colon < end) {
            throw new DataFormatException(
                    lines.location().atColumn(colon + 1L),
                    "a ':' in the label '" + line.substring(0, end) + "'; write it as \\:");
        }
        String label = unescape(line, 0, end);
        if (label.isBlank()) {
            throw new DataFormatException(
                    lines.location(),
                    "the line begins with a tab, so its label is empty; write a label, or ? if it is unknown");
        }
        return label;
    }

    private List<Attribute> attributes(String line, int labelEnd) {
        List<Attribute> attributes = new ArrayList<>();
        int start = labelEnd + 1;
        while (start <= line.length()) {
            int end = line.indexOf('\t', start);
            if (end < 0) {
                end = line.length();
            }
            // CRFsuite skips runs of tabs, and scripts often leave one at the end of the line.
            if (end > start) {
                attributes.add(attribute(line, start, end));
            }
            start = end + 1;
        }
        return attributes;
    }

    private Attribute attribute(String line, int start, int end) {
        int colon = unescapedColon(line, start, end);
        String name = unescape(line, start, colon);
        if (colon >= end - 1) {
            return Attribute.of(name);
        }
        return new Attribute(name, number(line, colon + 1, end, "the value of attribute '" + name + "'"));
    }

    private double number(String line, int start, int end, String what) {
        String text = line.substring(start, end);
        double value = Numbers.parse(text);
        if (!Double.isFinite(value)) {
            throw new DataFormatException(
                    lines.location().atColumn(start + 1L),
                    what + " is '" + text + "'; expected a finite number"
                            + (text.indexOf(':') >= 0 ? ", and a ':' in a name as \\:" : ""));
        }
        return value;
    }

    private static int unescapedColon(String line, int start, int end) {
        for (int i = start; i < end; i++) {
            char c = line.charAt(i);
            if (c == ':') {
                return i;
            }
            if (c == '\\') {
                i++;
            }
        }
        return end;
    }

    private static String unescape(String line, int start, int end) {
        int backslash = line.indexOf('\\', start);
        if (backslash < 0 || backslash >= end) {
            return line.substring(start, end);
        }
        StringBuilder text = new StringBuilder(end - start);
        for (int i = start; i < end; i++) {
            char c = line.charAt(i);
            boolean escape = c == '\\' && i + 1 < end && (line.charAt(i + 1) == ':' || line.charAt(i + 1) == '\\');
            text.append(escape ? line.charAt(++i) : c);
        }
        return text.toString();
    }

    @Override
    public void close() {
        lines.close();
    }
}
