package org.espalier.benchmarks.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.Folders;
import org.espalier.benchmarks.Machine;
import org.espalier.benchmarks.MarkedSection;
import org.espalier.benchmarks.MeasuredProcess;
import org.espalier.data.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains and evaluates every method of the plan on every data set, and writes the tables. */
@Command(
        name = "results",
        sortOptions = false,
        description = {
            "Trains and evaluates every method on every data set of the plan, each in a process of its own, and writes a table"
                    + " for each data set: scores, seconds of training, passes over the data, bytes of the model, and the"
                    + " options that give them.",
            "The data are those of shared/data, put into formats that the command line reads."
        },
        footer = {"", "Example: benchmarks/run results --only conll2000,trec"})
public final class Results implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(names = "--data", description = "The folder of the real data; usually the nearest shared/data above.")
    private @Nullable Path data;

    @Option(names = "--work", description = "Where prepared data, models and logs are kept; usually target/results.")
    private @Nullable Path work;

    @Option(names = "--espalier", description = "The launcher; usually that of the build.")
    private @Nullable Path espalier;

    @Option(names = "--only", split = ",", description = "The names of some data sets.")
    private List<String> only = List.of();

    @Option(names = "--methods", split = ",", description = "Methods whose names contain one of these texts.")
    private List<String> methods = List.of();

    @Option(
            names = "--page",
            description = "The page that gets the tables; - for standard output. Usually docs/RESULTS.md.")
    private @Nullable Path page;

    /** One line of a table. */
    private record Row(Plan.Method method, List<Double> scores, double seconds, double passes, long bytes) {}

    @Override
    public Integer call() throws IOException {
        Path source = data == null ? Folders.above("shared/data") : data;
        if (source == null || !Files.isDirectory(source)) {
            throw new BenchmarkFailure("the real data are not there; name their folder with --data");
        }
        Path folder = (work == null ? Path.of("benchmarks", "target", "results") : work).toAbsolutePath();
        Path launcher = Folders.espalier(espalier);
        Files.createDirectories(folder.resolve("runs"));
        new Preparation(source, folder).run();
        for (Plan.DataSet set : Plan.standard().dataSets()) {
            if (only.isEmpty() || only.contains(set.name())) {
                show(set, table(set, rows(set, launcher, folder), launcher));
            }
        }
        return 0;
    }

    private List<Row> rows(Plan.DataSet set, Path launcher, Path folder) {
        List<Row> rows = new ArrayList<>();
        for (Plan.Method method : set.methods()) {
            if (methods.isEmpty() || methods.stream().anyMatch(method.name()::contains)) {
                try {
                    rows.add(row(set, method, launcher, folder));
                } catch (BenchmarkFailure e) {
                    System.err.println(set.name() + ", " + method.name() + ": " + e.getMessage());
                }
            }
        }
        return rows;
    }

    private static Row row(Plan.DataSet set, Plan.Method method, Path launcher, Path folder) {
        String name = set.name() + "-" + method.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        Path log = folder.resolve("runs").resolve(name);
        Path model = MeasuredProcess.withSuffix(log, ".esp");
        Path report = MeasuredProcess.withSuffix(log, ".json");
        List<String> train = new ArrayList<>(List.of(launcher.toString(), "train", "-q"));
        train.addAll(inFolder(set.options(method), folder));
        train.addAll(List.of("--report", report.toString(), "-o", model.toString()));
        List<String> eval = List.of(
                launcher.toString(),
                "eval",
                "--output-format",
                "json",
                "-m",
                model.toString(),
                folder.resolve(set.test()).toString());
        try {
            MeasuredProcess.Measurement training = MeasuredProcess.run(train, Map.of(), log);
            MeasuredProcess.run(eval, Map.of(), MeasuredProcess.withSuffix(log, ".eval"));
            Map<?, ?> figures = json(report);
            Map<?, ?> scores = json(MeasuredProcess.withSuffix(log, ".eval.out"));
            Row row = new Row(
                    method,
                    set.scores().stream()
                            .map(score -> number(scores, score.path()))
                            .toList(),
                    training.wallSeconds(),
                    number(figures, List.of(figures.containsKey("passes") ? "passes" : "evaluations")),
                    Files.size(model));
            System.err.println(set.name() + ", " + method.name() + ": " + cells(row));
            return row;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Names of prepared files get their folder. */
    private static List<String> inFolder(List<String> words, Path folder) {
        return words.stream()
                .map(word -> Files.exists(folder.resolve(word))
                        ? folder.resolve(word).toString()
                        : word)
                .toList();
    }

    private static Map<?, ?> json(Path file) throws IOException {
        if (Json.parse(Files.readString(file)) instanceof Map<?, ?> map) {
            return map;
        }
        throw new BenchmarkFailure(file + ": not a JSON object");
    }

    private static double number(Map<?, ?> figures, List<String> path) {
        Object value = figures;
        for (String key : path) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static String table(Plan.DataSet set, List<Row> rows, Path launcher) {
        StringBuilder text = new StringBuilder("## " + set.title() + "\n\n");
        text.append("`espalier train OPTIONS ")
                .append(set.features().isEmpty() ? "" : shell(set.features()) + ' ')
                .append(shell(set.train()))
                .append(" -o m.esp`, then `espalier eval -m m.esp ")
                .append(set.test())
                .append("`\n\n| method | ");
        set.scores().forEach(score -> text.append(score.title()).append(" | "));
        text.append("seconds | passes | model | options |\n|---|")
                .append("--:|".repeat(set.scores().size() + 3))
                .append("---|\n");
        for (Row row : rows) {
            text.append("| ")
                    .append(row.method().name())
                    .append(" | ")
                    .append(cells(row))
                    .append(" | `")
                    .append(shell(row.method().options()))
                    .append("` |\n");
        }
        return text.append("\n")
                .append(Machine.describe(
                        launcher, LocalDate.now(ZoneId.systemDefault()).toString()))
                .append("\n")
                .toString();
    }

    /** As it is typed: with quotes where a shell would see more than text. */
    private static String shell(List<String> words) {
        return words.stream()
                .map(word -> word.contains("(") ? "'" + word + "'" : word)
                .collect(Collectors.joining(" "));
    }

    private static String cells(Row row) {
        return row.scores().stream()
                        .map(score -> Double.isNaN(score) ? "–" : String.format(Locale.ROOT, "%.2f", 100 * score))
                        .collect(Collectors.joining(" | "))
                + String.format(Locale.ROOT, " | %.1f | ", row.seconds())
                + (Double.isNaN(row.passes()) ? "1" : String.format(Locale.ROOT, "%.0f", row.passes())) // counted
                + String.format(Locale.ROOT, " | %,d kB", row.bytes() / 1000);
    }

    private void show(Plan.DataSet set, String table) {
        if (page != null && page.toString().equals("-")) {
            System.out.println(table);
            return;
        }
        Path target = page == null
                ? Objects.requireNonNull(Folders.page(null).getParent()).resolve("RESULTS.md")
                : page;
        MarkedSection.replace(target, set.name(), table);
    }
}
