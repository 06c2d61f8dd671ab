package org.espalier.entropy;

/** No distribution satisfies the constraints; the message says which of them contradict each other. */
public final class InconsistentConstraintsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InconsistentConstraintsException(String message) {
        super(message);
    }
}
