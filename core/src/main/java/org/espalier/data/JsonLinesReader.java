package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one sequence per line: {@code {"tokens": […], "features": […], "labels": […], "weight": 2.0}}.
 *
 * <p>A token is a text (one column), an array of columns, or an object of named columns, optionally with {@code attributes}. The
 * features are a dictionary per token, see {@link FeatureDictionary}, beside the tokens or instead of them. Any other object is an
 * instance for classification, see {@link JsonInstance}.
 */
final class JsonLinesReader implements SequenceReader {
    static final String TOKENS = "tokens";
    static final String LABELS = "labels";
    static final String WEIGHT = "weight";
    static final String COMMENTS = "comments";
    static final String ATTRIBUTES = "attributes";
    static final String FEATURES = JsonInstance.FEATURES;
    private static final String DICTIONARIES =
            "; feature dictionaries, as in sklearn-crfsuite, belong in an array called \"features\"";

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
        List<?> elements = array(members, TOKENS, "texts, arrays or objects");
        List<?> features = array(members, FEATURES, "feature dictionaries, one per token");
        if (elements == null && features == null) {
            throw problem(
                    "\"tokens\" is missing; expected an array of texts, arrays or objects (or a \"label\" with \"text\","
                            + " \"features\" or fields)");
        }
        List<Token> tokens = new ArrayList<>();
        if (elements != null) {
            for (Object element : elements) {
                tokens.add(token(element, tokens.size()));
            }
        }
        tokens = features == null ? tokens : withFeatures(elements == null ? null : tokens, features);
        return new Sequence(
                tokens,
                isLabelled(members.get(LABELS)) ? labels(members.get(LABELS), tokens.size()) : null,
                weight(members),
                comments(members),
                lines.location());
    }

    private @Nullable List<?> array(Map<?, ?> members, String key, String what) {
        if (!members.containsKey(key)) {
            return null;
        }
        if (members.get(key) instanceof List<?> elements) {
            return elements;
        }
        throw problem("\"" + key + "\" is " + Json.kind(members.get(key)) + "; expected an array of " + what);
    }

    /** The tokens with their features, or without tokens the features alone. */
    private List<Token> withFeatures(@Nullable List<Token> tokens, List<?> features) {
        if (tokens != null && features.size() != tokens.size()) {
            throw problem("features for " + features.size() + (features.size() == 1 ? " token" : " tokens") + ", but "
                    + tokens.size() + (tokens.size() == 1 ? " token" : " tokens")
                    + "; expected a dictionary of features for each token");
        }
        List<Token> all = new ArrayList<>(features.size());
        for (int t = 0; t < features.size(); t++) {
            List<Attribute> attributes = new ArrayList<>();
            if (tokens != null) {
                attributes.addAll(tokens.get(t).attributes());
            } else {
                checkWidth(0, t);
            }
            attributes.addAll(attributes(features.get(t), t));
            all.add(new Token(tokens == null ? List.of() : tokens.get(t).columns(), attributes));
        }
        return all;
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
                attributes.addAll(attributes(members.get(ATTRIBUTES), index));
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
                        + columnNames + "; write \"\" for an empty column" + DICTIONARIES);
            }
            columns.add(column(members.get(name), index));
        }
        for (Object key : members.keySet()) {
            if (!ATTRIBUTES.equals(key) && !columnNames.contains(String.valueOf(key))) {
                throw problem(
                        token(index) + " has the new key \"" + key + "\"; expected the keys of the file's first token, "
                                + columnNames + ", and \"attributes\"" + DICTIONARIES);
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
                "a column of " + token(index) + " is " + Json.kind(value) + "; expected a text, a number or a boolean"
                        + (value instanceof List<?> || value instanceof Map<?, ?> ? DICTIONARIES : ""));
    }

    private List<Attribute> attributes(@Nullable Object value, int index) {
        try {
            return FeatureDictionary.ofJson(value);
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(lines.location(), token(index) + ": " + e.getMessage(), e);
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
        return key.equals(TOKENS)
                || key.equals(FEATURES)
                || key.equals(LABELS)
                || key.equals(WEIGHT)
                || key.equals(COMMENTS);
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
