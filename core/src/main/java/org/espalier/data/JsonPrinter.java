package org.espalier.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints JSON values, on one line or indented by two spaces. */
final class JsonPrinter {
    private final StringBuilder out;
    private final boolean indented;

    JsonPrinter(StringBuilder out, boolean indented) {
        this.out = out;
        this.indented = indented;
    }

    void print(@Nullable Object value, int depth) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof CharSequence characters) {
            string(characters);
        } else if (value instanceof Number number) {
            out.append(text(number));
        } else if (value instanceof Map<?, ?> map) {
            object(map, depth);
        } else if (value instanceof Iterable<?> elements) {
            array(elements, depth);
        } else {
            throw new IllegalArgumentException(
                    "JSON cannot hold " + value.getClass().getName()
                            + "; expected a map, an iterable, a text, a number, a boolean or null");
        }
    }

    private static String text(Number number) {
        if (number instanceof Double value) {
            return Numbers.shortest(value);
        }
        if (number instanceof Float value) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("the number is " + value + "; expected a finite one");
            }
            return value.toString();
        }
        boolean known = number instanceof Integer
                || number instanceof Long
                || number instanceof Short
                || number instanceof Byte
                || number instanceof BigInteger
                || number instanceof BigDecimal;
        return known ? number.toString() : Numbers.shortest(number.doubleValue());
    }

    private void object(Map<?, ?> map, int depth) {
        out.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof CharSequence key)) {
                throw new IllegalArgumentException(
                        "the key of a JSON object is " + entry.getKey() + "; expected a text");
            }
            next(first, depth + 1);
            string(key);
            out.append(indented ? ": " : ":");
            print(entry.getValue(), depth + 1);
            first = false;
        }
        end(first, depth);
        out.append('}');
    }

    private void array(Iterable<?> elements, int depth) {
        out.append('[');
        boolean first = true;
        for (Object element : elements) {
            next(first, depth + 1);
            print(element, depth + 1);
            first = false;
        }
        end(first, depth);
        out.append(']');
    }

    private void next(boolean first, int depth) {
        if (!first) {
            out.append(',');
        }
        if (indented) {
            out.append('\n').append("  ".repeat(depth));
        }
    }

    private void end(boolean empty, int depth) {
        if (indented && !empty) {
            out.append('\n').append("  ".repeat(depth));
        }
    }

    private void string(CharSequence characters) {
        out.append('"');
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || c == 127 || c == '\u2028' || c == '\u2029' || isLoneSurrogate(characters, i)) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    // A lone surrogate has no UTF-8 form; as an escape the text at least stays encodable and shows what is wrong.
    private static boolean isLoneSurrogate(CharSequence characters, int i) {
        char c = characters.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == characters.length() || !Character.isLowSurrogate(characters.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(characters.charAt(i - 1)));
    }
}
