package org.espalier.optimize;

/**
 * The elastic net λ₁‖x‖₁ + ½λ₂‖x‖²; either part may be zero.
 *
 * @param l1 λ₁, not negative
 * @param l2 λ₂, not negative
 */
public record Penalty(double l1, double l2) {

    public static final Penalty NONE = new Penalty(0, 0);

    public Penalty {
        requireWeight("l1", l1);
        requireWeight("l2", l2);
    }

    private static void requireWeight(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    name + " = " + value + "; expected a finite number that is not negative");
        }
    }
}
