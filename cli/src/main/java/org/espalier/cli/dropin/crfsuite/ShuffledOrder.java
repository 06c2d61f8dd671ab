package org.espalier.cli.dropin.crfsuite;

import java.util.stream.IntStream;
import org.espalier.optimize.VisitingOrder;

/** The order in which CRFsuite on Linux visits the instances: every epoch shuffles that of the epoch before. */
final class ShuffledOrder implements VisitingOrder {
    private final GlibcRandom random;
    private int[] permutation = {};

    /**
     * The order of one training.
     *
     * @param random what has been drawn before, by a split for example, is not drawn again
     */
    ShuffledOrder(GlibcRandom random) {
        this.random = random;
    }

    @Override
    public void arrange(int[] order, int epoch) {
        if (permutation.length != order.length) {
            permutation = IntStream.range(0, order.length).toArray();
        }
        for (int i = 0; i < permutation.length; i++) {
            int j = random.next() % permutation.length;
            int number = permutation[j];
            permutation[j] = permutation[i];
            permutation[i] = number;
        }
        System.arraycopy(permutation, 0, order, 0, order.length);
    }
}
