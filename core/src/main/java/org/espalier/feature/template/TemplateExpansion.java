package org.espalier.feature.template;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeName;
import org.espalier.feature.AttributeSink;

/**
 * Expands the lines of a template over one sequence after the other; for one thread.
 *
 * <p>The columns that are read are turned into UTF-8 once per sequence, so that an attribute's name is a few copies of a
 * few bytes.
 */
final class TemplateExpansion implements AttributeExtractor.Observation {
    private static final int ABSENT = -1;

    private final Template template;
    private final Template.Line[] lines;
    private final int[] columns;
    private final AttributeName pieces = new AttributeName(); // the texts of all lines
    private final int[][] pieceBegins; // [line][piece + 1]
    private final int[][] macroRows; // [line][macro]
    private final int[][] macroColumns; // [line][macro]: index into columns
    private final AttributeName values = new AttributeName(); // the columns of all tokens
    private final AttributeName name = new AttributeName();
    private int[] valueBegins = {}; // [T][columns]: ABSENT when the token has no such column
    private int[] valueEnds = {}; // [T][columns]
    private Sequence sequence = Sequence.ofWords();
    private int length;

    TemplateExpansion(Template template) {
        this.template = template;
        this.lines = template.lines().toArray(new Template.Line[0]);
        this.columns = template.columns().stream().mapToInt(Integer::intValue).toArray();
        this.pieceBegins = new int[lines.length][];
        this.macroRows = new int[lines.length][];
        this.macroColumns = new int[lines.length][];
        for (int k = 0; k < lines.length; k++) {
            String[] texts = lines[k].texts();
            pieceBegins[k] = new int[texts.length + 1];
            pieceBegins[k][0] = pieces.size();
            for (int i = 0; i < texts.length; i++) {
                pieceBegins[k][i + 1] = pieces.append(texts[i]).size();
            }
            Template.Macro[] macros = lines[k].macros();
            macroRows[k] = new int[macros.length];
            macroColumns[k] = new int[macros.length];
            for (int i = 0; i < macros.length; i++) {
                macroRows[k][i] = macros[i].row();
                macroColumns[k][i] = Arrays.binarySearch(columns, macros[i].column());
            }
        }
    }

    /** Makes ready for the positions that read the tokens from (inclusive) … to (exclusive). */
    TemplateExpansion over(Sequence newSequence, long from, long to) {
        sequence = newSequence;
        length = newSequence.length();
        int cells = Math.multiplyExact(length, columns.length);
        if (valueBegins.length < cells) {
            valueBegins = new int[Math.max(cells, 2 * valueBegins.length)];
            valueEnds = new int[valueBegins.length];
        }
        values.clear();
        List<Token> tokens = newSequence.tokens();
        int begin = (int) Math.max(0, from);
        int end = (int) Math.min(length, to);
        for (int t = begin, cell = begin * columns.length; t < end; t++) {
            List<String> texts = tokens.get(t).columns();
            for (int column : columns) {
                boolean present = column < texts.size();
                valueBegins[cell] = present ? values.size() : ABSENT;
                if (present) {
                    values.append(texts.get(column));
                }
                valueEnds[cell++] = values.size();
            }
        }
        return this;
    }

    /** Makes ready for all positions. */
    TemplateExpansion over(Sequence newSequence) {
        return over(newSequence, 0, newSequence.length());
    }

    @Override
    public void extract(int position, AttributeSink sink) {
        for (int k = 0; k < lines.length; k++) {
            if (!lines[k].bigram()) {
                sink.state(name(k, position), 1.0);
            } else if (position > 0) {
                sink.transition(name(k, position), 1.0);
            }
        }
    }

    /** What line k is at a position; valid until the next call. A position outside the sequence sees what lies there. */
    AttributeName name(int k, int position) {
        int[] begins = pieceBegins[k];
        int[] rows = macroRows[k];
        name.clear().append(pieces, begins[0], begins[1]);
        for (int i = 0; i < rows.length; i++) {
            long at = (long) position + rows[i];
            if (at >= 0 && at < length) {
                int cell = (int) at * columns.length + macroColumns[k][i];
                if (valueBegins[cell] == ABSENT) {
                    throw missing(k, i, (int) at);
                }
                name.append(values, valueBegins[cell], valueEnds[cell]);
            } else if (at < 0) {
                name.append("_B").append(at);
            } else {
                name.append("_B+").append(at - length + 1);
            }
            name.append(pieces, begins[i + 1], begins[i + 2]);
        }
        return name;
    }

    private DataFormatException missing(int k, int macro, int position) {
        return template.missingColumn(lines[k], lines[k].macros()[macro], sequence, position);
    }
}
