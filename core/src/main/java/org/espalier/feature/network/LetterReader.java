package org.espalier.feature.network;

import java.util.Arrays;
import org.espalier.feature.network.NetworkOptions.Letters;
import org.espalier.math.MatrixKernels;

/**
 * Makes numbers of the letters of each word, forwards and backwards. For one thread.
 *
 * <p>All letters of a sequence stand below each other, each as its vector. For filters of width w there are (w − 1) / 2 rows of zeros before
 * and after each word, so that one product with overlapping rows gives all of them: row r of what the filters see begins at number r · c.
 * What they see across two words is not used.
 */
final class LetterReader {
    private final MatrixKernels kernels;
    private final NetworkShape shape;
    private final boolean filters;
    private final int vector; // c
    private final int output; // f
    private final int outputStride; // of what filters give
    private final int rowWidth; // of a letter's row: filters need them without gaps
    private final int width; // of a filter
    private final Lstm[] cells; // from the left, from the right
    private int rows; // of letters, beside-words included
    private int[] rowLetters = {}; // [rows]
    private int[] begins = {}; // the row of a word's first letter, or where its first filter begins // [T + 1]
    private int[] lengths = {}; // [T]
    private float[] letters = {}; // [rows][c]
    private float[] letterSlopes = {}; // [rows][c]
    private float[] seen = {}; // what filters give // [rows][f]
    private float[] seenSlopes = {}; // [rows][f]
    private int[] largest = {}; // the row of the largest // [T][f]
    private float[][] above = {{}, {}}; // the gradients of h // [rows][f/2]

    LetterReader(MatrixKernels kernels, NetworkShape shape) {
        NetworkOptions options = shape.options();
        this.kernels = kernels;
        this.shape = shape;
        this.filters = options.letters() == Letters.CNN;
        this.vector = options.letterVector();
        this.output = options.letterOutput();
        this.outputStride = NetworkShape.padded(output);
        this.rowWidth = filters ? vector : NetworkShape.padded(vector);
        this.width = filters ? options.letterWidth() : 1;
        this.cells = filters
                ? new Lstm[0]
                : new Lstm[] {
                    new Lstm(kernels, shape, shape.letterCells().get(0), false),
                    new Lstm(kernels, shape, shape.letterCells().get(1), true)
                };
    }

    /** Writes the numbers of each word from {@code at} on, {@code stride} apart. */
    void forward(float[] weights, NetworkInput input, float[] out, int at, int stride) {
        arrange(weights, input);
        if (filters) {
            filter(weights, input.length(), out, at, stride);
        } else {
            run(weights, input.length(), out, at, stride);
        }
    }

    private void arrange(float[] weights, NetworkInput input) {
        int words = input.length();
        int most = input.letterBegins()[words] + words * (width - 1);
        if (rowLetters.length < most) {
            int room = most + most / 2;
            rowLetters = new int[room];
            letters = new float[(room + width) * rowWidth];
            letterSlopes = new float[(room + width) * rowWidth + outputStride];
            seen = new float[filters ? room * outputStride : 0];
            seenSlopes = new float[filters ? room * outputStride : 0];
        }
        if (begins.length < words) {
            begins = new int[2 * words];
            lengths = new int[2 * words];
            largest = new int[2 * words * output];
        }
        rows = 0;
        for (int t = 0; t < words; t++) {
            int from = input.letterBegins()[t];
            begins[t] = rows;
            lengths[t] = input.letterBegins()[t + 1] - from;
            for (int k = 0; k < width / 2; k++) {
                rowLetters[rows++] = 0;
            }
            for (int k = 0; k < lengths[t]; k++) {
                rowLetters[rows++] = input.letters()[from + k];
            }
            for (int k = 0; k < width / 2; k++) {
                rowLetters[rows++] = 0;
            }
        }
        for (int r = 0; r < rows; r++) {
            int row = shape.letterTable() + rowLetters[r] * vector;
            if (rowLetters[r] == 0) {
                Arrays.fill(letters, r * rowWidth, (r + 1) * rowWidth, 0f);
            } else {
                System.arraycopy(weights, row, letters, r * rowWidth, vector);
            }
        }
    }

    private void filter(float[] weights, int words, float[] out, int at, int stride) {
        int places = rows - width + 1;
        for (int r = 0; r < places; r++) {
            System.arraycopy(weights, shape.filterBias(), seen, r * outputStride, outputStride);
        }
        kernels.addProduct(
                letters,
                0,
                vector,
                1,
                weights,
                shape.filters(),
                outputStride,
                seen,
                0,
                outputStride,
                places,
                width * vector,
                outputStride);
        for (int t = 0; t < words; t++) {
            int to = at + t * stride;
            for (int f = 0; f < output; f++) {
                int best = begins[t];
                for (int r = begins[t] + 1; r < begins[t] + lengths[t]; r++) {
                    best = seen[r * outputStride + f] > seen[best * outputStride + f] ? r : best;
                }
                largest[t * output + f] = best;
                out[to + f] = seen[best * outputStride + f];
            }
        }
    }

    private void run(float[] weights, int words, float[] out, int at, int stride) {
        int half = output / 2;
        for (int d = 0; d < 2; d++) {
            cells[d].begin(weights, letters, rows);
            for (int t = 0; t < words; t++) {
                int end = begins[t] + lengths[t];
                cells[d].run(weights, begins[t], end);
                int last = d == 0 ? end - 1 : begins[t];
                System.arraycopy(cells[d].h(), last * half, out, at + t * stride + d * half, half);
            }
        }
    }

    /** Takes the gradients of the words' numbers, which stand as {@link #forward} wrote these. */
    void backward(float[] transposed, int words, float[] slopes, int at, int stride, float[] gradient) {
        Arrays.fill(letterSlopes, 0, (rows + width) * rowWidth, 0f);
        if (filters) {
            filterBack(transposed, words, slopes, at, stride, gradient);
        } else {
            runBack(transposed, words, slopes, at, stride, gradient);
        }
        for (int r = 0; r < rows; r++) {
            int row = shape.letterTable() + rowLetters[r] * vector;
            for (int k = 0; k < vector && rowLetters[r] > 0; k++) {
                gradient[row + k] += letterSlopes[r * rowWidth + k];
            }
        }
    }

    private void filterBack(float[] transposed, int words, float[] slopes, int at, int stride, float[] gradient) {
        int places = rows - width + 1;
        Arrays.fill(seenSlopes, 0, places * outputStride, 0f);
        for (int t = 0; t < words; t++) {
            for (int f = 0; f < output; f++) {
                float slope = slopes[at + t * stride + f];
                seenSlopes[largest[t * output + f] * outputStride + f] += slope;
                gradient[shape.filterBias() + f] += slope;
            }
        }
        kernels.addProduct(
                letters,
                0,
                1,
                vector,
                seenSlopes,
                0,
                outputStride,
                gradient,
                shape.filters(),
                outputStride,
                width * vector,
                places,
                outputStride);
        for (int o = 0; o < width; o++) {
            kernels.addProduct(
                    seenSlopes,
                    0,
                    outputStride,
                    1,
                    transposed,
                    shape.transposedAt(shape.filters() + o * vector * outputStride),
                    NetworkShape.padded(vector),
                    letterSlopes,
                    o * vector,
                    vector,
                    places,
                    output,
                    vector);
        }
    }

    private void runBack(float[] transposed, int words, float[] slopes, int at, int stride, float[] gradient) {
        int half = output / 2;
        for (int d = 0; d < 2; d++) {
            if (above[d].length < rows * half) {
                above[d] = new float[rowLetters.length * half];
            }
            Arrays.fill(above[d], 0, rows * half, 0f);
            cells[d].beginBack(rows);
            for (int t = 0; t < words; t++) {
                int end = begins[t] + lengths[t];
                int last = d == 0 ? end - 1 : begins[t];
                System.arraycopy(slopes, at + t * stride + d * half, above[d], last * half, half);
                cells[d].runBack(transposed, above[d], begins[t], end);
                cells[d].addRecurrent(gradient, begins[t], end);
            }
            cells[d].endBack(transposed, letters, rows, gradient, letterSlopes);
        }
    }
}
