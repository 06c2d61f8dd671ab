package org.espalier.data;

/** The data are not as expected; the message says where, what was found, what was expected and what to do. */
public final class DataFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataFormatException(Location location, String problem) {
        super(location + ": " + problem);
    }
}
