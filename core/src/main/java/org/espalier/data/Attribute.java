package org.espalier.data;

import java.util.Objects;

/**
 * One observed attribute of a token: a name and a real value (1 for an indicator).
 *
 * @param name the attribute's name, any text
 * @param value the attribute's value; finite
 */
public record Attribute(String name, double value) {

    public Attribute {
        Objects.requireNonNull(name, "name");
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "attribute '" + name + "' has the value " + value + "; expected a finite number");
        }
    }

    /** An indicator: the attribute with value 1. */
    public static Attribute of(String name) {
        return new Attribute(name, 1.0);
    }
}
