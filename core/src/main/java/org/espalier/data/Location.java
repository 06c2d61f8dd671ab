package org.espalier.data;

/**
 * Where something stands in the input, for error messages.
 *
 * @param source the file's name, or {@code -} for standard input
 * @param line the line, counted from 1; 0 when there is none
 */
public record Location(String source, long line) {

    /** For data that was not read from a file. */
    public static final Location NONE = new Location("(memory)", 0);

    @Override
    public String toString() {
        return line > 0 ? source + ":" + line : source;
    }
}
