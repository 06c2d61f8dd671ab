package org.espalier.feature.template;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;

/**
 * A feature template in CRF++'s syntax.
 *
 * <p>Every line is one attribute per position: {@code U05:%x[-1,0]/%x[0,0]} gives {@code U05:the/current}. The macro
 * {@code %x[row,column]} stands for a column of the token that is {@code row} positions further on; outside the
 * sequence it is {@code _B-1}, {@code _B-2}, … before the first and {@code _B+1}, {@code _B+2}, … after the last token.
 * Any text may stand around any number of macros, and the whole expanded line is the attribute's name. Rows are not
 * limited.
 * <ul>
 *   <li>{@code U…} meets every label of the position; without a macro it is a bias.
 *   <li>{@code B…} with a macro meets every pair of labels, from the second position on.
 *   <li>{@code B…} without a macro asks for {@linkplain #sharedTransitions transitions shared by all positions};
 *       further lines of this kind would be copies of the same weights and add nothing.
 *   <li>{@code #…} is a comment; empty lines are skipped.
 * </ul>
 */
public final class Template implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "template";

    /** The kind of {@link #definition()} of a template {@linkplain #parseExactly read as CRF++ reads it}. */
    public static final String EXACT_KIND = "crfpp-template";

    private final String source;
    private final String kind;
    private final String text;
    private final List<Line> lines;
    private final boolean sharedTransitions;

    private Template(String source, String kind, String text, List<Line> lines, boolean sharedTransitions) {
        this.source = source;
        this.kind = kind;
        this.text = text;
        this.lines = lines;
        this.sharedTransitions = sharedTransitions;
    }

    /** One compiled line: texts[0] macro[0] texts[1] … macro[k−1] texts[k]. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record Line(int number, String source, boolean bigram, String[] texts, Macro[] macros) {}

    record Macro(int row, int column) {}

    /**
     * Compiles a template.
     *
     * @param sourceName the file's name, for error messages
     * @throws DataFormatException when a line is wrong, with its number and column, or when there is none at all
     */
    public static Template parse(String text, String sourceName) {
        List<Line> lines = new ArrayList<>();
        boolean shared = false;
        String normal = text.replace("\r\n", "\n").replace('\r', '\n');
        int number = 0;
        boolean empty = true;
        for (String source : normal.split("\n", -1)) {
            number++;
            if (source.isBlank() || source.charAt(0) == '#') {
                continue;
            }
            empty = false;
            Line line = new Compiler(source, new Location(sourceName, number), false).compile();
            if (line.bigram && line.macros.length == 0) {
                shared = true;
            } else {
                lines.add(line);
            }
        }
        if (empty) {
            throw emptyTemplate(sourceName);
        }
        return new Template(sourceName, KIND, normal, List.copyOf(lines), shared);
    }

    /**
     * Compiles a template to the letter, as CRF++ does: only {@code \n} ends a line, so that a {@code \r} before it is
     * part of every name; a missing number, as in {@code %x[,0]}, is 0; and every {@code B…} line gives an attribute, also
     * one without a macro, so that several such lines have weights of their own. Inference is slower than with
     * {@linkplain #sharedTransitions shared transitions}.
     *
     * @param sourceName the file's name, for error messages
     * @throws DataFormatException when a line is wrong, with its number and column, or when there is none at all
     */
    public static Template parseExactly(String text, String sourceName) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String source : text.split("\n", -1)) {
            number++;
            if (!source.isEmpty() && source.charAt(0) != '#') {
                lines.add(new Compiler(source, new Location(sourceName, number), true).compile());
            }
        }
        if (lines.isEmpty()) {
            throw emptyTemplate(sourceName);
        }
        return new Template(sourceName, EXACT_KIND, text, List.copyOf(lines), false);
    }

    @SuppressWarnings("OrphanedFormatString") // %x is the template's macro
    private static DataFormatException emptyTemplate(String sourceName) {
        return new DataFormatException(
                new Location(sourceName, 0), "the template is empty; expected lines such as U00:%x[0,0] or B");
    }

    /**
     * Reads a template file in UTF-8, with or without a byte order mark.
     *
     * @throws DataFormatException when it is not UTF-8 or a line is wrong
     */
    public static Template read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new DataFormatException(
                    new Location(file.toString(), 0), "the template is not valid UTF-8; convert it to UTF-8");
        }
        return parse(text.startsWith("\uFEFF") ? text.substring(1) : text, file.toString());
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        long first = position;
        long last = position;
        for (Line line : lines) {
            for (Macro macro : line.macros) {
                first = Math.min(first, (long) position + macro.row);
                last = Math.max(last, (long) position + macro.row);
            }
        }
        new TemplateExpansion(this).over(sequence, first, last + 1).extract(position, sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        return new TemplateExpansion(this).over(sequence);
    }

    @Override
    public Observer observer() {
        return new TemplateExpansion(this)::over;
    }

    DataFormatException missingColumn(Line line, Macro macro, Sequence sequence, int position) {
        List<String> columns = sequence.tokens().get(position).columns();
        return new DataFormatException(
                sequence.location(),
                "token " + (position + 1) + " of the sequence that begins here has " + columns.size()
                        + (columns.size() == 1 ? " column" : " columns") + ", but the template reads column "
                        + macro.column + " (counted from 0) in line " + line.number + " of " + source + ": "
                        + line.source + "; correct the template or give the data that column");
    }

    /** The lines that report attributes, in order. */
    List<Line> lines() {
        return lines;
    }

    @Override
    public boolean sharedTransitions() {
        return sharedTransitions;
    }

    /** The lines without a macro that give every step an attribute, as often as they stand; see {@link #parseExactly}. */
    public List<String> constantSteps() {
        return lines.stream()
                .filter(line -> line.bigram && line.macros.length == 0)
                .map(line -> line.source)
                .toList();
    }

    @Override
    public SortedSet<Integer> columns() {
        SortedSet<Integer> columns = new TreeSet<>();
        for (Line line : lines) {
            for (Macro macro : line.macros) {
                columns.add(macro.column);
            }
        }
        return Collections.unmodifiableSortedSet(columns);
    }

    @Override
    public FeatureDefinition definition() {
        return new FeatureDefinition(kind, text, Map.of());
    }

    /** The template's text, with comments, as it was read. */
    @Override
    public String toString() {
        return text;
    }

    /** Cuts one line into texts and macros. */
    private static final class Compiler {
        private final String line;
        private final Location location;
        private final boolean lenient;
        private int at;

        Compiler(String line, Location location, boolean lenient) {
            this.line = line;
            this.location = location;
            this.lenient = lenient;
        }

        Line compile() {
            char kind = line.charAt(0);
            if (kind != 'U' && kind != 'B') {
                throw error(0, "expected U (unigram), B (bigram) or # (comment) at the beginning of the line");
            }
            List<String> texts = new ArrayList<>();
            List<Macro> macros = new ArrayList<>();
            int begin = 0;
            int percent = line.indexOf('%');
            while (percent >= 0) {
                texts.add(line.substring(begin, percent));
                at = percent + 1;
                macros.add(macro(percent));
                begin = at;
                percent = line.indexOf('%', at);
            }
            texts.add(line.substring(begin));
            return new Line(
                    Math.toIntExact(location.line()),
                    line,
                    kind == 'B',
                    texts.toArray(new String[0]),
                    macros.toArray(new Macro[0]));
        }

        private Macro macro(int begin) {
            expect('x', begin, "the only macro is %x[row,column]");
            expect('[', begin, "expected %x[row,column]");
            int sign = 1;
            if (at < line.length() && line.charAt(at) == '-') {
                sign = -1;
                at++;
            }
            int row = sign * number("a row such as 0 or -1, without blanks or a plus sign");
            expect(',', at, "expected a comma between row and column");
            if (at < line.length() && line.charAt(at) == '-') {
                throw error(at, "a column is counted from 0 and cannot be negative");
            }
            int column = number("a column such as 0, without blanks or a plus sign");
            expect(']', at, "expected ] after the column");
            return new Macro(row, column);
        }

        private int number(String expected) {
            int begin = at;
            long value = 0;
            while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
                value = Math.min(10 * value + line.charAt(at++) - '0', Integer.MAX_VALUE);
            }
            if (begin == at && !lenient) {
                throw error(at, "expected " + expected);
            }
            if (value == Integer.MAX_VALUE) {
                throw error(begin, "the number is too large");
            }
            return (int) value;
        }

        private void expect(char wanted, int blamed, String expectation) {
            if (at >= line.length() || line.charAt(at) != wanted) {
                throw error(blamed, expectation);
            }
            at++;
        }

        private DataFormatException error(int index, String expectation) {
            String found = index >= line.length() ? "the end of the line" : "'" + line.substring(index) + "'";
            return new DataFormatException(
                    location,
                    "column " + (index + 1) + ": found " + found + "; " + expectation + " in the template line '" + line
                            + "'");
        }
    }
}
