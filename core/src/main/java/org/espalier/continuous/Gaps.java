package org.espalier.continuous;

/** Hides known values, to see how well they are predicted with the help of the others. */
public final class Gaps {
    private Gaps() {}

    /**
     * The values without every n-th known one.
     *
     * @param values NaN where they are not known
     * @param turn which of the n ways to count, from 0
     */
    public static double[] hide(double[] values, int every, int turn) {
        double[] known = values.clone();
        int count = 0;
        for (int t = 0; t < known.length; t++) {
            if (!Double.isNaN(values[t]) && count++ % every == turn) {
                known[t] = Double.NaN;
            }
        }
        return known;
    }
}
