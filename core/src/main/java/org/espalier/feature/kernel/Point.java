package org.espalier.feature.kernel;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/** What kernels compare: a sparse vector of numbered attributes, and the columns of a token. Immutable. */
public final class Point {
    private final int[] indices; // ascending // [entries]
    private final double[] values; // [entries]
    private final double squaredNorm;
    private final List<String> columns;
    private final Location location;

    private Point(int[] indices, double[] values, List<String> columns, Location location) {
        this.indices = indices;
        this.values = values;
        this.columns = columns;
        this.location = location;
        this.squaredNorm = squaredNorm(values);
    }

    private static double squaredNorm(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }

    /**
     * A point from its pieces.
     *
     * @param indices the numbers of its attributes, ascending, none twice
     * @param values their values, finite
     * @param columns its texts, for kernels over strings and trees
     * @param location where it was read, for messages
     */
    public static Point of(int[] indices, double[] values, List<String> columns, Location location) {
        if (indices.length != values.length) {
            throw new IllegalArgumentException(indices.length + " attributes with " + values.length + " values");
        }
        for (int k = 0; k < indices.length; k++) {
            if (indices[k] < 0 || k > 0 && indices[k] <= indices[k - 1] || !Double.isFinite(values[k])) {
                throw new IllegalArgumentException("attribute " + indices[k] + " with the value " + values[k]
                        + "; expected ascending numbers and finite values");
            }
        }
        return new Point(indices.clone(), values.clone(), List.copyOf(columns), location);
    }

    /** A point without attributes. */
    public static Point ofText(String... columns) {
        return new Point(new int[0], new double[0], List.of(columns), Location.NONE);
    }

    /** A point whose attributes 0, 1, … have these values. */
    public static Point ofValues(double... values) {
        int[] indices = new int[values.length];
        Arrays.setAll(indices, k -> k);
        return of(indices, values, List.of(), Location.NONE);
    }

    /** The number of attributes. */
    public int entries() {
        return indices.length;
    }

    /** The number of attribute {@code k} of this point. */
    public int index(int k) {
        return indices[k];
    }

    /** The value of attribute {@code k} of this point. */
    public double value(int k) {
        return values[k];
    }

    /** ‖x‖². */
    public double squaredNorm() {
        return squaredNorm;
    }

    /** Where it was read. */
    public Location location() {
        return location;
    }

    /** The text of a column. */
    public String column(int column) {
        if (column >= columns.size()) {
            throw new DataFormatException(
                    location,
                    "the token has " + columns.size() + (columns.size() == 1 ? " column" : " columns")
                            + ", but the kernel reads column " + column
                            + " (counted from 0); correct the kernel's column or give the data that column");
        }
        return columns.get(column);
    }

    /** Copies the attributes and their values to a place in longer arrays. */
    void copyTo(int[] targetIndices, double[] targetValues, int at) {
        System.arraycopy(indices, 0, targetIndices, at, indices.length);
        System.arraycopy(values, 0, targetValues, at, values.length);
    }

    int dimension() {
        return indices.length == 0 ? 0 : indices[indices.length - 1] + 1;
    }
}
