package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.cli.plot.Figure;
import org.espalier.compress.Measure;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.AttributeExtractor;
import org.espalier.model.Model;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.espalier.tune.CrossValidation;
import org.espalier.tune.GridSearch;
import org.espalier.tune.HeldOut;
import org.espalier.tune.Hyperparameter;
import org.espalier.tune.LearningCurve;
import org.espalier.tune.PathPoint;
import org.espalier.tune.RandomSearch;
import org.espalier.tune.Range;
import org.espalier.tune.Recipe;
import org.espalier.tune.RegularisationPath;
import org.espalier.tune.Search;
import org.espalier.tune.SearchSpace;
import org.espalier.tune.Setting;
import org.espalier.tune.Split;
import org.espalier.tune.SuccessiveHalving;
import org.espalier.tune.Tuner;
import org.espalier.tune.TuningResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
    /** How settings are proposed. */
    enum Method {
        GRID,
        RANDOM,
        HALVING
    }

    @Parameters(
            arity = "1..*",
            paramLabel = "train.txt",
            description = "The training data: files (*.gz is unpacked), or - for standard input.")
    private List<Path> inputs = List.of();

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "name=values",
            description = "What to choose, see above. May be given several times.")
    private List<String> parameters = List.of();

    @Option(
            names = "--search",
            paramLabel = "grid|random|halving",
            description = {
                "grid: every combination. random: --trials settings at random. halving: --trials settings at first with a"
                        + " small part of the data (or of the iterations), then the better third with three times as"
                        + " much, and so on. Default: grid."
            })
    private Method search = Method.GRID;

    @Option(
            names = "--trials",
            paramLabel = "n",
            description = "How many settings random and halving draw. Default: ${DEFAULT-VALUE}.")
    private int trials = 20;

    @Option(
            names = "--eta",
            paramLabel = "n",
            description =
                    "Halving keeps one of so many, and gives it so many times the means. Default: ${DEFAULT-VALUE}.")
    private int eta = 3;

    @Option(names = "--resource", paramLabel = "data|iterations", description = "What halving rations. Default: data.")
    private SuccessiveHalving.Resource resource = SuccessiveHalving.Resource.DATA;

    @Option(
            names = "--path",
            paramLabel = "l1|l2",
            description =
                    "Instead of a search, follow this penalty from large to small, each training starting from the"
                            + " weights of the one before. Values: --parameter l1=0.01..10:log:10, which is usual.")
    private @Nullable String path;

    @Option(
            names = "--learning-curve",
            arity = "0..1",
            fallbackValue = "6",
            paramLabel = "n",
            description =
                    "Instead of a search, learn from growing parts of the data, each twice the one before, and measure on"
                            + " them and on the held-out data. Usually 6 parts.")
    private @Nullable Integer learningCurve;

    @Option(
            names = "--folds",
            paramLabel = "k",
            description = "Parts for cross-validation. Default: 5, or none with --dev.")
    private @Nullable Integer folds;

    @Option(
            names = "--arrangement",
            paramLabel = "kind",
            description = {
                "How sequences get to the parts. usual: shuffled, or stratified if all sequences have one token. shuffled: at"
                        + " random. stratified: every label alike in every part. blocks: neighbours together. grouped: see"
                        + " --group-column."
            })
    private CrossValidation.Arrangement arrangement = CrossValidation.Arrangement.USUAL;

    @Option(
            names = "--group-column",
            paramLabel = "n",
            description =
                    "Keep sequences together whose first token has the same text in this observed column (from 0),"
                            + " such as a document or a writer.")
    private @Nullable Integer groupColumn;

    @Option(
            names = "--dev",
            paramLabel = "file",
            description = "Measure on these data, instead of cross-validation. May be given several times.")
    private List<Path> dev = List.of();

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

    @Option(
            names = "--unknown-label",
            paramLabel = "text",
            description = "The label of tokens whose label is not known. Default: ${DEFAULT-VALUE}.")
    private String unknownLabel = LabelNotation.DEFAULT.unknown();

    @Option(
            names = "--label-separator",
            paramLabel = "text",
            description = "What joins labels of which one is right. Default: none.")
    private String labelSeparator = LabelNotation.DEFAULT.separator();

    @Option(
            names = "--threads",
            paramLabel = "n",
            description = "Trainings at a time, 0 for all cores. The scores do not depend on it. Default: 0.")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "n",
            description = "Decides folds, random settings and what the algorithms draw. Default: ${DEFAULT-VALUE}.")
    private long seed = TrainingOptions.DEFAULTS.seed();

    @Option(
            names = {"-q", "--quiet"},
            description = "Show results, warnings and errors only.")
    private boolean quiet;

    private final Map<String, AttributeExtractor> alternatives = new LinkedHashMap<>();

    @Override
    int run() {
        checkUsage();
        try {
            SearchSpace space = space();
            TrainingOptions options = options();
            DataOptions dataOptions = input.labelled();
            List<Sequence> data = ObservedReader.readAll(dataOptions, inputs);
            AttributeExtractor usual = features.chosen(dataOptions.format());
            AttributeExtractor extractor = usual == null ? FeatureOptions.usual(dataOptions.format(), data) : usual;
            Interruption interruption = new Interruption();
            interruption.install(() -> streams()
                    .say("stopping; "
                            + (journal == null
                                    ? "trials that are not over are lost"
                                    : "finished trials are in " + journal)
                            + "; once more to abort at once"));
            ScoreText scores = new ScoreText(metric);
            Recipe recipe = fixed(new Recipe(extractor, options, alternatives), space);
            Tuner tuner = new Tuner(recipe, split(), metric)
                    .withThreads(threads)
                    .withListener(new TuningDisplay(streams(), quiet, scores))
                    .withStop(interruption::isWanted);
            tuner = journal == null ? tuner : tuner.withJournal(journal, resume);
            if (path != null) {
                follow(tuner, space, data, new TuningReport(scores));
            } else {
                TuningResult result = tuner.search(method(open(space)), data);
                show(result, scores);
                result.best()
                        .filter(best -> output != null && !result.interrupted())
                        .ifPresent(best -> train(recipe, best.trial().setting(), data, dataOptions, interruption));
            }
            return interruption.exitCode();
        } catch (SearchSpaceProblem e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** The parameters on the command line are wrong. */
    private static final class SearchSpaceProblem extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SearchSpaceProblem(IllegalArgumentException cause) {
            super(cause.getMessage(), cause);
        }
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
        if (!dev.isEmpty() && (folds != null || groupColumn != null)) {
            throw usage("--dev takes the place of cross-validation; leave out --folds and --group-column, or --dev");
        }
        if (path != null && learningCurve != null) {
            throw usage("--path and --learning-curve are two different things; ask for one at a time");
        }
        if ((path != null || learningCurve != null) && output != null) {
            throw usage(
                    "-o takes the best setting of a search; with --path and --learning-curve there is none. Choose a"
                            + " setting from the table and use 'espalier train'");
        }
        if (path != null && journal != null) {
            throw usage(
                    "a path keeps no journal: each training needs the weights of the one before; leave --journal out");
        }
        if (path != null && !path.equals("l1") && !path.equals("l2")) {
            throw usage("--path " + path + "; expected l1 or l2");
        }
        if (path == null && learningCurve == null && parameters.isEmpty()) {
            throw usage("nothing to choose from; give --parameter, for example --parameter l2=0.01..10:log");
        }
        if (arrangement == CrossValidation.Arrangement.GROUPED && groupColumn == null) {
            throw usage("--arrangement grouped needs --group-column, the column that names the group");
        }
        if (plot != null && !Figure.isPicture(plot)) {
            throw usage("--plot " + plot + "; expected a name that ends in .svg or .png");
        }
        if (output != null) {
            TrainCommand.checkWritable(output, "the model");
        }
        if (plot != null) {
            TrainCommand.checkWritable(plot, "the plot");
        }
        if (report != null) {
            TrainCommand.checkWritable(report, "the report");
        }
        if (journal != null) {
            TrainCommand.checkWritable(journal, "the journal");
        }
    }

    private TrainingOptions options() {
        try {
            return learning.apply(
                    TrainingOptions.DEFAULTS
                            .withNotation(new LabelNotation(unknownLabel, labelSeparator))
                            .withSeed(seed),
                    input.labelled().format());
        } catch (IllegalArgumentException e) {
            throw new SearchSpaceProblem(e);
        }
    }

    /** Features and templates are one dimension: a setting has one of them. */
    private SearchSpace space() {
        try {
            SearchSpace space = SearchSpace.EMPTY;
            for (String definition : parameters) {
                if (definition.startsWith("features=") || definition.startsWith("template=")) {
                    boolean template = definition.startsWith("template=");
                    for (String value : definition.substring(9).split("\\|", -1)) {
                        alternatives.put(
                                value,
                                template
                                        ? FeatureOptions.template(Path.of(value))
                                        : FeatureOptions.parse(
                                                value.strip(), input.labelled().format()));
                    }
                } else {
                    space = space.with(definition);
                }
            }
            if (alternatives.isEmpty()) {
                return space;
            }
            if (features.chosen(input.labelled().format()) != null) {
                throw new IllegalArgumentException(
                        "--features or --template says what the features are, and --parameter"
                                + " what to choose them from; leave one of the two out");
            }
            return space.with(Recipe.FEATURES, new Range.Choice(List.copyOf(alternatives.keySet())));
        } catch (IllegalArgumentException e) {
            throw new SearchSpaceProblem(e);
        }
    }

    /** The recipe with the parameters that have one value only. */
    private Recipe fixed(Recipe recipe, SearchSpace space) {
        Setting setting = Setting.USUAL;
        AttributeExtractor extractor = recipe.extractor();
        for (Map.Entry<String, Range> range : space.ranges().entrySet()) {
            List<String> values = range.getValue().grid();
            if (range.getKey().equals(path)) {
                continue;
            }
            if (values.size() > 1 && (path != null || learningCurve != null)) {
                throw usage("--parameter " + range.getKey() + " has " + values.size()
                        + " values; --path and --learning-curve need one");
            }
            if (values.size() == 1 && range.getKey().equals(Recipe.FEATURES)) {
                extractor = Objects.requireNonNull(alternatives.get(values.get(0)));
            } else if (values.size() == 1) {
                setting = setting.with(range.getKey(), values.get(0));
            }
        }
        try {
            return new Recipe(extractor, recipe.options(setting), recipe.alternatives());
        } catch (IllegalArgumentException e) {
            throw new SearchSpaceProblem(e);
        }
    }

    /** What is left to choose. */
    private static SearchSpace open(SearchSpace space) {
        SearchSpace left = SearchSpace.EMPTY;
        for (Map.Entry<String, Range> range : space.ranges().entrySet()) {
            if (range.getValue().grid().size() > 1) {
                left = left.with(range.getKey(), range.getValue());
            }
        }
        return left;
    }

    private Split split() {
        if (!dev.isEmpty()) {
            List<Sequence> held = Sequences.read(input.labelled(), dev);
            if (held.isEmpty()) {
                throw new CommandFailure(dev.get(0) + ": the development data are empty");
            }
            return new HeldOut(held);
        }
        int count = folds == null ? 5 : folds;
        try {
            return groupColumn == null
                    ? new CrossValidation(count, arrangement, 0, seed)
                    : new CrossValidation(count, CrossValidation.Arrangement.GROUPED, groupColumn, seed);
        } catch (IllegalArgumentException e) {
            throw new SearchSpaceProblem(e);
        }
    }

    private Search method(SearchSpace space) {
        try {
            if (learningCurve != null) {
                return LearningCurve.doubling(learningCurve);
            }
            return switch (search) {
                case GRID -> new GridSearch(space);
                case RANDOM -> new RandomSearch(space, trials, seed);
                case HALVING -> new SuccessiveHalving(space, trials, eta, resource, 100, seed);
            };
        } catch (IllegalArgumentException e) {
            throw new SearchSpaceProblem(e);
        }
    }

    private void show(TuningResult result, ScoreText scores) {
        TuningReport tuning = new TuningReport(scores);
        if (result.best().isEmpty()) {
            streams().say("no trial was finished");
            return;
        }
        boolean curve = learningCurve != null;
        streams().print(curve ? tuning.curveTable(result) : tuning.table(result));
        draw(curve ? tuning.curveFigure(result) : SearchFigure.of(result, scores));
        if (!curve) {
            streams().print("\nbest: " + result.best().orElseThrow().trial().setting() + "\n");
        }
        write(tuning.json(result));
    }

    private void follow(Tuner tuner, SearchSpace space, List<Sequence> data, TuningReport tuning) {
        Hyperparameter penalty = Hyperparameter.of(Objects.requireNonNull(path));
        Range range = space.ranges().get(penalty.toString());
        List<String> values = (range == null ? Range.parse("0.01..10:log:10", penalty.kind()) : range).grid();
        List<Double> lambdas = new ArrayList<>();
        values.forEach(value -> lambdas.add(Double.valueOf(value)));
        RegularisationPath way = new RegularisationPath(penalty, lambdas);
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
            TrainCommand.write(report, Json.writeIndented(json));
        }
    }

    private void train(
            Recipe recipe, Setting best, List<Sequence> data, DataOptions dataOptions, Interruption interruption) {
        if (!quiet) {
            streams().say("training on all data with " + best);
        }
        TrainingDisplay display = new TrainingDisplay(streams(), quiet, EarlyStopping.DEFAULT.metric(), () -> {});
        Trainer trainer = recipe.trainer(best, threads).withListener(display).withStop(interruption::isWanted);
        Model model = TrainCommand.withInput(trainer.train(data), dataOptions);
        Path file = Objects.requireNonNull(output);
        model.save(file);
        if (!quiet) {
            streams().say(display.report().stopText());
            streams().say(file + ": " + display.report().activeFeatures() + " features that are not zero");
        }
    }
}
