package org.espalier.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the features of a token into attributes, as python-crfsuite and sklearn-crfsuite do before CRFsuite sees them:
 *
 * <pre>
 * {"length": 4}                length, value 4
 * {"upper": true}              upper, value 1 (false: 0)
 * {"word": "Main"}             word:Main, value 1
 * {"next": {"word": "St"}}     next:word:St, value 1; dictionaries may be nested
 * {"suffixes": ["n", "in"]}    suffixes:n and suffixes:in, value 1 each
 * ["word=Main", "upper"]       word=Main and upper, value 1 each
 * </pre>
 *
 * <p>This is the only place that knows the convention: JSON Lines and Java code get the same attributes, and so do models of CRFsuite
 * that were trained from Python. A feature that is null, which Python refuses, is left out.
 */
public final class FeatureDictionary {
    private static final char SEPARATOR = ':';

    private FeatureDictionary() {}

    /**
     * The attributes of a token, in the order of the dictionary.
     *
     * @throws IllegalArgumentException when a value is none of the above, or a number that is not finite
     */
    public static List<Attribute> attributes(Map<String, ? extends @Nullable Object> features) {
        List<Attribute> attributes = new ArrayList<>();
        add("", features, attributes);
        return attributes;
    }

    /**
     * The attributes of a token whose features are only named, each with value 1.
     *
     * @throws IllegalArgumentException when one is no text
     */
    public static List<Attribute> attributes(Collection<?> names) {
        List<Attribute> attributes = new ArrayList<>();
        add("", names, attributes);
        return attributes;
    }

    /** The attributes of what JSON has as features: an object or an array. */
    static List<Attribute> ofJson(@Nullable Object value) {
        List<Attribute> attributes = new ArrayList<>();
        if (value instanceof Map<?, ?> features) {
            add("", features, attributes);
        } else if (value instanceof Collection<?> names) {
            add("", names, attributes);
        } else {
            throw new IllegalArgumentException("the features are " + Json.kind(value)
                    + "; expected an object such as {\"word\": \"Main\", \"length\": 4}, or an array of names");
        }
        return attributes;
    }

    private static void add(String prefix, Map<?, ?> features, List<Attribute> attributes) {
        features.forEach((key, value) -> add(prefix + key, value, attributes));
    }

    private static void add(String prefix, Collection<?> names, List<Attribute> attributes) {
        for (Object name : names) {
            if (!(name instanceof CharSequence)) {
                throw new IllegalArgumentException(
                        (prefix.isEmpty() ? "a feature" : "an element of the feature '" + inner(prefix) + "'") + " is "
                                + kind(name) + "; expected a text in a list of features");
            }
            attributes.add(Attribute.of(prefix + name));
        }
    }

    private static void add(String name, @Nullable Object value, List<Attribute> attributes) {
        if (value instanceof Number number) {
            attributes.add(new Attribute(name, number.doubleValue()));
        } else if (value instanceof Boolean on) {
            attributes.add(new Attribute(name, on ? 1 : 0));
        } else if (value instanceof CharSequence text) {
            attributes.add(Attribute.of(name + SEPARATOR + text));
        } else if (value instanceof Map<?, ?> nested) {
            add(name + SEPARATOR, nested, attributes);
        } else if (value instanceof Collection<?> names) {
            add(name + SEPARATOR, names, attributes);
        } else if (value != null) {
            throw new IllegalArgumentException("the feature '" + name + "' is " + kind(value)
                    + "; expected a number, true, false, text, a list of texts or another dictionary");
        }
    }

    private static String inner(String prefix) {
        return prefix.substring(0, prefix.length() - 1);
    }

    private static String kind(@Nullable Object value) {
        return value instanceof Map<?, ?>
                ? "a dictionary"
                : value instanceof Collection<?> ? "a list" : String.valueOf(value);
    }
}
