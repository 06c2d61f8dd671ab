package org.espalier.feature.network;

import java.util.List;
import org.espalier.feature.network.NetworkOptions.Letters;
import org.espalier.feature.network.NetworkShape.Cell;

/** The formula of a network in plain loops over doubles: slow, and an oracle. */
public final class PlainNetwork {
    private final NetworkShape shape;
    private final double[] core;
    private final double[] tables;

    public PlainNetwork(NetworkShape shape, double[] core, double[] tables) {
        this.shape = shape;
        this.core = core;
        this.tables = tables;
    }

    /** The emissions // [T][L]. */
    public double[][] emissions(NetworkInput input) {
        NetworkOptions options = shape.options();
        int length = input.length();
        double[][] x = new double[length][shape.inputWidth()];
        for (int t = 0; t < length; t++) {
            int at = 0;
            for (int k = 0; k < options.words(); k++) {
                x[t][at++] = tables[input.words()[t] * options.words() + k];
            }
            if (options.letters() != Letters.NONE) {
                for (double number : letters(input, t)) {
                    x[t][at++] = number;
                }
            }
            for (int k = 0; k < options.capitals(); k++) {
                x[t][at++] = core[shape.capitalTable() + input.capitals()[t] * options.capitals() + k];
            }
            for (int a = input.attributeBegins()[t]; a < input.attributeBegins()[t + 1]; a++) {
                for (int k = 0; k < options.attributes(); k++) {
                    x[t][at + k] += input.values()[a] * tables[shape.attributeRow(input.attributes()[a]) + k];
                }
            }
        }
        for (int layer = 0; layer < options.layers(); layer++) {
            double[][] left = lstm(shape.cells().get(2 * layer), x, false);
            double[][] right = lstm(shape.cells().get(2 * layer + 1), x, true);
            x = new double[length][2 * options.hidden()];
            for (int t = 0; t < length; t++) {
                System.arraycopy(left[t], 0, x[t], 0, options.hidden());
                System.arraycopy(right[t], 0, x[t], options.hidden(), options.hidden());
            }
        }
        int labels = shape.labels();
        int stride = NetworkShape.padded(labels);
        double[][] emissions = new double[length][labels];
        for (int t = 0; t < length; t++) {
            for (int y = 0; y < labels; y++) {
                emissions[t][y] = core[shape.outputBias() + y];
                for (int k = 0; k < x[t].length; k++) {
                    emissions[t][y] += x[t][k] * core[shape.output() + k * stride + y];
                }
            }
        }
        return emissions;
    }

    private double[] vector(int letter) {
        double[] vector = new double[shape.options().letterVector()];
        for (int k = 0; k < vector.length && letter > 0; k++) {
            vector[k] = core[shape.letterTable() + letter * vector.length + k];
        }
        return vector;
    }

    private double[] letters(NetworkInput input, int t) {
        NetworkOptions options = shape.options();
        int begin = input.letterBegins()[t];
        int count = input.letterBegins()[t + 1] - begin;
        int output = options.letterOutput();
        if (options.letters() == Letters.LSTM) {
            double[][] x = new double[count][];
            for (int k = 0; k < count; k++) {
                x[k] = vector(input.letters()[begin + k]);
            }
            double[] both = new double[output];
            double[][] left = lstm(shape.letterCells().get(0), x, false);
            double[][] right = lstm(shape.letterCells().get(1), x, true);
            System.arraycopy(left[count - 1], 0, both, 0, output / 2);
            System.arraycopy(right[0], 0, both, output / 2, output / 2);
            return both;
        }
        double[] largest = new double[output];
        int stride = NetworkShape.padded(output);
        for (int f = 0; f < output; f++) {
            largest[f] = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < count; k++) {
                double sum = core[shape.filterBias() + f];
                for (int o = 0; o < options.letterWidth(); o++) {
                    int at = k + o - options.letterWidth() / 2;
                    double[] seen = vector(at < 0 || at >= count ? 0 : input.letters()[begin + at]);
                    for (int c = 0; c < seen.length; c++) {
                        sum += seen[c] * core[shape.filters() + (o * seen.length + c) * stride + f];
                    }
                }
                largest[f] = Math.max(largest[f], sum);
            }
        }
        return largest;
    }

    private double[][] lstm(Cell cell, double[][] x, boolean fromRight) {
        int hidden = cell.hidden();
        int stride = NetworkShape.padded(4 * hidden);
        double[][] h = new double[x.length][hidden];
        double[] before = new double[hidden];
        double[] c = new double[hidden];
        for (int n = 0; n < x.length; n++) {
            int t = fromRight ? x.length - 1 - n : n;
            double[] gates = new double[4 * hidden];
            for (int k = 0; k < 4 * hidden; k++) {
                gates[k] = core[cell.bias() + k];
                for (int i = 0; i < x[t].length; i++) {
                    gates[k] += x[t][i] * core[cell.w() + i * stride + k];
                }
                for (int i = 0; i < hidden; i++) {
                    gates[k] += before[i] * core[cell.u() + i * stride + k];
                }
            }
            for (int k = 0; k < hidden; k++) {
                double forgotten = sigmoid(gates[hidden + k]) * c[k];
                c[k] = forgotten + sigmoid(gates[k]) * Math.tanh(gates[3 * hidden + k]);
                h[t][k] = sigmoid(gates[2 * hidden + k]) * Math.tanh(c[k]);
            }
            before = h[t];
        }
        return h;
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    /** Networks that differ in every part. */
    public static List<NetworkOptions> kinds() {
        NetworkOptions small = NetworkOptions.DEFAULTS
                .withWords(7)
                .withLetterVector(5)
                .withLetterOutput(6)
                .withCapitals(3)
                .withAttributes(4)
                .withHidden(5)
                .withDropout(0);
        return List.of(
                small,
                small.withLetters(Letters.LSTM),
                small.withLetters(Letters.NONE).withLayers(2),
                small.withLayers(2).withCapitals(0).withHidden(4),
                small.withLayers(0),
                small.withLetterVector(16).withHidden(16).withWords(32));
    }
}
