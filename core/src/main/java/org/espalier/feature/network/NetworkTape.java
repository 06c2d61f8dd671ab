package org.espalier.feature.network;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.math.MatrixKernels;
import org.jspecify.annotations.Nullable;

/**
 * Both directions of a network for one sequence at a time; it keeps what the backward direction needs. For one thread.
 *
 * <p>Cost of a token: a multiplication for every number of the core's matrices forwards, and two backwards. The same bits with any kernels.
 */
public final class NetworkTape {
    private final MatrixKernels kernels;
    private final NetworkShape shape;
    private final int labelStride; // of emissions, whose rows are filled up
    private final @Nullable LetterReader letters;
    private final Lstm[] cells; // [2 · layers]
    private final float[][] inputs; // of each layer, and of the output // [layers + 1][T][width]
    private final float[][] slopes; // their gradients
    private final float[][] masks; // by what they were multiplied
    private final float[][] above = {{}, {}}; // of the two directions
    private float[] emissions = {}; // [T][L]
    private float[] emissionSlopes = {}; // [T][L]
    private NetworkInput input = NO_INPUT;
    private boolean isMasked;

    private static final NetworkInput NO_INPUT =
            new NetworkInput(new int[0], new int[1], new int[0], new byte[0], new int[1], new int[0], new float[0]);

    /** Takes up what a sequence says of the vectors that it looked at. */
    public interface VectorGradient {
        /** The gradient of a word's vector: {@code count} numbers from {@code at} on. */
        void word(int number, float[] slopes, int at, int count);

        /** The gradient of an attribute's vector, by the value with which it occurred. */
        void attribute(int number, float value, float[] slopes, int at, int count);
    }

    public NetworkTape(MatrixKernels kernels, NetworkShape shape) {
        this.kernels = kernels;
        this.shape = shape;
        this.labelStride = NetworkShape.padded(shape.labels());
        this.letters = shape.readsLetters() ? new LetterReader(kernels, shape) : null;
        this.cells = new Lstm[shape.cells().size()];
        for (int c = 0; c < cells.length; c++) {
            cells[c] = new Lstm(kernels, shape, shape.cells().get(c), c % 2 == 1);
        }
        int layers = shape.options().layers();
        this.inputs = new float[layers + 1][0];
        this.slopes = new float[layers + 1][0];
        this.masks = new float[layers + 1][0];
    }

    private int width(int layer) {
        return layer == 0 ? shape.inputWidth() : 2 * shape.options().hidden();
    }

    /** From a row to the next. */
    private int stride(int layer) {
        return NetworkShape.padded(width(layer));
    }

    private void reserve(int length) {
        if (emissions.length < length * labelStride) {
            int room = length + length / 2;
            emissions = new float[room * labelStride];
            emissionSlopes = new float[room * labelStride];
            for (int layer = 0; layer < inputs.length; layer++) {
                inputs[layer] = new float[room * stride(layer)];
                slopes[layer] = new float[room * stride(layer)];
                masks[layer] = new float[room * stride(layer)];
            }
            for (int d = 0; d < 2; d++) {
                above[d] = new float[room * shape.options().hidden()];
            }
        }
    }

    /** Scores a sequence without anything random. Returns its emissions, valid until the next call // [T][stride()]. */
    public float[] forward(CoreWeights core, VectorRows rows, NetworkInput sequence) {
        return forward(core, rows, sequence, null);
    }

    /**
     * Scores a sequence as it is scored while learning: some of the numbers are 0, and the others larger instead.
     *
     * @param noise decides which; null for none
     */
    public float[] forward(CoreWeights core, VectorRows rows, NetworkInput sequence, @Nullable SplittableRandom noise) {
        input = sequence;
        int length = sequence.length();
        reserve(length);
        float[] weights = core.values();
        observe(weights, rows);
        double dropout = shape.options().dropout();
        isMasked = noise != null && dropout > 0;
        for (int layer = 0; layer < inputs.length; layer++) {
            if (noise != null && dropout > 0) {
                mask(layer, noise);
            }
            if (layer < inputs.length - 1) {
                join(weights, layer);
            }
        }
        int last = inputs.length - 1;
        for (int t = 0; t < length; t++) {
            System.arraycopy(weights, shape.outputBias(), emissions, t * labelStride, labelStride);
        }
        kernels.addProduct(
                inputs[last],
                0,
                stride(last),
                1,
                weights,
                shape.output(),
                labelStride,
                emissions,
                0,
                labelStride,
                length,
                width(last),
                labelStride);
        return emissions;
    }

    private void observe(float[] weights, VectorRows rows) {
        NetworkOptions options = shape.options();
        float[] x = inputs[0];
        int width = shape.inputWidth();
        int stride = stride(0);
        int at = 0;
        for (int t = 0; t < input.length(); t++) {
            rows.word(input.words()[t], x, t * stride);
        }
        at += options.words();
        if (letters != null) {
            letters.forward(weights, input, x, at, stride);
            at += options.letterOutput();
        }
        for (int t = 0; t < input.length(); t++) {
            int pattern = shape.capitalTable() + input.capitals()[t] * options.capitals();
            System.arraycopy(weights, pattern, x, t * stride + at, options.capitals());
        }
        at += options.capitals();
        for (int t = 0; t < input.length() && at < width; t++) {
            Arrays.fill(x, t * stride + at, t * stride + width, 0f);
            for (int k = input.attributeBegins()[t]; k < input.attributeBegins()[t + 1]; k++) {
                rows.addAttribute(input.attributes()[k], input.values()[k], x, t * stride + at);
            }
        }
    }

    private void mask(int layer, SplittableRandom noise) {
        int width = stride(layer);
        double dropout = shape.options().dropout();
        float kept = (float) (1 / (1 - dropout));
        float[] mask = masks[layer];
        int size = input.length() * width;
        for (int i = 0; i < size; i++) {
            mask[i] = shape.options().sharedMask() && i >= width
                    ? mask[i - width]
                    : noise.nextDouble() < dropout ? 0f : kept;
        }
        multiply(inputs[layer], mask, size);
    }

    private static void multiply(float[] numbers, float[] by, int size) {
        for (int i = 0; i < size; i++) {
            numbers[i] *= by[i];
        }
    }

    private void join(float[] weights, int layer) {
        int hidden = shape.options().hidden();
        int length = input.length();
        for (int d = 0; d < 2; d++) {
            Lstm cell = cells[2 * layer + d];
            cell.begin(weights, inputs[layer], length);
            cell.run(weights, 0, length);
            for (int t = 0; t < length; t++) {
                System.arraycopy(cell.h(), t * hidden, inputs[layer + 1], t * stride(layer + 1) + d * hidden, hidden);
            }
        }
    }

    /** From the emissions of a token to those of the next. */
    public int stride() {
        return labelStride;
    }

    /** The gradient of the emissions, to be written before {@link #backward} // [T][stride()]. */
    public float[] emissionSlopes() {
        return emissionSlopes;
    }

    /**
     * Adds what the emissions of the sequence that was scored last say of the parameters.
     *
     * @param core with which it was scored
     * @param gradient of the core // [size]
     * @param vectors takes up the gradients of words and attributes
     */
    public void backward(CoreWeights core, float[] gradient, VectorGradient vectors) {
        int length = input.length();
        int last = inputs.length - 1;
        float[] transposed = core.transposed();
        Arrays.fill(slopes[last], 0, length * stride(last), 0f);
        kernels.addProduct(
                inputs[last],
                0,
                1,
                stride(last),
                emissionSlopes,
                0,
                labelStride,
                gradient,
                shape.output(),
                labelStride,
                width(last),
                length,
                labelStride);
        for (int t = 0; t < length; t++) {
            for (int y = 0; y < shape.labels(); y++) {
                gradient[shape.outputBias() + y] += emissionSlopes[t * labelStride + y];
            }
        }
        kernels.addProduct(
                emissionSlopes,
                0,
                labelStride,
                1,
                transposed,
                shape.transposedAt(shape.output()),
                stride(last),
                slopes[last],
                0,
                stride(last),
                length,
                shape.labels(),
                stride(last));
        for (int layer = last; layer >= 0; layer--) {
            if (isMasked) {
                multiply(slopes[layer], masks[layer], length * stride(layer));
            }
            if (layer > 0) {
                split(transposed, layer - 1, gradient);
            }
        }
        hand(gradient, transposed, vectors);
    }

    private void split(float[] transposed, int layer, float[] gradient) {
        int hidden = shape.options().hidden();
        int length = input.length();
        Arrays.fill(slopes[layer], 0, length * stride(layer), 0f);
        for (int d = 0; d < 2; d++) {
            Lstm cell = cells[2 * layer + d];
            for (int t = 0; t < length; t++) {
                System.arraycopy(slopes[layer + 1], t * stride(layer + 1) + d * hidden, above[d], t * hidden, hidden);
            }
            cell.beginBack(length);
            cell.runBack(transposed, above[d], 0, length);
            cell.addRecurrent(gradient, 0, length);
            cell.endBack(transposed, inputs[layer], length, gradient, slopes[layer]);
        }
    }

    private void hand(float[] gradient, float[] transposed, VectorGradient vectors) {
        NetworkOptions options = shape.options();
        int width = shape.inputWidth();
        int stride = stride(0);
        float[] x = slopes[0];
        int at = options.words();
        for (int t = 0; t < input.length(); t++) {
            vectors.word(input.words()[t], x, t * stride, at);
        }
        if (letters != null) {
            letters.backward(transposed, input.length(), x, at, stride, gradient);
            at += options.letterOutput();
        }
        for (int t = 0; t < input.length(); t++) {
            int pattern = shape.capitalTable() + input.capitals()[t] * options.capitals();
            for (int k = 0; k < options.capitals(); k++) {
                gradient[pattern + k] += x[t * stride + at + k];
            }
        }
        at += options.capitals();
        for (int t = 0; t < input.length() && at < width; t++) {
            for (int k = input.attributeBegins()[t]; k < input.attributeBegins()[t + 1]; k++) {
                vectors.attribute(input.attributes()[k], input.values()[k], x, t * stride + at, options.attributes());
            }
        }
    }
}
