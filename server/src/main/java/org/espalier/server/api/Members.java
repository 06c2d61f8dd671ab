package org.espalier.server.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.server.http.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object, or the parameters of a query, as what they should be. Nothing is skipped: who misspells a member is told.
 *
 * @param values by name; those of a query are texts
 * @param isQuery whether numbers and truth values are written as texts
 */
public record Members(Map<?, ?> values, boolean isQuery) {

    /** Refuses members with other names. */
    public Members requireKnown(Set<String> known) {
        for (Object name : values.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                throw Problem.bad("\"" + name + "\" is not known here; expected one of "
                        + String.join(", ", new TreeSet<>(known)));
            }
        }
        return this;
    }

    public boolean has(String name) {
        return values.get(name) != null;
    }

    /** A text; null when it is missing. */
    public @Nullable String text(String name) {
        Object value = values.get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrong(name, "a text");
    }

    /** A text that must be there. */
    public String requiredText(String name) {
        String value = text(name);
        if (value == null) {
            throw Problem.bad("\"" + name + "\" is missing; expected a text");
        }
        return value;
    }

    /** A truth value; false when it is missing. */
    public boolean flag(String name) {
        Object value = values.get(name);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        if (isQuery && (value.equals("true") || value.equals("false"))) {
            return value.equals("true");
        }
        throw wrong(name, "true or false");
    }

    /** A whole number within bounds; null when it is missing. */
    public @Nullable Integer number(String name, int least, int most) {
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        Object number = value;
        if (isQuery && value instanceof String text && text.matches("[0-9]{1,9}")) {
            number = Long.valueOf(text);
        }
        if (number instanceof Long whole && whole >= least && whole <= most) {
            return whole.intValue();
        }
        throw Problem.bad(
                "\"" + name + "\" is " + shown(value) + "; expected a whole number from " + least + " to " + most);
    }

    /** An array; null when it is missing. */
    public @Nullable List<?> list(String name) {
        Object value = values.get(name);
        if (value == null || value instanceof List<?>) {
            return (List<?>) value;
        }
        throw wrong(name, "an array");
    }

    /** An array of objects; empty when it is missing. */
    public List<Members> objects(String name) {
        List<Members> objects = new ArrayList<>();
        List<?> list = list(name);
        if (list != null) {
            for (Object element : list) {
                if (!(element instanceof Map<?, ?> map)) {
                    throw Problem.bad("\"" + name + "\" has an element that is no object; expected objects only");
                }
                objects.add(new Members(map, false));
            }
        }
        return objects;
    }

    /** An object; null when it is missing. */
    public @Nullable Members object(String name) {
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Map<?, ?> map) {
            return new Members(map, false);
        }
        throw wrong(name, "an object");
    }

    private Problem wrong(String name, String expected) {
        return Problem.bad("\"" + name + "\" is " + shown(values.get(name)) + "; expected " + expected);
    }

    private static String shown(@Nullable Object value) {
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "an array";
        }
        String text = String.valueOf(value);
        return value instanceof String
                ? "the text '" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'"
                : text;
    }
}
