package org.espalier.structure.chain;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.structure.Constraint;

/**
 * The states in which a path may begin, and those in which it may end.
 *
 * <p>A {@link Trellis} can have borders. Inference then behaves as if the other states scored −∞ at the first and at the last
 * position; scorers and losses need not know. In a sequence of one token its state must be allowed to do both, and the path of an
 * empty sequence is always allowed. Immutable.
 */
public final class Borders implements Constraint<Trellis> {
    private final int states;
    private final int[] notFirst; // the states that may not begin, ascending
    private final int[] notLast; // the states that may not end, ascending

    private Borders(int states, int[] notFirst, int[] notLast) {
        this.states = states;
        this.notFirst = notFirst;
        this.notLast = notLast;
    }

    /** Borders that let these states begin and end. */
    public static Borders of(int states, IntPredicate mayBegin, IntPredicate mayEnd) {
        return new Borders(states, others(states, mayBegin), others(states, mayEnd));
    }

    private static int[] others(int states, IntPredicate allowed) {
        return IntStream.range(0, states).filter(s -> !allowed.test(s)).toArray();
    }

    public int states() {
        return states;
    }

    /** Whether every state may begin and end, so that there is nothing to forbid. */
    public boolean isOpen() {
        return notFirst.length == 0 && notLast.length == 0;
    }

    public boolean mayBegin(int state) {
        return Arrays.binarySearch(notFirst, state) < 0;
    }

    public boolean mayEnd(int state) {
        return Arrays.binarySearch(notLast, state) < 0;
    }

    @Override
    public void forbid(Trellis trellis, double[] scores) {
        if (trellis.length() > 0) {
            forbid(notFirst, trellis, 0, scores);
            forbid(notLast, trellis, trellis.length() - 1, scores);
        }
    }

    /** A part that states share is forbidden for all of them that can be there: a topology makes sure that this is meant. */
    private static void forbid(int[] forbidden, Trellis trellis, int t, double[] scores) {
        boolean sharesParts = trellis.stateMap() != null;
        for (int state : forbidden) {
            if (!sharesParts || (state >= trellis.stateBegin(t) && state < trellis.stateEnd(t))) {
                scores[trellis.statePart(t, state)] = Double.NEGATIVE_INFINITY;
            }
        }
    }
}
