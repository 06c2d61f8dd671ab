package org.espalier.data;

import java.util.List;

/**
 * One position of a sequence: its columns as they stand in the data (a label column included), and its ready-made
 * attributes.
 *
 * @param columns the columns, numbered from 0 as in the file; may be empty
 * @param attributes ready-made attributes (CRFsuite items); may be empty
 */
public record Token(List<String> columns, List<Attribute> attributes) {

    public Token {
        columns = List.copyOf(columns);
        attributes = List.copyOf(attributes);
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
