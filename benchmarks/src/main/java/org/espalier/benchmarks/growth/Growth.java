package org.espalier.benchmarks.growth;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.Folders;
import org.espalier.benchmarks.Machine;
import org.espalier.benchmarks.MarkedSection;
import org.espalier.benchmarks.MeasuredProcess;
import org.espalier.benchmarks.MeasuredProcess.Measurement;
import org.espalier.benchmarks.SyntheticCorpus;
import org.espalier.benchmarks.TrainingReportFile;
import org.espalier.data.ColumnsFormatter;
import org.espalier.data.Sequence;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains on synthetic corpora of growing size, a few passes each, and tells how time and memory grow. */
@Command(
        name = "growth",
        sortOptions = false,
        description =
                "Trains on synthetic corpora that grow in one respect at a time, a few passes each, through the command"
                        + " line and in fresh processes; writes tables and curves.",
        footer = {"", "Example: benchmarks/growth --axes labels,pairs --sentences 2000"})
public final class Growth implements Callable<Integer> {
    private static final int LABELS_OF_PAIRS_AXIS = 300;

    /** What grows. */
    enum Axis {
        TOKENS("tokens, ×"),
        LABELS("labels"),
        PAIRS("pairs of labels (at " + LABELS_OF_PAIRS_AXIS + " labels)"),
        ATTRIBUTES("attributes a token"),
        THREADS("threads");

        final String title;

        Axis(String title) {
            this.title = title;
        }
    }

    @Option(
            names = "--axes",
            split = ",",
            description = "Which of tokens, labels, pairs, attributes and threads; usually all.")
    private Set<Axis> axes = EnumSet.allOf(Axis.class);

    @Option(
            names = "--sentences",
            defaultValue = "8936",
            description = "Sentences at ×1, of about 24 tokens (${DEFAULT-VALUE}, as CoNLL-2000 has).")
    private int sentences;

    @Option(
            names = "--largest",
            defaultValue = "32",
            description = "The largest factor of the tokens; they double from 1 (${DEFAULT-VALUE}).")
    private int largest;

    @Option(
            names = "--iterations",
            defaultValue = "12",
            description = "Iterations of each training (${DEFAULT-VALUE}); time per pass is that of the second half.")
    private int iterations;

    @Option(names = "--espalier", description = "The launcher; usually cli/target/distribution/bin/espalier.")
    private @Nullable Path espalier;

    @Option(
            names = "--espalier-options",
            defaultValue = "",
            description = "Further options of 'espalier train', separated by blanks, such as --data-on-disk.")
    private String espalierOptions = "";

    @Option(names = "--page", description = "The page to write to; usually docs/BENCHMARKS.md. Curves go beside it.")
    private @Nullable Path page;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(names = "--no-page", description = "Only print.")
    private boolean noPage;

    @Option(names = "--date", description = "The date to write down; usually today.")
    private @Nullable String date;

    @Override
    public Integer call() throws IOException {
        if (sentences < 1 || largest < 1 || iterations < 2) {
            throw new BenchmarkFailure("--sentences and --largest must be at least 1, --iterations at least 2");
        }
        Path launcher = Folders.espalier(espalier);
        Path target = noPage ? null : Folders.page(page);
        Path folder = Files.createTempDirectory("growth");
        List<Curve> curves = new ArrayList<>();
        try {
            for (Axis axis : Axis.values()) {
                if (axes.contains(axis)) {
                    curves.add(new Curve(axis.title, measure(axis, launcher, folder)));
                }
            }
        } finally {
            Folders.delete(folder);
        }
        String text = report(curves);
        System.out.println(text);
        if (target != null) {
            Files.writeString(target.resolveSibling("growth.svg"), CurvePlot.svg(curves));
            MarkedSection.replace(target, "growth", text + "\n![Time per pass and memory](growth.svg)\n");
        }
        return 0;
    }

    private List<Curve.Point> measure(Axis axis, Path launcher, Path folder) throws IOException {
        List<Curve.Point> points = new ArrayList<>();
        for (Step step : steps(axis)) {
            Size size = write(step, folder);
            List<String> command = new ArrayList<>(List.of(launcher.toString(), "train", "-q", "--algorithm", "lbfgs"));
            command.addAll(List.of("--tolerance", "0"));
            command.addAll(List.of("--max-iterations", String.valueOf(iterations)));
            command.addAll(List.of("--threads", String.valueOf(step.threads)));
            command.addAll(List.of("--template", folder.resolve("template").toString()));
            command.addAll(List.of("--report", folder.resolve("log.json").toString()));
            command.addAll(
                    espalierOptions.isBlank()
                            ? List.of()
                            : List.of(espalierOptions.strip().split("\\s+")));
            command.addAll(List.of(
                    "-o",
                    folder.resolve("model").toString(),
                    folder.resolve("train.txt").toString()));
            Measurement measured = MeasuredProcess.run(command, Map.of(), folder.resolve("log"));
            TrainingReportFile report = TrainingReportFile.read(folder.resolve("log.json"));
            // Rare pairs may not occur, and what costs is what does.
            int value = axis == Axis.PAIRS ? size.labelPairs : step.value;
            Curve.Point point = new Curve.Point(
                    value,
                    size.tokens,
                    size.labelPairs,
                    report.features(),
                    report.warmSecondsPerPass(),
                    measured.wallSeconds() - report.seconds(),
                    measured.cpuSeconds(),
                    measured.peakBytes());
            points.add(point);
            System.err.printf(
                    Locale.ROOT,
                    "%s %d: %.4f s per pass, %.0f MB%n",
                    axis.title,
                    value,
                    point.secondsPerPass(),
                    point.peakBytes() / 1e6);
        }
        return points;
    }

    /** One training: its place on the axis and what it trains on. */
    private record Step(int value, SyntheticCorpus.Shape shape, int sentences, int attributes, int threads) {}

    private record Size(long tokens, int labelPairs) {}

    private List<Step> steps(Axis axis) {
        SyntheticCorpus.Shape usual = SyntheticCorpus.Shape.CONLL;
        List<Step> steps = new ArrayList<>();
        switch (axis) {
            case TOKENS -> {
                for (int factor = 1; factor <= largest; factor *= 2) {
                    steps.add(new Step(factor, usual, factor * sentences, 19, 0));
                }
            }
            case LABELS -> {
                for (int labels : List.of(9, 22, 45, 90, 180, 300, 500)) {
                    // As many pairs per label as CoNLL-2000 has: neither nearly all nor nearly none.
                    SyntheticCorpus.Shape shape = usual.withLabels(labels, labels * Math.min(labels, 9));
                    steps.add(new Step(labels, shape, sentences, 19, 0));
                }
            }
            case PAIRS -> {
                for (int perLabel : List.of(1, 3, 10, 30, 100, 300)) {
                    int pairs = LABELS_OF_PAIRS_AXIS * perLabel;
                    steps.add(new Step(pairs, usual.withLabels(LABELS_OF_PAIRS_AXIS, pairs), sentences, 19, 0));
                }
            }
            case ATTRIBUTES -> {
                for (int attributes : List.of(5, 10, 20, 40, 80)) {
                    steps.add(new Step(attributes, usual, sentences, attributes, 0));
                }
            }
            case THREADS -> {
                for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads *= 2) {
                    steps.add(new Step(threads, usual, sentences, 19, threads));
                }
            }
        }
        return steps;
    }

    private static Size write(Step step, Path folder) throws IOException {
        Files.writeString(folder.resolve("template"), template(step.attributes));
        SyntheticCorpus corpus = SyntheticCorpus.of(step.shape);
        Set<String> pairs = new HashSet<>();
        long tokens = 0;
        int piece = 1000;
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("train.txt"))) {
            // In pieces, because the largest corpus need not fit into this heap.
            for (int begin = 0; begin < step.sentences; begin += piece) {
                for (Sequence sentence : corpus.sentences(Math.min(piece, step.sentences - begin), begin + 1L)) {
                    StringBuilder text = new StringBuilder();
                    ColumnsFormatter.DEFAULT.append(sentence, text);
                    out.append(text);
                    tokens += sentence.length();
                    List<String> labels = sentence.labels();
                    for (int t = 1; labels != null && t < labels.size(); t++) {
                        pairs.add(labels.get(t - 1) + " " + labels.get(t));
                    }
                }
            }
        }
        return new Size(tokens, pairs.size());
    }

    /** So many attributes: words and tags and pairs of them at offsets that grow. */
    private static String template(int attributes) {
        StringBuilder template = new StringBuilder();
        for (int k = 0; k < attributes; k++) {
            int offset = (k / 4 + 1) / 2 * (k / 4 % 2 == 0 ? 1 : -1) % 9;
            String cells = switch (k % 4) {
                case 0 -> "%x[" + offset + ",0]";
                case 1 -> "%x[" + offset + ",1]";
                case 2 -> "%x[" + offset + ",1]/%x[" + (offset == 8 ? -8 : offset + 1) + ",1]";
                default -> "%x[" + offset + ",0]/%x[" + (offset == 8 ? -8 : offset + 1) + ",1]";
            };
            template.append("U").append(k).append(':').append(cells).append('\n');
        }
        return template.append("B\n").toString();
    }

    private String report(List<Curve> curves) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "Synthetic corpus, ×1 is %,d sentences; %d iterations of L-BFGS each, time per pass from the second half of them%s. %s%n",
                sentences,
                iterations,
                espalierOptions.isBlank() ? "" : ", `" + espalierOptions.strip() + "`",
                Machine.describe(
                        Folders.espalier(espalier),
                        date == null ? LocalDate.now(ZoneOffset.UTC).toString() : date)));
        curves.forEach(curve -> text.append('\n').append(curve.table()));
        return text.toString();
    }
}
