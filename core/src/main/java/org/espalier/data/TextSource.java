package org.espalier.data;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** The texts of a source, one after the other. After an exception the next call goes on with the next text. */
interface TextSource extends Closeable {

    /** The next text, or null when there is none. */
    @Nullable
    AnnotatedText next();

    @Override
    void close();
}
