package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.continuous.NumberConclusion;
import org.espalier.cli.input.GuardedReader;
import org.espalier.cli.input.LostData;
import org.espalier.cli.input.RememberedInput;
import org.espalier.cli.input.SameColumns;
import org.espalier.cli.input.TextLines;
import org.espalier.cli.option.CheckpointOptions;
import org.espalier.cli.option.ClassificationOptions;
import org.espalier.cli.option.DevOptions;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.FeatureOptions;
import org.espalier.cli.option.GenerativeOptions;
import org.espalier.cli.option.GenerativeTraining;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.KernelOptions;
import org.espalier.cli.option.LearningOptions;
import org.espalier.cli.option.LearningRules;
import org.espalier.cli.option.MixingOptions;
import org.espalier.cli.option.ModelKind;
import org.espalier.cli.option.NeighbourOptions;
import org.espalier.cli.option.NeuralOptions;
import org.espalier.cli.option.OptimizerOptions;
import org.espalier.cli.option.OptionRule;
import org.espalier.cli.option.SelectionOptions;
import org.espalier.cli.option.StorageOptions;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.TrainingFiles;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.report.PseudoLikelihoodCheck;
import org.espalier.cli.report.TrainingConclusion;
import org.espalier.cli.report.TrainingDisplay;
import org.espalier.cli.report.TrainingFigures;
import org.espalier.cli.spark.SparkTrainingOptions;
import org.espalier.cli.spark.SubmitOptions;
import org.espalier.cli.spark.TrainingArguments;
import org.espalier.cli.tree.TreeReader;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.continuous.ContinuousOptions;
import org.espalier.continuous.ContinuousTrainer;
import org.espalier.continuous.EdgeList;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.feature.AttributeExtractor;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Learner;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier train}: learns a model from labelled sequences. */
@HelpTopic(Topic.FILES)
@Command(
        name = "train",
        description = {
            "Trains a model on labelled sequences and writes it to a file: a linear-chain conditional random field, or"
                    + " one of its relatives (--model, --loss, --algorithm).",
            "",
            "The data have one token per line, with columns separated by blanks, the label in the last column, and a"
                    + " blank line after each sequence:",
            "",
            "    2     B-QTY",
            "    cups  B-UNIT",
            "    flour B-NAME",
            "",
            "Or mark the spans in running text, one text per line: [2](QTY) [cups](UNIT) of [flour](NAME)",
            "",
            "Training minimises the sum of the losses of the sequences, -log p(labels|tokens), plus a penalty on the"
                    + " weights w, l1 |w| + l2/2 |w|^2. The model is the same, bit for bit, for any number of threads.",
            "Ctrl-C or SIGTERM stops training after the current iteration and saves the best model so far (exit code"
                    + " 130 or 143); a second Ctrl-C aborts at once. Before the first iteration ends there is nothing to"
                    + " save.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier train -o model.esp train.txt",
            "  espalier train -o model.esp annotated.txt",
            "  espalier train --template template --l2 0.5 --dev dev.txt -o model.esp train.txt",
            "  espalier train --features 'text,gazetteer(units=units.txt)' -o model.esp train.txt.gz",
            "  espalier train --format crfsuite --l1 1 --l2 0 -o model.esp train.crfsuite",
            "  espalier train --format csv --label-column income -o model.esp adult.csv",
            "  espalier train --format text --features 'words(1..2,lower,tfidf,l2)' -o model.esp reviews.tsv",
            "  espalier train --format frames --sequence-column recording -o model.esp frames.csv",
            "  espalier train --model ccrf --label-column pm25 -o air.esp air.csv",
            "  espalier train --model bilstm-crf --embedding glove.6B.100d.txt --dev dev.txt -o model.esp train.txt",
            "  espalier train --model constituency -o phrases.esp train.mrg",
            "  espalier train --model pcfg -o grammar.esp train.mrg",
            "  espalier train --model dependency --crossing-arcs lift -o parser.esp train.conllu",
            "  espalier train --checkpoint run.check --resume -o model.esp train.txt"
        })
final class TrainCommand extends Subcommand {
    @Mixin
    private TrainingFiles files = new TrainingFiles();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "model.esp",
            description = "Where to write the model.")
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the model")
    private Path output = Path.of("");

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Mixin
    private LearningOptions learning = new LearningOptions();

    @Mixin
    private KernelOptions kernels = new KernelOptions();

    @Mixin
    private NeuralOptions networks = new NeuralOptions();

    @Mixin
    private ClassificationOptions classification = new ClassificationOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private MixingOptions mixing = new MixingOptions();

    @Mixin
    private OptimizerOptions optimizer = new OptimizerOptions();

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(
            names = "--unknown-label",
            paramLabel = "text",
            description = "Marks tokens whose label is unknown; the model learns from the other tokens. Default:"
                    + " ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.DATA)
    private String unknownLabel = LabelNotation.DEFAULT.unknown();

    @Option(
            names = "--label-separator",
            paramLabel = "text",
            description =
                    "Separates alternative labels of a token, one of which is right, such as '|' in B-A|B-B. Default:"
                            + " none; labels are not split.")
    @HelpTopic(Topic.DATA)
    private String labelSeparator = LabelNotation.DEFAULT.separator();

    @Mixin
    private DevOptions dev = new DevOptions();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Mixin
    private StorageOptions storage = new StorageOptions();

    @Option(names = "--seed", paramLabel = "n", description = "The random seed. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.RUNNING)
    private long seed = TrainingOptions.DEFAULTS.seed();

    @Option(
            names = "--init",
            paramLabel = "model.esp",
            description =
                    "Warm start: begin with the weights of this model, and with its features unless others are given."
                            + " New labels and attributes are added.")
    @Essential("Warm start: begin with the weights of this model.")
    @UsedFile(value = UsedFile.Use.READ, what = "the initial model", replacedBy = "the model")
    private @Nullable Path initial;

    @Mixin
    private CheckpointOptions checkpoint = new CheckpointOptions();

    @Option(
            names = "--report",
            paramLabel = "file",
            description = "Write a report of the training run to this file, as JSON.")
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the report")
    private @Nullable Path report;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show warnings and errors only.")
    @HelpTopic(Topic.RUNNING)
    @Essential
    private boolean quiet;

    @Mixin
    private GenerativeOptions generative = new GenerativeOptions();

    @Mixin
    private NeighbourOptions neighbours = new NeighbourOptions();

    private final TextLines lines = new TextLines();

    @Override
    protected int run() {
        // Wrong usage is told before any file is opened.
        if (learning.is(ModelKind.CCRF)) {
            return predictNumbers();
        }
        Format format = initial == null
                ? input.labelled(files.paths(), learning.usualFormat()).format()
                : learning.usualFormat();
        ModelKind kind = orUsage(() -> learning.model(format));
        warnOfTrees(format);
        requireNone(neighbours.problem(kind, parsed()));
        requireNone(kernels.problem(kind, this::isGiven));
        requireNone(networks.problem(kind, format, this::isGiven));
        if (kind.isGenerative()) {
            return count();
        }
        TrainingOptions first = options(format);
        Model start = initial == null ? null : Toolkit.open(initial);
        DataOptions dataOptions = (start == null
                        ? input.labelled(files.paths(), learning.usualFormat())
                        : input.labelled(start, files.paths()))
                .withUnknownLabel(unknownLabel);
        TrainingOptions options = start == null ? first : options(dataOptions.format());
        tellIdle(idle());
        tellIdle(LearningRules.of(learning.model(dataOptions.format()), options, this::isGiven));
        AttributeExtractor extractor = features.chosen(dataOptions.format());
        if (extractor == null && start != null) {
            requireNone(
                    features.hasMap()
                            ? "--feature-map with --init: the features are those of the initial model; give --features"
                                    + " or --template too, or leave --feature-map out"
                            : null);
            extractor = start.encoder().extractor();
        }
        Interruption interruption = beforeLearning();
        TrainingDisplay display = display(interruption);
        SameColumns columns = new SameColumns(dataOptions);
        List<Sequence> devData = dev.read(input.beside(dataOptions, dev.files()), columns);
        Model trained;
        PseudoLikelihoodCheck pseudo = learning.isPseudoLikelihood() ? new PseudoLikelihoodCheck() : null;
        try (SequenceReader reader = new GuardedReader(
                told(files.open(dataOptions, columns), dataOptions), pseudo == null ? any -> {} : pseudo)) {
            boolean looked = kind.hasKernel()
                    || (extractor == null && dataOptions.format() == Format.JSONL)
                    || classification.isBinary();
            List<Sequence> data = looked ? Sequences.readAll(reader) : List.of();
            Learner learner = (kind == ModelKind.BILSTM_CRF
                            ? network(extractor, options, dataOptions.format())
                            : learner(
                                    learning.model(dataOptions.format()),
                                    extractor == null
                                            ? learning.withTags(
                                                    features.chosenOrUsual(dataOptions.format(), data, options),
                                                    options)
                                            : extractor,
                                    options,
                                    start))
                    .withDev(devData)
                    .withListener(display)
                    .withStop(interruption::isWanted);
            trained = looked ? learner.train(data) : learner.train(reader);
        }
        Model model = RememberedInput.noted(trained, dataOptions, lines.areWhole());
        OutputFiles.save(output, "the model", model::save);
        String collapse = pseudo == null ? null : pseudo.problem(model);
        if (collapse != null) {
            warn(collapse);
        }
        TrainingReport learnt = display.report();
        conclusion(display.metric())
                .tell(
                        learnt,
                        () -> TrainingFigures.of(
                                learnt, options, model, files.names(), TrainingFiles.names(dev.files())),
                        model,
                        interruption.isWanted());
        return interruption.exitCode();
    }

    /** A file of trees would be read as columns, and a column of it learnt, which few want. */
    private void warnOfTrees(Format format) {
        if (format != Format.COLUMNS || isGiven("--format")) {
            return;
        }
        warnOfTrees("conllu", "dependency");
        warnOfTrees("mrg", "constituency");
    }

    private void warnOfTrees(String ending, String model) {
        files.names().stream()
                .filter(name -> name.matches("(?i).*\\." + ending + "(\\.gz)?"))
                .findFirst()
                .ifPresent(name -> warn(name
                        + " is read as columns, of which one is learnt; train a parser of its trees with --model "
                        + model
                        + ", or say --format columns"));
    }

    private void requireNone(@Nullable String problem) {
        if (problem != null) {
            throw usage(problem);
        }
    }

    private TrainingDisplay display(Interruption interruption) {
        return new TrainingDisplay(
                streams(),
                quiet,
                dev.metric(),
                () -> interruption.install(() -> streams()
                        .say("stopping after this iteration to save the model; interrupt again to abort at once")));
    }

    /** Trains a continuous CRF. */
    private int predictNumbers() {
        requireNone(neighbours.problem(ModelKind.CCRF, parsed()));
        DataOptions dataOptions = orUsage(() -> neighbours.data(input));
        EdgeList edges = neighbours.edges();
        ContinuousOptions options =
                orUsage(() -> neighbours.options(optimizer, edges, threads.chosen(this), this::isGiven));
        Interruption interruption = beforeLearning();
        TrainingDisplay display = display(interruption);
        ContinuousTrainer trainer = new ContinuousTrainer(
                        features.chosenOrUsual(dataOptions.format(), List.of()), options)
                .withEdges(edges)
                .withDev(dev.read(dataOptions, new SameColumns(dataOptions)))
                .withListener(display)
                .withStop(interruption::isWanted);
        ContinuousCrf trained = trainer.train(files.readAll(dataOptions));
        ContinuousCrf crf = trained.withProvenance(RememberedInput.noted(trained.provenance(), dataOptions));
        OutputFiles.save(output, "the model", crf::save);
        new NumberConclusion(streams(), quiet, output, report).tell(display.report(), crf, interruption.isWanted());
        return interruption.exitCode();
    }

    /** Warns of what is passed over. */
    private SequenceReader told(SequenceReader reader, DataOptions dataOptions) {
        LostData lost = new LostData(
                dataOptions,
                new LabelNotation(unknownLabel, labelSeparator),
                isGiven("--unknown-label"),
                initial != null || features.looksAtAttributes());
        SequenceReader guarded = new GuardedReader(reader, lost.andThen(lines), () -> {
            lost.tell(this::warn);
            input.tellAnnotations(this::warn);
        });
        return dataOptions.format() == Format.CONLLU
                ? new TreeReader(guarded, learning.crossingArcs(), this::warn)
                : guarded;
    }

    private Interruption beforeLearning() {
        Interruption interruption = new Interruption();
        interruption.endAtOnce(() -> streams().say("stopped before anything was learnt: there is no model to save"));
        return interruption;
    }

    /** The one place that knows which learner a kind of model needs; those that count are made by {@link GenerativeTraining}. */
    private Learner learner(
            ModelKind kind, AttributeExtractor extractor, TrainingOptions options, @Nullable Model start) {
        if (kind == ModelKind.KERNEL_CRF) {
            return orUsage(() -> kernels.crf(extractor, options));
        }
        return orUsage(() -> kind.isKernel()
                ? kernels.trainer(
                        extractor, kind, options, classification.machines(kernels.probabilities()), this::isGiven)
                : classification.learner(checkpoint.apply(new Trainer(extractor, options)
                        .withInitial(start)
                        .withDataOnDisk(storage.directory())
                        .withMixing(mixing.chosen()))));
    }

    /** The learner of a network. */
    private Learner network(@Nullable AttributeExtractor extractor, TrainingOptions options, Format format) {
        return orUsage(() -> checkpoint.apply(
                networks.trainer(extractor, options, text -> FeatureOptions.parse(text, format), this::isGiven)));
    }

    private List<OptionRule> idle() {
        return List.of(
                OptionRule.of(isGiven("--dev"), "without --dev", "--dev-metric", "--patience"),
                OptionRule.of(isGiven("--checkpoint"), "without --checkpoint", "--checkpoint-every"));
    }

    /** Trains a model that counts instead of minimising. */
    private int count() {
        DataOptions dataOptions =
                input.labelled(files.paths(), learning.usualFormat()).withUnknownLabel(unknownLabel);
        ModelKind kind = learning.model(dataOptions.format());
        if (kind == ModelKind.HMM && dataOptions.format().isFrames()) {
            throw usage("--model hmm counts words, but the format " + dataOptions.format()
                    + " has real values; use --model crf");
        }
        GenerativeTraining training = orUsage(() -> {
            generative.check(kind);
            LabelNotation notation = new LabelNotation(unknownLabel, labelSeparator);
            return GenerativeTraining.of(
                    kind,
                    generative,
                    learning.structure(),
                    notation,
                    selection.minCount(),
                    threads.chosen(this),
                    seed,
                    parsed());
        });
        beforeLearning();
        Model trained;
        try (SequenceReader reader = told(files.open(dataOptions, new SameColumns(dataOptions)), dataOptions)) {
            List<Sequence> data = Sequences.readAll(reader);
            tellIdle(LearningRules.counted(kind, data, new LabelNotation(unknownLabel, labelSeparator), this::isGiven));
            AttributeExtractor extractor = features.chosenOrUsual(
                    dataOptions.format(), dataOptions.format() == Format.JSONL ? data : List.of());
            trained = training.learner(extractor, quiet ? text -> {} : streams()::say)
                    .train(data);
        }
        Model model = RememberedInput.noted(trained, dataOptions, lines.areWhole());
        OutputFiles.save(output, "the model", model::save);
        conclusion(dev.metric()).tellCounted(model);
        return 0;
    }

    private TrainingConclusion conclusion(EarlyStopping.Metric measured) {
        return new TrainingConclusion(streams(), quiet, output, report, measured, learning.is(ModelKind.KERNEL_SVM));
    }

    /** What the program on Spark is told, so that it trains as this command would; nothing is read or written here. */
    List<String> sparkArguments(SubmitOptions submit) {
        SparkTrainingOptions given = new SparkTrainingOptions(parsed());
        requireNone(given.problem());
        List<String> inputs = given.files();
        String rows = submit.rows(inputs);
        DataOptions data = rows == null ? input.like(DataOptions.COLUMNS) : DataOptions.COLUMNS;
        requireNone(
                rows != null && isGiven("--format")
                        ? "--format with tables that Spark reads as " + rows + "; leave one of the two out"
                        : null);
        ModelKind kind = orUsage(() -> learning.model(data.format()));
        requireNone(
                kind.isGenerative() || kind.isKernel() || kind.hasKernel() || kind == ModelKind.CCRF
                        ? "--model " + kind + " is not trained on Spark; use 'espalier train'"
                        : null);
        List<String> arguments = new ArrayList<>();
        inputs.forEach(file -> arguments.addAll(List.of("--input", file)));
        arguments.addAll(rows == null ? orUsage(() -> TrainingArguments.of(data)) : List.of("--format", rows));
        arguments.addAll(given.arguments());
        TrainingOptions options = options(data.format());
        arguments.addAll(TrainingArguments.of(options));
        arguments.addAll(TrainingArguments.of(orUsage(mixing::chosen)));
        return arguments;
    }

    private TrainingOptions options(Format format) {
        return orUsage(() -> {
            checkpoint.check(learning.isVoting());
            optimizer.checkRestarts(this::isGiven);
            if (learning.isOnline()) {
                OptimizerOptions.refuseWithOnline(learning.algorithm(), this::isGiven);
            }
            generative.check(learning.model(format));
            TrainingOptions chosen = learning.apply(
                    optimizer
                            .apply(TrainingOptions.DEFAULTS)
                            .withSelection(selection.chosen(classification.referenceLabel()))
                            .withNotation(new LabelNotation(unknownLabel, labelSeparator))
                            .withEarlyStopping(dev.earlyStopping())
                            .withThreads(threads.chosen(this))
                            .withSeed(seed),
                    format);
            classification.check(learning.model(format), kernels.probabilities());
            return learning.isOnline()
                    ? chosen.withOnline(optimizer.online(chosen.online(), this::isGiven))
                    : optimizer.stoppedInTime(chosen, learning.model(format), format, this::isGiven);
        });
    }
}
