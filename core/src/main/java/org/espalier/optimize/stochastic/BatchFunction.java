package org.espalier.optimize.stochastic;

import java.util.Arrays;
import org.espalier.optimize.Function;

/**
 * A sum of terms that need not be linear in anything, as the losses of sequences under a network are. It is asked for the gradient of some
 * terms at a time.
 *
 * <p>The first coordinates are <em>rare</em>: a term looks at few of them, such as the vectors of its words. All terms look at all others.
 */
public interface BatchFunction extends Function {

    /** The number of terms. */
    int terms();

    /** How many coordinates are rare: those below this number. */
    int rare();

    /**
     * Evaluates the sum of some terms, as it is while learning: with dropout, if there is any.
     *
     * @param terms the numbers of the terms; those from {@code begin} up to {@code end} are asked for
     * @param x the point; not to be changed, nor kept // [n]
     * @param noise decides what is random: the same number, the same bits
     * @param gradient is empty, and receives the gradient
     * @return the value
     */
    double evaluateBatch(int[] terms, int begin, int end, double[] x, long noise, Gradient gradient);

    /** A gradient whose rare coordinates are mostly 0: those that are not are listed. */
    final class Gradient {
        private final double[] values; // [n]
        private final boolean[] isListed; // [rare]
        private int[] listed = new int[1024];
        private int size;

        /**
         * An empty one.
         *
         * @param dimension n
         * @param rare how many coordinates are rare
         */
        public Gradient(int dimension, int rare) {
            this.values = new double[dimension];
            this.isListed = new boolean[rare];
        }

        /** Adds to a rare coordinate. */
        public void add(int coordinate, double amount) {
            if (!isListed[coordinate]) {
                isListed[coordinate] = true;
                if (size == listed.length) {
                    listed = Arrays.copyOf(listed, 2 * size);
                }
                listed[size++] = coordinate;
            }
            values[coordinate] += amount;
        }

        /** All coordinates; those that are not rare may be written directly // [n]. */
        public double[] values() {
            return values;
        }

        /** How many rare coordinates are listed. */
        public int size() {
            return size;
        }

        /** The k-th rare coordinate, in the order in which they were first added to. */
        public int listed(int k) {
            return listed[k];
        }

        /** Empties it. */
        public void clear() {
            for (int k = 0; k < size; k++) {
                values[listed[k]] = 0;
                isListed[listed[k]] = false;
            }
            size = 0;
            Arrays.fill(values, isListed.length, values.length, 0.0);
        }
    }
}
