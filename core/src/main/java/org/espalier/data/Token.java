package org.espalier.data;

import java.util.List;

/**
 * One position of a sequence: its columns, and its ready-made attributes.
 *
 * @param columns the observed columns, numbered from 0; a label column that was read is not among them, and is not counted; may be
 *     empty
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
