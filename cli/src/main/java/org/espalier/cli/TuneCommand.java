package org.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.cli.plot.Figure;
import org.espalier.compress.Measure;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
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

/** {@code espalier tune}: finds good hyper-parameters by measuring on data that were not learnt from. */
@Command(
        name = "tune",
        description = {
            "Tries settings of the training out, each on data that it was not learnt from, and trains a model with the best.",
            "",
            "Every setting is learnt and measured in each of some folds: the data are cut into parts, one is measured and the"
                    + " others are learnt from, until every part was measured once. Sequences stay whole. The table at the"
                    + " end gives the mean score and its standard deviation over the folds.",
            "",
            "  --parameter l2=0.01..10:log     a range; :log spreads the logarithm evenly; :log:7 gives a grid 7 values",
            "  --parameter min-count=1,2,3     values to choose from",
            "  --parameter 'features=text|text-small'   features to choose from (values that hold commas: use |)",
            "  --parameter 'template=a.txt|b.txt'       templates to choose from",
            "  --parameter l1=0.5              one value: fixed",
            "",
            "Further parameters: min-feature-count, all-features, boundaries, algorithm, loss, max-iterations, tolerance,"
                    + " memory, seed; of online learners averaging, aggressiveness, candidates, variance, gamma; of losses with a margin"
                    + " margin; of stochastic optimisers rate, decay, batch.",
            "The scores are the same, bit for bit, for any number of threads. Ctrl-C ends the search; with --journal all"
                    + " finished trials are kept, and --resume goes on from them.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier tune train.txt --parameter l2=0.01..10:log -o best.esp",
            "  espalier tune train.txt --search random --trials 30 --parameter l2=0.01..10:log --parameter min-count=1,2,3 \\",
            "      --journal run.jsonl --resume --plot out.svg -o best.esp",
            "  espalier tune train.txt --search halving --trials 27 --parameter l1=0.01..10:log --parameter l2=0.01..10:log",
            "  espalier tune train.txt --dev dev.txt --path l1 --plot path.png",
            "  espalier tune train.txt --learning-curve"
        })
final class TuneCommand extends Subcommand {
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
                "f1: of spans (token accuracy if the labels mark none). accuracy: of tokens. sequences: those right"
                        + " throughout. likelihood: mean log p(labels|tokens) per token, the negated loss. Default: f1."
            })
    private Measure.Metric metric = Measure.Metric.F1;

    @Option(names = "--journal", paramLabel = "file", description = "Keep finished trials here, a line of JSON each.")
    private @Nullable Path journal;

    @Option(names = "--resume", description = "Go on from the journal if it is there; its trials are not done again.")
    private boolean resume;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "best.esp",
            description = "Train a model on all training data with the best setting, and write it here.")
    private @Nullable Path output;

    @Option(names = "--plot", paramLabel = "file", description = "Draw the scores: a file that ends in .svg or .png.")
    private @Nullable Path plot;

    @Option(names = "--report", paramLabel = "file", description = "Write all scores as JSON.")
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
            description = "Decides folds, random settings and what the algorithms draw. Default: ${DEFAULT-VALUE}.")
    private long seed = TrainingOptions.DEFAULTS.seed();

    @Option(
            names = {"-q", "--quiet"},
            description = "Show results, warnings and errors only.")
    private boolean quiet;

    @Override
    int run() {
        checkUsage();
        DataOptions dataOptions = input.labelled();
        SearchSpace space = orUsage(() -> search.space(features, dataOptions.format()));
        TrainingOptions options = orUsage(() -> learning.apply(
                TrainingOptions.DEFAULTS.withNotation(notation.chosen()).withSeed(seed), dataOptions.format()));
        List<Sequence> data = files.readAll(dataOptions);
        AttributeExtractor extractor = features.chosenOrUsual(dataOptions.format(), data);
        Interruption interruption = new Interruption();
        interruption.install(() -> streams()
                .say("stopping; "
                        + (journal == null ? "trials that are not over are lost" : "finished trials are in " + journal)
                        + "; once more to abort at once"));
        ScoreText scores = new ScoreText(metric);
        Recipe recipe = orUsage(() -> search.fixed(new Recipe(extractor, options, search.alternatives()), space));
        Tuner tuner = new Tuner(recipe, orUsage(() -> split.chosen(dataOptions, seed)), metric)
                .withThreads(threads.chosen(this))
                .withListener(new TuningDisplay(streams(), quiet, scores))
                .withStop(interruption::isWanted);
        tuner = journal == null ? tuner : tuner.withJournal(journal, resume);
        if (search.isPath()) {
            follow(tuner, search.path(space), data, new TuningReport(scores));
        } else {
            TuningResult result = tuner.search(orUsage(() -> search.method(SearchOptions.open(space), seed)), data);
            show(result, scores);
            result.best()
                    .filter(best -> output != null && !result.interrupted())
                    .ifPresent(best -> train(recipe, best.trial().setting(), data, dataOptions, interruption));
        }
        return interruption.exitCode();
    }

    private void checkUsage() {
        ModelKind kind = learning.model(input.labelled().format());
        if (kind.isGenerative()) {
            throw usage("the probabilities of --model " + kind
                    + " are counted, and none of these parameters is"
                    + " theirs; compare its smoothings with 'espalier train' and 'espalier eval'");
        }
        if (resume && journal == null) {
            throw usage("--resume needs --journal, the file to go on from");
        }
        orUsage(() -> {
            split.check();
            search.check(output != null, journal != null);
            return kind;
        });
        requirePicture(plot);
        OutputFiles.check(output, "the model");
        OutputFiles.check(plot, "the plot");
        OutputFiles.check(report, "the report");
        OutputFiles.check(journal, "the journal");
    }

    private void show(TuningResult result, ScoreText scores) {
        TuningReport tuning = new TuningReport(scores);
        if (result.best().isEmpty()) {
            streams().say("no trial was finished");
            return;
        }
        boolean curve = search.isCurve();
        streams().print(curve ? tuning.curveTable(result) : tuning.table(result));
        draw(curve ? tuning.curveFigure(result) : SearchFigure.of(result, scores));
        if (!curve) {
            streams().print("\nbest: " + result.best().orElseThrow().trial().setting() + "\n");
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
            figure.write(plot);
        }
    }

    private void write(Map<String, @Nullable Object> json) {
        if (report != null) {
            OutputFiles.write(report, Json.writeIndented(json));
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
        Model model = InputOptions.noted(trainer.train(data), dataOptions);
        Path file = Objects.requireNonNull(output);
        model.save(file);
        if (!quiet) {
            streams().say(display.report().stopText());
            streams().say(file + ": " + display.report().activeFeatures() + " features that are not zero");
        }
    }
}
