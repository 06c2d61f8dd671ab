package org.espalier.cli.dropin.wapiti;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.espalier.data.Labels;
import org.espalier.interop.FixedPoint;
import org.espalier.interop.wapiti.WapitiModelFile;
import org.espalier.interop.wapiti.WapitiObservations;
import org.espalier.model.Model;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier wapiti dump}. */
@Command(
        name = "dump",
        aliases = "d",
        description = {
            "Writes the weights of a Wapiti model as text, one per line: observation, previous label or #, label,"
                    + " weight.",
            ""
        })
final class DumpMode extends WapitiMode {
    @Option(
            names = {"-p", "--prec"},
            paramLabel = "INT",
            description = "Digits after the decimal point. Default: ${DEFAULT-VALUE}.")
    private int precision = 5;

    @Option(names = "--all", description = "Also write weights of 0.")
    private boolean all;

    @Override
    protected int run() throws IOException {
        if (precision < 0 || precision > 1000) {
            throw usage("--prec is " + precision + "; expected 0 to 1000");
        }
        say("* Load model");
        Model model = withInput(input -> WapitiModelFile.read(input, Path.of(inputName()), BYTES));
        say("* Dump model");
        try (OutputStream output = new BufferedOutputStream(output(), 1 << 16)) {
            dump(WapitiObservations.of(model), model.labels(), output);
        }
        return 0;
    }

    private void dump(WapitiObservations observations, Labels labels, OutputStream output) throws IOException {
        int states = labels.size();
        double[] labelWeights = new double[states];
        double[] pairWeights = new double[states * states];
        StringBuilder text = new StringBuilder();
        for (int o = 0; o < observations.size(); o++) {
            String name = observations.name(o);
            if (observations.ofPositions(o)) {
                observations.positionWeights(o, labelWeights);
                for (int y = 0; y < states; y++) {
                    append(name, "#", labels.name(y), labelWeights[y], text);
                }
            }
            if (observations.ofSteps(o)) {
                observations.stepWeights(o, pairWeights);
                for (int pair = 0; pair < pairWeights.length; pair++) {
                    append(name, labels.name(pair / states), labels.name(pair % states), pairWeights[pair], text);
                }
            }
            if (text.length() > 0) {
                output.write(text.append('\n').toString().getBytes(BYTES));
                text.setLength(0);
            }
        }
    }

    private void append(String name, String before, String label, double weight, StringBuilder text) {
        if (weight != 0 || all) {
            text.append(name)
                    .append('\t')
                    .append(before)
                    .append('\t')
                    .append(label)
                    .append('\t');
            FixedPoint.append(weight, precision, text);
            text.append('\n');
        }
    }
}
