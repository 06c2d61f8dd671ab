package org.espalier.feature.text;

/** A model refers to a file of words that is not there, or whose content is another one. */
public final class MissingWordFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MissingWordFileException(String message) {
        super(message);
    }
}
