package org.espalier.inference;

/**
 * A path of states and its score.
 *
 * @param states one state per position; not to be changed
 * @param score the sum of the scores of its parts
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record ScoredPath(int[] states, double score) {}
