package org.espalier.inference.factor;

/**
 * An order in which variables are summed out, and what it costs.
 *
 * @param order the variables, first eliminated first
 * @param cliqueEntries how many entries the cliques of the single variables have together
 * @param width the most neighbours that a variable has when it is eliminated: an upper bound of the treewidth
 * @param rule how it was found
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Elimination(int[] order, double cliqueEntries, int width, String rule) {}
