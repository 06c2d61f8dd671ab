package org.espalier.inference.factor;

/**
 * How cliques are cut into pieces.
 *
 * @param blockEntries how many entries are worked on at a time, if rows are not longer
 * @param rowEntries how many joint values variables that are eliminated together may have
 */
record WalkSizes(int blockEntries, int rowEntries) {
    /** Two blocks and their offsets stay in the cache of a processor. */
    static final WalkSizes USUAL = new WalkSizes(2048, 1024);
}
