package org.espalier.generative;

import java.util.Arrays;
import java.util.Locale;

/**
 * Estimates p(k | h) from counts c(h, k), so that what was never seen keeps a probability.
 *
 * <pre>
 *   additive λ        (c(h,k) + λ) / (c(h) + λK)                                     Lidstone; λ = 0 is maximum likelihood
 *   absolute d        (c(h,k) − d·min(c(h,k), 1) + d·T(h)·p(k)) / c(h)               d = n₁/(n₁ + 2n₂) when 0
 *   Witten–Bell f     (c(h,k) + f·T(h)·p(k)) / (c(h) + f·T(h))                       T(h) = Σ_k min(c(h,k), 1): how many k follow h
 *   interpolation λ   λ c(h,k)/c(h) + (1 − λ) p(k)                                   λ by deleted interpolation when 0
 * </pre>
 *
 * where p(k) is the distribution without the history, itself smoothed with 0.01, so that all but maximum likelihood give every
 * outcome a positive probability. Chen &amp; Goodman (1998); deleted interpolation as in TnT (Brants 2000) for order 1.
 *
 * @param method the formula
 * @param amount λ, d, f or λ; 0 as said there
 */
public record Smoothing(Method method, double amount) {

    /** The formula. */
    public enum Method {
        ADDITIVE,
        ABSOLUTE,
        WITTEN_BELL,
        INTERPOLATION
    }

    private static final double LOWER = 0.01;

    /** Relative frequencies as they are. */
    public static final Smoothing NONE = additive(0);

    public static final Smoothing WITTEN_BELL = new Smoothing(Method.WITTEN_BELL, 1);
    public static final Smoothing ABSOLUTE = new Smoothing(Method.ABSOLUTE, 0);
    public static final Smoothing INTERPOLATION = new Smoothing(Method.INTERPOLATION, 0);

    public Smoothing {
        boolean belowOne = method == Method.ABSOLUTE || method == Method.INTERPOLATION;
        if (!(amount >= 0) || Double.isInfinite(amount) || (belowOne && amount >= 1)) {
            throw new IllegalArgumentException("the amount " + amount + " for " + name(method) + " smoothing; expected "
                    + (belowOne ? "a number from 0 to below 1, 0 to estimate it" : "a finite number from 0"));
        }
    }

    public static Smoothing additive(double lambda) {
        return new Smoothing(Method.ADDITIVE, lambda);
    }

    /**
     * Reads {@code additive:0.1}, {@code absolute}, {@code witten-bell}, {@code interpolation:0.9} and the like; without an
     * amount it is 1 for additive and Witten–Bell, and estimated for the others.
     */
    public static Smoothing parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        for (Method method : Method.values()) {
            if (name(method).equals(name)) {
                boolean one = method == Method.ADDITIVE || method == Method.WITTEN_BELL;
                return new Smoothing(method, colon < 0 ? (one ? 1 : 0) : amount(text, colon));
            }
        }
        throw new IllegalArgumentException("the smoothing '" + text
                + "'; expected additive, absolute, witten-bell or interpolation, with an amount after a colon if any");
    }

    private static double amount(String text, int colon) {
        try {
            return Double.parseDouble(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the smoothing '" + text + "'; expected a number after the colon", e);
        }
    }

    private static String name(Method method) {
        return method.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return name(method) + ":" + amount;
    }

    /** p(k | h) with the column sums as counts of k. */
    double[][] estimate(double[][] counts) {
        double[] lower = new double[counts[0].length];
        for (double[] row : counts) {
            for (int k = 0; k < row.length; k++) {
                lower[k] += row[k];
            }
        }
        return estimate(counts, lower);
    }

    /**
     * p(k | h) of every history h.
     *
     * @param counts c(h, k), not negative // [H][K]
     * @param lowerCounts how often k occurs whatever the history // [K]
     */
    double[][] estimate(double[][] counts, double[] lowerCounts) {
        double[] lower = additiveRow(lowerCounts, LOWER, LOWER);
        double share =
                method == Method.ABSOLUTE || method == Method.INTERPOLATION ? share(counts, lowerCounts) : amount;
        double[][] rows = new double[counts.length][];
        for (int h = 0; h < rows.length; h++) {
            rows[h] = row(counts[h], lower, share);
        }
        return rows;
    }

    private double[] row(double[] counts, double[] lower, double share) {
        double total = Arrays.stream(counts).sum();
        if (method == Method.ADDITIVE) {
            return additiveRow(counts, amount, 1);
        }
        if (total == 0) {
            return lower.clone();
        }
        double[] row = new double[counts.length];
        double followers = 0;
        for (double count : counts) {
            followers += Math.min(count, 1); // a fraction of an occurrence is a fraction of a follower
        }
        for (int k = 0; k < row.length; k++) {
            row[k] = switch (method) {
                case ADDITIVE -> throw new AssertionError(method);
                case ABSOLUTE -> (counts[k] - share * Math.min(counts[k], 1) + share * followers * lower[k]) / total;
                case WITTEN_BELL -> (counts[k] + share * followers * lower[k]) / (total + share * followers);
                case INTERPOLATION -> share * counts[k] / total + (1 - share) * lower[k];
            };
        }
        return row;
    }

    /** A row that was never seen is uniform. */
    private static double[] additiveRow(double[] counts, double added, double addedToNothing) {
        double sum = Arrays.stream(counts).sum();
        double add = sum + added * counts.length > 0 ? added : addedToNothing;
        double total = sum + add * counts.length;
        return Arrays.stream(counts).map(count -> (count + add) / total).toArray();
    }

    private double share(double[][] counts, double[] lowerCounts) {
        if (amount > 0) {
            return amount;
        }
        return method == Method.ABSOLUTE ? discount(counts) : deletedInterpolation(counts, lowerCounts);
    }

    private static double discount(double[][] counts) {
        double once = 0;
        double twice = 0;
        for (double[] row : counts) {
            for (double count : row) {
                once += count > 0 && count <= 1 ? 1 : 0;
                twice += count > 1 && count <= 2 ? 1 : 0;
            }
        }
        return once == 0 ? 0.5 : Math.min(0.99, once / (once + 2 * twice));
    }

    /** Each pair votes, with its count, for the estimate that predicts it better when it is taken away once. */
    private static double deletedInterpolation(double[][] counts, double[] lowerCounts) {
        double all = Arrays.stream(lowerCounts).sum();
        double withHistory = 0;
        double without = 0;
        for (double[] row : counts) {
            double total = Arrays.stream(row).sum();
            for (int k = 0; k < row.length; k++) {
                if (row[k] > 0) {
                    double bigram = total > 1 ? Math.max(0, row[k] - 1) / (total - 1) : 0;
                    double unigram = all > 1 ? Math.max(0, lowerCounts[k] - 1) / (all - 1) : 0;
                    withHistory += bigram >= unigram ? row[k] : 0;
                    without += bigram >= unigram ? 0 : row[k];
                }
            }
        }
        // Never all of it: what was not seen must keep a probability.
        return withHistory == 0 ? 0.5 : Math.min(0.999, withHistory / (withHistory + without));
    }
}
