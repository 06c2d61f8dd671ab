package org.espalier.structure;

/**
 * One output of a structure: a set of parts, where a shared part may occur several times.
 *
 * <p>Only the room of the structure knows what the parts stand for (labels, segments, trees). Losses, update rules and n-best
 * lists need these two methods only. Immutable.
 */
public interface Output {

    /** The score: Σ scores[part] over its parts. The best output has the same bits here and in the search that found it. */
    double score(double[] scores);

    /** Adds {@code amount} to every part of the output, as often as it occurs. */
    void addTo(double[] parts, double amount);
}
