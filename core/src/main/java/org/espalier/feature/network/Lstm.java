package org.espalier.feature.network;

import java.util.Arrays;
import org.espalier.feature.network.NetworkShape.Cell;
import org.espalier.math.MatrixKernels;

/**
 * An LSTM in one direction over one run of rows or several, forwards and backwards in time (Hochreiter &amp; Schmidhuber 1997, with forget
 * gates).
 *
 * <pre>
 *   i, f, o = σ(x W + h₋ U + b)   g = tanh(x W + h₋ U + b)   c = f c₋ + i g   h = o tanh c
 * </pre>
 *
 * h₋ and c₋ are those of the row before, from the left or from the right; 0 at the beginning of a run. The products with W are done for all
 * rows at once. For one thread.
 */
final class Lstm {
    private final MatrixKernels kernels;
    private final Cell cell;
    private final boolean fromRight;
    private final int hidden;
    private final int gateWidth; // 4H
    private final int gateStride; // of the matrices
    private final int inputStride; // of the inputs, and of the transposed W
    private final int hiddenStride; // of the transposed U
    private final int transposedW;
    private final int transposedU;
    private float[] gates = {}; // [rows][4H]
    private float[] c = {}; // [rows][H]
    private float[] squashed = {}; // tanh c // [rows][H]
    private float[] h = {}; // [rows][H]
    private float[] slopes = {}; // of the gates before their functions // [rows][4H]
    private float[] hSlope = {}; // of h, from the row after // [H]
    private float[] cSlope = {}; // [H]

    Lstm(MatrixKernels kernels, NetworkShape shape, Cell cell, boolean fromRight) {
        this.kernels = kernels;
        this.cell = cell;
        this.fromRight = fromRight;
        this.hidden = cell.hidden();
        this.gateWidth = 4 * hidden;
        this.gateStride = NetworkShape.padded(gateWidth);
        this.inputStride = NetworkShape.padded(cell.input());
        this.hiddenStride = NetworkShape.padded(hidden);
        this.transposedW = shape.transposedAt(cell.w());
        this.transposedU = shape.transposedAt(cell.u());
    }

    /** What each row has come to // [rows][H]. */
    float[] h() {
        return h;
    }

    /** Begins with inputs of so many rows. */
    void begin(float[] weights, float[] x, int rows) { // x: [rows][padded input]
        if (gates.length < rows * gateWidth) {
            int room = rows + rows / 2;
            gates = new float[room * gateWidth];
            c = new float[room * hidden];
            squashed = new float[room * hidden];
            h = new float[room * hidden];
        }
        for (int r = 0; r < rows; r++) {
            System.arraycopy(weights, cell.bias(), gates, r * gateWidth, gateWidth);
        }
        int width = cell.input();
        kernels.addProduct(
                x, 0, inputStride, 1, weights, cell.w(), gateStride, gates, 0, gateWidth, rows, width, gateWidth);
    }

    /** Walks over the rows from {@code begin} to {@code end}. */
    void run(float[] weights, int begin, int end) {
        for (int n = 0; n < end - begin; n++) {
            int r = fromRight ? end - 1 - n : begin + n;
            int before = fromRight ? r + 1 : r - 1;
            int at = r * gateWidth;
            if (n > 0) {
                kernels.addProduct(
                        h,
                        before * hidden,
                        hidden,
                        1,
                        weights,
                        cell.u(),
                        gateStride,
                        gates,
                        at,
                        gateWidth,
                        1,
                        hidden,
                        gateWidth);
            }
            kernels.sigmoid(gates, at, 3 * hidden);
            kernels.tanh(gates, at + 3 * hidden, hidden);
            step(at, r * hidden, n == 0 ? -1 : before * hidden);
        }
    }

    private void step(int at, int row, int before) {
        int forget = at + hidden;
        int output = at + 2 * hidden;
        int candidate = at + 3 * hidden;
        for (int k = 0; k < hidden; k++) {
            float old = before < 0 ? 0 : c[before + k];
            c[row + k] = gates[forget + k] * old + gates[at + k] * gates[candidate + k];
        }
        System.arraycopy(c, row, squashed, row, hidden);
        kernels.tanh(squashed, row, hidden);
        for (int k = 0; k < hidden; k++) {
            h[row + k] = gates[output + k] * squashed[row + k];
        }
    }

    /** Begins the backward direction of all rows. */
    void beginBack(int rows) {
        if (slopes.length < rows * gateWidth) {
            slopes = new float[gates.length];
        }
        if (hSlope.length == 0) {
            hSlope = new float[hiddenStride];
            cSlope = new float[hidden];
        }
        Arrays.fill(slopes, 0, rows * gateWidth, 0f);
    }

    /**
     * Walks back over a run.
     *
     * @param above the gradient of h // [rows][H]
     */
    void runBack(float[] transposed, float[] above, int begin, int end) {
        Arrays.fill(hSlope, 0f);
        Arrays.fill(cSlope, 0f);
        int length = end - begin;
        for (int n = length - 1; n >= 0; n--) {
            int r = fromRight ? end - 1 - n : begin + n;
            int before = fromRight ? r + 1 : r - 1;
            stepBack(r * gateWidth, r * hidden, n == 0 ? -1 : before * hidden, above);
            if (n > 0) {
                Arrays.fill(hSlope, 0f);
                kernels.addProduct(
                        slopes,
                        r * gateWidth,
                        gateWidth,
                        1,
                        transposed,
                        transposedU,
                        hiddenStride,
                        hSlope,
                        0,
                        hiddenStride,
                        1,
                        gateWidth,
                        hiddenStride);
            }
        }
    }

    private void stepBack(int at, int row, int before, float[] above) {
        for (int k = 0; k < hidden; k++) {
            float i = gates[at + k];
            float f = gates[at + hidden + k];
            float o = gates[at + 2 * hidden + k];
            float g = gates[at + 3 * hidden + k];
            float squash = squashed[row + k];
            float up = above[row + k] + hSlope[k];
            float cUp = cSlope[k] + up * o * (1 - squash * squash);
            float old = before < 0 ? 0 : c[before + k];
            slopes[at + k] = cUp * g * i * (1 - i);
            slopes[at + hidden + k] = cUp * old * f * (1 - f);
            slopes[at + 2 * hidden + k] = up * squash * o * (1 - o);
            slopes[at + 3 * hidden + k] = cUp * i * (1 - g * g);
            cSlope[k] = cUp * f;
        }
    }

    /** Adds what a run says of U. */
    void addRecurrent(float[] gradient, int begin, int end) {
        int steps = end - begin - 1;
        if (steps > 0) {
            int from = fromRight ? begin + 1 : begin;
            int to = fromRight ? begin : begin + 1;
            kernels.addProduct(
                    h,
                    from * hidden,
                    1,
                    hidden,
                    slopes,
                    to * gateWidth,
                    gateWidth,
                    gradient,
                    cell.u(),
                    gateStride,
                    hidden,
                    steps,
                    gateWidth);
        }
    }

    /** Adds what all rows say of W, the bias and the input. */
    void endBack(float[] transposed, float[] x, int rows, float[] gradient, float[] inputGradient) {
        int width = cell.input();
        kernels.addProduct(
                x, 0, 1, inputStride, slopes, 0, gateWidth, gradient, cell.w(), gateStride, width, rows, gateWidth);
        for (int r = 0; r < rows; r++) {
            int at = r * gateWidth;
            for (int k = 0; k < gateWidth; k++) {
                gradient[cell.bias() + k] += slopes[at + k];
            }
        }
        kernels.addProduct(
                slopes,
                0,
                gateWidth,
                1,
                transposed,
                transposedW,
                inputStride,
                inputGradient,
                0,
                inputStride,
                rows,
                gateWidth,
                inputStride);
    }
}
