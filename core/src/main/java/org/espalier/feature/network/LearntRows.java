package org.espalier.feature.network;

import org.espalier.feature.text.WordVectors;
import org.jspecify.annotations.Nullable;

/** The vectors of a network that is being learnt: some of all parameters. */
public final class LearntRows implements VectorRows {
    private final NetworkShape shape;
    private final @Nullable WordVectors vectors;
    private final double[] x;
    private final int tables;

    /**
     * The vectors.
     *
     * @param vectors of words that are not learnt, or null
     * @param x all parameters
     * @param tables where the tables begin
     */
    public LearntRows(NetworkShape shape, @Nullable WordVectors vectors, double[] x, int tables) {
        this.shape = shape;
        this.vectors = vectors;
        this.x = x;
        this.tables = tables;
    }

    @Override
    public void word(int number, float[] into, int at) {
        int width = shape.options().words();
        WordVectors others = number < 0 ? vectors : null;
        int row = tables + Math.max(number, 0) * width;
        for (int k = 0; k < width; k++) {
            into[at + k] = (float) (others == null ? x[row + k] : others.value(-1 - number, k));
        }
    }

    @Override
    public void addAttribute(int number, float value, float[] into, int at) {
        int row = tables + shape.attributeRow(number);
        for (int k = 0; k < shape.options().attributes(); k++) {
            into[at + k] += value * (float) x[row + k];
        }
    }
}
