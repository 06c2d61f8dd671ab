package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.input.LostData;
import org.espalier.cli.input.RememberedInput;
import org.espalier.cli.input.SameColumns;
import org.espalier.cli.input.TextLines;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.FeatureOptions;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.LearningOptions;
import org.espalier.cli.option.LearningRules;
import org.espalier.cli.option.ModelKind;
import org.espalier.cli.option.NotationOptions;
import org.espalier.cli.option.OptimizerOptions;
import org.espalier.cli.option.OptionRule;
import org.espalier.cli.option.SearchOptions;
import org.espalier.cli.option.SplitOptions;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.TrainingFiles;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.report.ScoreText;
import org.espalier.cli.report.SearchFigure;
import org.espalier.cli.report.TrainingDisplay;
import org.espalier.cli.report.TuningDisplay;
import org.espalier.cli.report.TuningReport;
import org.espalier.cli.tree.TreeReader;
import org.espalier.compress.Measure;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.model.Model;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.espalier.tune.PathPoint;
import org.espalier.tune.Recipe;
import org.espalier.tune.RegularisationPath;
import org.espalier.tune.SearchSpace;
import org.espalier.tune.Setting;
import org.espalier.tune.Tuner;
import org.espalier.tune.TuningResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier tune}: finds good hyperparameters by measuring on data that were not learnt from. */
@HelpTopic(Topic.SEARCH)
@Command(
        name = "tune",
        description = {
            "Tries training settings, measures each on data it was not trained on, and trains a model with the best"
                    + " one.",
            "",
            "Every setting is cross-validated: the data are split into folds, and each fold is scored by a model"
                    + " trained on the others. Sequences are never split. The final table shows the mean score and its"
                    + " standard deviation over the folds.",
            "",
            "  --parameter l2=0.01..10:log             a range on a log scale; :log:7 is a grid of 7",
            "  --parameter min-count=1,2,3             values to choose from",
            "  --parameter 'features=text|text-small'  features to choose from, separated by |",
            "  --parameter 'template=a.txt|b.txt'      templates to choose from",
            "  --parameter l1=0.5                      a fixed value",
            "",
            "More parameters: min-feature-count, all-features, boundaries, algorithm, loss, max-iterations, tolerance,"
                    + " memory, seed; averaging, aggressiveness, candidates, variance, gamma (online learners); margin"
                    + " (margin losses); rate, decay, batch (stochastic optimisers); order, order-features (crf);"
                    + " hidden-states (ldcrf, hcrf); max-segment (semi-crf).",
            "The scores are the same, bit for bit, for any number of threads. Ctrl-C stops the search; with --journal"
                    + " all finished trials are kept, and --resume continues from them.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier tune train.txt --parameter l2=0.01..10:log -o best.esp",
            "  espalier tune train.txt --search random --trials 30 -p l2=0.01..10:log -p min-count=1,2,3",
            "  espalier tune train.txt --parameter l2=0.1,1,10 --journal run.jsonl --resume --plot out.svg",
            "  espalier tune train.txt --search halving --trials 27 -p l1=0.01..10:log -p l2=0.01..10:log",
            "  espalier tune train.txt --dev dev.txt --path l1 --plot path.png",
            "  espalier tune train.txt --learning-curve"
        })
final class TuneCommand extends Subcommand {
    /** Parameters that say when training stops, or that a stop before the minimum was not measured with. */
    private static final Set<String> DECIDE_THE_STOP =
            Set.of("l1", "loss", "algorithm", "order", "tolerance", "gradient-tolerance", "period");

    @Mixin
    private TrainingFiles files = new TrainingFiles();

    @Mixin
    private SearchOptions search = new SearchOptions();

    @Mixin
    private SplitOptions split = new SplitOptions();

    @Option(
            names = "--metric",
            paramLabel = "name",
            description = {
                "f1: F1 of spans, or token accuracy if the labels mark no spans. accuracy: token accuracy; of trees,"
                        + " the words with the right head and relation. sequences: the share of sequences without an"
                        + " error. likelihood: mean log p(labels|tokens) per token, the negated loss. Default: f1."
            })
    @Essential("The score to maximise: f1, accuracy, sequences or likelihood. Default: f1.")
    private Measure.Metric metric = Measure.Metric.F1;

    @Option(
            names = "--journal",
            paramLabel = "file",
            description = "Record finished trials in this file, one JSON object per line.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the journal")
    private @Nullable Path journal;

    @Option(names = "--resume", description = "Continue from the journal if it exists; its trials are not repeated.")
    @HelpTopic(Topic.RUNNING)
    @Essential
    private boolean resume;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "best.esp",
            description = "Train a model on all training data with the best setting and write it to this file.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the model")
    private @Nullable Path output;

    @Option(
            names = "--plot",
            paramLabel = "file",
            description = "Plot the scores to this file, which ends in .svg or .png.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the plot")
    private @Nullable Path plot;

    @Option(names = "--report", paramLabel = "file", description = "Write all scores to this file as JSON.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the report")
    private @Nullable Path report;

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private LearningOptions learning = new LearningOptions();

    @Mixin
    private NotationOptions notation = new NotationOptions();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = "--seed",
            paramLabel = "n",
            description = "The random seed for folds, random settings and algorithms. Default: ${DEFAULT-VALUE}.")
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
        DataOptions dataOptions = input.labelled(files.paths(), learning.usualFormat())
                .withUnknownLabel(notation.chosen().unknown());
        SearchSpace space = orUsage(() -> search.space(features, dataOptions.format()));
        TrainingOptions chosen = orUsage(() -> learning.apply(
                TrainingOptions.DEFAULTS.withNotation(notation.chosen()).withSeed(seed), dataOptions.format()));
        // All trials stop alike, and as 'espalier train' would with their options.
        TrainingOptions options = search.isPath()
                        || space.ranges().keySet().stream().anyMatch(DECIDE_THE_STOP::contains)
                ? chosen
                : OptimizerOptions.stoppedInTime(chosen, learning.model(dataOptions.format()), dataOptions.format());
        tellIdle(idle(space, options, dataOptions.format()));
        String fixed = SearchOptions.fixed(space);
        if (!fixed.isEmpty() && !quiet) {
            streams().say("fixed, in every trial and in the model: " + fixed);
        }
        if (!search.isPath()
                && !search.isCurve()
                && SearchOptions.open(space).ranges().isEmpty()) {
            warn("every --parameter has one value, so there is nothing to choose; the table has one trial");
        }
        Interruption interruption = new Interruption();
        interruption.endAtOnce(() -> streams().say("stopped while reading the data; no trial was started"));
        List<Sequence> data = read(dataOptions);
        LostData lost =
                new LostData(dataOptions, notation.chosen(), isGiven("--unknown-label"), features.looksAtAttributes());
        data.forEach(lost);
        lost.tell(this::warn);
        input.tellAnnotations(this::warn);
        AttributeExtractor extractor =
                learning.withTags(features.chosenOrUsual(dataOptions.format(), data, options), options);
        interruption.install(() -> streams()
                .say("stopping; "
                        + (journal == null ? "unfinished trials are lost" : "finished trials are in " + journal)
                        + "; interrupt again to abort at once"));
        boolean plain = Measure.scheme(data, notation.chosen()) == TagScheme.NONE;
        ScoreText scores = new ScoreText(metric == Measure.Metric.F1 && plain ? Measure.Metric.ACCURACY : metric);
        Recipe recipe = orUsage(() -> search.fixed(new Recipe(extractor, options, search.alternatives()), space));
        Tuner tuner = new Tuner(recipe, orUsage(() -> split.chosen(dataOptions, data, seed)), metric)
                .withThreads(threads.chosen(this))
                .withListener(new TuningDisplay(streams(), quiet, scores))
                .withStop(interruption::isWanted);
        tuner = journal == null ? tuner : tuner.withJournal(journal, resume);
        if (search.isPath()) {
            follow(tuner, search.path(space), data, new TuningReport(scores));
        } else {
            TuningResult result = tuner.search(orUsage(() -> search.method(SearchOptions.open(space), seed)), data);
            show(result, SearchOptions.open(space), scores);
            result.best()
                    .filter(best -> output != null && !result.interrupted())
                    .ifPresent(best -> train(recipe, best.trial().setting(), data, dataOptions, interruption));
        }
        return interruption.exitCode();
    }

    /** All data, where trees with crossing arcs are what the user wants of them. */
    private List<Sequence> read(DataOptions options) {
        if (options.format() != Format.CONLLU) {
            return files.readAll(options);
        }
        try (SequenceReader reader =
                new TreeReader(files.open(options, new SameColumns(options)), learning.crossingArcs(), this::warn)) {
            List<Sequence> data = Sequences.readAll(reader);
            if (data.isEmpty()) {
                throw new CommandFailure(files.names().get(0) + ": there are no trees; there is nothing to learn from");
            }
            return data;
        }
    }

    private void checkUsage() {
        Format format = input.labelled(files.paths(), learning.usualFormat()).format();
        ModelKind kind = orUsage(() -> learning.model(format));
        if (kind.isGenerative()) {
            throw usage("--model " + kind
                    + " estimates probabilities by counting and has none of these parameters; compare smoothing"
                    + " methods with 'espalier train' and 'espalier eval'");
        }
        if (kind.hasKernel()) {
            throw usage("tune has no --kernel, which --model " + kind
                    + " needs; compare kernels with 'espalier train' and 'espalier eval', or tune a linear model"
                    + " behind a --feature-map");
        }
        if (kind == ModelKind.BILSTM_CRF) {
            throw usage("tune has no options of networks, which --model " + kind
                    + " has; compare networks with 'espalier train --dev' and 'espalier eval'");
        }
        if (kind == ModelKind.CCRF) {
            throw usage("--model ccrf chooses the penalty of its regression by itself and has none of these parameters;"
                    + " compare lags and features with 'espalier train' and 'espalier eval' on other data");
        }
        if (resume && journal == null) {
            throw usage("--resume needs --journal, the file to continue from");
        }
        orUsage(() -> {
            split.check();
            search.check(output != null, journal != null);
            return kind;
        });
        requirePicture(plot);
    }

    private List<OptionRule> idle(SearchSpace space, TrainingOptions options, Format format) {
        List<OptionRule> rules = new ArrayList<>(search.idle());
        rules.addAll(split.idle());
        // What is searched for is not settled yet.
        boolean settled = space.ranges().keySet().stream().noneMatch(List.of("algorithm", "loss")::contains);
        if (settled) {
            List<OptionRule> learning = LearningRules.of(this.learning.model(format), options, this::isGiven);
            // The seed also cuts the folds.
            learning.stream().filter(rule -> !rule.options().contains("--seed")).forEach(rules::add);
            for (String parameter : space.ranges().keySet()) {
                OptionRule.tell(learning, ("--" + parameter)::equals, text -> warn("--parameter " + text.substring(2)));
            }
        }
        return rules;
    }

    private void show(TuningResult result, SearchSpace space, ScoreText scores) {
        TuningReport tuning = new TuningReport(scores);
        if (result.best().isEmpty()) {
            streams().say("no trial was finished");
            return;
        }
        boolean curve = search.isCurve();
        streams().print(curve ? tuning.curveTable(result) : tuning.table(result));
        draw(curve ? tuning.curveFigure(result) : SearchFigure.of(result, scores));
        if (!curve) {
            Setting best = result.best().orElseThrow().trial().setting();
            streams().print("\nbest: " + best + "\n");
            SearchOptions.atEdge(space, best).forEach(this::warn);
        }
        write(tuning.json(result));
    }

    private void follow(Tuner tuner, RegularisationPath way, List<Sequence> data, TuningReport tuning) {
        List<PathPoint> points = tuner.path(way, data);
        if (points.isEmpty()) {
            streams().say("no point of the path was reached");
            return;
        }
        streams().print(tuning.pathTable(way, points));
        draw(tuning.pathFigure(way, points));
        write(tuning.json(way, points));
    }

    private void draw(Figure figure) {
        streams().print("\n" + figure.text(78, 14));
        if (plot != null) {
            Path target = plot;
            streams().attempt(() -> OutputFiles.save(target, "the plot", figure::write));
        }
    }

    private void write(Map<String, @Nullable Object> json) {
        if (report != null) {
            Path target = report;
            streams().attempt(() -> OutputFiles.write(target, Json.writeIndented(json)));
        }
    }

    private void train(
            Recipe recipe, Setting best, List<Sequence> data, DataOptions dataOptions, Interruption interruption) {
        if (!quiet) {
            streams().say("training on all data with " + best);
        }
        TrainingDisplay display = new TrainingDisplay(streams(), quiet, EarlyStopping.DEFAULT.metric(), () -> {});
        Trainer trainer =
                recipe.trainer(best, threads.chosen(this)).withListener(display).withStop(interruption::isWanted);
        TextLines lines = new TextLines();
        data.forEach(lines);
        Model model = RememberedInput.noted(trainer.train(data), dataOptions, lines.areWhole());
        Path file = Objects.requireNonNull(output);
        OutputFiles.save(file, "the model", model::save);
        if (!quiet) {
            streams().say(display.report().stopText());
            streams().say(file + ": " + display.report().activeFeatures() + " non-zero features");
        }
    }
}
