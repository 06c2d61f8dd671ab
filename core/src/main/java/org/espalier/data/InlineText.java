package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import org.espalier.text.TextSpan;

/**
 * A text with its annotated spans, read from brackets in it and written back.
 *
 * <p>{@code [2](QTY) [cups](UNIT) of flour}: a span is in brackets, its type in parentheses right after it. In the text, {@code \[},
 * {@code \]} and {@code \\} are the characters themselves. Spans neither nest nor overlap. {@code parse(x).write()} gives back {@code x}.
 *
 * @param text the text without mark-up
 * @param spans its spans, from left to right
 */
public record InlineText(String text, List<TextSpan> spans) {

    /**
     * A text and its spans.
     *
     * @throws IllegalArgumentException when spans overlap, are not in order, end after the text or have a type that cannot be written
     */
    public InlineText {
        spans = List.copyOf(spans);
        int before = 0;
        for (TextSpan span : spans) {
            if (span.start() < before || span.end() > text.length()) {
                throw new IllegalArgumentException("the span " + span.start() + " to " + span.end()
                        + " overlaps the previous one, or ends after the text; inline mark-up cannot express it");
            }
            String problem = Annotations.typeProblem(span.type());
            if (problem != null) {
                throw new IllegalArgumentException(problem);
            }
            before = span.end();
        }
    }

    /**
     * The text and spans of a line with mark-up.
     *
     * @throws DataFormatException naming line and column, when a bracket has no partner, brackets nest, or a type is missing
     */
    public static InlineText parse(String line, Location location) {
        return new Parser(line, location).parse();
    }

    /** The text with its spans in brackets. */
    public String write() {
        StringBuilder out = new StringBuilder(text.length() + 16 * spans.size());
        int at = 0;
        for (TextSpan span : spans) {
            escape(at, span.start(), out);
            out.append('[');
            escape(span.start(), span.end(), out);
            out.append("](").append(span.type()).append(')');
            at = span.end();
        }
        escape(at, text.length(), out);
        return out.toString();
    }

    private void escape(int start, int end, StringBuilder out) {
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (isSpecial(c)) {
                out.append('\\');
            }
            out.append(c);
        }
    }

    private static boolean isSpecial(char c) {
        return c == '[' || c == ']' || c == '\\';
    }

    private static final class Parser {
        private final String line;
        private final Location location;
        private final StringBuilder text = new StringBuilder();
        private final List<TextSpan> spans = new ArrayList<>();
        private int at;

        Parser(String line, Location location) {
            this.line = line;
            this.location = location;
        }

        InlineText parse() {
            int opened = -1; // place of the bracket
            int start = 0;
            while (at < line.length()) {
                char c = line.charAt(at);
                if (c == '\\') {
                    escaped();
                } else if (c == '[') {
                    if (opened >= 0) {
                        throw problem(
                                at,
                                "'[' within the annotation that begins at column " + (opened + 1)
                                        + "; annotations cannot nest. Write \\[ for the character itself");
                    }
                    opened = at++;
                    start = text.length();
                } else if (c == ']') {
                    if (opened < 0) {
                        throw problem(at, "']' without a '[' before it; write \\] for the character itself");
                    }
                    at++;
                    String type = type(opened);
                    spans.add(new TextSpan(start, text.length(), type, text.substring(start)));
                    opened = -1;
                } else {
                    text.append(c);
                    at++;
                }
            }
            if (opened >= 0) {
                throw problem(
                        opened, "'[' without a ']' after it; write [text](TYPE), or \\[ for the character itself");
            }
            return new InlineText(text.toString(), spans);
        }

        private void escaped() {
            if (at + 1 == line.length() || !isSpecial(line.charAt(at + 1))) {
                throw problem(at, "'\\' before a character other than [, ] or \\; write \\\\ for the character itself");
            }
            text.append(line.charAt(at + 1));
            at += 2;
        }

        private String type(int opened) {
            if (at == line.length() || line.charAt(at) != '(') {
                throw problem(
                        opened,
                        "brackets without a type; write [" + excerpt(opened + 1, at - 1)
                                + "](TYPE), or \\[ and \\] for the characters themselves");
            }
            int close = line.indexOf(')', at);
            if (close < 0) {
                throw problem(at, "'(' without a ')' after it; write [text](TYPE)");
            }
            String type = line.substring(at + 1, close);
            String wrong = Annotations.typeProblem(type);
            if (wrong != null) {
                throw problem(at + 1, wrong);
            }
            at = close + 1;
            return type;
        }

        private String excerpt(int start, int end) {
            return end - start <= 30 ? line.substring(start, end) : line.substring(start, start + 30) + "…";
        }

        private DataFormatException problem(int place, String what) {
            return new DataFormatException(location.atColumn(place + 1L), what);
        }
    }
}
