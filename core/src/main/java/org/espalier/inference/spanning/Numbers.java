package org.espalier.inference.spanning;

/**
 * A long array of numbers that are not negative, with the operations on rows of it that elimination needs.
 *
 * <p>None of them subtracts. So every result has nearly all its digits, whatever the sizes of the numbers, as long as they fit. {@link
 * PlainNumbers} are fast, and notice when they might not fit; {@link WideNumbers} always do.
 */
abstract class Numbers {

    /** Room for so many numbers. */
    abstract void reserve(int size);

    /** Writes exp(logarithm). */
    abstract void setExponential(int at, double logarithm);

    abstract void setZero(int at);

    abstract void setOne(int at);

    abstract boolean isZero(int at);

    abstract void copy(int from, int to);

    /** Writes the sum of a row. */
    abstract void sum(int from, int count, int to);

    /** Divides a row by a number. */
    abstract void divide(int from, int count, int by);

    /** target[h] += factor · source[h]. */
    abstract void addScaled(int target, int source, int factor, int count);

    /** Writes Σ a[h] · b[h]. */
    abstract void dot(int a, int b, int count, int to);

    abstract double logarithm(int at);

    /** a · b / c. */
    abstract double ratio(int a, int b, int c);

    /** Whether a number by which others are divided is so small that what was too small to be kept might matter. */
    abstract boolean isTooSmall(int at);
}
