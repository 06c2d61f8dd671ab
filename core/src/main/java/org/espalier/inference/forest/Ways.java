package org.espalier.inference.forest;

/** The ways to build each node from others, and the score of the best: all that the lazy n-best search knows of a structure. */
interface Ways {

    /** Takes one way after the other. */
    @FunctionalInterface
    interface Sink {
        /**
         * Takes a way.
         *
         * @param edge what the structure calls it
         * @param left the first tail, or −1
         * @param right the second tail, or −1
         * @param score its own score, without those of its tails
         */
        void accept(long edge, int left, int right, double score);
    }

    /** The score of the best derivation of a node. */
    double best(int node);

    /** All ways to build a node, in an order in which the first of equal ones is the best. */
    void forEach(int node, Sink sink);
}
