package org.espalier.feature.network;

import org.espalier.feature.text.WordVectors;
import org.jspecify.annotations.Nullable;

/** The vectors of a trained network. */
final class StoredRows implements VectorRows {
    private final NetworkShape shape;
    private final @Nullable WordVectors vectors;
    private final float[] tables;

    StoredRows(NetworkShape shape, @Nullable WordVectors vectors, float[] tables) {
        this.shape = shape;
        this.vectors = vectors;
        this.tables = tables;
    }

    @Override
    public void word(int number, float[] into, int at) {
        int width = shape.options().words();
        if (number >= 0 || vectors == null) {
            System.arraycopy(tables, Math.max(number, 0) * width, into, at, width);
            return;
        }
        for (int k = 0; k < width; k++) {
            into[at + k] = (float) vectors.value(-1 - number, k);
        }
    }

    @Override
    public void addAttribute(int number, float value, float[] into, int at) {
        int row = shape.attributeRow(number);
        for (int k = 0; k < shape.options().attributes(); k++) {
            into[at + k] += value * tables[row + k];
        }
    }
}
