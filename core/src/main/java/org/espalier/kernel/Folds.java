package org.espalier.kernel;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Parts of equal size for cross-validation, in which every label has its share.
 *
 * @param fold the part of each point // [n]
 * @param count how many parts there are
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Folds(int[] fold, int count) {

    static Folds of(KernelProblem problem, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] fold = new int[problem.size()];
        int next = 0;
        for (int y = 0; y < problem.classes(); y++) {
            int[] members = problem.members(y);
            for (int k = members.length - 1; k > 0; k--) {
                int other = random.nextInt(k + 1);
                int kept = members[k];
                members[k] = members[other];
                members[other] = kept;
            }
            for (int member : members) {
                fold[member] = next++ % count;
            }
        }
        return new Folds(fold, count);
    }

    /** Those of the points that are outside the part, or inside it. */
    int[] select(int[] points, int part, boolean inside) {
        return IntStream.of(points).filter(i -> (fold[i] == part) == inside).toArray();
    }
}
