package org.espalier.data;

import java.util.List;
import java.util.Objects;

/**
 * Variables of a graph that are scored together, as the data have it.
 *
 * @param template what it is a copy of: factors of one template have the same weights
 * @param variables which variables it joins, counted from 0, each once; their order counts
 * @param attributes what is observed of them together
 */
public record Factor(String template, List<Integer> variables, List<Attribute> attributes) {

    public Factor {
        Objects.requireNonNull(template, "template");
        variables = List.copyOf(variables);
        attributes = List.copyOf(attributes);
        if (template.isBlank()) {
            throw new IllegalArgumentException(
                    "a factor without a template; expected a name, which factors alike share");
        }
        if (variables.isEmpty()) {
            throw new IllegalArgumentException("a factor '" + template + "' without variables; expected at least one");
        }
        if (variables.stream().distinct().count() < variables.size()) {
            throw new IllegalArgumentException(
                    "the factor '" + template + "' has a variable twice: " + variables + "; expected each once");
        }
    }

    /** A factor of which nothing is observed. */
    public static Factor of(String template, Integer... variables) {
        return new Factor(template, List.of(variables), List.of());
    }
}
