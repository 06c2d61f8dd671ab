package org.espalier.structure;

/** The shape of an instance: its length, and where it has places of the kinds that do not exist everywhere. */
public interface Sites {

    /** The number of tokens. */
    int length();

    /**
     * Where there are places of a kind, in the order of the structure, which also says what the numbers mean. For the own
     * transitions of a chain they are positions, ascending; for segments start and length in turn, by end, then by length.
     * Other structures say what their pairs of numbers mean, such as {@code structure.factor.GraphSites}; a pair whose first number is below −1
     * exists without attributes too.
     */
    int[] sites(int kind);
}
