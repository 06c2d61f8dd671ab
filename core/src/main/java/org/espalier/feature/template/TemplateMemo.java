package org.espalier.feature.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.EncodedBuilder;

/**
 * The attribute numbers of a template's lines, remembered by the values that they were made of; for one thread.
 *
 * <p>Lines whose macros read the same columns at the same distances from each other, such as {@code U00:%x[-2,0]} and
 * {@code U01:%x[-1,0]}, form a group: they expand the same values, only for another position. So the values of each
 * place are looked up once per group, by their numbers, and give the attribute numbers of all its lines. A name is written
 * and looked up in the vocabulary only for values that have not been seen together before.
 *
 * <p>The memory is bounded: a table that has become too large is forgotten before the next sequence.
 */
public final class TemplateMemo {
    /** Windows up to this are remembered; {@link #of} refuses templates that look farther. */
    private static final int FARTHEST = 100;

    private static final int MOST_ROWS = 1 << 17;
    private static final int MOST_CHARACTERS = 1 << 22;
    private static final int ABSENT = -1;

    private final TemplateExpansion expansion;
    private final int[] columns;
    private final boolean[] bigram; // [line]
    private final Group[] groupOf; // [line]
    private final int[] placeOf; // [line]: its place in the group
    private final int[] shiftOf; // [line]: from a position to the place of its first macro in Group.rows
    private final Group[] groups;
    private final Values values = new Values();
    private int[] cells = {}; // [T][columns]: the numbers of the values
    private Sequence sequence = Sequence.ofWords();
    private int length;
    private boolean expanded;

    private TemplateMemo(Template template, AttributeIndex attributes, AttributeIndex transitionAttributes) {
        List<Template.Line> lines = template.lines();
        expansion = new TemplateExpansion(template);
        columns = template.columns().stream().mapToInt(Integer::intValue).toArray();
        bigram = new boolean[lines.size()];
        groupOf = new Group[lines.size()];
        placeOf = new int[lines.size()];
        shiftOf = new int[lines.size()];
        Map<List<Object>, List<Integer>> shapes = new LinkedHashMap<>();
        for (int k = 0; k < lines.size(); k++) {
            bigram[k] = lines.get(k).bigram();
            shapes.computeIfAbsent(shape(lines.get(k)), any -> new ArrayList<>())
                    .add(k);
        }
        List<Group> all = new ArrayList<>();
        for (List<Integer> members : shapes.values()) {
            Template.Line first = lines.get(members.get(0));
            Group group = new Group(
                    members.stream().mapToInt(Integer::intValue).toArray(),
                    members.stream().mapToInt(k -> anchor(lines.get(k))).toArray(),
                    Arrays.stream(first.macros())
                            .mapToInt(macro -> macro.row() - anchor(first))
                            .toArray(),
                    Arrays.stream(first.macros())
                            .mapToInt(macro -> Arrays.binarySearch(columns, macro.column()))
                            .toArray(),
                    first.bigram() ? transitionAttributes : attributes);
            for (int place = 0; place < group.lines.length; place++) {
                groupOf[group.lines[place]] = group;
                placeOf[group.lines[place]] = place;
                shiftOf[group.lines[place]] = group.anchors[place] - group.firstAnchor;
            }
            all.add(group);
        }
        groups = all.toArray(new Group[0]);
    }

    /** Whether the template's windows are narrow enough. */
    public static boolean fits(Template template) {
        return template.lines().stream()
                .flatMap(line -> Arrays.stream(line.macros()))
                .allMatch(macro -> Math.abs((long) macro.row()) <= FARTHEST);
    }

    /** An empty memory for a template that {@linkplain #fits fits}. */
    public static TemplateMemo of(Template template, AttributeIndex attributes, AttributeIndex transitionAttributes) {
        return new TemplateMemo(template, attributes, transitionAttributes);
    }

    private static int anchor(Template.Line line) {
        return line.macros().length == 0 ? 0 : line.macros()[0].row();
    }

    private static List<Object> shape(Template.Line line) {
        List<Object> shape = new ArrayList<>(List.of(line.bigram()));
        for (Template.Macro macro : line.macros()) {
            shape.add(macro.row() - anchor(line));
            shape.add(macro.column());
        }
        return shape;
    }

    /** Makes ready for the positions of a sequence. */
    public void observe(Sequence newSequence) {
        sequence = newSequence;
        length = newSequence.length();
        expanded = false;
        forget();
        number(newSequence.tokens());
        for (Group group : groups) {
            int anchors = length + group.lastAnchor - group.firstAnchor;
            if (group.rows.length < anchors) {
                group.rows = new int[Math.max(anchors, 2 * group.rows.length)];
            }
            for (int a = 0; a < anchors; a++) {
                group.rows[a] = row(group, a + group.firstAnchor);
            }
        }
    }

    private void forget() {
        if (values.count > MOST_ROWS || values.characters > MOST_CHARACTERS) {
            values.clear();
            for (Group group : groups) {
                group.clear();
            }
        }
        for (Group group : groups) {
            if (group.count > MOST_ROWS) {
                group.clear();
            }
        }
    }

    private void number(List<Token> tokens) {
        int count = Math.multiplyExact(length, columns.length);
        if (cells.length < count) {
            cells = new int[Math.max(count, 2 * cells.length)];
        }
        int cell = 0;
        for (int t = 0; t < length; t++) {
            List<String> texts = tokens.get(t).columns();
            for (int column : columns) {
                cells[cell++] = column < texts.size() ? values.number(texts.get(column)) : ABSENT;
            }
        }
    }

    /** The number of what stands at a place: boundaries first, then the values in the order of their appearance. */
    private int value(int at, int column) {
        if (at < 0) {
            return -at - 1;
        }
        if (at >= length) {
            return Values.BOUNDARY + at - length;
        }
        int value = cells[at * columns.length + column];
        return value < 0 ? ABSENT : 2 * Values.BOUNDARY + value;
    }

    private int row(Group group, int anchor) {
        int size = group.distances.length;
        int next = group.count * size;
        if (group.keys.length < next + size) {
            group.keys = Arrays.copyOf(group.keys, 2 * (next + size));
        }
        int[] keys = group.keys;
        for (int i = 0; i < size; i++) {
            int value = value(anchor + group.distances[i], group.columns[i]);
            if (value == ABSENT) {
                return ABSENT;
            }
            keys[next + i] = value;
        }
        int mask = group.slots.length - 1;
        for (int slot = group.hash(group.count) & mask; ; slot = slot + 1 & mask) {
            int row = group.slots[slot] - 1;
            if (row < 0) {
                group.slots[slot] = group.count + 1;
                return fill(group, anchor);
            }
            int i = 0;
            while (i < size && keys[row * size + i] == keys[next + i]) {
                i++;
            }
            if (i == size) {
                return row;
            }
        }
    }

    /** Looks the lines of a group up, for values that are new and stand behind its keys. */
    private int fill(Group group, int anchor) {
        if (!expanded) {
            expansion.over(sequence);
            expanded = true;
        }
        int width = group.lines.length;
        int row = group.count++;
        if (group.attributes.length < (row + 1) * width) {
            group.attributes = Arrays.copyOf(group.attributes, 2 * (row + 1) * width);
        }
        for (int place = 0; place < width; place++) {
            group.attributes[row * width + place] =
                    group.index.indexOf(expansion.name(group.lines[place], anchor - group.anchors[place]));
        }
        if (4 * group.count > 3 * group.slots.length) {
            group.grow();
        }
        return row;
    }

    /** Adds the attributes of a position, in the order of the lines. */
    public void add(int position, EncodedBuilder encoded) {
        for (int k = 0; k < groupOf.length; k++) {
            if (bigram[k] && position == 0) {
                continue;
            }
            Group group = groupOf[k];
            int row = group.rows[position + shiftOf[k]];
            if (row == ABSENT) {
                expansion.over(sequence).name(k, position); // throws, and says which column is missing
            }
            int attribute = group.attributes[row * group.lines.length + placeOf[k]];
            if (bigram[k]) {
                encoded.addTransition(attribute, 1.0);
            } else {
                encoded.add(attribute, 1.0);
            }
        }
    }

    /** Lines of the same shape, and what is known of them: an open hash table from values to rows of attributes. */
    private static final class Group {
        private static final int SMALLEST = 64;

        private final int[] lines;
        private final int[] anchors; // [line]: the row of the first macro
        private final int firstAnchor;
        private final int lastAnchor;
        private final int[] distances; // [macro]: the row, counted from the anchor
        private final int[] columns; // [macro]
        private final AttributeIndex index;
        private int[] rows = {}; // [T + lastAnchor − firstAnchor]: the row of every place of the current sequence
        private int count;
        private int[] slots = new int[SMALLEST]; // row + 1; 0 is empty; a power of two long
        private int[] keys = {}; // [row][macro]
        private int[] attributes = {}; // [row][line]

        Group(int[] lines, int[] anchors, int[] distances, int[] columns, AttributeIndex index) {
            this.lines = lines;
            this.anchors = anchors;
            this.firstAnchor = Arrays.stream(anchors).min().orElse(0);
            this.lastAnchor = Arrays.stream(anchors).max().orElse(0);
            this.distances = distances;
            this.columns = columns;
            this.index = index;
        }

        void clear() {
            count = 0;
            slots = new int[SMALLEST];
            keys = new int[0];
            attributes = new int[0];
        }

        void grow() {
            slots = new int[2 * slots.length];
            int mask = slots.length - 1;
            for (int row = 0; row < count; row++) {
                int slot = hash(row) & mask;
                while (slots[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = row + 1;
            }
        }

        /** The hash of the keys of a row. */
        int hash(int row) {
            int hash = 0;
            for (int i = row * distances.length; i < (row + 1) * distances.length; i++) {
                hash = (hash ^ keys[i]) * 0x9E3779B1;
                hash ^= hash >>> 15;
            }
            return hash;
        }
    }

    /** Numbers texts in the order of their appearance. */
    private static final class Values {
        private static final int BOUNDARY = 4 * FARTHEST;
        private static final int SMALLEST = 1024;

        private int count;
        private long characters;
        private int[] slots = new int[SMALLEST]; // number + 1; 0 is empty; a power of two long
        private String[] texts = new String[SMALLEST];

        void clear() {
            count = 0;
            characters = 0;
            slots = new int[SMALLEST];
            texts = new String[SMALLEST];
        }

        int number(String text) {
            int mask = slots.length - 1;
            int slot = hash(text) & mask;
            for (; slots[slot] != 0; slot = slot + 1 & mask) {
                int number = slots[slot] - 1;
                if (texts[number].equals(text)) {
                    return number;
                }
            }
            return add(text, slot);
        }

        private int add(String text, int slot) {
            if (count == texts.length) {
                texts = Arrays.copyOf(texts, 2 * count);
            }
            texts[count] = text;
            characters += text.length();
            slots[slot] = ++count;
            if (2 * count > slots.length) {
                slots = new int[2 * slots.length];
                int mask = slots.length - 1;
                for (int number = 0; number < count; number++) {
                    int place = hash(texts[number]) & mask;
                    while (slots[place] != 0) {
                        place = place + 1 & mask;
                    }
                    slots[place] = number + 1;
                }
            }
            return count - 1;
        }

        private static int hash(String text) {
            int hash = text.hashCode() * 0x9E3779B1;
            return hash ^ hash >>> 16;
        }
    }
}
