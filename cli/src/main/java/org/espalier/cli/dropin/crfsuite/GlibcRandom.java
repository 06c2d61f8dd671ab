package org.espalier.cli.dropin.crfsuite;

/**
 * The numbers that {@code rand()} of the GNU C library gives a program which never calls {@code srand()}, so that {@code -g}
 * splits the data as CRFsuite does on Linux: r(i) = r(i − 3) + r(i − 31), without the lowest bit.
 */
final class GlibcRandom {
    private static final int SIZE = 31;
    private static final int DISCARDED = 310;

    private final int[] state = new int[SIZE];
    private int next = 3; // r(31), r(32) and r(33) are r(0), r(1) and r(2) again

    GlibcRandom() {
        state[0] = 1;
        for (int i = 1; i < SIZE; i++) {
            state[i] = (int) (16807L * state[i - 1] % Integer.MAX_VALUE);
        }
        for (int i = 0; i < DISCARDED; i++) {
            step();
        }
    }

    /** The next number, from 0 to 2³¹ − 1. */
    int next() {
        return step() >>> 1;
    }

    private int step() {
        int value = state[next] + state[(next + SIZE - 3) % SIZE];
        state[next] = value;
        next = (next + 1) % SIZE;
        return value;
    }
}
