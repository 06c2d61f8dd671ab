package org.espalier.benchmarks.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.Folders;
import org.espalier.benchmarks.Machine;
import org.espalier.benchmarks.MarkedSection;
import org.espalier.benchmarks.MeasuredProcess;
import org.espalier.benchmarks.MeasuredProcess.Measurement;
import org.espalier.benchmarks.PrintedLabels;
import org.espalier.evaluate.Scores;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains and tags the same data with Espalier and with other toolkits, every command in a fresh process. */
@Command(
        name = "race",
        sortOptions = false,
        description =
                "Trains and tags the same data with Espalier and other toolkits, each command in a fresh process, and"
                        + " prints what each took. Contestants take turns within a round; the figures are medians of the rounds.",
        footer = {
            "%nContestants: espalier, espalier-1 (one thread), jcrfsuite; crfsuite, crfpp, wapiti where their options name the"
                    + " native programs; mallet, tribuo, stanford, hanlp, opennlp where 'mvn -Ppeers -pl benchmarks/peers -am"
                    + " package -DskipTests' has built them. Ratios are to crfsuite, or else to jcrfsuite.",
            "%nExample: benchmarks/race --only espalier,crfsuite --crfsuite /usr/bin/crfsuite --rounds 1"
        })
public final class Race implements Callable<Integer> {
    @Option(
            names = "--task",
            defaultValue = "chunk",
            description = "chunk, chunk-all (a weight for every attribute with every label) or pos45.",
            converter = KindConverter.class)
    private Task.Kind kind = Task.Kind.CHUNK;

    @Option(
            names = "--data",
            description =
                    "A folder with train.txt, test.txt and template, columns with word, tag and label; usually"
                            + " shared/data/conll2000 beside or above the working directory, else a synthetic corpus of its shape.")
    private @Nullable Path data;

    @Option(names = "--synthetic", description = "The synthetic corpus even where there are real data.")
    private boolean synthetic;

    @Option(names = "--sentences", defaultValue = "0", description = "Train on the first so many; 0 for all.")
    private int sentences;

    @Option(names = "--only", split = ",", description = "These contestants only, separated by commas.")
    private List<String> only = List.of();

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--iterations",
            description = "At most so many iterations for everyone; 0 for no limit, which is usual except for pos45.")
    private @Nullable Integer iterations;

    @Option(
            names = "--slow-iterations",
            defaultValue = "10",
            description = "For contestants that take minutes to hours; what counts is their time per pass"
                    + " (${DEFAULT-VALUE}).")
    private int slowIterations;

    @Option(
            names = "--copies",
            defaultValue = "10",
            description = "The fast ones tag the test data so many times over.")
    private int copies;

    @Option(names = "--espalier", description = "The launcher; usually cli/target/distribution/bin/espalier.")
    private @Nullable Path espalier;

    @Option(
            names = "--espalier-options",
            defaultValue = "",
            description = "Further options of 'espalier train', separated by blanks.")
    private String espalierOptions = "";

    @Option(names = "--crfsuite", description = "The native program crfsuite.")
    private @Nullable Path crfsuite;

    @Option(names = "--crfpp", description = "CRF++'s program crf_learn; crf_test must be beside it.")
    private @Nullable Path crfpp;

    @Option(names = "--wapiti", description = "The program wapiti.")
    private @Nullable Path wapiti;

    @Option(names = "--peers", description = "The jar of the JVM peers; usually benchmarks/peers/target/peers.jar.")
    private @Nullable Path peers;

    @Option(names = "--work", description = "A folder for data, models and logs; usually a temporary one, removed.")
    private @Nullable Path work;

    @Option(names = "--page", description = "The page to write to; usually docs/BENCHMARKS.md.")
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
        if (rounds < 1 || copies < 1 || sentences < 0 || slowIterations < 1) {
            throw new BenchmarkFailure("--rounds, --copies and --slow-iterations must be at least 1, --sentences 0");
        }
        List<Contestant> contestants = contestants();
        Path target = noPage ? null : Folders.page(page);
        Path folder = work == null ? Files.createTempDirectory("race") : Files.createDirectories(work);
        try {
            Task task = Task.prepare(kind, dataFolder(), folder.resolve(kind.toString()), sentences, copies);
            System.err.printf(
                    Locale.ROOT, "%s, %s: %,d tokens%n", kind.description, task.source(), task.trainingTokens());
            Map<Contestant, List<Outcome>> outcomes = run(task, contestants, folder);
            String text = report(task, outcomes);
            System.out.println(text);
            if (target != null) {
                MarkedSection.replace(target, "race:" + kind, text);
            }
            return outcomes.size() == contestants.size() ? 0 : 1;
        } finally {
            if (work == null) {
                Folders.delete(folder);
            }
        }
    }

    private @Nullable Path dataFolder() {
        if (synthetic) {
            return null;
        }
        return data == null ? Folders.above("shared/data/conll2000") : data;
    }

    private int mostIterations() {
        return iterations == null ? kind.iterations : iterations;
    }

    private List<Contestant> contestants() {
        int most = mostIterations();
        int few = most == 0 ? slowIterations : Math.min(most, slowIterations);
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> options = espalierOptions.isBlank()
                ? List.of()
                : List.of(espalierOptions.strip().split("\\s+"));
        Path launcher = Folders.espalier(espalier);
        List<Contestant> all = new ArrayList<>();
        all.add(new Espalier("espalier", launcher, 0, most, options));
        all.add(new Espalier("espalier-1", launcher, 1, most, options));
        if (crfsuite != null) {
            String note = "the native program given as `--crfsuite`, ready attributes, `-a lbfgs`, c2 = 0.5";
            all.add(new Crfsuite("crfsuite", note, List.of(crfsuite.toString()), most));
        }
        all.add(new Crfsuite(
                "jcrfsuite",
                "the same through jcrfsuite 0.6.1, CRFsuite 0.12 inside",
                JcrfsuiteProcess.command(),
                most));
        if (crfpp != null) {
            all.add(new TemplateProgram(TemplateProgram.Dialect.CRFPP, crfpp, cores, few));
        }
        if (wapiti != null) {
            all.add(new TemplateProgram(TemplateProgram.Dialect.WAPITI, wapiti, cores, few));
        }
        Path jar = peers == null ? Folders.above("benchmarks/peers/target/peers.jar") : peers;
        if (jar != null) {
            for (JvmPeer.Library library : JvmPeer.Library.values()) {
                all.add(new JvmPeer(library, jar, few));
            }
        }
        return chosen(all);
    }

    private List<Contestant> chosen(List<Contestant> all) {
        if (only.isEmpty()) {
            return all;
        }
        Map<String, Contestant> byName =
                all.stream().collect(Collectors.toMap(Contestant::name, contestant -> contestant));
        List<Contestant> chosen = new ArrayList<>();
        for (String name : only) {
            Contestant contestant = byName.get(name);
            if (contestant == null) {
                throw new BenchmarkFailure("there is no contestant '" + name + "' here, only "
                        + String.join(", ", byName.keySet()) + "; native programs need their option, JVM peers"
                        + " 'mvn -Ppeers -pl benchmarks/peers -am package -DskipTests'");
            }
            chosen.add(contestant);
        }
        return chosen;
    }

    /** A contestant that fails is named and left out; the others go on. */
    private Map<Contestant, List<Outcome>> run(Task task, List<Contestant> contestants, Path folder)
            throws IOException {
        Map<Contestant, List<Outcome>> outcomes = new LinkedHashMap<>();
        List<Contestant> running = new ArrayList<>(contestants);
        for (int round = 0; round < rounds; round++) {
            for (Contestant contestant : List.copyOf(running)) {
                if (round > 0 && !contestant.isComplete()) {
                    continue;
                }
                try {
                    Outcome outcome = run(task, contestant, folder.resolve(contestant.name() + "-" + round));
                    outcomes.computeIfAbsent(contestant, key -> new ArrayList<>())
                            .add(outcome);
                    System.err.printf(
                            Locale.ROOT,
                            "round %d, %s: trained in %.2f s (%.2f s of CPU), objective %s, F1 %.3f, %,.0f tokens/s%n",
                            round + 1,
                            contestant.name(),
                            outcome.trainSeconds(),
                            outcome.trainCpuSeconds(),
                            outcome.objective(),
                            100 * outcome.f1(),
                            outcome.tokensPerSecond());
                } catch (BenchmarkFailure e) {
                    System.err.println(
                            "round " + (round + 1) + ", " + contestant.name() + " failed: " + e.getMessage());
                    running.remove(contestant);
                    outcomes.remove(contestant);
                }
            }
        }
        return outcomes;
    }

    private static Outcome run(Task task, Contestant contestant, Path folder) throws IOException {
        Files.createDirectories(folder);
        Path model = folder.resolve("model");
        Path log = folder.resolve("train");
        Measurement training = MeasuredProcess.run(contestant.train(task, model, log), Map.of(), log);
        Contestant.TrainingFigures figures = contestant.figures(log, training.wallSeconds());
        Task.Part part = contestant.speedPart();
        Path tagLog = folder.resolve("tag");
        Measurement tagging = MeasuredProcess.run(contestant.tag(task, model, part), Map.of(), tagLog);
        Scores scores = PrintedLabels.scores(task.gold(), MeasuredProcess.withSuffix(tagLog, ".out"));
        Measurement one =
                MeasuredProcess.run(contestant.tag(task, model, Task.Part.ONE), Map.of(), folder.resolve("one"));
        return new Outcome(
                training.wallSeconds(),
                training.cpuSeconds(),
                training.peakBytes(),
                figures.passes(),
                figures.secondsPerPass(),
                figures.objective(),
                Files.size(model),
                scores.tokenAccuracy(),
                scores.spans().gold() == 0 ? Double.NaN : scores.spans().f1(),
                task.tokens(part),
                tagging.wallSeconds(),
                tagging.cpuSeconds(),
                tagging.peakBytes(),
                one.wallSeconds());
    }

    private String report(Task task, Map<Contestant, List<Outcome>> outcomes) {
        Map<Contestant, Outcome> medians = new LinkedHashMap<>();
        outcomes.forEach((contestant, list) -> medians.put(contestant, Outcome.median(list)));
        Contestant reference = medians.keySet().stream()
                .filter(contestant -> contestant instanceof Crfsuite)
                .findFirst()
                .orElse(null);
        RaceTable table = new RaceTable(medians, reference);
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s%s; data: %s, %,d tokens for training. Medians of %d %s; ratios to %s. %s%n%n",
                kind.description,
                mostIterations() == 0 ? "" : ", at most " + mostIterations() + " iterations",
                task.source(),
                task.trainingTokens(),
                rounds,
                rounds == 1 ? "round" : "rounds",
                reference == null ? "nobody" : reference.name(),
                Machine.describe(
                        Folders.espalier(espalier),
                        date == null ? LocalDate.now(ZoneOffset.UTC).toString() : date)));
        text.append(table.training()).append('\n').append(table.tagging()).append('\n');
        medians.keySet()
                .forEach(contestant -> text.append("- ")
                        .append(contestant.name())
                        .append(": ")
                        .append(contestant.description())
                        .append('\n'));
        String javaOptions = System.getenv("ESPALIER_JAVA_OPTS");
        if (javaOptions != null && !javaOptions.isBlank()) {
            text.append("- Espalier ran with `ESPALIER_JAVA_OPTS=")
                    .append(javaOptions)
                    .append("`\n");
        }
        return text.toString();
    }

    /** {@code chunk-all} for {@link Task.Kind#CHUNK_ALL}. */
    static final class KindConverter implements picocli.CommandLine.ITypeConverter<Task.Kind> {
        @Override
        public Task.Kind convert(String name) {
            for (Task.Kind kind : Task.Kind.values()) {
                if (kind.toString().equals(name)) {
                    return kind;
                }
            }
            throw new picocli.CommandLine.TypeConversionException(
                    "'" + name + "' is none of " + List.of(Task.Kind.values()));
        }
    }
}
