package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one sequence per line: {@code {"tokens": […], "labels": […], "weight": 2.0}}.
 *
 * <p>A token is a text (one column), an array of columns, or an object of named columns, optionally with
 * {@code attributes}. An object without {@code tokens} is an instance for classification, see {@link JsonInstance}.
 */
final class JsonLinesReader implements SequenceReader {
    static final String TOKENS = "tokens";
    static final String LABELS = "labels";
    static final String WEIGHT = "weight";
    static final String COMMENTS = "comments";
    static final String ATTRIBUTES = "attributes";

    private final LineReader lines;
    private final DataOptions options;
    private int width;
    private long widthLine;
    private @Nullable List<String> columnNames;
    private final JsonInstance instance;

    JsonLinesReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
        this.instance = new JsonInstance(options);
        this.width = options.columns() == null ? -1 : options.columns();
    }

    @Override
    public @Nullable Sequence next() {
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!LineReader.isBlank(line)) {
                return sequence(line);
            }
        }
        return null;
    }

    private Sequence sequence(String line) {
        if (line.strip().length() == 1 && "{[".contains(line.strip())) {
            throw problem(
                    "found JSON that continues on the next line; expected a whole object on each line, as 'jq -c' writes them");
        }
        if (!(Json.parse(line, lines.location()) instanceof Map<?, ?> members)) {
            throw problem("expected a JSON object with \"tokens\", or with \"label\" and \"text\", on each line");
        }
        if (instance.fits(members)) {
            return instance.read(members, lines.location());
        }
        if (!(members.get(TOKENS) instanceof List<?> elements)) {
            throw problem(
                    "\"tokens\" is " + (members.containsKey(TOKENS) ? Json.kind(members.get(TOKENS)) : "missing")
                            + "; expected an array of texts, arrays or objects (or a \"label\" with \"text\", \"features\" or fields)");
        }
        List<Token> tokens = new ArrayList<>(elements.size());
        for (Object element : elements) {
            tokens.add(token(element, tokens.size()));
        }
        return new Sequence(
                tokens,
                isLabelled(members.get(LABELS)) ? labels(members.get(LABELS), tokens.size()) : null,
                weight(members),
                comments(members),
                lines.location());
    }

    private Token token(@Nullable Object element, int index) {
        List<String> columns = new ArrayList<>();
        List<Attribute> attributes = new ArrayList<>();
        if (element instanceof String word) {
            columns.add(word);
        } else if (element instanceof List<?> values) {
            for (Object value : values) {
                columns.add(column(value, index));
            }
        } else if (element instanceof Map<?, ?> members) {
            namedColumns(members, index, columns);
            if (members.containsKey(ATTRIBUTES)) {
                readAttributes(members.get(ATTRIBUTES), index, attributes);
            }
        } else {
            throw problem(
                    token(index) + " is " + Json.kind(element) + "; expected a text, an array of columns or an object");
        }
        checkWidth(columns.size(), index);
        return new Token(columns, attributes);
    }

    private void namedColumns(Map<?, ?> members, int index, List<String> columns) {
        if (columnNames == null) {
            List<String> names = new ArrayList<>();
            for (Object key : members.keySet()) {
                if (!ATTRIBUTES.equals(key)) {
                    names.add(String.valueOf(key));
                }
            }
            columnNames = names;
        }
        for (String name : columnNames) {
            if (!members.containsKey(name)) {
                throw problem(token(index) + " has no \"" + name + "\"; expected the keys of the file's first token, "
                        + columnNames + "; write \"\" for an empty column");
            }
            columns.add(column(members.get(name), index));
        }
        for (Object key : members.keySet()) {
            if (!ATTRIBUTES.equals(key) && !columnNames.contains(String.valueOf(key))) {
                throw problem(token(index) + " has the new key \"" + key
                        + "\"; expected the keys of the file's first token, " + columnNames + ", and \"attributes\"");
            }
        }
    }

    private String column(@Nullable Object value, int index) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Number || value instanceof Boolean) {
            return Json.write(value);
        }
        throw problem(
                "a column of " + token(index) + " is " + Json.kind(value) + "; expected a text, a number or a boolean");
    }

    private void readAttributes(@Nullable Object value, int index, List<Attribute> attributes) {
        if (value instanceof List<?> names) {
            for (Object name : names) {
                if (!(name instanceof String text)) {
                    throw problem("an attribute of " + token(index) + " is " + Json.kind(name) + "; expected a name");
                }
                attributes.add(Attribute.of(text));
            }
        } else if (value instanceof Map<?, ?> members) {
            for (Map.Entry<?, ?> member : members.entrySet()) {
                String name = String.valueOf(member.getKey());
                if (member.getValue() instanceof Number number) {
                    attributes.add(new Attribute(name, number.doubleValue()));
                } else if (Boolean.TRUE.equals(member.getValue())) {
                    attributes.add(Attribute.of(name));
                } else if (!Boolean.FALSE.equals(member.getValue())) {
                    throw problem("attribute \"" + name + "\" of " + token(index) + " is "
                            + Json.kind(member.getValue())
                            + "; expected a number, true or false (write a text value into the name, as in \"" + name
                            + "=value\": true)");
                }
            }
        } else {
            throw problem("the attributes of " + token(index) + " are " + Json.kind(value)
                    + "; expected an object of names and values, or an array of names");
        }
    }

    private void checkWidth(int found, int index) {
        if (width < 0) {
            width = found;
            widthLine = lines.location().line();
        }
        if (found != width) {
            throw problem(token(index) + " has " + found + (found == 1 ? " column" : " columns") + ", expected " + width
                    + (options.columns() != null ? " as asked for" : " as the first token on line " + widthLine)
                    + "; give every token the same number of columns");
        }
    }

    /** Labels that nobody asked for are kept all the same: they would be lost when the sequence is written again. */
    private boolean isLabelled(@Nullable Object labels) {
        return options.labelled() || (labels != null && !List.of().equals(labels));
    }

    private List<String> labels(@Nullable Object value, int length) {
        if (!(value instanceof List<?> elements)) {
            throw problem("\"labels\" is " + (value == null ? "missing" : Json.kind(value))
                    + "; expected an array with a label for each token"
                    + (options.labelled() ? ", or read the file as unlabelled" : "; give it another name"));
        }
        if (elements.size() != length) {
            throw problem(elements.size() + " labels for " + length + " tokens; expected one label per token");
        }
        List<String> labels = new ArrayList<>(length);
        for (Object element : elements) {
            if (element == null && !options.unknownLabel().isEmpty()) {
                labels.add(options.unknownLabel());
            } else if (element instanceof String label && !label.isBlank()) {
                labels.add(label);
            } else {
                throw problem("label " + (labels.size() + 1) + " is "
                        + (element instanceof String ? "empty" : Json.kind(element))
                        + "; expected a text"
                        + (options.unknownLabel().isEmpty() ? "" : ", or null if it is unknown"));
            }
        }
        return labels;
    }

    private double weight(Map<?, ?> members) {
        if (!members.containsKey(WEIGHT)) {
            return 1.0;
        }
        Object value = members.get(WEIGHT);
        if (!(value instanceof Number number) || number.doubleValue() < 0) {
            throw problem("\"weight\" is " + (value instanceof Number ? value : Json.kind(value))
                    + "; expected a number of at least 0");
        }
        return number.doubleValue();
    }

    /** The comments, and every other member as a JSON object of its own, so that an identifier survives tagging. */
    private List<String> comments(Map<?, ?> members) {
        List<String> comments = new ArrayList<>();
        if (members.containsKey(COMMENTS)) {
            if (!(members.get(COMMENTS) instanceof List<?> elements)) {
                throw problem("\"comments\" is " + Json.kind(members.get(COMMENTS)) + "; expected an array of texts");
            }
            for (Object element : elements) {
                if (!(element instanceof String comment)) {
                    throw problem("a comment is " + Json.kind(element) + "; expected a text");
                }
                comments.add(comment);
            }
        }
        for (Map.Entry<?, ?> member : members.entrySet()) {
            String key = String.valueOf(member.getKey());
            if (!isReserved(key)) {
                Map<String, @Nullable Object> single = new LinkedHashMap<>();
                single.put(key, member.getValue());
                comments.add(Json.write(single));
            }
        }
        return comments;
    }

    static boolean isReserved(String key) {
        return key.equals(TOKENS) || key.equals(LABELS) || key.equals(WEIGHT) || key.equals(COMMENTS);
    }

    private static String token(int index) {
        return "token " + (index + 1);
    }

    private DataFormatException problem(String what) {
        return new DataFormatException(lines.location(), what);
    }

    @Override
    public void close() {
        lines.close();
    }
}
