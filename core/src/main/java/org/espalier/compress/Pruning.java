package org.espalier.compress;

import java.util.Locale;
import java.util.Objects;

/**
 * Which weights are kept: in every case the largest by absolute value. Weights of shared transitions are not counted and
 * always kept: they are few, and every step needs them.
 *
 * @param kind what {@code amount} means
 * @param amount the threshold, count or fraction; 0 for none
 */
public record Pruning(Kind kind, double amount) {

    /** What decides how many weights are kept. */
    public enum Kind {
        /** All are kept. */
        NONE,
        /** Those whose absolute value is at least the amount. */
        THRESHOLD,
        /** So many. */
        COUNT,
        /** This fraction of them, from above 0 to 1. */
        FRACTION
    }

    /** All weights are kept. */
    public static final Pruning NONE = new Pruning(Kind.NONE, 0);

    public Pruning {
        Objects.requireNonNull(kind, "kind");
        boolean valid = switch (kind) {
            case NONE -> amount == 0;
            case THRESHOLD -> amount >= 0 && amount < Double.POSITIVE_INFINITY;
            case COUNT -> amount >= 1 && amount <= Integer.MAX_VALUE && amount == Math.rint(amount);
            case FRACTION -> amount > 0 && amount <= 1;
        };
        if (!valid) {
            String expected = switch (kind) {
                case NONE -> "0";
                case THRESHOLD -> "a number of at least 0";
                case COUNT -> "a whole number of at least 1";
                case FRACTION -> "a number above 0 and up to 1";
            };
            throw new IllegalArgumentException("pruning by " + kind.name().toLowerCase(Locale.ROOT) + " "
                    + (amount == Math.rint(amount) ? String.format(Locale.ROOT, "%.0f", amount) : amount)
                    + "; expected " + expected);
        }
    }

    /** How many weights are kept of those with these absolute values, sorted ascending. */
    int kept(double[] magnitudes) {
        return switch (kind) {
            case NONE -> magnitudes.length;
            case THRESHOLD -> magnitudes.length - below(magnitudes, amount);
            case COUNT -> (int) Math.min(amount, magnitudes.length);
            case FRACTION -> (int) Math.ceil(amount * magnitudes.length);
        };
    }

    private static int below(double[] magnitudes, double threshold) {
        int low = 0;
        int high = magnitudes.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (magnitudes[middle] < threshold) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
