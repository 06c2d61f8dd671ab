package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.input.ModelInput;
import org.espalier.cli.input.UnknownLabels;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.NotationOptions;
import org.espalier.cli.option.ReportOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.compress.Compression;
import org.espalier.compress.Measure;
import org.espalier.compress.Pruning;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.Scores;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier compress}: writes a smaller model, and tells what that costs. */
@HelpTopic(Topic.COMPRESSION)
@Command(
        name = "compress",
        description = {
            "Makes a model file smaller. On request it also drops small weights and rounds the others. The result is a"
                    + " model like any other: use it with tag, eval and inspect.",
            "Without options compression is lossless: the file shrinks to about a third, and every label and"
                    + " probability stays the same.",
            "Pruning (--prune, --keep, --max-loss) drops the weights with the smallest absolute values, and attributes"
                    + " without any weight left. Transition weights are always kept: there are few of them, and they matter"
                    + " everywhere.",
            "Rounding (--bits) stores 32-bit floats, or one of 2^bits equal steps between minus and plus the largest"
                    + " weight. 12 bits change few labels or none in most models, but more than one in a hundred in some: --test"
                    + " shows how many. Use 32 bits for real-valued attributes on very different scales.",
            "The smaller file takes longer to open because it has to be decoded; tagging is as fast as before.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier compress model.esp -o small.esp                               nothing is lost",
            "  espalier compress model.esp -o small.esp --bits 12 --test test.txt     rounded; see what it costs",
            "  espalier compress model.esp -o small.esp --bits 8 --prune 0.05         a tiny model",
            "  espalier compress model.esp -o small.esp --keep 0.2                    a fifth of the features",
            "  espalier compress model.esp -o small.esp --keep 50000                  that many features",
            "  espalier compress model.esp -o small.esp --bits 12 --max-loss 0.1 --data dev.txt --test test.txt",
            "                                    the fewest features for a loss of at most 0.1 on dev.txt"
        })
final class CompressCommand extends Subcommand {
    @Parameters(paramLabel = "model.esp", description = "The model to compress; the file is not changed.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model to compress")
    private Path source = Path.of("");

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "small.esp",
            description = "Where to write the smaller model.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the smaller model")
    private Path target = Path.of("");

    @ArgGroup(exclusive = true)
    private @Nullable Amount amount;

    /** How much is left out: one way of three. */
    private static final class Amount {
        @Option(names = "--prune", paramLabel = "x", description = "Drop features whose weight is between -x and x.")
        @Essential
        private @Nullable Double prune;

        @Option(
                names = "--keep",
                paramLabel = "n",
                description = "Keep the strongest features: a number (50000) or a share (0.2 or 20%%).")
        @Essential
        private @Nullable String keep;

        @Option(
                names = "--max-loss",
                paramLabel = "x",
                description =
                        "Drop as many features as possible while losing at most x on --data: points of F1 or accuracy (0.1 of"
                                + " 100), or nats per token; see --measure.")
        @Essential
        private @Nullable Double maxLoss;
    }

    @Option(
            names = "--bits",
            paramLabel = "64|32|16|12|8",
            description = "The bits per weight. Default: ${DEFAULT-VALUE}, no rounding.")
    @Essential
    private int bits = Double.SIZE;

    @Option(
            names = "--data",
            paramLabel = "file",
            description =
                    "Labelled data for --max-loss. Use neither training nor test data: the result would look too good. May be"
                            + " given several times.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> data = List.of();

    @Option(
            names = "--measure",
            paramLabel = "f1|accuracy|likelihood",
            description =
                    "What --max-loss measures. f1: F1 of spans, or token accuracy if the labels mark no spans. accuracy: token"
                            + " accuracy. likelihood: mean log p(labels|tokens) per token. Default: f1.")
    private Measure.@Nullable Metric measure;

    @Option(
            names = "--test",
            paramLabel = "file",
            description = "Labelled data to compare the two models on. May be given several times.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the test data", standardInput = true)
    private List<Path> test = List.of();

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Override
    protected int run() throws IOException {
        checkUsage();
        boolean json = report.isJson(this);
        tellIdle(InputOptions.idle(!test.isEmpty() || !data.isEmpty(), "without --data and --test"));
        Compression recipe = recipe();
        Model model = Toolkit.open(source);
        if (model.structure().hasMarks() && !test.isEmpty()) {
            throw usage(
                    "--test compares labels of tokens, and this model is a parser; leave it out, and judge both parsers with"
                            + " 'espalier eval'");
        }
        // Read first: whoever waits for a long search should not learn of a wrong file at its end.
        Measure tested = test.isEmpty() ? null : measure(Measure.Metric.F1, test, model);
        Double maxLoss = maxLoss();
        if (maxLoss != null) {
            Measure.Metric metric = measure == null ? Measure.Metric.F1 : measure;
            double most = metric == Measure.Metric.LIKELIHOOD ? maxLoss : maxLoss / 100;
            recipe = recipe.pruningWithin(most, model, measure(metric, data, model));
        }
        recipe.apply(model).save(target);
        Model smaller = Model.load(target);
        Comparison comparison = tested == null ? null : Comparison.of(model, smaller, tested);
        if (json) {
            streams().print(Json.writeIndented(values(model, smaller, comparison)));
        } else {
            streams().print(sizes(model, smaller));
            streams().print(comparison == null ? "" : "\n" + scores(comparison));
        }
        return 0;
    }

    private @Nullable Double maxLoss() {
        return amount == null ? null : amount.maxLoss;
    }

    private void checkUsage() {
        Double maxLoss = maxLoss();
        if (maxLoss != null && !(maxLoss >= 0 && maxLoss < Double.POSITIVE_INFINITY)) {
            throw usage("--max-loss is " + maxLoss + "; expected a number of at least 0");
        }
        boolean searching = maxLoss != null;
        if (searching && data.isEmpty()) {
            throw usage("--max-loss needs labelled data to measure the loss on; give --data");
        }
        if (!searching && !data.isEmpty()) {
            throw usage("--data is for --max-loss; to compare both models on labelled data, use --test");
        }
        if (!searching && measure != null) {
            throw usage("--measure is for --max-loss; --test shows all figures");
        }
    }

    private Compression recipe() {
        try {
            return new Compression(pruning(), bits);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private Pruning pruning() {
        if (amount != null && amount.prune != null) {
            return new Pruning(Pruning.Kind.THRESHOLD, amount.prune);
        }
        if (amount == null || amount.keep == null) {
            return Pruning.NONE;
        }
        String keep = amount.keep.strip();
        try {
            if (keep.endsWith("%")) {
                return new Pruning(
                        Pruning.Kind.FRACTION, Double.parseDouble(keep.substring(0, keep.length() - 1)) / 100);
            }
            boolean whole = keep.matches("-?\\d+");
            return new Pruning(whole ? Pruning.Kind.COUNT : Pruning.Kind.FRACTION, Double.parseDouble(keep));
        } catch (NumberFormatException e) {
            throw usage("--keep is '" + keep
                    + "'; expected a number of features such as 50000, or a share such as 0.2 or 20%");
        }
    }

    private Measure measure(Measure.Metric metric, List<Path> files, Model model) {
        DataOptions options = input.labelled(model, files);
        List<Sequence> sequences = Sequences.read(options, files);
        input.tellAnnotations(this::warn);
        sequences.forEach(ModelInput.guard(options, model, this::warn));
        if (sequences.stream().allMatch(sequence -> sequence.length() == 0)) {
            throw new CommandFailure(files.get(0) + ": there are no labelled tokens to measure on");
        }
        UnknownLabels unknown = new UnknownLabels(model.labels(), NotationOptions.trained(model));
        for (Sequence sequence : sequences) {
            unknown.add(sequence.labels() == null ? List.of() : sequence.labels());
        }
        if (!unknown.isEmpty()) {
            warn(files.get(0) + ": " + unknown.describe());
        }
        return new Measure(metric, sequences, NotationOptions.trained(model), model.scheme());
    }

    /** Both models on the same data. */
    private record Comparison(Scores before, Scores after, long changed) {

        static Comparison of(Model model, Model smaller, Measure measure) {
            Tagger first = model.tagger();
            Tagger second = smaller.tagger();
            long changed = 0;
            for (Sequence sequence : measure.data()) {
                List<String> labels = first.tag(sequence).labels();
                List<String> others = second.tag(sequence).labels();
                for (int t = 0; t < labels.size(); t++) {
                    changed += labels.get(t).equals(others.get(t)) ? 0 : 1;
                }
            }
            return new Comparison(measure.scores(model), measure.scores(smaller), changed);
        }
    }

    private String sizes(Model model, Model smaller) throws IOException {
        StringBuilder out = new StringBuilder();
        out.append(String.format(Locale.ROOT, "%-24s%14s%14s%10s%n", "", "before", "after", "share"));
        row(out, "bytes of the file", Files.size(source), Files.size(target));
        Map<String, Integer> before = sections(source);
        Map<String, Integer> after = sections(target);
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            row(out, "  " + name, before.getOrDefault(name, 0), after.getOrDefault(name, 0));
        }
        row(out, "features", model.layout().parameters(), smaller.layout().parameters());
        row(out, "attributes", attributes(model), attributes(smaller));
        row(out, "bits of a weight", model.form().weightBits(), smaller.form().weightBits());
        return out.toString().replace("\r", "");
    }

    /** Other programs' files have none. */
    private static Map<String, Integer> sections(Path file) {
        return Toolkit.of(file) == Toolkit.ESPALIER ? Model.sections(file) : Map.of();
    }

    private static int attributes(Model model) {
        return model.encoder().attributes().size()
                + model.encoder().transitionAttributes().size();
    }

    private static void row(StringBuilder out, String name, long before, long after) {
        String share = before == 0 ? "" : String.format(Locale.ROOT, "%.1f%%", 100.0 * after / before);
        out.append(String.format(Locale.ROOT, "%-24s%,14d%,14d%10s%n", name, before, after, share));
    }

    private String scores(Comparison comparison) {
        Scores before = comparison.before();
        Scores after = comparison.after();
        StringBuilder out = new StringBuilder();
        out.append(String.format(
                Locale.ROOT,
                "%-24s%14s%14s%10s%n",
                test.size() == 1 ? String.valueOf(test.get(0).getFileName()) : test.size() + " test files",
                "before",
                "after",
                "change"));
        rate(out, "token accuracy", before.tokenAccuracy(), after.tokenAccuracy());
        if (before.spans().gold() > 0) {
            rate(
                    out,
                    "span F1 (" + before.convention().name() + ")",
                    before.spans().f1(),
                    after.spans().f1());
        }
        rate(out, "sequence accuracy", before.sequenceAccuracy(), after.sequenceAccuracy());
        out.append(
                String.format(Locale.ROOT, "%,d of %,d labels have changed%n", comparison.changed(), before.tokens()));
        return out.toString().replace("\r", "");
    }

    private static void rate(StringBuilder out, String name, double before, double after) {
        out.append(String.format(
                Locale.ROOT,
                "%-24s%13.2f%%%13.2f%%%+10.2f%n",
                name,
                100 * before,
                100 * after,
                100 * after - 100 * before));
    }

    private Map<String, Object> values(Model model, Model smaller, @Nullable Comparison comparison) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("before", values(source, model, comparison == null ? null : comparison.before()));
        map.put("after", values(target, smaller, comparison == null ? null : comparison.after()));
        if (comparison != null) {
            map.put("changedLabels", comparison.changed());
        }
        return map;
    }

    private static Map<String, Object> values(Path file, Model model, @Nullable Scores scores) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("bytes", Files.size(file));
        map.put("sections", sections(file));
        map.put("features", model.layout().parameters());
        map.put("attributes", attributes(model));
        map.put("weightBits", model.form().weightBits());
        if (scores != null) {
            map.put("tokenAccuracy", scores.tokenAccuracy());
            map.put("spanF1", scores.spans().f1());
            map.put("sequenceAccuracy", scores.sequenceAccuracy());
        }
        return map;
    }
}
