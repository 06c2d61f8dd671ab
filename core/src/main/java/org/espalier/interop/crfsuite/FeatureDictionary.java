package org.espalier.interop.crfsuite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.espalier.data.Attribute;

/**
 * Turns a dictionary of features into attributes, as python-crfsuite and sklearn-crfsuite do before CRFsuite sees them:
 *
 * <pre>
 * "length": 4                  length, value 4
 * "upper": true                upper, value 1 (false: 0)
 * "word": "Main"               word:Main, value 1
 * "next": {"word": "St"}       next:word:St, value 1; dictionaries may be nested
 * "suffixes": ["n", "in"]      suffixes:n and suffixes:in, value 1 each
 * </pre>
 */
public final class FeatureDictionary {
    private FeatureDictionary() {}

    /**
     * The attributes of an item, in the order of the dictionary.
     *
     * @throws IllegalArgumentException when a value is none of the above, or a number that is not finite
     */
    public static List<Attribute> attributes(Map<String, ?> features) {
        List<Attribute> attributes = new ArrayList<>();
        add("", features, attributes);
        return attributes;
    }

    private static void add(String prefix, Map<?, ?> features, List<Attribute> attributes) {
        features.forEach((key, value) -> add(prefix + key, value, attributes));
    }

    private static void add(String name, Object value, List<Attribute> attributes) {
        if (value instanceof Number number) {
            attributes.add(new Attribute(name, number.doubleValue()));
        } else if (value instanceof Boolean on) {
            attributes.add(new Attribute(name, on ? 1 : 0));
        } else if (value instanceof CharSequence text) {
            attributes.add(Attribute.of(name + ":" + text));
        } else if (value instanceof Map<?, ?> nested) {
            add(name + ":", nested, attributes);
        } else if (value instanceof Collection<?> names) {
            names.forEach(one -> attributes.add(Attribute.of(name + ":" + one)));
        } else {
            throw new IllegalArgumentException("the feature '" + name + "' is " + value
                    + "; expected a number, true, false, text, a list or another dictionary");
        }
    }
}
