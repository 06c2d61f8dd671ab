package org.espalier.feature.template;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.BatchNames;
import org.espalier.feature.EncodedBuilder;
import org.espalier.feature.NameBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that a template has given so far, found by the numbers of the column texts instead of by their names:
 * U05:%x[-1,0]/%x[0,0] at a position is (line, number of the text before, number of the text), one look-up of two integers.
 *
 * <p>A name is written out only where this fails. Tables grow between batches, in {@link #merge}; while batches are encoded
 * they are only read, by any number of threads.
 */
public final class TemplateTables {
    /** Rows further away than this are rare and would need long paddings. */
    private static final int FURTHEST_ROW = 64;

    /** The number of a text that must not be encoded apart from its neighbours. */
    private static final int TORN = Integer.MIN_VALUE;

    private final LineTable[] stateLines;
    private final LineTable[] transitionLines;
    private final int[] columns;
    private final int before;
    private final int after;
    private final TextNumbers texts = new TextNumbers();

    private TemplateTables(Template template, int before, int after) {
        this.columns = template.columns().stream().mapToInt(Integer::intValue).toArray();
        this.before = before;
        this.after = after;
        this.stateLines = tables(template, false);
        this.transitionLines = tables(template, true);
    }

    private LineTable[] tables(Template template, boolean bigram) {
        return template.lines().stream()
                .filter(line -> line.bigram() == bigram)
                .map(line -> new LineTable(line, columns, before))
                .toArray(LineTable[]::new);
    }

    /** Empty tables, or null when the template is not made for them. */
    public static @Nullable TemplateTables of(Template template) {
        int before = 0;
        int after = 0;
        for (Template.Line line : template.lines()) {
            for (Template.Macro macro : line.macros()) {
                before = Math.max(before, -macro.row());
                after = Math.max(after, macro.row());
            }
            if (Arrays.stream(line.texts()).anyMatch(TemplateTables::isTorn)) {
                return null;
            }
        }
        return Math.max(before, after) > FURTHEST_ROW ? null : new TemplateTables(template, before, after);
    }

    /** Whether half a character stands at either end, which might find its other half in what stands beside. */
    private static boolean isTorn(String text) {
        return !text.isEmpty()
                && (Character.isLowSurrogate(text.charAt(0))
                        || Character.isHighSurrogate(text.charAt(text.length() - 1)));
    }

    /**
     * Takes up what a batch has found.
     *
     * @param names the numbers of the batch's own names
     */
    public void merge(Expansion batch, int[] names, int[] transitionNames) {
        int[] own = new int[batch.ownTexts.size()];
        for (int v = 0; v < own.length; v++) {
            own[v] = texts.add(batch.ownTexts.text(v), batch.ownTexts.bytes(v));
        }
        batch.states.mergeInto(stateLines, own, names);
        batch.steps.mergeInto(transitionLines, own, transitionNames);
    }

    /** The state of encoding one batch of sequences; for one thread. */
    public final class Expansion {
        private final TextNumbers ownTexts = new TextNumbers(); // whose numbers are ~0, ~1, … until the merge
        private final int[] paddingBefore = new int[before]; // [k]: the number of _B-(k+1)
        private final int[] paddingAfter = new int[after];
        private final int[][] padded = new int[columns.length][0]; // [columns][before + T + after]
        private final Found states = new Found(stateLines);
        private final Found steps = new Found(transitionLines);

        /** A batch without sequences. */
        public Expansion() {
            for (int k = 0; k < before; k++) {
                paddingBefore[k] = number("_B-" + (k + 1));
            }
            for (int k = 0; k < after; k++) {
                paddingAfter[k] = number("_B+" + (k + 1));
            }
        }

        private int number(String text) {
            int number = texts.find(text);
            return number >= 0 ? number : ownNumber(text);
        }

        private int ownNumber(String text) {
            int known = ownTexts.find(text);
            if (known >= 0) {
                return ~known;
            }
            return isTorn(text) ? TORN : ~ownTexts.add(text, NameBuffer.encode(text));
        }

        private byte[] bytes(int number) {
            return number < 0 ? ownTexts.bytes(~number) : texts.bytes(number);
        }

        /** Looks up all attributes of a sequence; false when only the template itself can tell them, or what is wrong. */
        public boolean observe(Sequence sequence) {
            int length = sequence.length();
            for (int c = 0; c < columns.length; c++) {
                if (padded[c].length < before + length + after) {
                    padded[c] = new int[before + 2 * length + after];
                }
                if (!fill(sequence.tokens(), columns[c], padded[c])) {
                    return false;
                }
            }
            states.find(padded, length);
            steps.find(padded, length);
            return true;
        }

        private boolean fill(List<Token> tokens, int column, int[] row) {
            int length = tokens.size();
            for (int k = 0; k < before; k++) {
                row[before - 1 - k] = paddingBefore[k];
            }
            for (int t = 0; t < length; t++) {
                List<String> found = tokens.get(t).columns();
                int number = column < found.size() ? number(found.get(column)) : TORN;
                if (number == TORN) {
                    return false;
                }
                row[before + t] = number;
            }
            System.arraycopy(paddingAfter, 0, row, before + length, after);
            return true;
        }

        /** Reports the attributes of a position of the sequence that was observed last. */
        public void report(int t, EncodedBuilder encoded, BatchNames stateNames, BatchNames stepNames) {
            for (int l = 0; l < stateLines.length; l++) {
                int number = states.numbers[l * states.length + t];
                encoded.add(number >= 0 ? number : write(states, l, t, stateNames), 1.0);
            }
            if (t > 0) {
                for (int l = 0; l < transitionLines.length; l++) {
                    int number = steps.numbers[l * steps.length + t];
                    encoded.addTransition(number >= 0 ? number : write(steps, l, t, stepNames), 1.0);
                }
            }
        }

        /** The provisional number of a name that the tables do not have. */
        private int write(Found found, int l, int t, BatchNames names) {
            LineTable line = found.lines[l];
            NameBuffer name = names.buffer();
            name.clear().append(line.pieces[0]);
            for (int k = 0; k < line.columns.length; k++) {
                name.append(bytes(padded[line.columns[k]][t + line.shifts[k]]));
                name.append(line.pieces[k + 1]);
            }
            int own = names.addOwn(name);
            found.note(own, l, padded, t);
            return names.base() + own;
        }
    }

    /** What a batch finds for the lines of one kind. */
    private static final class Found {
        private final LineTable[] lines;
        private int length;
        private int[] numbers = {}; // [lines][T], of the current sequence
        private int[] lastLine = new int[1024]; // by the batch's own names: the line that gave it last, + 1
        private int[] notes = new int[1024]; // line, own name, a number per macro; and so on
        private int noted;

        Found(LineTable[] lines) {
            this.lines = lines;
        }

        void find(int[][] padded, int newLength) {
            length = newLength;
            if (numbers.length < lines.length * length) {
                numbers = new int[2 * lines.length * length];
            }
            for (int l = 0; l < lines.length; l++) {
                lines[l].find(padded, length, numbers, l * length);
            }
        }

        /** Notes what the tables lack, once per name; again when another line gives the same name. */
        void note(int name, int l, int[][] padded, int t) {
            if (name >= lastLine.length) {
                lastLine = Arrays.copyOf(lastLine, 2 * name);
            }
            if (lastLine[name] == l + 1) {
                return;
            }
            lastLine[name] = l + 1;
            LineTable line = lines[l];
            int count = line.columns.length;
            if (notes.length < noted + 2 + count) {
                notes = Arrays.copyOf(notes, 2 * (noted + 2 + count));
            }
            notes[noted++] = l;
            notes[noted++] = name;
            for (int k = 0; k < count; k++) {
                notes[noted++] = padded[line.columns[k]][t + line.shifts[k]];
            }
        }

        void mergeInto(LineTable[] tables, int[] ownTexts, int[] names) {
            for (int at = 0; at < noted; ) {
                LineTable line = tables[notes[at]];
                int name = names[notes[at + 1]];
                at += 2;
                int end = at + line.columns.length;
                for (int k = at; k < end; k++) {
                    notes[k] = notes[k] < 0 ? ownTexts[~notes[k]] : notes[k];
                }
                line.put(notes, at, name);
                at = end;
            }
        }
    }

    /** The attributes of one line: a table of pairs per macro after the first; the last one gives the attribute. */
    private static final class LineTable {
        private final byte[][] pieces; // what stands around the macros
        private final int[] columns; // per macro: which of the columns that are read
        private final int[] shifts; // per macro: where position 0 reads in the padded column
        private final PairTable[] pairs; // per macro but the first
        private int[] single = {}; // for one macro or none: by the number of the text, the attribute + 1

        LineTable(Template.Line line, int[] read, int before) {
            int count = line.macros().length;
            this.pieces = Arrays.stream(line.texts()).map(NameBuffer::encode).toArray(byte[][]::new);
            this.columns = new int[count];
            this.shifts = new int[count];
            this.pairs = new PairTable[Math.max(0, count - 1)];
            for (int k = 0; k < count; k++) {
                Template.Macro macro = line.macros()[k];
                columns[k] = Arrays.binarySearch(read, macro.column());
                shifts[k] = before + macro.row();
            }
            Arrays.setAll(pairs, k -> new PairTable());
        }

        /** The attributes of positions 0 … length−1, −1 for unknown ones, into result[begin …]. */
        void find(int[][] padded, int length, int[] result, int begin) {
            if (columns.length == 0) {
                Arrays.fill(result, begin, begin + length, single.length == 0 ? -1 : single[0] - 1);
                return;
            }
            System.arraycopy(padded[columns[0]], shifts[0], result, begin, length);
            if (columns.length == 1) {
                for (int t = begin; t < begin + length; t++) {
                    int text = result[t];
                    result[t] = text < 0 || text >= single.length ? -1 : single[text] - 1;
                }
            }
            for (int k = 1; k < columns.length; k++) {
                pairs[k - 1].find(padded[columns[k]], shifts[k], length, result, begin);
            }
        }

        void put(int[] texts, int at, int attribute) {
            if (columns.length < 2) {
                int text = columns.length == 0 ? 0 : texts[at];
                if (text >= single.length) {
                    single = Arrays.copyOf(single, Math.max(16, 2 * text));
                }
                single[text] = attribute + 1;
                return;
            }
            int node = texts[at];
            for (int k = 1; k < columns.length - 1; k++) {
                node = pairs[k - 1].intern(node, texts[at + k]);
            }
            pairs[columns.length - 2].put(node, texts[at + columns.length - 1], attribute);
        }
    }
}
