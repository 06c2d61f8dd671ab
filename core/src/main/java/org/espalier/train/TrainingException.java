package org.espalier.train;

/** Training cannot continue; the message says why and what to do. */
public final class TrainingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TrainingException(String message) {
        super(message);
    }

    public TrainingException(String message, Throwable cause) {
        super(message, cause);
    }
}
