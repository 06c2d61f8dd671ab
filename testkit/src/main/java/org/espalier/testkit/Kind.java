package org.espalier.testkit;

import java.util.Random;

/** Kinds of part scores, from the ordinary to the hostile. */
public enum Kind {
    /** Normal with standard deviation 1. */
    NORMAL,
    /** Normal with standard deviation 20. */
    WIDE,
    /** +800 or −800. */
    HUGE,
    /** Small whole numbers, so that many outputs have exactly the same score. */
    TIES,
    /** All zero: every output is the best. */
    ZERO,
    /** Normal, a third of the parts forbidden. */
    MASKED,
    /** +800 or −800 or forbidden. */
    HUGE_MASKED,
    /** Normal, and so many parts forbidden that one chosen output is left. */
    ONE_OUTPUT,
    /** Normal, and so many parts forbidden that no output is left. */
    NO_OUTPUT,
    /** Normal, every shared part forbidden. */
    NO_SHARED_PART;

    /** Draws the score of one part; which outputs are left is not decided here. */
    double score(Random random) {
        return switch (this) {
            case NORMAL, ONE_OUTPUT, NO_OUTPUT, NO_SHARED_PART -> random.nextGaussian();
            case WIDE -> 20 * random.nextGaussian();
            case HUGE -> random.nextBoolean() ? 800 : -800;
            case TIES -> random.nextInt(3) - 1;
            case ZERO -> 0;
            case MASKED -> random.nextInt(3) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian();
            case HUGE_MASKED -> random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : random.nextBoolean() ? 800 : -800;
        };
    }
}
