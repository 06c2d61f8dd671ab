package org.espalier.inference.factor;

/**
 * What exact inference on a graph takes, known before anything is computed.
 *
 * @param freeVariables how many variables have more than one value left after evidence and forbidden parts
 * @param width the most variables of a message: an upper bound of the treewidth of the graph
 * @param largestClique the entries of the largest clique, of which no table is made
 * @param largestMessage the entries of the largest message
 * @param cliqueEntries the entries of all cliques: each costs some nanoseconds per pass
 * @param bytes the memory: messages, what is added up for marginals, the parts of the graph, and the objects around them
 * @param order which rule found the elimination order
 */
public record Forecast(
        int freeVariables,
        int width,
        double largestClique,
        double largestMessage,
        double cliqueEntries,
        double bytes,
        String order) {
    private static final double MOST_ENTRIES = Integer.MAX_VALUE - 8;

    /** Whether it can be done in so many bytes. No message may have more entries than an array can have. */
    public boolean fits(long limit) {
        return bytes <= (double) limit && largestMessage <= MOST_ENTRIES;
    }
}
