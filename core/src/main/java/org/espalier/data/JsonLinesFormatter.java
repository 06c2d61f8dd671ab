package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON object per sequence: {@code tokens}, {@code labels}, {@code weight} unless it is 1, and comments.
 *
 * <p>A token is an object when column names are given or it has attributes, a text when it has one column, and an
 * array otherwise. A comment that is a JSON object with one member, as the reader makes of members it does not know,
 * is written as that member. An attribute that stands twice in a token is written once with the sum of its values,
 * which scores the same. An instance, that is one token with named columns, is written as {@code label} and its columns.
 *
 * @param columnNames the keys of the columns; empty when columns have no names, and are {@code "0"},
 *     {@code "1"}, … where keys are needed
 */
public record JsonLinesFormatter(List<String> columnNames) implements SequenceFormatter {

    /** Columns without names. */
    public static final JsonLinesFormatter DEFAULT = new JsonLinesFormatter(List.of());

    public JsonLinesFormatter {
        columnNames = List.copyOf(columnNames);
        if (columnNames.stream().distinct().count() != columnNames.size()
                || columnNames.contains(JsonLinesReader.ATTRIBUTES)) {
            throw new IllegalArgumentException(
                    "column names " + columnNames + "; expected different names, none of them \"attributes\"");
        }
    }

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        List<String> comments = new ArrayList<>();
        for (String comment : sequence.comments()) {
            if (!addMember(comment, line)) {
                comments.add(comment);
            }
        }
        if (!comments.isEmpty()) {
            line.put(JsonLinesReader.COMMENTS, comments);
        }
        if (isInstance(sequence)) {
            JsonInstance.write(sequence.tokens().get(0), line);
            if (sequence.labels() != null) {
                line.put(JsonInstance.LABEL, sequence.labels().get(0));
            }
            finish(sequence, line, out);
            return;
        }
        List<Object> tokens = new ArrayList<>(sequence.length());
        for (Token token : sequence.tokens()) {
            tokens.add(token(sequence, token));
        }
        line.put(JsonLinesReader.TOKENS, tokens);
        if (sequence.labels() != null) {
            line.put(JsonLinesReader.LABELS, sequence.labels());
        }
        finish(sequence, line, out);
    }

    /** Whether the sequence is an instance: one token with named columns. */
    public static boolean isInstance(Sequence sequence) {
        return sequence.length() == 1 && !sequence.tokens().get(0).names().isEmpty();
    }

    private static void finish(Sequence sequence, Map<String, @Nullable Object> line, StringBuilder out) {
        if (sequence.weight() != 1.0) {
            line.put(JsonLinesReader.WEIGHT, sequence.weight());
        }
        out.append(Json.write(line)).append('\n');
    }

    /** Adds a comment that is a JSON object with one member as that member; false when it is another comment. */
    static boolean addMember(String comment, Map<String, @Nullable Object> line) {
        return addMember(comment, line, JsonLinesReader::isReserved);
    }

    /** The same for a format with other keys of its own. */
    static boolean addMember(String comment, Map<String, @Nullable Object> line, Predicate<String> isReserved) {
        if (!comment.startsWith("{")) {
            return false;
        }
        try {
            if (Json.parse(comment) instanceof Map<?, ?> members && members.size() == 1) {
                Map.Entry<?, ?> member = members.entrySet().iterator().next();
                String key = String.valueOf(member.getKey());
                if (!isReserved.test(key) && !line.containsKey(key)) {
                    line.put(key, member.getValue());
                    return true;
                }
            }
        } catch (DataFormatException exception) {
            return false;
        }
        return false;
    }

    private Object token(Sequence sequence, Token token) {
        List<String> columns = token.columns();
        if (!columnNames.isEmpty() && columnNames.size() != columns.size()) {
            throw new IllegalArgumentException(sequence.location() + ": " + columns.size() + " columns, but "
                    + columnNames.size() + " column names " + columnNames);
        }
        if (columnNames.isEmpty() && token.attributes().isEmpty() && !columns.isEmpty()) {
            return columns.size() == 1 ? columns.get(0) : columns;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            members.put(columnNames.isEmpty() ? String.valueOf(i) : columnNames.get(i), columns.get(i));
        }
        if (!token.attributes().isEmpty() || columns.isEmpty()) {
            Map<String, Double> attributes = new LinkedHashMap<>();
            for (Attribute attribute : token.attributes()) {
                attributes.merge(attribute.name(), attribute.value(), Double::sum);
            }
            members.put(JsonLinesReader.ATTRIBUTES, attributes);
        }
        return members;
    }
}
