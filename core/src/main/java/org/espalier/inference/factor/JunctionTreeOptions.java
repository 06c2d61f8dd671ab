package org.espalier.inference.factor;

/**
 * How a junction tree is looked for, and how large it may be.
 *
 * @param memory how many bytes its tables may have; a graph that needs more is refused before anything is computed
 * @param tries how many elimination orders are tried beside those of the four plain rules, when the tables are large
 * @param seed of the random choices between orders
 */
public record JunctionTreeOptions(long memory, int tries, long seed) {
    private static final double SHARE = 0.8;

    public JunctionTreeOptions {
        if (memory < 1) {
            throw new IllegalArgumentException("memory = " + memory + "; expected at least 1 byte");
        }
        if (tries < 0) {
            throw new IllegalArgumentException("tries = " + tries + "; expected at least 0");
        }
    }

    /** Four fifths of the memory of this JVM, 200 tries. */
    public static JunctionTreeOptions usual() {
        return new JunctionTreeOptions((long) (SHARE * Runtime.getRuntime().maxMemory()), 200, 1);
    }

    public JunctionTreeOptions withMemory(long bytes) {
        return new JunctionTreeOptions(bytes, tries, seed);
    }

    public JunctionTreeOptions withTries(int newTries) {
        return new JunctionTreeOptions(memory, newTries, seed);
    }

    public JunctionTreeOptions withSeed(long newSeed) {
        return new JunctionTreeOptions(memory, tries, newSeed);
    }
}
