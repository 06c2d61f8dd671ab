package org.espalier.data;

import org.espalier.data.AnnotatedText.Annotation;
import org.espalier.text.OffsetTable;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.jspecify.annotations.Nullable;

/**
 * Makes annotations of the offsets that tools write, and sees to it that they cover what the tools say.
 *
 * <p>Blanks of all kinds count as equal there: tools write a line end within an annotation as a blank, or as {@code \n}.
 */
final class Offsets {
    private final String text;
    private final OffsetUnit unit;
    private final OffsetTable table;

    Offsets(String text, OffsetUnit unit) {
        this.text = text;
        this.unit = unit;
        this.table = new OffsetTable(text, unit);
    }

    /**
     * An annotation of one fragment.
     *
     * @param covered what the tool says that it covers; null when it does not say
     * @throws DataFormatException when an offset is not in the text, or something else is covered
     */
    Annotation annotation(String type, long start, long end, @Nullable String covered, Location location) {
        TextSpan span = span(type, start, end, location);
        if (covered != null && !isSame(span.covered(), covered)) {
            throw differs(type, start, end, span.covered(), covered, location);
        }
        return new Annotation(span, start, end, unit, false, location);
    }

    /** The span of two offsets. */
    TextSpan span(String type, long start, long end, Location location) {
        int from = table.toUtf16(start);
        int to = table.toUtf16(end);
        if (start < 0 || end > table.length() || start > end) {
            throw new DataFormatException(
                    location,
                    "the annotation " + type + " goes from " + start + " to " + end + ", but the text has "
                            + table.length() + " " + name(unit) + "; expected 0 <= start <= end <= " + table.length());
        }
        if (from < 0 || to < 0) {
            throw new DataFormatException(
                    location,
                    "the annotation " + type + " goes from " + start + " to " + end + ", but "
                            + (from < 0 ? start : end)
                            + " is inside a character; the offsets do not seem to count "
                            + name(unit) + ", give --offsets");
        }
        return TextSpan.of(text, from, to, type);
    }

    DataFormatException differs(String type, long start, long end, String found, String covered, Location location) {
        StringBuilder hint = new StringBuilder();
        for (OffsetUnit other : OffsetUnit.values()) {
            OffsetTable others = new OffsetTable(text, other);
            int from = others.toUtf16(start);
            int to = others.toUtf16(end);
            if (hint.isEmpty() && from >= 0 && to >= from && isSame(text.substring(from, to), covered)) {
                hint.append("; the offsets count ")
                        .append(name(other))
                        .append(", give --offsets ")
                        .append(other);
            }
        }
        return new DataFormatException(
                location,
                "the annotation " + type + " goes from " + start + " to " + end + " and covers '"
                        + Annotation.excerpt(found) + "', but it says '" + Annotation.excerpt(covered) + "'"
                        + (hint.isEmpty()
                                ? "; the text has changed since it was annotated, or these are the annotations of another text"
                                : hint));
    }

    static boolean isSame(String found, String covered) {
        return found.equals(covered)
                || plain(found).equals(plain(covered))
                || plain(found).equals(plain(covered.replace("\\n", " ")));
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
            if (!blank) {
                plain.append(c);
            } else if (plain.length() == 0 || plain.charAt(plain.length() - 1) != ' ') {
                plain.append(' ');
            }
        }
        return plain.toString();
    }

    private static String name(OffsetUnit unit) {
        return switch (unit) {
            case CODE_POINTS -> "code points";
            case UTF16 -> "UTF-16 units";
            case BYTES -> "bytes";
        };
    }
}
