package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a JSON object without {@code tokens} into an instance: a sequence of length 1 with named columns.
 *
 * <p>With {@value #TEXT}, {@value #FEATURES} or both these are what is observed, and other members are kept as comments; without them
 * every other member is a field, of which null is a missing one. Features become attributes as {@link FeatureDictionary} says; their
 * JSON stays in the column {@value #FEATURES}.
 */
final class JsonInstance {
    static final String LABEL = "label";
    static final String TEXT = TextReader.TEXT;
    static final String FEATURES = "features";

    private final DataOptions options;
    private final InstanceOptions instances;
    private final String labelKey;
    private List<String> lastNames = List.of();

    JsonInstance(DataOptions options) {
        this.options = options;
        this.instances = options.instances();
        this.labelKey = instances.label() == null ? LABEL : instances.label();
    }

    /** Whether the object is an instance, not a sequence. */
    boolean fits(Map<?, ?> members) {
        return !members.containsKey(JsonLinesReader.TOKENS)
                && !isSequence(members)
                && (members.containsKey(labelKey)
                        || members.containsKey(TEXT)
                        || members.containsKey(FEATURES)
                        || (!options.labelled() && isFields(members)));
    }

    /** Whether there are features for each token of a sequence: an array of dictionaries, or of arrays of names. */
    private boolean isSequence(Map<?, ?> members) {
        if (members.containsKey(labelKey) || !(members.get(FEATURES) instanceof List<?> features)) {
            return false;
        }
        return members.containsKey(JsonLinesReader.LABELS)
                || (!features.isEmpty()
                        && (features.get(0) instanceof Map<?, ?> || features.get(0) instanceof List<?>));
    }

    /** Whether nothing but fields is there: with an array it is rather a sequence whose tokens are called otherwise. */
    private static boolean isFields(Map<?, ?> members) {
        boolean fields = !members.isEmpty() && !members.containsKey(JsonLinesReader.LABELS);
        for (Object value : members.values()) {
            fields &= !(value instanceof List<?> || value instanceof Map<?, ?>);
        }
        return fields;
    }

    Sequence read(Map<?, ?> members, Location location) {
        boolean named = members.containsKey(TEXT) || members.containsKey(FEATURES);
        List<String> names = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        List<Attribute> attributes = new ArrayList<>();
        List<String> comments = new ArrayList<>();
        for (Map.Entry<?, ?> member : members.entrySet()) {
            String key = String.valueOf(member.getKey());
            Object value = member.getValue();
            if (key.equals(labelKey) || key.equals(weightKey())) {
                continue;
            }
            if (key.equals(TEXT)) {
                columns.add(text(value, location));
            } else if (key.equals(FEATURES)) {
                columns.add(Json.write(value));
                attributes.addAll(features(value, location));
            } else if (named
                    || key.equals(JsonLinesReader.COMMENTS)
                    || instances.ignored().contains(key)) {
                comments.add(comment(key, value));
                continue;
            } else {
                columns.add(field(key, value, location));
            }
            names.add(key);
        }
        if (!names.equals(lastNames)) {
            lastNames = List.copyOf(names); // usually one list for the whole file
        }
        return new Sequence(
                List.of(new Token(columns, attributes, lastNames)),
                labels(members, location),
                weight(members, location),
                comments,
                location);
    }

    private String weightKey() {
        String weight = instances.weight();
        return weight == null ? JsonLinesReader.WEIGHT : weight;
    }

    private @Nullable List<String> labels(Map<?, ?> members, Location location) {
        Object label = members.get(labelKey);
        if (label instanceof String text && !text.isBlank()) {
            return List.of(text);
        }
        if (label instanceof Number || label instanceof Boolean) {
            return List.of(Json.write(label));
        }
        if (label == null && !options.labelled()) {
            return null;
        }
        if (label == null
                && members.containsKey(labelKey)
                && !options.unknownLabel().isEmpty()) {
            return List.of(options.unknownLabel());
        }
        throw new DataFormatException(
                location,
                "\"" + labelKey + "\" is "
                        + (!members.containsKey(labelKey)
                                ? "missing"
                                : label instanceof String ? "empty" : Json.kind(label))
                        + "; expected a text, a number or a boolean, or null if it is unknown");
    }

    private double weight(Map<?, ?> members, Location location) {
        Object value = members.get(weightKey());
        if (!members.containsKey(weightKey())) {
            return 1;
        }
        if (!(value instanceof Number number) || number.doubleValue() < 0) {
            throw new DataFormatException(
                    location,
                    "\"" + weightKey() + "\" is " + (value instanceof Number ? value : Json.kind(value))
                            + "; expected a number of at least 0");
        }
        return number.doubleValue();
    }

    private static String text(@Nullable Object value, Location location) {
        if (value instanceof String text) {
            return text;
        }
        throw new DataFormatException(location, "\"text\" is " + Json.kind(value) + "; expected a text");
    }

    private static String field(String key, @Nullable Object value, Location location) {
        if (value == null) {
            return "";
        }
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Number || value instanceof Boolean) {
            return Json.write(value);
        }
        throw new DataFormatException(
                location,
                "the field \"" + key + "\" is " + Json.kind(value)
                        + "; expected a text, a number, a boolean or null, or leave the field out of what is observed");
    }

    private static List<Attribute> features(@Nullable Object value, Location location) {
        try {
            return FeatureDictionary.ofJson(value);
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(location, String.valueOf(e.getMessage()), e);
        }
    }

    private static String comment(String key, @Nullable Object value) {
        Map<String, @Nullable Object> single = new LinkedHashMap<>();
        single.put(key, value);
        return Json.write(single);
    }

    /** The members of an object that is read back as this instance, without label and weight. */
    static void write(Token token, Map<String, @Nullable Object> members) {
        for (int c = 0; c < token.columns().size(); c++) {
            String name = token.names().get(c);
            String column = token.columns().get(c);
            members.put(name, name.equals(FEATURES) ? Json.parse(column) : column);
        }
    }
}
