package org.espalier.feature.template;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.NativeText;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeName;
import org.espalier.feature.AttributeSink;

/**
 * Expands Wapiti's patterns over one sequence after the other; for one thread.
 *
 * <p>The columns that are read are turned into bytes once per sequence; a name is put together from them and turned into
 * UTF-8 only if it is not ASCII.
 */
final class WapitiExpansion implements AttributeExtractor.Observation {
    private static final int ABSENT = -1;
    private static final byte[][] BEFORE = bytes("_x-1", "_x-2", "_x-3", "_x-4", "_x-#");
    private static final byte[][] AFTER = bytes("_x+1", "_x+2", "_x+3", "_x+4", "_x+#");
    private static final byte[] TRUE = bytes("true")[0];
    private static final byte[] FALSE = bytes("false")[0];
    private static final byte[] PREFIX = bytes("u")[0];

    private final WapitiPatterns patterns;
    private final WapitiPattern[] lines;
    private final WapitiPattern.Item[][] items; // [pattern][item]
    private final int[] columns;
    private final AttributeName values = new AttributeName(); // the columns of all tokens
    private final AttributeName name = new AttributeName();
    private final WapitiExpression.Match match = new WapitiExpression.Match();
    private int[] valueBegins = {}; // [T][columns]: ABSENT when the token has no such column
    private int[] valueEnds = {}; // [T][columns]
    private Sequence sequence = Sequence.ofWords();
    private List<Token> tokens = List.of();

    // The text that the current item looks at.
    private byte[] looked = {};
    private int lookedBegin;
    private int lookedEnd;

    WapitiExpansion(WapitiPatterns patterns) {
        this.patterns = patterns;
        this.lines = patterns.compiled().toArray(new WapitiPattern[0]);
        this.items = new WapitiPattern.Item[lines.length][];
        for (int k = 0; k < lines.length; k++) {
            items[k] = lines[k].items().toArray(new WapitiPattern.Item[0]);
        }
        this.columns = patterns.columns().stream().mapToInt(Integer::intValue).toArray();
    }

    private static byte[][] bytes(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    WapitiExpansion over(Sequence newSequence) {
        sequence = newSequence;
        tokens = newSequence.tokens();
        int cells = Math.multiplyExact(tokens.size(), columns.length);
        if (valueBegins.length < cells) {
            valueBegins = new int[Math.max(cells, 2 * valueBegins.length)];
            valueEnds = new int[valueBegins.length];
        }
        values.clear();
        for (int t = 0, cell = 0; t < tokens.size(); t++) {
            List<String> texts = tokens.get(t).columns();
            for (int column : columns) {
                boolean present = column < texts.size();
                valueBegins[cell] = present ? values.size() : ABSENT;
                if (present) {
                    appendNative(values, texts.get(column));
                }
                valueEnds[cell++] = values.size();
            }
        }
        return this;
    }

    /** The bytes of a text in the encoding of the patterns. */
    private void appendNative(AttributeName target, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                appendEncoded(target, text);
                return;
            }
        }
        target.append(text);
    }

    private void appendEncoded(AttributeName target, String text) {
        try {
            byte[] encoded = NativeText.encode(text, patterns.charset());
            target.append(encoded, 0, encoded.length);
        } catch (CharacterCodingException e) {
            throw new DataFormatException(
                    sequence.location(), "the text '" + text + "' cannot be expressed in " + patterns.charset());
        }
    }

    @Override
    public void extract(int position, AttributeSink sink) {
        if (lines.length == 0) {
            extractColumns(position, sink);
            return;
        }
        boolean single = patterns.singleTokens();
        for (int k = 0; k < lines.length; k++) {
            WapitiPattern line = lines[k];
            boolean step = line.ofSteps() && position > 0 && k != patterns.sharedNumber() && !single;
            if (!step && !line.ofPositions()) {
                continue;
            }
            AttributeName expanded = name(k, position);
            if (line.ofPositions()) {
                sink.state(expanded, 1.0);
            }
            if (step) {
                sink.transition(expanded, 1.0);
            }
        }
    }

    /** Without patterns: first all attributes of the position, then those of the step into it. */
    private void extractColumns(int position, AttributeSink sink) {
        List<String> texts = tokens.get(position).columns();
        for (int c = 0; c < texts.size(); c++) {
            String text = texts.get(c);
            if (patterns.singleTokens()) {
                sink.state("u" + text, 1.0);
            } else if (kind(text, position) != 'b') {
                sink.state(text, 1.0);
            }
        }
        for (int c = 0; c < texts.size() && position > 0 && !patterns.singleTokens(); c++) {
            if (texts.get(c).charAt(0) != 'u') {
                sink.transition(texts.get(c), 1.0);
            }
        }
    }

    private char kind(String text, int position) {
        char kind = text.isEmpty() ? ' ' : text.charAt(0);
        if (kind != 'u' && kind != 'b' && kind != '*') {
            throw new DataFormatException(
                    sequence.location(),
                    "token " + (position + 1) + " of the sequence that begins here has the column '" + text
                            + "'; without patterns every column is an attribute that begins with u, b or *");
        }
        return kind;
    }

    /** See {@link WapitiPatterns#observations}. */
    void observations(Consumer<? super CharSequence> names) {
        AttributeSink both = new AttributeSink() {
            @Override
            public void state(CharSequence text, double value) {
                names.accept(text);
            }

            @Override
            public void transition(CharSequence text, double value) {
                names.accept(text);
            }
        };
        for (int t = 0; t < tokens.size(); t++) {
            if (lines.length == 0) {
                extractColumns(t, both);
                if (t == 0 && !patterns.singleTokens()) {
                    tokens.get(0).columns().stream()
                            .filter(text -> text.charAt(0) == 'b')
                            .forEach(names);
                }
            }
            for (int k = 0; k < lines.length; k++) {
                names.accept(name(k, t));
            }
        }
    }

    /** What pattern k is at a position; valid until the next call. */
    private AttributeName name(int k, int position) {
        name.clear();
        if (patterns.singleTokens()) {
            name.append(PREFIX, 0, PREFIX.length);
        }
        for (WapitiPattern.Item item : items[k]) {
            int begin = name.size();
            boolean whole = append(item, position, lines[k]);
            if (item.fold()) {
                name.foldCase(begin);
            }
            if (!whole) {
                break;
            }
        }
        name.recode(patterns.charset());
        return name;
    }

    /** Whether the name goes on: a match that Wapiti reports too long takes the end of the text, a zero byte, with it. */
    private boolean append(WapitiPattern.Item item, int position, WapitiPattern pattern) {
        if (item.command() == WapitiPattern.Command.TEXT) {
            name.append(item.text(), 0, item.text().length);
            return true;
        }
        look(item, position, pattern);
        WapitiExpression expression = item.expression();
        if (expression == null) {
            name.append(looked, lookedBegin, lookedEnd);
            return true;
        }
        int found = expression.find(looked, lookedBegin, lookedEnd, match);
        if (item.command() == WapitiPattern.Command.TEST) {
            byte[] answer = found < 0 ? FALSE : TRUE;
            name.append(answer, 0, answer.length);
            return true;
        }
        if (found < 0) {
            return true;
        }
        int begin = lookedBegin + found;
        boolean whole = match.length() <= lookedEnd - begin;
        name.append(looked, begin, whole ? begin + match.length() : lookedEnd);
        return whole;
    }

    /** Finds the text that a command looks at. */
    private void look(WapitiPattern.Item item, int position, WapitiPattern pattern) {
        boolean single = patterns.singleTokens();
        int length = single ? 1 : tokens.size();
        int here = single ? 0 : position;
        long at = switch (item.row()) {
            case RELATIVE -> (long) here + item.offset();
            case ABSOLUTE -> item.offset() < 0 ? (long) length + item.offset() : item.offset() - 1L;
            case INDIRECT -> (long) here + number(position, item.offset(), pattern);
        };
        if (at < 0 || at >= length) {
            looked = at < 0 ? BEFORE[(int) Math.min(-at - 1, 4)] : AFTER[(int) Math.min(at - length, 4)];
            lookedBegin = 0;
            lookedEnd = looked.length;
            return;
        }
        int cell = cell(single ? position : (int) at, item.column(), pattern);
        looked = values.bytes();
        lookedBegin = valueBegins[cell];
        lookedEnd = valueEnds[cell];
    }

    private int cell(int position, int column, WapitiPattern pattern) {
        int cell = position * columns.length + Arrays.binarySearch(columns, column);
        if (valueBegins[cell] == ABSENT) {
            throw patterns.missingColumn(sequence, position, column, pattern);
        }
        return cell;
    }

    /** As C's atoi reads it: 0 when it is no number. */
    private int number(int position, int column, WapitiPattern pattern) {
        int cell = cell(position, column, pattern);
        byte[] bytes = values.bytes();
        int at = valueBegins[cell];
        int end = valueEnds[cell];
        boolean negative = at < end && bytes[at] == '-';
        if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
            at++;
        }
        long value = 0;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9' && value < Integer.MAX_VALUE) {
            value = 10 * value + bytes[at++] - '0';
        }
        value = Math.min(value, Integer.MAX_VALUE);
        return (int) (negative ? -value : value);
    }
}
