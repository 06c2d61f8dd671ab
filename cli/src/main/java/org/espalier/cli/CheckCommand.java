package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.cli.command.ExitCode;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.input.DataCheck;
import org.espalier.cli.input.LenientReader;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.FeatureOptions;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.LearningOptions;
import org.espalier.cli.option.ModelKind;
import org.espalier.cli.option.NotationOptions;
import org.espalier.cli.option.OptimizerOptions;
import org.espalier.cli.option.SelectionOptions;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.tree.ConstituentCheck;
import org.espalier.cli.tree.TreeCheck;
import org.espalier.cli.tree.TreeFindings;
import org.espalier.cli.trial.Forecast;
import org.espalier.cli.trial.TrainingTrial;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.model.Model;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier check}: looks for mistakes in labelled data and forecasts what training on them takes. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "check",
        description = {
            "Checks labelled data before training: columns, label counts, suspicious labels, labels that break their"
                    + " tagging scheme, empty and duplicate sequences. Then it trains on a sample for a few seconds to forecast"
                    + " the size, memory and time of a training run with the same options.",
            "Of dependency trees (CoNLL-U, by the name .conllu or --format conllu) it counts relations, roots and crossing arcs, and finds"
                    + " heads that make no tree. Of trees of constituents (brackets, by the name .mrg or --format brackets) it counts labels, levels and tags.",
            "Errors are lines that cannot be read: the data cannot be used, and the exit code is 1. Warnings do not"
                    + " change the exit code. Every finding names its file and line.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier check train.txt",
            "  espalier check --template template train.txt dev.txt",
            "  espalier check --algorithm perceptron train.txt",
            "  espalier check --format jsonl train.jsonl",
            "  espalier check --against parser.esp test.conllu",
            "  espalier check --format brackets treebank.txt"
        })
final class CheckCommand extends Subcommand {
    private static final int MOST_LABELS = 60;

    /** Options that mean something for trees. */
    private static final Set<String> OF_TREES =
            Set.of("--format", "--encoding", "--model", "--most", "--against", "--function-tags");

    @Parameters(
            arity = "1..*",
            paramLabel = "data.txt",
            description = "Labelled data: files (*.gz is unpacked), or - for standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private NotationOptions notation = new NotationOptions();

    @Mixin
    private LearningOptions learning = new LearningOptions();

    @Mixin
    private OptimizerOptions optimizer = new OptimizerOptions();

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = "--most",
            paramLabel = "n",
            description = "The number of findings of each kind to show. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int most = 10;

    @Option(
            names = "--against",
            paramLabel = "parser.esp",
            description =
                    "Trees: also report relations, labels and trees of constituents that this parser does not know.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.READ, what = "the parser")
    private @Nullable Path against;

    @Override
    protected int run() {
        Format usual = learning.usualFormat() == Format.COLUMNS ? usualFormat() : learning.usualFormat();
        DataOptions options =
                input.labelled(inputs, usual).withUnknownLabel(notation.chosen().unknown());
        if (options.format() == Format.CONLLU || options.format() == Format.BRACKETS) {
            return checkTrees(options);
        }
        if (against != null) {
            throw usage(
                    "--against compares the relations of trees with those of a parser; leave it out, or give --format conllu");
        }
        if (options.format() == Format.GRAPHS || learning.usualFormat() == Format.GRAPHS) {
            throw usage(
                    "check looks at labels of tokens in sequences, and the data are graphs; 'espalier train --model graph' says"
                            + " what is wrong with graphs");
        }
        TrainingOptions training = training(options.format());
        AttributeExtractor chosen = features.chosen(options.format());
        DataCheck check = new DataCheck(notation.chosen(), options);
        inputs.forEach(file -> LenientReader.read(options, file, check));
        check.finish();
        printFigures(check, options.format());
        if (check.tokens() > 0 && !check.labels().isEmpty()) {
            AttributeExtractor extractor =
                    chosen == null ? features.chosenOrUsual(options.format(), check.sequences()) : chosen;
            forecast(check, extractor, training);
        }
        return conclude(check.warnings(), check.errorMessages());
    }

    /** Trees where the names say so, and the user does not want their columns. */
    private Format usualFormat() {
        if (Stream.of("--separator", "--label-column", "--comments").anyMatch(this::isGiven)) {
            return Format.COLUMNS;
        }
        return areNamed("conllu") ? Format.CONLLU : areNamed("mrg") ? Format.BRACKETS : Format.COLUMNS;
    }

    private boolean areNamed(String ending) {
        return inputs.stream().allMatch(file -> file.toString().matches("(?i).*\\." + ending + "(\\.gz)?"));
    }

    private int checkTrees(DataOptions options) {
        parsed().matchedOptions().stream()
                .map(option -> option.longestName())
                .filter(name -> !OF_TREES.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw usage(name + " has no effect on a check of trees; leave it out");
                });
        boolean areConstituents = options.format() == Format.BRACKETS;
        Model parser = against == null ? null : parser(against, areConstituents);
        TreeFindings check =
                areConstituents ? new ConstituentCheck(parser) : new TreeCheck(parser == null ? null : parser.labels());
        inputs.forEach(file -> LenientReader.read(options, file, check));
        check.finish();
        streams().print(check.figures());
        return conclude(check.warnings(), check.errorMessages());
    }

    private Model parser(Path file, boolean areConstituents) {
        Model parser = Model.load(file);
        if (!parser.structure().hasMarks() || parser.structure().hasSpans() != areConstituents) {
            throw usage("--against " + file + ": the model gives "
                    + (parser.structure().hasSpans()
                            ? "trees of constituents"
                            : parser.structure().hasMarks() ? "dependency trees" : "labels to tokens")
                    + "; expected a " + (areConstituents ? "parser of constituents" : "dependency parser"));
        }
        return parser;
    }

    private int conclude(Map<String, List<String>> found, List<String> errors) {
        found.forEach((kind, messages) -> printFindings("Warning: " + kind, messages));
        printFindings("Errors", errors);
        int warnings = found.values().stream().mapToInt(List::size).sum();
        streams()
                .print("\n" + counted(errors.size(), "error") + ", " + counted(warnings, "warning") + ": "
                        + (errors.isEmpty()
                                ? "the data can be used for training\n"
                                : "the data cannot be used for training until the errors are corrected\n"));
        return errors.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private void printFigures(DataCheck check, Format format) {
        StringBuilder out = new StringBuilder();
        out.append(
                String.format(Locale.ROOT, "sequences  %,d%n", check.sequences().size()));
        out.append(String.format(Locale.ROOT, "tokens     %,d%n", check.tokens()));
        Sequence longest = check.longest();
        if (longest != null) {
            out.append(
                    String.format(Locale.ROOT, "longest    %,d tokens, at %s%n", longest.length(), longest.location()));
        }
        if (format != Format.CRFSUITE
                && format != Format.LIBSVM
                && !check.widths().isEmpty()) {
            List<String> widths = new ArrayList<>();
            check.widths()
                    .forEach((width, tokens) ->
                            widths.add(width + (check.widths().size() == 1 ? "" : " (" + tokens + " tokens)")));
            out.append("columns    ").append(String.join(", ", widths)).append(" besides the label\n");
        }
        TagScheme scheme = check.scheme();
        out.append("scheme     ")
                .append(scheme == TagScheme.NONE ? "none: plain labels" : scheme.toString())
                .append('\n');
        out.append("labels     ").append(check.labels().size()).append('\n');
        int width = check.labels().keySet().stream()
                .limit(MOST_LABELS)
                .mapToInt(String::length)
                .max()
                .orElse(0);
        int shown = 0;
        for (Map.Entry<String, Integer> label : check.labels().entrySet()) {
            if (shown++ == MOST_LABELS) {
                out.append("           ... and ")
                        .append(check.labels().size() - MOST_LABELS)
                        .append(" more\n");
                break;
            }
            out.append("           ")
                    .append(label.getKey())
                    .append(" ".repeat(Math.max(0, width - label.getKey().length())));
            out.append(String.format(
                    Locale.ROOT, "  %,9d  %5.1f%%%n", label.getValue(), 100.0 * label.getValue() / check.tokens()));
        }
        streams().print(out.toString().replace("\r", ""));
    }

    /** The options of the training whose time is to be forecast; null for models that are learnt in another way. */
    private @Nullable TrainingOptions training(Format format) {
        ModelKind kind = learning.model(format);
        if (kind.isGenerative() || kind.hasKernel() || kind == ModelKind.CCRF) {
            return null;
        }
        return orUsage(() -> {
            if (learning.isOnline()) {
                OptimizerOptions.refuseWithOnline(learning.algorithm(), this::isGiven);
            }
            TrainingOptions chosen = learning.apply(
                    optimizer
                            .apply(TrainingOptions.DEFAULTS)
                            .withSelection(selection.chosen(null))
                            .withNotation(notation.chosen())
                            .withThreads(threads.chosen(this)),
                    format);
            return learning.isOnline()
                    ? chosen.withOnline(optimizer.online(chosen.online(), this::isGiven))
                    : optimizer.stoppedInTime(chosen, kind, format, this::isGiven);
        });
    }

    private void forecast(DataCheck check, AttributeExtractor extractor, @Nullable TrainingOptions training) {
        try {
            Labels labels = Labels.of(check.labels().keySet());
            Forecast forecast = Forecast.of(extractor, check.sequences(), labels, notation.chosen(), training);
            streams()
                    .print(String.format(
                                    Locale.ROOT,
                                    "forecast   %,d attributes, %,d features (%,d with --all-features)%n"
                                            + "           about %,d MiB of memory%n%s",
                                    forecast.attributes(),
                                    forecast.features(),
                                    forecast.allFeatures(),
                                    1 + forecast.bytes() / (1 << 20),
                                    time(forecast.trial()))
                            .replace("\r", ""));
        } catch (DataFormatException | IllegalArgumentException e) {
            check.error(String.valueOf(e.getMessage()));
        }
    }

    private String time(@Nullable TrainingTrial trial) {
        if (trial == null || trial.seconds() == 0) {
            return "";
        }
        String algorithm = "           " + learning.algorithm() + ": about ";
        return trial.iterations() == 0
                ? String.format(
                        Locale.ROOT,
                        "%s%.2g seconds per iteration; expect dozens of iterations%n",
                        algorithm,
                        trial.seconds())
                : String.format(
                        Locale.ROOT,
                        "%s%d iterations, %.2g seconds each, %s in all%n",
                        algorithm,
                        trial.iterations(),
                        trial.seconds() / trial.iterations(),
                        duration(trial.seconds()));
    }

    /** With two digits, in the unit that people would use. */
    static String duration(double seconds) {
        if (seconds < 100) {
            return String.format(Locale.ROOT, seconds < 9.95 ? "%.1f seconds" : "%.0f seconds", seconds);
        }
        return seconds < 6_000
                ? String.format(Locale.ROOT, "%.0f minutes", seconds / 60)
                : String.format(Locale.ROOT, "%.0f hours", seconds / 3_600);
    }

    private void printFindings(String title, List<String> messages) {
        if (messages.isEmpty()) {
            return;
        }
        streams().print("\n" + title + " (" + messages.size() + ")\n");
        messages.stream().limit(most).forEach(message -> streams().print("  " + message + "\n"));
        if (messages.size() > most) {
            streams().print("  ... and " + (messages.size() - most) + " more (--most shows more)\n");
        }
    }
}
