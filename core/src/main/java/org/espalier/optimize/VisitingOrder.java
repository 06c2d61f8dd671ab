package org.espalier.optimize;

import java.util.SplittableRandom;

/** In which order an epoch visits the terms of a sum, or the instances. */
@FunctionalInterface
public interface VisitingOrder {

    /** As the data give them. */
    VisitingOrder GIVEN = (order, epoch) -> {};

    /**
     * Rearranges the numbers of what is visited, before an epoch.
     *
     * @param order as in the epoch before; 0, 1, 2, … before the first
     * @param epoch from 0
     */
    void arrange(int[] order, int epoch);

    /** Another random order in every epoch, which depends on seed and epoch only. */
    static VisitingOrder shuffled(long seed) {
        return (order, epoch) -> {
            SplittableRandom random = new SplittableRandom(seed + epoch);
            for (int i = 0; i < order.length; i++) {
                order[i] = i;
            }
            for (int i = order.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int number = order[i];
                order[i] = order[j];
                order[j] = number;
            }
        };
    }
}
