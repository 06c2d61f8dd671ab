package org.espalier.feature.template;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.NativeText;
import org.jspecify.annotations.Nullable;

/**
 * One compiled pattern.
 *
 * @param source the pattern
 * @param items its texts and commands, in order
 */
record WapitiPattern(String source, List<Item> items) {

    /** How a row is meant. */
    enum Row {
        RELATIVE,
        ABSOLUTE,
        INDIRECT
    }

    /** What stands in the item's place. */
    enum Command {
        TEXT,
        COLUMN,
        TEST,
        MATCH
    }

    /**
     * A piece of text or a command.
     *
     * @param text the bytes of a text; empty for a command
     * @param offset the row, or for {@link Row#INDIRECT} the column that tells it
     * @param fold whether the result is made small
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record Item(
            Command command,
            byte[] text,
            Row row,
            int offset,
            int column,
            boolean fold,
            @Nullable WapitiExpression expression) {

        List<Integer> columns() {
            if (command == Command.TEXT) {
                return List.of();
            }
            return row == Row.INDIRECT ? List.of(column, offset) : List.of(column);
        }
    }

    /** Whether it says something of positions. */
    boolean ofPositions() {
        return source.charAt(0) != 'b';
    }

    /** Whether it says something of the steps between positions. */
    boolean ofSteps() {
        return source.charAt(0) != 'u';
    }

    /** Whether it is the same at every position. */
    boolean isConstant() {
        return items.stream().allMatch(item -> item.command == Command.TEXT);
    }

    /** Whether it may expand to what a constant pattern always is. A column is never empty; a match may be, and may end the name. */
    boolean canBe(WapitiPattern constant) {
        StringBuilder shape = new StringBuilder();
        for (Item item : items) {
            shape.append(
                    switch (item.command) {
                        case TEXT -> Pattern.quote(text(item));
                        case COLUMN -> ".+";
                        case TEST -> "(true|false)";
                        case MATCH -> ".*";
                    });
            if (item.command == Command.MATCH) {
                break;
            }
        }
        String name = constant.items.stream().map(WapitiPattern::text).collect(Collectors.joining());
        return Pattern.compile(shape.toString(), Pattern.DOTALL).matcher(name).matches();
    }

    private static String text(Item item) {
        return new String(item.text, StandardCharsets.ISO_8859_1);
    }

    static WapitiPattern compile(String source, Location location, Charset charset) {
        return new Compiler(source, location, charset).compile();
    }

    /** Cuts a pattern into texts and commands. */
    private static final class Compiler {
        private final String source;
        private final Location location;
        private final Charset charset;
        private final List<Item> items = new ArrayList<>();
        private int at;

        Compiler(String source, Location location, Charset charset) {
            this.source = source;
            this.location = location;
            this.charset = charset;
        }

        WapitiPattern compile() {
            if (source.isEmpty() || "ub*".indexOf(source.charAt(0)) < 0) {
                throw error(0, "expected u (of positions), b (of steps) or * (of both) at the beginning");
            }
            if (source.indexOf('\n') >= 0) {
                throw error(source.indexOf('\n'), "a pattern has no line breaks");
            }
            while (at < source.length()) {
                if (source.charAt(at) == '%') {
                    items.add(command());
                } else {
                    int end = source.indexOf('%', at);
                    items.add(text(end < 0 ? source.length() : end));
                }
            }
            return new WapitiPattern(source, List.copyOf(items));
        }

        private Item text(int end) {
            byte[] bytes = bytes(source.substring(at, end), at);
            at = end;
            return new Item(Command.TEXT, bytes, Row.RELATIVE, 0, 0, false, null);
        }

        private Item command() {
            int begin = at++;
            char letter = at < source.length() ? source.charAt(at) : ' ';
            at++;
            Command command = switch (letter) {
                case 'x', 'X' -> Command.COLUMN;
                case 't', 'T' -> Command.TEST;
                case 'm', 'M' -> Command.MATCH;
                default -> throw error(begin, "expected %x[row,column], %t[row,column,\"…\"] or %m[…]");
            };
            expect('[', "expected [row,column after the command");
            Row row = accept('@') ? Row.ABSOLUTE : accept('*') ? Row.INDIRECT : Row.RELATIVE;
            int offset = number(true, "a row such as 0, -1 or @1");
            if (row == Row.INDIRECT && offset < 0) {
                throw error(begin, "a column is counted from 0 and cannot be negative");
            }
            expect(',', "expected a comma between row and column");
            int column = number(false, "a column, counted from 0");
            WapitiExpression expression = command == Command.COLUMN ? null : expression();
            expect(']', "expected ] at the end of the command");
            boolean fold = letter < 'a';
            return new Item(command, new byte[0], row, offset, column, fold, expression);
        }

        private WapitiExpression expression() {
            expect(',', "expected ,\"expression\" after the column");
            expect('"', "expected \"expression\" in quotation marks");
            int begin = at;
            while (at < source.length() && source.charAt(at) != '"') {
                at += source.charAt(at) == '\\' ? 2 : 1;
            }
            if (at >= source.length()) {
                throw error(begin, "the expression has no closing quotation mark (a # begins a comment, even here)");
            }
            try {
                return WapitiExpression.compile(bytes(source.substring(begin, at++), begin));
            } catch (IllegalArgumentException e) {
                throw error(begin, String.valueOf(e.getMessage()));
            }
        }

        private boolean accept(char wanted) {
            boolean there = at < source.length() && source.charAt(at) == wanted;
            at += there ? 1 : 0;
            return there;
        }

        private void expect(char wanted, String expectation) {
            if (!accept(wanted)) {
                throw error(at, expectation);
            }
        }

        /** As C's scanf reads it: blanks and a plus sign may stand before it. */
        private int number(boolean signed, String expected) {
            while (at < source.length() && WapitiPatterns.isBlank(source.charAt(at))) {
                at++;
            }
            int begin = at;
            boolean negative = accept('-');
            if (!negative) {
                accept('+');
            }
            if (negative && !signed) {
                throw error(begin, "a column is counted from 0 and cannot be negative");
            }
            int digits = at;
            long value = 0;
            while (at < source.length() && source.charAt(at) >= '0' && source.charAt(at) <= '9') {
                value = Math.min(10 * value + source.charAt(at++) - '0', Integer.MAX_VALUE);
            }
            if (digits == at) {
                throw error(begin, "expected " + expected);
            }
            if (value == Integer.MAX_VALUE) {
                throw error(begin, "the number is too large");
            }
            return (int) (negative ? -value : value);
        }

        private byte[] bytes(String text, int begin) {
            try {
                return NativeText.encode(text, charset);
            } catch (CharacterCodingException e) {
                throw error(begin, "the text cannot be expressed in " + charset);
            }
        }

        private DataFormatException error(int index, String expectation) {
            String found = index >= source.length() ? "the end" : "'" + source.substring(index) + "'";
            return new DataFormatException(
                    location,
                    "column " + (index + 1) + ": found " + found + "; " + expectation + ", in the pattern '" + source
                            + "'");
        }
    }
}
