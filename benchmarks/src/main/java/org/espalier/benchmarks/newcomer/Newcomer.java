package org.espalier.benchmarks.newcomer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.Folders;
import org.espalier.benchmarks.Machine;
import org.espalier.benchmarks.MarkedSection;
import org.espalier.benchmarks.MeasuredProcess;
import org.espalier.benchmarks.MeasuredProcess.Measurement;
import org.espalier.benchmarks.PrintedLabels;
import org.espalier.benchmarks.TrainingReportFile;
import org.espalier.benchmarks.race.JcrfsuiteProcess;
import org.espalier.benchmarks.results.Preparation;
import org.espalier.evaluate.Scores;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains with default options and default features, beside CRFsuite as users of sklearn-crfsuite have it. */
@Command(
        name = "newcomer",
        sortOptions = false,
        description = {
            "What the first training of a newcomer costs: 'espalier train -o m.esp train.txt', beside CRFsuite with the attributes"
                    + " of the sklearn-crfsuite tutorial ('usual'; c1 = c2 = 0.1, 100 iterations, all transitions) and beside CRFsuite"
                    + " with the attributes of Espalier's default features ('same'; the same options).",
            "CRFsuite gets its attributes ready in a file, so what a Python function takes to make them is not counted."
        },
        footer = {"", "Example: benchmarks/run newcomer --only ncbi,wnut --crfsuite /usr/bin/crfsuite"})
public final class Newcomer implements Callable<Integer> {
    private static final String HEAD = """
            | data | training | attributes a token | passes | CPU s | wall s | peak MB | model MB | accuracy | F1 |
            |---|---|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(names = "--data", description = "The folder of the real data; usually the nearest shared/data above.")
    private @Nullable Path data;

    @Option(names = "--work", description = "Where data, models and logs are kept; usually benchmarks/target/newcomer.")
    private @Nullable Path work;

    @Option(names = "--espalier", description = "The launcher; usually that of the build.")
    private @Nullable Path espalier;

    @Option(
            names = "--espalier-options",
            defaultValue = "",
            description = "Further options of 'espalier train', separated by blanks.")
    private String espalierOptions = "";

    @Option(names = "--crfsuite", description = "The native program crfsuite; usually the library inside jcrfsuite.")
    private @Nullable Path crfsuite;

    @Option(names = "--only", split = ",", description = "The names of some data sets: ${COMPLETION-CANDIDATES}.")
    private List<FirstTask> only = Arrays.asList(FirstTask.values());

    @Option(
            names = "--contestants",
            split = ",",
            description = "Some of espalier, usual, same. Usual: espalier and usual.")
    private List<String> contestants = List.of("espalier", "usual");

    @Option(
            names = "--rounds",
            defaultValue = "1",
            description = "Rounds; the fewest CPU seconds count (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--page", description = "The page to write to; - for none. Usually docs/BENCHMARKS.md.")
    private @Nullable Path page;

    /** What one training took, and what its model is worth. */
    private record Outcome(Measurement training, double passes, long bytes, Scores scores) {}

    @Override
    public Integer call() throws IOException {
        Path source = data == null ? Folders.above("shared/data") : data;
        if (source == null || !Files.isDirectory(source)) {
            throw new BenchmarkFailure("the real data are not there; name their folder with --data");
        }
        if (rounds < 1) {
            throw new BenchmarkFailure("--rounds " + rounds + "; expected at least 1");
        }
        Path folder = (work == null ? Path.of("benchmarks", "target", "newcomer") : work).toAbsolutePath();
        Path launcher = Folders.espalier(espalier);
        new Preparation(source, folder).sequences();
        StringBuilder table = new StringBuilder(HEAD);
        for (FirstTask task : only) {
            FirstFiles files = FirstFiles.prepare(task, folder);
            for (String contestant : contestants) {
                Outcome best = null;
                for (int round = 0; round < rounds; round++) {
                    Outcome outcome = run(contestant, files, launcher);
                    if (best == null
                            || outcome.training().cpuSeconds() < best.training().cpuSeconds()) {
                        best = outcome;
                    }
                }
                if (best != null) {
                    String row = row(task, contestant, files.attributesPerToken(contestant), best);
                    System.err.print(row);
                    table.append(row);
                }
            }
        }
        String text = table + "\n"
                + Machine.describe(launcher, LocalDate.now(ZoneOffset.UTC).toString());
        System.out.println(text);
        if (page == null || !page.toString().equals("-")) {
            MarkedSection.replace(Folders.page(page), "newcomer", text);
        }
        return 0;
    }

    private Outcome run(String contestant, FirstFiles files, Path launcher) throws IOException {
        Path log = files.log(contestant);
        Path model = MeasuredProcess.withSuffix(log, ".model");
        Path report = MeasuredProcess.withSuffix(log, ".json");
        boolean ours = contestant.equals("espalier");
        List<String> train = ours ? ours(launcher, files, model, report) : theirs(contestant, files, model);
        Measurement training = MeasuredProcess.run(train, Map.of(), log);
        List<String> tag = new ArrayList<>(ours ? List.of(launcher.toString()) : program());
        tag.addAll(List.of("tag", "-m", model.toString(), files.test(contestant).toString()));
        Path tagged = MeasuredProcess.withSuffix(log, ".tag");
        MeasuredProcess.run(tag, Map.of(), tagged);
        Scores scores = PrintedLabels.scores(files.gold(), MeasuredProcess.withSuffix(tagged, ".out"));
        double passes = ours ? TrainingReportFile.read(report).passes() : Double.NaN;
        return new Outcome(training, passes, Files.size(model), scores);
    }

    private List<String> ours(Path launcher, FirstFiles files, Path model, Path report) {
        List<String> command = new ArrayList<>(List.of(launcher.toString(), "train", "-q"));
        if (!espalierOptions.isBlank()) {
            command.addAll(List.of(espalierOptions.strip().split("\\s+")));
        }
        command.addAll(List.of("--report", report.toString(), "-o", model.toString()));
        command.add(files.train("espalier").toString());
        return command;
    }

    private List<String> theirs(String contestant, FirstFiles files, Path model) {
        List<String> command = new ArrayList<>(program());
        command.addAll(List.of("learn", "-a", "lbfgs"));
        for (String setting : List.of("c1=0.1", "c2=0.1", "max_iterations=100", "feature.possible_transitions=1")) {
            command.addAll(List.of("-p", setting));
        }
        command.addAll(List.of("-m", model.toString(), files.train(contestant).toString()));
        return command;
    }

    private List<String> program() {
        return crfsuite == null ? JcrfsuiteProcess.command() : List.of(crfsuite.toString());
    }

    private static String row(FirstTask task, String contestant, double attributes, Outcome outcome) {
        Scores scores = outcome.scores();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %s | %.1f | %.1f | %.0f | %.1f | %.2f | %s |%n",
                task.title,
                contestant,
                attributes,
                Double.isNaN(outcome.passes()) ? "–" : String.format(Locale.ROOT, "%.0f", outcome.passes()),
                outcome.training().cpuSeconds(),
                outcome.training().wallSeconds(),
                outcome.training().peakBytes() / 1048576.0,
                outcome.bytes() / 1e6,
                100 * scores.tokenAccuracy(),
                scores.spans().gold() == 0
                        ? "–"
                        : String.format(
                                Locale.ROOT, "%.2f", 100 * scores.spans().f1()));
    }
}
