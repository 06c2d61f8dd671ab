package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.espalier.cli.command.ExitCode;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.ForeignOptions;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.ReportOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.tree.TreeComparison;
import org.espalier.cli.trial.SpeedTrial;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Token;
import org.espalier.interop.Comparison;
import org.espalier.interop.ExpectedLabels;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier verify}: whether two models say the same. */
@HelpTopic(Topic.SCORES)
@Command(
        name = "verify",
        description = {
            "Tags the data with two models and compares the results: the share of sequences with identical labels, the"
                    + " largest difference between probabilities, the first few differences, and the speed of both models.",
            "A model may be an Espalier, CRFsuite, Wapiti or CRF++ file; the format is detected. The exit code is 0 if"
                    + " all labels are identical, and 1 otherwise.",
            "Both models are read by Espalier, so this proves that a conversion keeps the answers, not that Espalier"
                    + " agrees with the original program. To prove that, label the data with the original program and pass its"
                    + " labels with --expected instead of the second model.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier convert model.wapiti model.esp",
            "  espalier verify --model model.wapiti --model model.esp test.txt",
            "  espalier verify -m theirs.crfsuite -m ours.esp --show 20 test.items",
            "  wapiti label -m model.wapiti test.txt > labels.txt",
            "  espalier verify -m model.wapiti --expected labels.txt test.txt"
        })
final class VerifyCommand extends Subcommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "data",
            description =
                    "The data to tag: files (*.gz is unpacked), or - for standard input. Default: standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = {"-m", "--model"},
            required = true,
            paramLabel = "model",
            description = "A model. Give it twice, or once with --expected.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the models")
    private List<Path> models = List.of();

    @Option(
            names = "--expected",
            paramLabel = "labels",
            description =
                    "Compare with the labels in this file instead of a second model: the output of 'wapiti label', 'crf_test'"
                            + " or 'crfsuite tag'. One token per line with the label in the last column, and an empty line after each"
                            + " sequence.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the expected labels")
    private @Nullable Path expected;

    @Option(
            names = "--show",
            paramLabel = "n",
            description = "The number of differences to show. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int shown = 5;

    @Option(
            names = "--max-difference",
            paramLabel = "d",
            description = "Also exit with 1 if a probability differs by more than this.")
    @Essential
    private double maxDifference = Double.POSITIVE_INFINITY;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Mixin
    private ForeignOptions foreign = new ForeignOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Override
    protected int run() {
        if (shown < 0 || !(maxDifference >= 0)) {
            throw usage("--show and --max-difference cannot be negative");
        }
        boolean json = report.isJson(this);
        if (expected != null) {
            return compareLabels(expected, json);
        }
        if (models.size() != 2) {
            throw usage("--model is given " + (models.size() == 1 ? "once" : models.size() + " times")
                    + "; expected twice, for the two models to compare, or once with --expected");
        }
        Model first = foreign.open(models.get(0));
        Model second = foreign.open(models.get(1));
        if (first.structure().hasMarks() || second.structure().hasMarks()) {
            return compareTrees(first, second, json);
        }
        DataOptions options = input.unlabelled(first, inputs);
        DataOptions others = input.unlabelled(second, inputs);
        if (options.format() != others.format()) {
            throw new CommandFailure("the models read different data: " + models.get(0) + " reads the format "
                    + options.format() + ", " + models.get(1) + " " + others.format());
        }
        Comparison comparison;
        List<Sequence> sample = new ArrayList<>();
        Path reference = Toolkit.of(models.get(0)) == Toolkit.ESPALIER ? models.get(1) : models.get(0);
        try (SequenceReader reader = input.unlabelled(first, reference, inputs)) {
            comparison = Comparison.of(first, second, new SamplingReader(reader, sample), shown);
        }
        if (comparison.sequences() == 0) {
            throw new CommandFailure("there are no sequences to tag in the data");
        }
        SpeedTrial speed = sample.isEmpty() ? null : SpeedTrial.of(first.tagger(), second.tagger(), sample);
        streams().print(json ? Json.writeIndented(figures(comparison, speed)) : text(comparison, speed));
        boolean near = Math.max(comparison.largestMarginalDifference(), comparison.largestProbabilityDifference())
                <= maxDifference;
        return comparison.isIdentical() && near ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private int compareTrees(Model first, Model second, boolean json) {
        TreeComparison comparison = new TreeComparison(
                models.get(0).toString(), first, models.get(1).toString(), second, shown);
        comparison.run(input.unlabelled(first, inputs), inputs, this);
        streams().print(json ? Json.writeIndented(comparison.toMap()) : comparison.text());
        return comparison.isIdentical() && comparison.largestProbabilityDifference() <= maxDifference
                ? ExitCode.SUCCESS
                : ExitCode.FAILURE;
    }

    /** Keeps the first sequences that have tokens, to measure speeds on. */
    private record SamplingReader(SequenceReader reader, List<Sequence> sample) implements SequenceReader {
        private static final int MOST = 1_000;

        @Override
        public @Nullable Sequence next() {
            Sequence sequence = reader.next();
            if (sequence != null && sequence.length() > 0 && sample.size() < MOST) {
                sample.add(sequence);
            }
            return sequence;
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    private int compareLabels(Path labels, boolean json) {
        if (models.size() != 1) {
            throw usage("--expected replaces the second model; give --model once");
        }
        if (maxDifference != Double.POSITIVE_INFINITY) {
            throw usage("--max-difference compares two models; --expected has only labels");
        }
        Path file = models.get(0);
        Model model = foreign.open(file);
        if (model.structure().hasMarks()) {
            throw usage(
                    "--expected has labels of tokens, and this model is a parser; compare its trees with those of a file by"
                            + " 'espalier eval'");
        }
        ExpectedLabels comparison;
        try (SequenceReader reader = input.unlabelled(model, file, inputs)) {
            comparison = ExpectedLabels.compare(model, reader, labels, foreign.encoding(), shown);
        }
        if (comparison.sequences() == 0) {
            throw new CommandFailure("there are no sequences to tag in the data");
        }
        streams().print(json ? Json.writeIndented(figures(comparison, labels)) : text(comparison, labels));
        return comparison.isIdentical() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private String text(ExpectedLabels comparison, Path labels) {
        StringBuilder text = new StringBuilder();
        line(text, "model     %s", models.get(0));
        line(text, "expected  %s", labels);
        text.append('\n');
        line(
                text,
                "%s: %,d of %,d sequences (%.4f %%) have the expected labels; %,d of %,d tokens differ",
                comparison.isIdentical() ? "IDENTICAL LABELS" : "LABELS DIFFER",
                comparison.identical(),
                comparison.sequences(),
                100.0 * comparison.identical() / comparison.sequences(),
                comparison.differentTokens(),
                comparison.tokens());
        for (ExpectedLabels.Difference difference : comparison.differences()) {
            line(text, "%n%s: sequence %,d", difference.location(), difference.number());
            for (int t : difference.positions()) {
                line(
                        text,
                        "  token %d: expected %s, found %s",
                        t + 1,
                        difference.expected().get(t),
                        difference.found().get(t));
            }
        }
        return text.toString();
    }

    private Map<String, @Nullable Object> figures(ExpectedLabels comparison, Path labels) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("model", models.get(0).toString());
        map.put("expected", labels.toString());
        map.put("identicalLabels", comparison.isIdentical());
        map.put("sequences", comparison.sequences());
        map.put("identicalSequences", comparison.identical());
        map.put("tokens", comparison.tokens());
        map.put("differentTokens", comparison.differentTokens());
        return map;
    }

    /** Says what was not compared, when a model comes from another program. */
    private String caveat() {
        for (Path file : models) {
            Toolkit toolkit = Toolkit.of(file);
            if (toolkit != Toolkit.ESPALIER) {
                return "Both models were read by Espalier. To compare with the program " + toolkit
                        + " itself, give its labels with --expected.";
            }
        }
        return "";
    }

    private String text(Comparison comparison, @Nullable SpeedTrial speed) {
        StringBuilder text = new StringBuilder();
        line(text, "first   %s", models.get(0));
        line(text, "second  %s", models.get(1));
        text.append('\n');
        line(
                text,
                "%s: %,d of %,d sequences (%.4f %%) have the same labels from both; %,d of %,d tokens differ",
                comparison.isIdentical() ? "IDENTICAL LABELS" : "LABELS DIFFER",
                comparison.identical(),
                comparison.sequences(),
                100.0 * comparison.identical() / comparison.sequences(),
                comparison.differentTokens(),
                comparison.tokens());
        line(
                text,
                "largest difference between sequence probabilities  %.3g",
                comparison.largestProbabilityDifference());
        line(text, "largest difference between label marginals      %.3g", comparison.largestMarginalDifference());
        if (speed != null) {
            line(
                    text,
                    "tokens a second of CPU time, one thread: first %,.0f, second %,.0f; %s",
                    rounded(speed.firstSpeed()),
                    rounded(speed.secondSpeed()),
                    told(speed));
        }
        comparison.differences().forEach(difference -> append(text, difference));
        long rest = comparison.sequences()
                - comparison.identical()
                - comparison.differences().size();
        if (rest > 0) {
            line(text, "%n… and %,d more sequences with differences (--show n shows more)", rest);
        }
        if (!caveat().isEmpty()) {
            line(text, "%n%s", caveat());
        }
        return text.toString();
    }

    private static String told(SpeedTrial speed) {
        return switch (speed.verdict()) {
            case NO_DIFFERENCE -> "no difference beyond noise";
            case FIRST_IS_FASTER -> String.format(Locale.ROOT, "the first is %.1f times as fast", 1 / speed.ratio());
            case SECOND_IS_FASTER -> String.format(Locale.ROOT, "the second is %.1f times as fast", speed.ratio());
        };
    }

    /** With the two digits that a measurement has. */
    private static double rounded(double speed) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, speed))) - 1));
        return Math.round(speed / unit) * unit;
    }

    private static void append(StringBuilder text, Comparison.Difference difference) {
        Tagging first = difference.first();
        Tagging second = difference.second();
        int[] positions = difference.positions();
        text.append('\n');
        line(
                text,
                "%s: sequence %,d, %d of %d tokens differ",
                first.sequence().location(),
                difference.number(),
                positions.length,
                first.labels().size());
        for (int t : positions) {
            line(
                    text,
                    "  token %d %s: first %s, second %s",
                    t + 1,
                    name(first.sequence().tokens().get(t)),
                    first.labels().get(t),
                    second.labels().get(t));
        }
        line(
                text,
                "  first model:  score %.9g, log-probability %.9g; of the second's labels %.9g",
                first.score(),
                first.logProbability(),
                first.logProbability(second.labels()));
        line(
                text,
                "  second model: score %.9g, log-probability %.9g; of the first's labels %.9g",
                second.score(),
                second.logProbability(),
                second.logProbability(first.labels()));
    }

    private static String name(Token token) {
        if (!token.columns().isEmpty()) {
            return "'" + token.columns().get(0) + "'";
        }
        return token.attributes().isEmpty()
                ? "without attributes"
                : "'" + token.attributes().get(0).name() + "'";
    }

    private Map<String, @Nullable Object> figures(Comparison comparison, @Nullable SpeedTrial speed) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("first", models.get(0).toString());
        map.put("second", models.get(1).toString());
        map.put("identicalLabels", comparison.isIdentical());
        map.put("sequences", comparison.sequences());
        map.put("identicalSequences", comparison.identical());
        map.put("tokens", comparison.tokens());
        map.put("differentTokens", comparison.differentTokens());
        map.put("largestProbabilityDifference", comparison.largestProbabilityDifference());
        map.put("largestMarginalDifference", comparison.largestMarginalDifference());
        if (speed != null) {
            map.put("firstTokensPerSecond", speed.firstSpeed());
            map.put("secondTokensPerSecond", speed.secondSpeed());
            map.put(
                    "fasterModel",
                    switch (speed.verdict()) {
                        case NO_DIFFERENCE -> null;
                        case FIRST_IS_FASTER -> "first";
                        case SECOND_IS_FASTER -> "second";
                    });
        }
        map.put(
                "differences",
                comparison.differences().stream()
                        .map(difference -> Map.of(
                                "sequence", difference.number(),
                                "location",
                                        Objects.toString(
                                                difference.first().sequence().location()),
                                "first", difference.first().labels(),
                                "second", difference.second().labels()))
                        .toList());
        return map;
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
