package org.espalier.structure;

/** What an instance tells of its shape: its length, and where it has places of the kinds that do not exist everywhere. */
public interface Sites {

    /** The number of tokens. */
    int length();

    /**
     * Where there are places of a kind, ascending; what the numbers mean says the structure. For the own transitions of a chain
     * they are positions.
     */
    int[] sites(int kind);
}
