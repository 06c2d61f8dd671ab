package org.espalier.cli.plot;

import java.util.Objects;

/**
 * One of the two axes of a chart.
 *
 * @param label what it measures, with its unit
 * @param scale how numbers become places
 */
public record Axis(String label, Scale scale) {

    /** How numbers become places. */
    public enum Scale {
        /** In proportion to the number. */
        LINEAR,
        /** In proportion to its logarithm; numbers that are not positive have no place. */
        LOGARITHMIC
    }

    public Axis {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(scale, "scale");
    }

    public static Axis linear(String label) {
        return new Axis(label, Scale.LINEAR);
    }

    public static Axis logarithmic(String label) {
        return new Axis(label, Scale.LOGARITHMIC);
    }

    /** Whether a number has a place on this axis. */
    boolean shows(double value) {
        return Double.isFinite(value) && (scale == Scale.LINEAR || value > 0);
    }
}
