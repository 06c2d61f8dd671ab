package org.espalier.interop.wapiti;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.espalier.data.NativeText;
import org.espalier.feature.template.WapitiPatterns;

/** Writes one model as Wapiti 1.5 does. */
final class WapitiModelWriter {
    private final WapitiObservations observations;
    private final OutputStream output;
    private final Charset charset;
    private final List<String> labels;
    private final double[] labelWeights; // [Y]
    private final double[] pairWeights; // [Y][Y]

    WapitiModelWriter(WapitiObservations observations, OutputStream output, Charset charset) {
        this.observations = observations;
        this.output = output;
        this.charset = charset;
        this.labels = observations.model().labels().names();
        this.labelWeights = new double[labels.size()];
        this.pairWeights = new double[labels.size() * labels.size()];
    }

    void write() throws IOException {
        print("#mdl#" + WapitiType.number(observations.model()) + "#" + weights(false) + "\n");
        print("#rdr#" + observations.patterns().size() + "/" + largestColumn() + "/"
                + (observations.singleTokens() ? 1 : 0) + "\n");
        for (String pattern : observations.patterns()) {
            string(pattern);
        }
        print("#qrk#" + labels.size() + "\n");
        for (String label : labels) {
            string(label);
        }
        print("#qrk#" + observations.size() + "\n");
        for (int o = 0; o < observations.size(); o++) {
            string(observations.name(o));
        }
        weights(true);
    }

    private int largestColumn() {
        var columns = WapitiPatterns.of(observations.patterns(), charset, false, "the patterns")
                .columns();
        return columns.isEmpty() ? 0 : columns.last();
    }

    /** Counts the weights that are not zero, and prints them if wanted. */
    private long weights(boolean printed) throws IOException {
        long count = 0;
        long begin = 0;
        for (int o = 0; o < observations.size(); o++) {
            if (observations.ofPositions(o)) {
                observations.positionWeights(o, labelWeights);
                count += weights(begin, labelWeights, printed);
                begin += labelWeights.length;
            }
            if (observations.ofSteps(o)) {
                observations.stepWeights(o, pairWeights);
                count += weights(begin, pairWeights, printed);
                begin += pairWeights.length;
            }
        }
        return count;
    }

    private long weights(long begin, double[] weights, boolean printed) throws IOException {
        long count = 0;
        for (int k = 0; k < weights.length; k++) {
            if (weights[k] != 0) {
                count++;
                if (printed) {
                    print(begin + k + "=" + CNumbers.format(weights[k]) + "\n");
                }
            }
        }
        return count;
    }

    private void string(String text) throws IOException {
        byte[] bytes;
        try {
            bytes = NativeText.encode(text, charset);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("'" + text + "' cannot be expressed in " + charset + "; use UTF-8", e);
        }
        print(bytes.length + ":");
        output.write(bytes);
        print(",\n");
    }

    private void print(String text) throws IOException {
        output.write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
