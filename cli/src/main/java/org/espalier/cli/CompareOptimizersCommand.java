package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.FeatureOptions;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.ModelKind;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.TrainingFiles;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.report.ComparedRun;
import org.espalier.cli.report.OptimizerComparison;
import org.espalier.cli.trial.OptimizerRace;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Penalty;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier compare-optimizers}: runs several algorithms on one objective and draws how they fall. */
@HelpTopic(Topic.OPTIMISER)
@Command(
        name = "compare-optimizers",
        description = {
            "Minimises one objective with several algorithms and shows how fast each one converges: the distance to"
                    + " the best objective found, against passes over the data and against seconds.",
            "",
            "A pass is one evaluation of the objective and its gradient on all data, or one epoch of an algorithm that"
                    + " visits the sequences one by one. After each epoch the objective is evaluated exactly, and this time is"
                    + " not counted. An algorithm that cannot minimise the objective, such as lbfgs with --l1, is skipped and"
                    + " the reason is shown.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier compare-optimizers train.txt --l2 1 --iterations 100 --plot out.svg",
            "  espalier compare-optimizers train.txt --algorithms auto,owlqn --l1 1 --l2 0 --report out.json"
        })
final class CompareOptimizersCommand extends Subcommand {
    @Mixin
    private TrainingFiles files = new TrainingFiles();

    @Option(
            names = {"-a", "--algorithms"},
            split = ",",
            paramLabel = "name",
            description =
                    "The algorithms to compare, separated by commas: any of ${COMPLETION-CANDIDATES}. Default: all. Online"
                            + " learners minimise no objective and cannot be compared.",
            completionCandidates = AlgorithmNames.class)
    @Essential("The algorithms to compare, separated by commas. Default: all that minimise an objective.")
    private List<Algorithm> algorithms = comparable();

    /** Those that minimise an objective. */
    private static List<Algorithm> comparable() {
        return Arrays.stream(Algorithm.values())
                .filter(algorithm -> !algorithm.isOnline())
                .toList();
    }

    /** As they are typed. */
    static final class AlgorithmNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return comparable().stream().map(ComparedRun::name).iterator();
        }
    }

    @Option(names = "--l2", paramLabel = "x", description = "The weight of the L2 penalty. Default: ${DEFAULT-VALUE}.")
    @Essential
    private double l2 = TrainingOptions.DEFAULTS.penalty().l2();

    @Option(names = "--l1", paramLabel = "x", description = "The weight of the L1 penalty. Default: ${DEFAULT-VALUE}.")
    @Essential
    private double l1;

    @Option(
            names = {"-n", "--iterations"},
            paramLabel = "n",
            description = "The maximum number of iterations of each algorithm. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int iterations = 100;

    @Option(
            names = "--tolerance",
            paramLabel = "x",
            description = "Stop an algorithm when the objective falls by less than this fraction; 0 for never. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double tolerance;

    @Option(
            names = "--gradient-tolerance",
            paramLabel = "x",
            description = "Stop an algorithm when |gradient| <= x max(1, |w|). Default: ${DEFAULT-VALUE}.")
    private double gradientTolerance = TrainingOptions.DEFAULTS.optimizer().gradientTolerance();

    @Option(
            names = "--warm-up",
            paramLabel = "n",
            description =
                    "The number of untimed iterations that each algorithm runs first, so that the JVM compiles the code before"
                            + " timing begins; 0 for none. Default: ${DEFAULT-VALUE}.")
    private int warmUp = 5;

    @Option(
            names = "--model",
            paramLabel = "kind",
            description = "The kind of model, as for 'espalier train --model'. Default: crf.")
    @HelpTopic(Topic.MODEL)
    @Essential
    private ModelKind model = ModelKind.CRF;

    @Option(
            names = "--loss",
            paramLabel = "name",
            description = "The loss of a sequence. Default: the loss of the model.")
    @HelpTopic(Topic.MODEL)
    private @Nullable LossFunction loss;

    @Option(
            names = "--margin",
            paramLabel = "x",
            description = "The cost of a wrong label in margin losses. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.MODEL)
    private double margin = TrainingOptions.DEFAULTS.cost();

    @Option(
            names = "--min-count",
            paramLabel = "n",
            description = "Ignore attributes that occur fewer than n times. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.FEATURES)
    private int minCount = 1;

    @Option(names = "--all-features", description = "Give a weight to every pair of attribute and label.")
    @HelpTopic(Topic.FEATURES)
    private boolean allFeatures;

    @Option(names = "--boundaries", description = "Learn which labels sequences begin and end with.")
    @HelpTopic(Topic.FEATURES)
    private boolean boundaries;

    @Option(
            names = "--unknown-label",
            paramLabel = "text",
            description = "Marks tokens whose label is unknown. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.DATA)
    private String unknownLabel = LabelNotation.DEFAULT.unknown();

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Option(
            names = "--plot",
            paramLabel = "file",
            description = "Plot the curves to this file, which ends in .svg or .png.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the plot")
    private @Nullable Path plot;

    @Option(names = "--report", paramLabel = "file", description = "Write all figures to this file as JSON.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the report")
    private @Nullable Path report;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(names = "--seed", paramLabel = "n", description = "The random seed. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.RUNNING)
    private long seed = TrainingOptions.DEFAULTS.seed();

    @Option(
            names = {"-q", "--quiet"},
            description = "Show results, warnings and errors only.")
    @HelpTopic(Topic.RUNNING)
    @Essential
    private boolean quiet;

    @Override
    protected int run() {
        checkUsage();
        TrainingOptions options = options();
        DataOptions dataOptions = input.labelled(files.paths()).withUnknownLabel(unknownLabel);
        Interruption interruption = new Interruption();
        interruption.endAtOnce(() -> streams().say("stopped while reading the data; nothing was measured"));
        List<Sequence> data = files.readAll(dataOptions);
        input.tellAnnotations(this::warn);
        AttributeExtractor extractor = features.chosenOrUsual(dataOptions.format(), data);
        interruption.install(
                () -> streams().say("stopping and showing what was measured so far; interrupt again to abort at once"));
        OptimizerRace race = new OptimizerRace(streams(), quiet, options, extractor, data, interruption);
        Set<Algorithm> compared = new LinkedHashSet<>(algorithms);
        for (Algorithm algorithm : compared) {
            if (warmUp > 0 && !interruption.isWanted()) {
                race.warmUp(algorithm, Math.min(warmUp, iterations));
            }
        }
        List<ComparedRun> runs = new ArrayList<>();
        for (Algorithm algorithm : compared) {
            if (!interruption.isWanted()) {
                runs.add(race.run(algorithm));
            }
        }
        show(new OptimizerComparison(runs));
        return interruption.exitCode();
    }

    private void checkUsage() {
        if (model.isGenerative()) {
            throw usage(
                    "--model " + model
                            + " estimates probabilities by counting, so there is no objective to minimise; choose crf, memm or maxent");
        }
        if (model.hasKernel() || model == ModelKind.CCRF || model.algorithm() != null) {
            throw usage("--model " + model
                    + " has its own algorithm, so there is nothing to compare; choose crf, memm, maxent or svm");
        }
        for (Algorithm algorithm : algorithms) {
            if (algorithm.isOnline()) {
                throw usage("--algorithms " + ComparedRun.name(algorithm)
                        + ": an online learner does not minimise this objective, so it cannot be compared; choose from "
                        + String.join(", ", new AlgorithmNames()));
            }
        }
        if (warmUp < 0) {
            throw usage("--warm-up is " + warmUp + "; expected at least 0");
        }
        requirePicture(plot);
    }

    /** All but the algorithm, which has yet to say whether it can. */
    private TrainingOptions options() {
        return orUsage(() -> {
            TrainingOptions options = TrainingOptions.DEFAULTS
                    .withAlgorithm(Algorithm.AUTO)
                    .withPenalty(new Penalty(l1, l2))
                    .withMaxIterations(iterations)
                    .withTolerance(tolerance)
                    .withGradientTolerance(gradientTolerance)
                    .withSelection(new FeatureSelection(minCount, 1, allFeatures, boundaries))
                    .withNotation(new LabelNotation(unknownLabel, LabelNotation.DEFAULT.separator()))
                    .withCost(margin)
                    .withThreads(threads.chosen(this))
                    .withSeed(seed);
            TrainingOptions shaped = model.apply(options);
            return shaped.withLoss(loss == null ? model.loss() : loss);
        });
    }

    private void show(OptimizerComparison comparison) {
        streams().print(comparison.table());
        if (report != null) {
            Path target = report;
            streams().attempt(() -> OutputFiles.write(target, Json.writeIndented(comparison.json())));
        }
        if (comparison.hasRuns()) {
            Figure figure = comparison.figure();
            streams().print("\n" + figure.text(78, 16));
            if (plot != null) {
                Path target = plot;
                streams().attempt(() -> OutputFiles.save(target, "the plot", figure::write));
            }
        } else {
            throw new CommandFailure("no algorithm could minimise this objective; the table says why");
        }
    }
}
