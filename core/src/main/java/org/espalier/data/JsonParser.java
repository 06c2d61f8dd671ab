package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses one JSON text by recursive descent. */
final class JsonParser {
    private static final int MAXIMUM_DEPTH = 100;

    private final String text;
    private final Location location;
    private int position;
    private boolean entered; // whether an element of the array was read
    private int elementStart;

    JsonParser(String text, Location location) {
        this.text = text;
        this.location = location;
    }

    @Nullable
    Object parse() {
        skipBlanks();
        Object value = value(0);
        skipBlanks();
        if (position < text.length()) {
            throw problem("text after the end of the value; expected one JSON value per line");
        }
        return value;
    }

    private @Nullable Object value(int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw problem("values are nested more than " + MAXIMUM_DEPTH + " deep");
        }
        if (position == text.length()) {
            throw problem("the text ends here; expected a value");
        }
        return switch (text.charAt(position)) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        position++;
        skipBlanks();
        if (accept('}')) {
            return members;
        }
        while (true) {
            skipBlanks();
            int keyPosition = position;
            if (position == text.length() || text.charAt(position) != '"') {
                throw problem(found() + "; expected a key in double quotes");
            }
            String key = string();
            if (members.containsKey(key)) {
                throw problem(keyPosition, "the key \"" + key + "\" occurs twice in the object");
            }
            skipBlanks();
            expect(':', "':' after the key");
            skipBlanks();
            members.put(key, value(depth + 1));
            skipBlanks();
            if (accept('}')) {
                return members;
            }
            expect(',', "',' or '}' in the object");
        }
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        position++;
        skipBlanks();
        if (accept(']')) {
            return elements;
        }
        while (true) {
            skipBlanks();
            elements.add(value(depth + 1));
            skipBlanks();
            if (accept(']')) {
                return elements;
            }
            expect(',', "',' or ']' in the array");
        }
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, position)) {
            throw problem(found() + "; expected a value (text in double quotes, a number, true, false, null, { or [)");
        }
        position += word.length();
        return value;
    }

    private Object number() {
        int start = position;
        accept('-');
        if (!accept('0') && digits() == 0) {
            position = start;
            throw problem(found() + "; expected a value (text in double quotes, a number, true, false, null, { or [)");
        }
        boolean whole = true;
        if (accept('.')) {
            whole = false;
            requireDigits("a digit after the decimal point");
        }
        if (accept('e') || accept('E')) {
            whole = false;
            if (!accept('+')) {
                accept('-');
            }
            requireDigits("a digit in the exponent");
        }
        String literal = text.substring(start, position);
        if (whole && literal.length() <= 18 && !literal.equals("-0")) {
            return Long.parseLong(literal);
        }
        double value = Double.parseDouble(literal);
        if (Double.isInfinite(value)) {
            throw problem(start, "the number " + literal + " is too large; expected at most 1.8E308");
        }
        return value;
    }

    private int digits() {
        int start = position;
        while (position < text.length() && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
            position++;
        }
        return position - start;
    }

    private void requireDigits(String expected) {
        if (digits() == 0) {
            throw problem(found() + "; expected " + expected);
        }
    }

    private String string() {
        int start = position++;
        int plainStart = position;
        StringBuilder decoded = null;
        while (true) {
            if (position == text.length()) {
                throw problem(start, "the closing double quote is missing");
            }
            char c = text.charAt(position);
            if (c == '"') {
                String rest = text.substring(plainStart, position++);
                return decoded == null ? rest : decoded.append(rest).toString();
            }
            if (c < ' ') {
                throw problem(found() + " within double quotes; write it as an escape such as \\t");
            }
            if (c == '\\') {
                if (decoded == null) {
                    decoded = new StringBuilder();
                }
                decoded.append(text, plainStart, position);
                decoded.append(escape());
                plainStart = position;
            } else {
                position++;
            }
        }
    }

    private String escape() {
        int start = position++;
        if (position == text.length()) {
            throw problem(start, "the text ends within an escape");
        }
        char c = text.charAt(position++);
        return switch (c) {
            case '"', '\\', '/' -> String.valueOf(c);
            case 'b' -> "\b";
            case 'f' -> "\f";
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case 'u' -> unicode(start);
            default ->
                throw problem(
                        start, "unknown escape \\" + c + "; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
        };
    }

    private String unicode(int start) {
        char first = hexadecimal(start);
        if (!Character.isSurrogate(first)) {
            return String.valueOf(first);
        }
        if (Character.isHighSurrogate(first) && text.startsWith("\\u", position)) {
            position += 2;
            char second = hexadecimal(start);
            if (Character.isLowSurrogate(second)) {
                return new String(new char[] {first, second});
            }
        }
        throw problem(start, "half of a surrogate pair; expected both halves, the high one (\\uD800 to \\uDBFF) first");
    }

    private char hexadecimal(int start) {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            char c = position < text.length() ? text.charAt(position) : ' ';
            // Character.digit would also accept digits of other scripts.
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw problem(start, "expected four hexadecimal digits after \\u");
            }
            value = value * 16 + digit;
            position++;
        }
        return (char) value;
    }

    private void skipBlanks() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
                return;
            }
            position++;
        }
    }

    private boolean accept(char expected) {
        boolean found = position < text.length() && text.charAt(position) == expected;
        if (found) {
            position++;
        }
        return found;
    }

    private void expect(char expected, String description) {
        if (!accept(expected)) {
            throw problem(found() + "; expected " + description);
        }
    }

    private String found() {
        if (position == text.length()) {
            return "the text ends here";
        }
        int c = text.codePointAt(position);
        if (c < ' ' || c == 127) {
            return String.format(Locale.ROOT, "control character U+%04X", c);
        }
        return "found '" + Character.toString(c) + "'";
    }

    private DataFormatException problem(String what) {
        return problem(position, what);
    }

    private DataFormatException problem(int at, String what) {
        return new DataFormatException(location(at), "not JSON: " + what);
    }

    /** Where a character of the text stands, which may have several lines. */
    private Location location(int at) {
        int begin = text.lastIndexOf('\n', at - 1) + 1;
        long ends = text.substring(0, begin).chars().filter(c -> c == '\n').count();
        return new Location(location.source(), location.line() + ends, at - begin + 1L);
    }

    /** Whether an array that is read element by element has another one; behind the last one there must be nothing else. */
    boolean hasElement() {
        skipBlanks();
        if (!entered) {
            expect('[', "'['");
            skipBlanks();
        }
        if (accept(']')) {
            skipBlanks();
            if (position < text.length()) {
                throw problem("text after the end of the array; expected nothing");
            }
            return false;
        }
        if (entered) {
            expect(',', "',' or ']' in the array");
            skipBlanks();
        }
        entered = true;
        return true;
    }

    /** The next element of the array. */
    @Nullable
    Object element() {
        elementStart = position;
        return value(1);
    }

    /** The line on which the element that was read last begins. */
    Location elementLocation() {
        return location(elementStart).atColumn(0);
    }
}
