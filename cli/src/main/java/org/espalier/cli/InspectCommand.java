package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.continuous.NumberInspection;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.OptionRule;
import org.espalier.cli.option.ReportOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.data.Json;
import org.espalier.inspect.Inspection;
import org.espalier.inspect.InspectionReport;
import org.espalier.interop.Toolkit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier inspect}: shows what is inside a model. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "inspect",
        description = {
            "Shows what a model has learnt: its labels, its size, the options it was trained with, the strongest"
                    + " features for and against each label, and the transitions between labels.",
            "With --dump, every weight is a line of tab-separated fields: 'state', attribute, label, weight;"
                    + " 'transition', from, to, weight; 'observed', attribute, from, to, weight; or, for classifiers of label"
                    + " pairs, 'pair', attribute, 'A against B', weight.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier inspect model.esp",
            "  espalier inspect model.esp --label B-NAME --top 30",
            "  espalier inspect model.esp --dump | sort -t \"$(printf '\\t')\" -k4 -g | head"
        })
final class InspectCommand extends Subcommand {
    @Parameters(paramLabel = "model.esp", description = "The model.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private Path model = Path.of("");

    @Option(
            names = "--top",
            paramLabel = "n",
            description = "The number of features to show per label. Default: ${DEFAULT-VALUE}.")
    private int top = 10;

    @Option(names = "--label", paramLabel = "L", description = "Show only this label, or only the pairs with it.")
    private @Nullable String label;

    @Mixin
    private ReportOptions form = new ReportOptions();

    @Option(names = "--dump", description = "Print every weight.")
    private boolean dump;

    @Override
    protected int run() throws IOException {
        if (top < 0) {
            throw usage("--top is " + top + "; expected 0 or more");
        }
        boolean json = form.isJson(this);
        if (json && dump) {
            throw usage("--dump prints tab-separated fields; drop either --dump or --output-format json");
        }
        tellIdle(List.of(OptionRule.of(!dump, "with --dump", "--top")));
        if (ContinuousCrf.recognises(model)) {
            return inspectNumbers(json);
        }
        InspectionReport report = new InspectionReport(Inspection.of(Toolkit.open(model)), top, label);
        if (dump) {
            report.dump(streams()::print);
            return 0;
        }
        long bytes = Files.size(model);
        if (json) {
            Map<String, @Nullable Object> map = report.toMap();
            map.put("bytes", bytes);
            streams().print(Json.writeIndented(map));
            return 0;
        }
        streams()
                .print(String.format(Locale.ROOT, "%s: %s of %,d bytes%n", model, kind(), bytes)
                        .replace("\r", ""));
        streams().print(report.summary());
        streams().print("\nStrongest features, for and against\n" + report.features());
        streams().print("\n" + report.transitions());
        return 0;
    }

    private int inspectNumbers(boolean json) throws IOException {
        if (label != null) {
            throw usage("--label is for models with labels, and this one is a continuous CRF; leave it out");
        }
        ContinuousCrf crf = ContinuousCrf.load(model);
        if (dump) {
            NumberInspection.dump(crf, streams()::print);
            return 0;
        }
        long bytes = Files.size(model);
        if (json) {
            Map<String, Object> map = NumberInspection.of(crf);
            map.put("bytes", bytes);
            streams().print(Json.writeIndented(map));
            return 0;
        }
        streams()
                .print(String.format(Locale.ROOT, "%s: a continuous CRF of %,d bytes%n", model, bytes)
                        .replace("\r", ""));
        streams().print(NumberInspection.text(crf, top));
        return 0;
    }

    private String kind() {
        Toolkit toolkit = Toolkit.of(model);
        return toolkit == Toolkit.ESPALIER ? "an Espalier model" : "a model for " + toolkit;
    }
}
