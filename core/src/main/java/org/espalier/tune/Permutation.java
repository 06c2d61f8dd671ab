package org.espalier.tune;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random orders. */
final class Permutation {
    private Permutation() {}

    /** 0 … size−1 in a random order (Fisher and Yates). */
    static int[] of(int size, SplittableRandom random) {
        int[] order = IntStream.range(0, size).toArray();
        for (int n = size - 1; n > 0; n--) {
            int other = random.nextInt(n + 1);
            int kept = order[n];
            order[n] = order[other];
            order[other] = kept;
        }
        return order;
    }
}
