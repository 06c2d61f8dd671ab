package org.espalier.inference.factor;

/**
 * How cliques are cut into pieces.
 *
 * @param blockEntries how many entries are worked on at a time, if rows are not longer
 * @param rowEntries how many joint values variables that are eliminated together may have
 */
record WalkSizes(int blockEntries, int rowEntries) {
    /** Blocks stay in the cache of a processor. Longer rows save hardly any more memory, and add up more tables per entry. */
    static final WalkSizes USUAL = new WalkSizes(2048, 64);
}
