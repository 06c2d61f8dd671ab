package org.espalier.optimize.dual;

/**
 * Options of the dual ascent of {@link Hybrid}.
 *
 * @param epochs traversals of the terms; 0 leaves the phase out
 * @param maxParts parts of all terms together that the dual variables may have, 4 bytes each; of a function with more,
 *     an even selection of the terms that has so many takes part
 * @param seed decides the order of the terms
 */
public record DualOptions(int epochs, long maxParts, long seed) {

    /** Fifteen epochs, 32 million parts (128 MB), seed 1. */
    public static final DualOptions DEFAULTS = new DualOptions(15, 32_000_000, 1);

    /** Checks every option. */
    public DualOptions {
        if (epochs < 0) {
            throw new IllegalArgumentException("epochs = " + epochs + "; expected at least 0");
        }
        if (maxParts < 1) {
            throw new IllegalArgumentException("maxParts = " + maxParts + "; expected at least 1");
        }
    }

    /** These options with another number of epochs. */
    public DualOptions withEpochs(int value) {
        return new DualOptions(value, maxParts, seed);
    }

    /** These options with another limit of parts. */
    public DualOptions withMaxParts(long value) {
        return new DualOptions(epochs, value, seed);
    }

    /** These options with another seed. */
    public DualOptions withSeed(long value) {
        return new DualOptions(epochs, maxParts, value);
    }
}
