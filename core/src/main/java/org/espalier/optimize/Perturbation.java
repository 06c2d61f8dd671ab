package org.espalier.optimize;

import java.util.SplittableRandom;

/**
 * Moves a point a little at random, so that a function that is not convex is left at a saddle, where its gradient vanishes.
 *
 * @param width every coordinate moves by a uniform random number between ±width
 * @param seed decides the random numbers
 */
public record Perturbation(double width, long seed) {

    /** Enough to leave a saddle, and little beside the weights of a model. */
    public static final double SMALL = 0.01;

    /** Changes the point. */
    public void move(double[] x) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < x.length; i++) {
            x[i] += width * (2 * random.nextDouble() - 1);
        }
    }
}
