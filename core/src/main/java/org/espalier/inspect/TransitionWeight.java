package org.espalier.inspect;

/**
 * The weight of one label following another.
 *
 * @param attribute what must be observed at the second position, or the empty string when it counts everywhere
 * @param from the label
 * @param to the next label
 * @param weight what the pair adds to the score
 */
public record TransitionWeight(String attribute, String from, String to, double weight) {}
