package org.espalier.optimize.dual;

import java.util.SplittableRandom;

/**
 * Which term a dual method visits next: those that have nothing to gain rest, the others come again (shrinking, as in Joachims
 * 1999 and Hsieh et al. 2008).
 *
 * <p>A round is a pass over all terms in random order, then passes over those that were not at rest when they were met last. It
 * ends when a pass met at most 0.3 of the gap that the pass over all met, or after so many visits that every term is met at least
 * once in six times as many visits as there are terms.
 */
final class Rounds {
    private static final double ENOUGH = 0.3;
    private static final int LONGEST = 4;

    private final int[] order; // the first ones are awake
    private final long seed;
    private int awake;
    private int at; // how many of them have been visited in this pass
    private long pass;
    private boolean all; // whether the pass is over all terms
    private long visits; // since the pass over all terms
    private double met; // the sum of the gaps of this pass
    private double first; // and of the pass over all terms

    /**
     * Before the first pass.
     *
     * @param order the terms; their order changes
     */
    Rounds(int[] order, long seed) {
        this.order = order;
        this.seed = seed;
    }

    /** Where in the order the term stands that is to be visited. */
    int next() {
        if (at == awake) {
            nextPass();
        }
        return at;
    }

    /**
     * What was found there.
     *
     * @param gap by how much its part of the duality gap was open before the visit; at 0 it rests till the next round
     */
    void met(double gap) {
        met += gap;
        visits++;
        if (gap > 0) {
            at++;
        } else {
            awake--;
            swap(at, awake);
        }
    }

    private void nextPass() {
        if (all) {
            first = met;
            visits = 0;
        }
        boolean enough = !all && (met <= ENOUGH * first || visits >= (long) LONGEST * order.length);
        all = awake == 0 || enough;
        if (all) {
            awake = order.length;
        }
        at = 0;
        met = 0;
        SplittableRandom random = new SplittableRandom(seed + pass++);
        for (int i = awake - 1; i > 0; i--) {
            swap(i, random.nextInt(i + 1));
        }
    }

    private void swap(int i, int j) {
        int term = order[i];
        order[i] = order[j];
        order[j] = term;
    }
}
