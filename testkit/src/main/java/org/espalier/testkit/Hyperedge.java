package org.espalier.testkit;

import java.util.Arrays;

/**
 * One way to build a piece of an output from smaller pieces: a head, at most two tails, and the parts that the step adds.
 *
 * @param head the node that is built
 * @param tails the nodes that it is built from; none where an output begins
 * @param parts what the step adds to the output
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Hyperedge(int head, int[] tails, int... parts) {
    public Hyperedge {
        if (tails.length > 2) {
            throw new IllegalArgumentException(tails.length + " tails; expected at most 2");
        }
    }

    /** Where an output begins. */
    public static Hyperedge axiom(int head, int... parts) {
        return new Hyperedge(head, new int[0], parts);
    }

    /** From one node to the next, as on a chain. */
    public static Hyperedge step(int tail, int head, int... parts) {
        return new Hyperedge(head, new int[] {tail}, parts);
    }

    @Override
    public String toString() {
        return head + " from " + Arrays.toString(tails) + " with parts " + Arrays.toString(parts);
    }
}
