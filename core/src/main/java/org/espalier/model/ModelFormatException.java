package org.espalier.model;

import java.nio.file.Path;

/** A file is not a model that this version can read; {@link #kind()} says in which way. */
public final class ModelFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with the file. */
    public enum Kind {
        /** It does not begin like a model file at all. */
        NOT_A_MODEL,
        /** It was written by a newer version of Espalier. */
        TOO_NEW,
        /** It ends before its own header says it should. */
        TRUNCATED,
        /** Its bytes are not those that were written. */
        CORRUPT,
        /** Its attributes come from an extractor that is not built in and was not handed over. */
        UNKNOWN_EXTRACTOR,
        /** It refers to another file, which is not there or has another content. */
        MISSING_FILE
    }

    private final Kind kind;

    public ModelFormatException(Kind kind, Path file, String problem) {
        this(kind, file.toString(), problem);
    }

    /**
     * A problem of a model that need not be a file.
     *
     * @param source what the message begins with: the name of the file, or what else the bytes come from
     */
    public ModelFormatException(Kind kind, String source, String problem) {
        super(source + ": " + problem);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
