package org.espalier.data;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The data are not as expected, or cannot be read at all; the message says where, what was found, what was expected
 * and what to do.
 */
public final class DataFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Location location;

    public DataFormatException(Location location, String problem) {
        this(location, problem, null);
    }

    public DataFormatException(Location location, String problem, @Nullable Throwable cause) {
        super(location + ": " + problem, cause);
        this.location = Objects.requireNonNull(location, "location");
    }

    /** Where the problem was found. */
    public Location location() {
        return location;
    }
}
