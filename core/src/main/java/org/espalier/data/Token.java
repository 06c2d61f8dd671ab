package org.espalier.data;

import java.util.List;

/**
 * One position of a sequence: its columns, and its ready-made attributes.
 *
 * @param columns the observed columns, numbered from 0; a label column that was read is not among them, and is not counted; may be
 *     empty
 * @param attributes ready-made attributes (CRFsuite items); may be empty
 * @param names the names of the columns, as many as columns, or empty when they have none; one list serves all tokens of a file
 */
public record Token(List<String> columns, List<Attribute> attributes, List<String> names) {

    public Token {
        columns = List.copyOf(columns);
        attributes = List.copyOf(attributes);
        names = List.copyOf(names);
        if (!names.isEmpty() && names.size() != columns.size()) {
            throw new IllegalArgumentException(names.size() + " names for " + columns.size() + " columns");
        }
    }

    /** A token whose columns have no names. */
    public Token(List<String> columns, List<Attribute> attributes) {
        this(columns, attributes, List.of());
    }

    /** A token with columns only. */
    public static Token ofColumns(String... columns) {
        return new Token(List.of(columns), List.of());
    }

    /** A token with ready-made attributes only. */
    public static Token ofAttributes(List<Attribute> attributes) {
        return new Token(List.of(), attributes);
    }
}
