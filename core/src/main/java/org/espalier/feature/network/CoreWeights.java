package org.espalier.feature.network;

import org.espalier.feature.network.NetworkShape.Matrix;

/**
 * The core of a network in single precision, and its matrices once more, transposed, as the backward direction reads them. Shared by all
 * threads while nobody writes it.
 */
public final class CoreWeights {
    private final NetworkShape shape;
    private final float[] values; // [size]
    private final float[] transposed; // every matrix as [columns][rows], rows filled up; or empty

    /**
     * Weights that are all 0.
     *
     * @param learns whether the backward direction is wanted
     */
    public CoreWeights(NetworkShape shape, boolean learns) {
        this.shape = shape;
        this.values = new float[shape.size()];
        this.transposed = new float[learns ? shape.transposedSize() : 0];
    }

    /** Takes the weights from {@code at} on. */
    public void load(double[] x, int at) {
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) x[at + i];
        }
        if (transposed.length > 0) {
            shape.matrices().forEach(this::transpose);
        }
    }

    /** Takes the weights of a network that is not learnt any more. */
    void load(float[] numbers) {
        System.arraycopy(numbers, 0, values, 0, values.length);
    }

    private void transpose(Matrix matrix) {
        int stride = NetworkShape.padded(matrix.rows());
        int begin = shape.transposedAt(matrix.at());
        for (int i = 0; i < matrix.rows(); i++) {
            int from = matrix.at() + i * matrix.stride();
            for (int j = 0; j < matrix.columns(); j++) {
                transposed[begin + i + j * stride] = values[from + j];
            }
        }
    }

    NetworkShape shape() {
        return shape;
    }

    float[] values() {
        return values;
    }

    float[] transposed() {
        return transposed;
    }
}
