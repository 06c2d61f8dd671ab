package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Compares numbers up to rounding: |found − expected| ≤ tolerance · max(1, |expected|); infinite ones must be equal. */
final class Close {
    private Close() {}

    static void check(double found, double expected, double tolerance, Object origin) {
        if (isClose(found, expected, tolerance)) { // an assertion for each of 300,000 is slow
            return;
        }
        if (Double.isInfinite(expected)) {
            assertThat(found).as(origin.toString()).isEqualTo(expected);
        }
        assertThat(found)
                .as(origin.toString())
                .isCloseTo(expected, within(tolerance * Math.max(1, Math.abs(expected))));
    }

    static void check(double[] found, double[] expected, double tolerance, Object origin) {
        assertThat(found).as(origin.toString()).hasSameSizeAs(expected);
        for (int part = 0; part < expected.length; part++) {
            if (!isClose(found[part], expected[part], tolerance)) {
                check(found[part], expected[part], tolerance, "part " + part + " of " + origin);
            }
        }
    }

    /** An infinite tolerance accepts every number. */
    private static boolean isClose(double found, double expected, double tolerance) {
        if (tolerance == Double.POSITIVE_INFINITY) {
            return !Double.isNaN(found);
        }
        return found == expected
                || (Double.isFinite(expected)
                        && Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)));
    }
}
