package org.espalier.data;

import java.util.Objects;

/**
 * A place in the input, for error messages: {@code source}, {@code source:line} or
 * {@code source:line:column}.
 *
 * @param source the file's name, or {@code -} for standard input
 * @param line the line, counted from 1; 0 when there is none
 * @param column the character within the line, counted from 1; 0 when there is none
 */
public record Location(String source, long line, long column) {

    /** For data that was not read from a file. */
    public static final Location NONE = new Location("(memory)", 0);

    public Location {
        Objects.requireNonNull(source, "source");
    }

    /** A whole line, or a whole source when {@code line} is 0. */
    public Location(String source, long line) {
        this(source, line, 0);
    }

    /** The same line, at the given character counted from 1. */
    public Location atColumn(long newColumn) {
        return new Location(source, line, newColumn);
    }

    @Override
    public String toString() {
        if (line <= 0) {
            return source;
        }
        return column > 0 ? source + ":" + line + ":" + column : source + ":" + line;
    }
}
