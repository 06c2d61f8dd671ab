package org.espalier.optimize.dual;

/**
 * Options of the dual ascent of {@link Hybrid}.
 *
 * @param epochs traversals of the terms; 0 leaves the phase out
 * @param maxParts parts of all terms together that the dual variables may have, 4 bytes each; of a function with more,
 *     an even selection of the terms that has so many takes part
 * @param seed decides the order of the terms
 * @param measured how steps become shorter once they would overshoot: in the ratio by which they were seen to do so, or, if
 *     false, by a bound for every attribute, which takes a walk through all terms and memory for each of them, and pays off over many epochs
 */
public record DualOptions(int epochs, long maxParts, long seed, boolean measured) {

    /** Fifteen epochs, 32 million parts (128 MB), seed 1, bounds. */
    public static final DualOptions DEFAULTS = new DualOptions(15, 32_000_000, 1);

    /** A start at little cost, for steps that need not come near the minimum: three epochs, measured. */
    public static final DualOptions SHORT = new DualOptions(3, 32_000_000, 1, true);

    /** Options with bounds. */
    public DualOptions(int epochs, long maxParts, long seed) {
        this(epochs, maxParts, seed, false);
    }

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
        return new DualOptions(value, maxParts, seed, measured);
    }

    /** These options with another limit of parts. */
    public DualOptions withMaxParts(long value) {
        return new DualOptions(epochs, value, seed, measured);
    }

    /** These options with another seed. */
    public DualOptions withSeed(long value) {
        return new DualOptions(epochs, maxParts, value, measured);
    }
}
