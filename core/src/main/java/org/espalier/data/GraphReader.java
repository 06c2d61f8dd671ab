package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one graph per line: {@code {"variables": […], "factors": […]}}, or {@code "grid"} instead of factors.
 *
 * <pre>
 * variable   {"label": "sky", "type": "region", "attributes": {"blue": 0.7, "edge": true}}
 * factor     {"template": "beside", "variables": [0, 1], "attributes": {"contrast": 0.2}}
 * grid       {"rows": 2, "columns": 3}: variables row by row; factors "right" and "down" join neighbours
 * </pre>
 *
 * A label that is missing or null is not known. All variables have the type {@value #TYPE} unless they say otherwise. Attributes are those
 * of a {@link FeatureDictionary}.
 */
final class GraphReader implements SequenceReader {
    static final String VARIABLES = "variables";
    static final String FACTORS = "factors";
    static final String GRID = "grid";
    static final String LABEL = "label";
    static final String TYPE_KEY = "type";
    static final String ATTRIBUTES = "attributes";
    static final String TEMPLATE = "template";
    static final String WEIGHT = "weight";
    static final String COMMENTS = "comments";
    static final String TYPE = "variable";

    /** The name of the one column that variables have: their type. */
    static final List<String> NAMES = List.of(TYPE_KEY);

    private final LineReader lines;
    private final DataOptions options;

    GraphReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
    }

    @Override
    public @Nullable Sequence next() {
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!LineReader.isBlank(line)) {
                return graph(line);
            }
        }
        return null;
    }

    private Sequence graph(String line) {
        if (!(Json.parse(line, lines.location()) instanceof Map<?, ?> members)) {
            throw problem("expected a JSON object with \"variables\" and \"factors\" on each line");
        }
        List<Token> tokens = new ArrayList<>();
        List<@Nullable String> labels = new ArrayList<>();
        for (Object element : array(members, VARIABLES, true)) {
            addVariable(element, tokens, labels);
        }
        if (members.containsKey(GRID) && members.containsKey(FACTORS)) {
            throw problem(
                    "the graph has a \"grid\" and \"factors\"; expected one of them: write the factors of the grid out,"
                            + " as 'right' and 'down'");
        }
        List<Factor> factors =
                members.containsKey(GRID) ? grid(members.get(GRID), tokens.size()) : factors(members, tokens.size());
        return new Sequence(
                tokens, known(labels), weight(members), comments(members), lines.location(), null, null, factors);
    }

    private List<?> array(Map<?, ?> members, String key, boolean needed) {
        Object value = members.get(key);
        if (value instanceof List<?> elements) {
            return elements;
        }
        if (value == null && !needed && !members.containsKey(key)) {
            return List.of();
        }
        throw problem("\"" + key + "\" is " + (members.containsKey(key) ? Json.kind(value) : "missing")
                + "; expected an array of objects");
    }

    private void addVariable(@Nullable Object element, List<Token> tokens, List<@Nullable String> labels) {
        String where = "variable " + tokens.size();
        Map<?, ?> members = object(element, where, LABEL, TYPE_KEY, ATTRIBUTES);
        Object type = members.containsKey(TYPE_KEY) ? members.get(TYPE_KEY) : TYPE;
        if (!(type instanceof String name) || name.isBlank()) {
            throw problem("the type of " + where + " is " + (type instanceof String ? "empty" : Json.kind(type))
                    + "; expected a text, which variables with the same labels share");
        }
        labels.add(label(members.get(LABEL), where));
        tokens.add(new Token(List.of(name), attributes(members, where), NAMES));
    }

    /** A number is a label too: its text. */
    private @Nullable String label(@Nullable Object value, String where) {
        if (value == null) {
            return null;
        }
        if (value instanceof Long || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        throw problem("the label of " + where + " is " + (value instanceof String ? "empty" : Json.kind(value))
                + "; expected a text, a whole number, true or false, or null if it is unknown");
    }

    /** The labels, where some are known, with the notation of the unknown for the others. */
    private @Nullable List<String> known(List<@Nullable String> labels) {
        if (labels.stream().allMatch(label -> label == null)) {
            if (options.labelled() && !labels.isEmpty()) {
                throw problem(
                        "no variable of the graph has a \"label\"; expected one at least, or read the file as unlabelled");
            }
            return options.labelled() ? List.of() : null;
        }
        List<String> all = new ArrayList<>(labels.size());
        for (String label : labels) {
            if (label == null && options.unknownLabel().isEmpty()) {
                throw problem("variable " + all.size()
                        + " has no label, and unknown labels have no notation; give every variable a label");
            }
            all.add(label == null ? options.unknownLabel() : label);
        }
        return all;
    }

    private List<Factor> factors(Map<?, ?> members, int variables) {
        List<Factor> factors = new ArrayList<>();
        for (Object element : array(members, FACTORS, false)) {
            factors.add(factor(element, factors.size(), variables));
        }
        return factors;
    }

    private Factor factor(@Nullable Object element, int number, int variables) {
        String where = "factor " + number;
        Map<?, ?> members = object(element, where, TEMPLATE, VARIABLES, ATTRIBUTES);
        if (!(members.get(TEMPLATE) instanceof String template)) {
            throw problem(
                    where + " has no \"template\"; expected the name of what it is a copy of, such as \"beside\"");
        }
        if (!(members.get(VARIABLES) instanceof List<?> numbers)) {
            throw problem(where + " has no \"variables\"; expected an array of their numbers, counted from 0");
        }
        List<Integer> scope = new ArrayList<>();
        for (Object value : numbers) {
            if (!(value instanceof Long variable) || variable < 0 || variable >= variables) {
                throw problem(where + " has the variable " + (value instanceof Long ? value : Json.kind(value))
                        + "; expected a number from 0 to " + (variables - 1));
            }
            scope.add(Math.toIntExact(variable));
        }
        try {
            return new Factor(template, scope, attributes(members, where));
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(lines.location(), where + ": " + e.getMessage(), e);
        }
    }

    private List<Factor> grid(@Nullable Object value, int variables) {
        Map<?, ?> members = object(value, "the grid", "rows", "columns");
        long rows = size(members.get("rows"), "rows");
        long columns = size(members.get("columns"), "columns");
        if (rows * columns != variables) {
            throw problem("a grid of " + rows + " rows and " + columns + " columns for " + variables
                    + " variables; expected " + rows * columns + ", row by row");
        }
        return Grid.of((int) rows, (int) columns);
    }

    private long size(@Nullable Object value, String what) {
        if (value instanceof Long number && number > 0 && number < Integer.MAX_VALUE) {
            return number;
        }
        throw problem("the grid has no \"" + what + "\"; expected a whole number above 0");
    }

    private Map<?, ?> object(@Nullable Object element, String what, String... keys) {
        if (!(element instanceof Map<?, ?> members)) {
            throw problem(what + " is " + Json.kind(element) + "; expected an object with " + String.join(", ", keys));
        }
        for (Object key : members.keySet()) {
            if (!List.of(keys).contains(String.valueOf(key))) {
                throw problem(what + " has the key \"" + key + "\"; expected " + String.join(", ", keys)
                        + ": what is observed belongs into \"attributes\"");
            }
        }
        return members;
    }

    private List<Attribute> attributes(Map<?, ?> members, String where) {
        if (!members.containsKey(ATTRIBUTES)) {
            return List.of();
        }
        try {
            return FeatureDictionary.ofJson(members.get(ATTRIBUTES));
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(lines.location(), where + ": " + e.getMessage(), e);
        }
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

    /** Every other member as a JSON object of its own, so that an identifier survives tagging. */
    private List<String> comments(Map<?, ?> members) {
        List<String> comments = new ArrayList<>();
        for (Object comment : array(members, COMMENTS, false)) {
            if (!(comment instanceof String text)) {
                throw problem("a comment is " + Json.kind(comment) + "; expected a text");
            }
            comments.add(text);
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
        return key.equals(VARIABLES)
                || key.equals(FACTORS)
                || key.equals(GRID)
                || key.equals(WEIGHT)
                || key.equals(COMMENTS);
    }

    private DataFormatException problem(String what) {
        return new DataFormatException(lines.location(), what);
    }

    @Override
    public void close() {
        lines.close();
    }
}
