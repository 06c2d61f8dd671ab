package org.espalier.cli.dropin.wapiti;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Path;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Location;
import org.espalier.interop.wapiti.WapitiModelFile;
import org.espalier.interop.wapiti.WapitiObservations;
import org.espalier.interop.wapiti.WapitiPatch;
import org.espalier.model.Model;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier wapiti update}. */
@Command(
        name = "update",
        aliases = "u",
        description = {
            "Changes the weights of a Wapiti model: reads lines as written by dump, and writes the model with these"
                    + " weights.",
            ""
        })
final class UpdateMode extends WapitiMode {
    @Option(
            names = {"-m", "--model"},
            paramLabel = "FILE",
            required = true,
            description = "The model.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model to update", replacedBy = "the output")
    private Path model = Path.of("");

    @Option(
            names = {"-c", "--compact"},
            description = "Drop observations whose weights are all 0.")
    private boolean compact;

    @Override
    protected int run() throws IOException {
        say("* Load model");
        Model loaded = withFile(model, input -> WapitiModelFile.read(input, model, BYTES));
        say("* Update model");
        Model patched = withInput(input -> patched(loaded, input));
        say("* Save the model");
        save(compact ? WapitiObservations.of(patched).compacted() : patched);
        say("* Done");
        return 0;
    }

    private Model patched(Model loaded, InputStream input) throws IOException {
        WapitiPatch patch = new WapitiPatch(loaded);
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, BYTES));
        long number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            patch.add(line, new Location(inputName(), ++number));
        }
        return patch.apply();
    }
}
