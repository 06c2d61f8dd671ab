package org.espalier.cli.dropin.wapiti;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.interop.FixedPoint;
import org.espalier.interop.wapiti.WapitiData;
import org.espalier.interop.wapiti.WapitiDecoder;
import org.espalier.interop.wapiti.WapitiDecoder.Decoding;
import org.espalier.interop.wapiti.WapitiModelFile;
import org.espalier.model.Model;
import org.espalier.structure.chain.AllowedStates;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier wapiti label}. */
@Command(
        name = "label",
        aliases = "l",
        description = {"Labels data with a Wapiti model: each line comes back with a tab and a label appended.", ""},
        footer = {
            "",
            "Examples:",
            "  espalier wapiti label -m model < test.txt > labelled.txt",
            "  espalier wapiti label -c -m model test.txt /dev/null",
            "  espalier wapiti label -s -p -n 5 -m model test.txt"
        })
final class LabelMode extends WapitiMode {
    @Option(
            names = {"-m", "--model"},
            paramLabel = "FILE",
            required = true,
            description = "The model.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private Path model = Path.of("");

    @Option(
            names = {"-l", "--label"},
            description = "Write labels only.")
    private boolean labelsOnly;

    @Option(
            names = {"-c", "--check"},
            description = "The last column is the gold label: report errors on standard error.")
    private boolean check;

    @Option(
            names = {"-s", "--score"},
            description =
                    "Write scores: of the sequence on a line '# rank score' before it, and of each label after it.")
    private boolean score;

    @Option(
            names = {"-p", "--post"},
            description = "Choose labels by their posterior probabilities.")
    private boolean posterior;

    @Option(
            names = {"-n", "--nbest"},
            paramLabel = "INT",
            description = "The number of labellings to write. Default: ${DEFAULT-VALUE}.")
    private int nBest = 1;

    @Option(
            names = "--force",
            description = "The last column is a label that must be used; tokens with unknown labels are free.")
    private boolean force;

    @Option(names = "--me", description = "No effect: the model says whether each line is a sequence of its own.")
    private boolean maxent;

    @Override
    protected int run() throws IOException {
        if (nBest < 1) {
            throw usage("--nbest is " + nBest + "; expected 1 or more");
        }
        if (check && force) {
            throw usage("--check and --force cannot be used together");
        }
        say("* Load model");
        Model loaded = withFile(model, input -> WapitiModelFile.read(input, model, BYTES));
        say("* Label sequences");
        try (OutputStream output = new BufferedOutputStream(output(), 1 << 16)) {
            LabelCheck report = withInput(input -> label(loaded, input, output));
            if (check) {
                report.lines().forEach(this::say);
            }
        }
        say("* Done");
        return 0;
    }

    private LabelCheck label(Model loaded, InputStream input, OutputStream output) throws IOException {
        WapitiPatterns patterns = (WapitiPatterns) loaded.encoder().extractor();
        if (maxent && !patterns.singleTokens()) {
            say("warning: --me has no effect, because the model was not trained with it");
        }
        WapitiData data = new WapitiData(input, inputName(), BYTES, patterns.singleTokens());
        WapitiDecoder decoder = new WapitiDecoder(loaded, posterior);
        LabelCheck report = new LabelCheck(loaded.labels());
        for (WapitiData.Raw raw = data.next(); raw != null; raw = data.next()) {
            Sequence sequence = raw.sequence(check || force);
            List<Decoding> decodings = decoder.decode(sequence, nBest, force ? known(sequence, loaded.labels()) : null);
            StringBuilder text = new StringBuilder();
            for (int rank = 0; rank < decodings.size(); rank++) {
                append(raw.lines(), decodings.get(rank), rank, loaded.labels(), text);
            }
            output.write(text.toString().getBytes(BYTES));
            if (readsStandardInput()) {
                output.flush();
            }
            List<String> right = sequence.labels();
            if (check && right != null) {
                report.add(right, decodings.get(0).states());
            }
            report.progress(check).ifPresent(this::say);
        }
        return report;
    }

    private static AllowedStates known(Sequence sequence, Labels labels) {
        List<String> given = sequence.labels();
        int[] @Nullable [] allowed = new int[sequence.length()] @Nullable [];
        for (int t = 0; t < allowed.length; t++) {
            int state = given == null ? -1 : labels.indexOf(given.get(t));
            allowed[t] = state < 0 ? null : new int[] {state};
        }
        return AllowedStates.of(allowed);
    }

    private void append(List<String> lines, Decoding decoding, int rank, Labels labels, StringBuilder text) {
        if (score) {
            text.append("# ").append(rank).append(' ');
            FixedPoint.append(decoding.score(), 6, text);
            text.append('\n');
        }
        for (int t = 0; t < lines.size(); t++) {
            String label = labels.name(decoding.states()[t]);
            if (!labelsOnly) {
                text.append(lines.get(t)).append('\t');
            }
            text.append(label);
            if (score) {
                text.append('\t').append(label).append('/');
                FixedPoint.append(decoding.scores()[t], 6, text);
            }
            text.append('\n');
        }
        text.append('\n');
    }
}
