package org.espalier.feature.kernel;

/** Checks of the numbers in kernels. */
final class Parameters {
    private Parameters() {}

    static void requirePositive(String kernel, String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    kernel + ": " + name + " = " + value + "; expected a finite number above 0");
        }
    }

    static void requireDecay(String kernel, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    kernel + ": decay = " + value + "; expected a number above 0 and at most 1");
        }
    }

    static void requireLength(String kernel, int value, int largest) {
        if (value < 1 || value > largest) {
            throw new IllegalArgumentException(kernel + ": length = " + value + "; expected 1 to " + largest);
        }
    }

    static void requireColumn(String kernel, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    kernel + ": column = " + value + "; expected a column's number, counted from 0");
        }
    }
}
