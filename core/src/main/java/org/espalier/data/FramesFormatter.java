package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes sequences as a table with a row per frame: the sequence's name, ignored columns, values, label; {@link #header} writes the first
 * row.
 *
 * <p>Name and ignored columns are those that the reader of the format {@code frames} kept as comments. Without a column for names, a
 * blank line ends each sequence.
 *
 * @param separator what separates two fields
 * @param sequence the column of the sequences' names, or null for none
 * @param label the name of the label's column
 */
public record FramesFormatter(char separator, @Nullable String sequence, String label) implements SequenceFormatter {

    /** Commas, no column of names, and {@code label}. */
    public static final FramesFormatter DEFAULT = new FramesFormatter(',', null, "label");

    public FramesFormatter {
        new CsvFormatter(separator, label); // refuses separators that cannot be
    }

    public FramesFormatter withSeparator(char value) {
        return new FramesFormatter(value, sequence, label);
    }

    public FramesFormatter withSequence(@Nullable String value) {
        return new FramesFormatter(separator, value, label);
    }

    public FramesFormatter withLabel(String value) {
        return new FramesFormatter(separator, sequence, value);
    }

    /** The first row of a table with sequences like this one. */
    public String header(Sequence example) {
        return header(example, List.of());
    }

    /** The first row of a table with sequences like this one and further columns. */
    public String header(Sequence example, List<String> further) {
        List<String> fields = new ArrayList<>();
        if (sequence != null) {
            fields.add(sequence);
        }
        fields.addAll(kept(example).keySet());
        Token token = example.tokens().get(0);
        for (int c = 0; c < token.columns().size(); c++) {
            fields.add(
                    token.names().isEmpty() ? String.valueOf(c) : token.names().get(c));
        }
        if (example.labels() != null) {
            fields.add(label);
        }
        fields.addAll(further);
        return row(fields);
    }

    @Override
    public void append(Sequence frames, StringBuilder out) {
        append(frames, List.of(), out);
    }

    /**
     * Appends the rows of a sequence.
     *
     * @param further the fields of further columns, [column][frame]
     */
    public void append(Sequence frames, List<List<String>> further, StringBuilder out) {
        Map<String, List<String>> kept = kept(frames);
        String name = sequence == null ? null : name(frames, sequence);
        for (int t = 0; t < frames.length(); t++) {
            List<String> fields = new ArrayList<>();
            if (name != null) {
                fields.add(name);
            }
            for (List<String> column : kept.values()) {
                fields.add(column.get(t));
            }
            fields.addAll(frames.tokens().get(t).columns());
            if (frames.labels() != null) {
                fields.add(frames.labels().get(t));
            }
            for (List<String> column : further) {
                fields.add(column.get(t));
            }
            out.append(row(fields));
        }
        if (name == null) {
            out.append('\n');
        }
    }

    private String row(List<String> fields) {
        return new CsvFormatter(separator, label).row(fields) + "\n";
    }

    /** The columns among the comments: objects with one array of as many texts as there are frames. */
    private static Map<String, List<String>> kept(Sequence frames) {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        for (String comment : frames.comments()) {
            Map.Entry<String, Object> member = member(comment);
            if (member != null && member.getValue() instanceof List<?> list && list.size() == frames.length()) {
                columns.put(member.getKey(), list.stream().map(String::valueOf).toList());
            }
        }
        return columns;
    }

    private static String name(Sequence frames, String column) {
        for (String comment : frames.comments()) {
            Map.Entry<String, Object> member = member(comment);
            if (member != null && member.getKey().equals(column) && member.getValue() instanceof String name) {
                return name;
            }
        }
        throw new IllegalArgumentException(frames.location() + ": the sequence has no name for column '" + column
                + "'; give it the comment {\"" + column + "\":\"name\"}, or write no such column");
    }

    /** The only member of a JSON object, or null. */
    private static Map.@Nullable Entry<String, Object> member(String comment) {
        if (!comment.startsWith("{")) {
            return null;
        }
        try {
            if (Json.parse(comment) instanceof Map<?, ?> members && members.size() == 1) {
                Map.Entry<?, ?> only = members.entrySet().iterator().next();
                return only.getValue() == null ? null : Map.entry(String.valueOf(only.getKey()), only.getValue());
            }
        } catch (DataFormatException e) {
            return null; // a comment like any other
        }
        return null;
    }
}
