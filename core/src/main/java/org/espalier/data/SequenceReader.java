package org.espalier.data;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * Reads one sequence after the other, holding one in memory at a time; get one from {@link Sequences#open}.
 *
 * <p>Not safe for use by several threads at once.
 */
public interface SequenceReader extends Closeable {

    /**
     * The next sequence, or null at the end of the input.
     *
     * @throws DataFormatException when the input is not as expected or cannot be read; reading cannot go on after that
     */
    @Nullable
    Sequence next();

    /**
     * What stands between two columns in the first line of data that was read: a tab, or else a space; so that what is written about
     * the data can look like them.
     */
    default String columnSeparator() {
        return " ";
    }

    /** Closes the input; standard input is left open. */
    @Override
    void close();
}
