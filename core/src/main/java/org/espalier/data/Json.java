package org.espalier.data;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small strict JSON reader and writer (RFC 8259).
 *
 * <p>Values are {@code Map<String, Object>} in the order of the text, {@code List<Object>}, {@code String},
 * {@code Long} (whole numbers that fit), {@code Double}, {@code Boolean} and null.
 */
public final class Json {

    private Json() {}

    /** The value of a text from memory; see {@link #parse(String, Location)}. */
    public static @Nullable Object parse(String text) {
        return parse(text, new Location("(memory)", 1));
    }

    /**
     * The value of {@code text}, which stands on the line {@code location}.
     *
     * @throws DataFormatException naming the character when the text is not one JSON value, a key stands twice in an
     *     object, a number is too large, half of a surrogate pair is missing, or values are nested more than 100 deep
     */
    public static @Nullable Object parse(String text, Location location) {
        return new JsonParser(text, location).parse();
    }

    /**
     * {@code value} on one line.
     *
     * <p>Maps and iterables are written in their own order; numbers as the shortest text that reads back as the same
     * number.
     *
     * @throws IllegalArgumentException when a number is not finite, or something is not a map with text keys, an
     *     iterable, a text, a number, a boolean or null
     */
    public static String write(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        new JsonPrinter(text, false).print(value, 0);
        return text.toString();
    }

    /**
     * {@code value} as {@link #write} has it, but indented over several lines, which end in LF; for files that people
     * read.
     */
    public static String writeIndented(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        new JsonPrinter(text, true).print(value, 0);
        return text.append('\n').toString();
    }

    /** What kind of value it is, for error messages: {@code an object}, {@code a number} and so on. */
    static String kind(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof Iterable) {
            return "an array";
        }
        if (value instanceof String) {
            return "a text";
        }
        return value instanceof Boolean ? "a boolean" : "a number";
    }
}
