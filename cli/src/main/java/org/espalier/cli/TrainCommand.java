package org.espalier.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.feature.AttributeExtractor;
import org.espalier.interop.Toolkit;
import org.espalier.kernel.KernelTrainer;
import org.espalier.model.Model;
import org.espalier.online.OnlineOptions;
import org.espalier.optimize.LbfgsOptions;
import org.espalier.optimize.Penalty;
import org.espalier.train.EarlyStopping;
import org.espalier.train.FeatureSelection;
import org.espalier.train.ParameterMixing;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier train}: learns a model from labelled sequences. */
@Command(
        name = "train",
        description = {
            "Learns a model from labelled sequences and writes it to a file: a linear-chain conditional random field, or one of"
                    + " its relatives (--model, --loss, --algorithm).",
            "",
            "The data are text with one token per line, its columns separated by blanks, the label in the last column and a blank"
                    + " line after each sequence:",
            "",
            "    2     B-QTY",
            "    cups  B-UNIT",
            "    flour B-NAME",
            "",
            "Minimised is the sum of the loss, -log p(labels|tokens), over the sequences, plus l1 |w| + l2/2 |w|^2 for the weights w. The"
                    + " model is the same, bit for bit, for any number of threads.",
            "Ctrl-C or SIGTERM ends the training after the current iteration and saves the best model so far (exit code 130 or"
                    + " 143); a second Ctrl-C aborts at once.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier train -o model.esp train.txt",
            "  espalier train --template template --l2 0.5 --dev dev.txt -o model.esp train.txt",
            "  espalier train --features 'text,gazetteer(units=units.txt)' -o model.esp train.txt.gz",
            "  espalier train --format crfsuite --l1 1 --l2 0 -o model.esp train.crfsuite",
            "  espalier train --model kernel-svm --kernel 'rbf(gamma=0.5)' --cost 10 --format crfsuite -o model.esp train.crfsuite",
            "  espalier train --format libsvm --bias 1 -o model.esp a9a",
            "  espalier train --format csv --label-column income -o model.esp adult.csv",
            "  espalier train --format text --features 'words(1..2,lower,tfidf,l2)' -o model.esp reviews.tsv",
            "  espalier train --checkpoint run.check --resume -o model.esp train.txt"
        })
final class TrainCommand extends Subcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "train.txt",
            description = "The training data: files (*.gz is unpacked), or - for standard input.")
    private List<Path> inputs = List.of();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "model.esp",
            description = "Where to write the model.")
    private Path output = Path.of("");

    @Mixin
    private FeatureOptions features = new FeatureOptions();

    @Mixin
    private LearningOptions learning = new LearningOptions();

    @Mixin
    private KernelOptions kernels = new KernelOptions();

    @Mixin
    private ClassificationOptions classification = new ClassificationOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private MixingOptions mixing = new MixingOptions();

    @Option(
            names = "--l2",
            paramLabel = "x",
            description =
                    "The weight of the L2 penalty, 1/sigma^2; larger is more cautious (CRFsuite's c2 is half of it, CRF++'s C"
                            + " its inverse). Default: ${DEFAULT-VALUE}.")
    private double l2 = TrainingOptions.DEFAULTS.penalty().l2();

    @Option(
            names = "--l1",
            paramLabel = "x",
            description = "The weight of the L1 penalty; larger leaves fewer features. Default: ${DEFAULT-VALUE}.")
    private double l1 = TrainingOptions.DEFAULTS.penalty().l1();

    @Option(
            names = "--max-iterations",
            paramLabel = "n",
            description = "The most iterations. Default: ${DEFAULT-VALUE}; epochs of online algorithms: 20.")
    private int maxIterations = TrainingOptions.DEFAULTS.optimizer().maxIterations();

    @Option(
            names = "--tolerance",
            paramLabel = "x",
            description =
                    "Stop when the objective fell by less than this share over the last --period iterations; 0 for never."
                            + " Default: ${DEFAULT-VALUE}. Of online algorithms: when an epoch's mean loss is below this;"
                            + " default: 0.")
    private double tolerance = TrainingOptions.DEFAULTS.optimizer().objectiveTolerance();

    @Option(names = "--period", paramLabel = "n", description = "See --tolerance. Default: ${DEFAULT-VALUE}.")
    private int period = TrainingOptions.DEFAULTS.optimizer().period();

    @Option(
            names = "--gradient-tolerance",
            paramLabel = "x",
            description = "Stop when |gradient| <= x max(1, |w|). Default: ${DEFAULT-VALUE}.")
    private double gradientTolerance = TrainingOptions.DEFAULTS.optimizer().gradientTolerance();

    @Option(
            names = "--memory",
            paramLabel = "n",
            description = "How many steps the optimiser remembers. Default: ${DEFAULT-VALUE}.")
    private int memory = TrainingOptions.DEFAULTS.optimizer().memory();

    @Option(
            names = "--min-count",
            paramLabel = "n",
            description = "Leave out attributes that occur less often. Default: ${DEFAULT-VALUE}.")
    private int minCount = TrainingOptions.DEFAULTS.selection().minCount();

    @Option(
            names = "--min-feature-count",
            paramLabel = "n",
            description = "Leave out pairs of attribute and label, or of labels, that occur less often. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int minFeatureCount = TrainingOptions.DEFAULTS.selection().minFeatureCount();

    @Option(
            names = "--all-features",
            description =
                    "Give every pair of attribute and label a weight (as CRF++ does), not only the pairs that occur.")
    private boolean allFeatures;

    @Option(names = "--boundaries", description = "Learn with which labels sequences begin and end.")
    private boolean boundaries;

    @Option(
            names = "--unknown-label",
            paramLabel = "text",
            description = "The label of tokens whose label is not known; the model learns from the others. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String unknownLabel = LabelNotation.DEFAULT.unknown();

    @Option(
            names = "--label-separator",
            paramLabel = "text",
            description =
                    "What joins labels of which one is right, such as '|' in B-A|B-B. Default: none, labels are not split.")
    private String labelSeparator = LabelNotation.DEFAULT.separator();

    @Option(
            names = "--dev",
            paramLabel = "file",
            description =
                    "Development data: the model that does best on them is kept, and the training ends early when it no"
                            + " longer improves. May be given several times.")
    private List<Path> dev = List.of();

    @Option(
            names = "--dev-metric",
            paramLabel = "f1|loss",
            description =
                    "What is measured on the development data: F1 of spans (token accuracy if the labels mark no spans), or"
                            + " the mean loss. Default: f1.")
    private EarlyStopping.Metric devMetric = EarlyStopping.DEFAULT.metric();

    @Option(
            names = "--patience",
            paramLabel = "n",
            description = "Iterations without improvement on the development data. Default: ${DEFAULT-VALUE}.")
    private int patience = EarlyStopping.DEFAULT.patience();

    @Option(
            names = "--threads",
            paramLabel = "n",
            description =
                    "Worker threads, 0 for all cores. The model does not depend on it. Default: ${DEFAULT-VALUE}.")
    private int threads = TrainingOptions.DEFAULTS.threads();

    @Option(
            names = "--data-on-disk",
            description =
                    "Keep the encoded data in a temporary file instead of in memory, for data larger than the memory. The"
                            + " model is the same.")
    private boolean dataOnDisk;

    @Option(
            names = "--scratch",
            paramLabel = "directory",
            description = "Where --data-on-disk keeps its file; usually where the system keeps temporary ones.")
    private @Nullable Path scratch;

    @Option(
            names = "--seed",
            paramLabel = "n",
            description = "For algorithms that draw random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed = TrainingOptions.DEFAULTS.seed();

    @Option(
            names = "--init",
            paramLabel = "model.esp",
            description =
                    "Start from the weights (and, unless given, the features) of this model; new labels and attributes are"
                            + " added.")
    private @Nullable Path initial;

    @Option(
            names = "--checkpoint",
            paramLabel = "file",
            description = "Keep the state of the training here, so that it can go on after a crash.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "n",
            description = "Iterations between two checkpoints. Default: ${DEFAULT-VALUE}.")
    private int checkpointEvery = 10;

    @Option(
            names = "--resume",
            description =
                    "Go on from the checkpoint if it is there; the result is the same as without the interruption.")
    private boolean resume;

    @Option(names = "--report", paramLabel = "file", description = "Write figures about the training as JSON.")
    private @Nullable Path report;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show warnings and errors only.")
    private boolean quiet;

    @Mixin
    private GenerativeOptions generative = new GenerativeOptions();

    @Override
    int run() {
        // Wrong usage is told before any file is opened.
        Format format = initial == null ? input.labelled().format() : Format.COLUMNS;
        ModelKind kind = learning.model(format);
        String problem = kernels.problem(kind, this::isGiven);
        if (problem != null) {
            throw usage(problem);
        }
        if (kind.isGenerative()) {
            return count();
        }
        TrainingOptions first = options(format);
        checkOutputs();
        Model start = initial == null ? null : Toolkit.open(initial);
        DataOptions dataOptions = start == null ? input.labelled() : input.labelled(start);
        TrainingOptions options = start == null ? first : options(dataOptions.format());
        AttributeExtractor extractor = features.chosen(dataOptions.format());
        if (extractor == null && start != null) {
            extractor = start.encoder().extractor();
        }
        Interruption interruption = new Interruption();
        TrainingDisplay display = new TrainingDisplay(
                streams(),
                quiet,
                devMetric,
                () -> interruption.install(() ->
                        streams().say("stopping after this iteration, to save the model; once more to abort at once")));
        List<Sequence> devData = dev.isEmpty() ? List.of() : Sequences.read(dataOptions, dev);
        if (!dev.isEmpty() && devData.isEmpty()) {
            throw new CommandFailure(dev.get(0) + ": the development data are empty");
        }
        Model trained;
        try (SequenceReader reader = open(dataOptions)) {
            boolean looked = kind.isKernel()
                    || (extractor == null && dataOptions.format() == Format.JSONL)
                    || classification.isBinary();
            List<Sequence> data = looked ? Sequences.readAll(reader) : List.of();
            if (kind.isKernel()) {
                trained = trainKernel(data, extractor, dataOptions, options, display, interruption);
            } else {
                AttributeExtractor used =
                        extractor == null ? FeatureOptions.usual(dataOptions.format(), data) : extractor;
                Trainer trainer = trainer(used, options, start, devData, display, interruption);
                trained = looked ? classification.train(trainer, data) : trainer.train(reader);
            }
        }
        Model model = withInput(trained, dataOptions);
        model.save(output);
        finish(display.report(), options, model, interruption);
        return interruption.exitCode();
    }

    private Model trainKernel(
            List<Sequence> data,
            @Nullable AttributeExtractor extractor,
            DataOptions dataOptions,
            TrainingOptions options,
            TrainingDisplay display,
            Interruption interruption) {
        AttributeExtractor used = extractor == null ? FeatureOptions.usual(dataOptions.format(), data) : extractor;
        return kernelTrainer(used, learning.model(dataOptions.format()), options)
                .withListener(display)
                .withStop(interruption::isWanted)
                .train(data);
    }

    private KernelTrainer kernelTrainer(AttributeExtractor extractor, ModelKind kind, TrainingOptions options) {
        try {
            return kernels.trainer(
                    extractor, kind, options, classification.machines(kernels.probabilities()), this::isGiven);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** Trains a model that counts instead of minimising. */
    private int count() {
        DataOptions dataOptions = input.labelled();
        GenerativeTraining training;
        try {
            generative.check(learning.model(dataOptions.format()));
            training = GenerativeTraining.of(
                    learning.model(dataOptions.format()),
                    generative,
                    new LabelNotation(unknownLabel, labelSeparator),
                    minCount,
                    threads,
                    seed,
                    parsed());
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
        checkOutputs();
        AttributeExtractor extractor = features.chosen(dataOptions.format());
        Model trained;
        try (SequenceReader reader = open(dataOptions)) {
            List<Sequence> data = Sequences.readAll(reader);
            AttributeExtractor usual =
                    FeatureOptions.usual(dataOptions.format(), dataOptions.format() == Format.JSONL ? data : List.of());
            trained = training.train(data, extractor == null ? usual : extractor, quiet ? text -> {} : streams()::say);
        }
        Model model = withInput(trained, dataOptions);
        model.save(output);
        if (report != null) {
            Map<String, Object> map = new LinkedHashMap<>(model.provenance());
            map.put("model", output.toString());
            map.put("modelBytes", size(output));
            write(report, Json.writeIndented(map));
        }
        if (!quiet) {
            streams()
                    .say(String.format(
                            Locale.ROOT,
                            "%s: %,d log-probabilities, %,d labels, %,d bytes",
                            output,
                            model.weights().length,
                            model.labels().size(),
                            size(output)));
        }
        return 0;
    }

    private SequenceReader open(DataOptions dataOptions) {
        return ObservedReader.open(dataOptions, inputs);
    }

    private TrainingOptions options(Format format) {
        if (resume && checkpoint == null) {
            throw usage("--resume needs --checkpoint, the file to go on from");
        }
        if (checkpointEvery < 1) {
            throw usage("--checkpoint-every is " + checkpointEvery + "; expected at least 1");
        }
        try {
            if (learning.isOnline()) {
                refuseWithOnline();
            }
            generative.check(learning.model(format));
            TrainingOptions chosen = learning.apply(
                    TrainingOptions.DEFAULTS
                            .withPenalty(new Penalty(l1, l2))
                            .withOptimizer(LbfgsOptions.DEFAULTS
                                    .withMaxIterations(maxIterations)
                                    .withObjectiveTolerance(tolerance)
                                    .withPeriod(period)
                                    .withGradientTolerance(gradientTolerance)
                                    .withMemory(memory))
                            .withSelection(new FeatureSelection(minCount, minFeatureCount, allFeatures, boundaries)
                                    .withReferenceLabel(classification.referenceLabel()))
                            .withNotation(new LabelNotation(unknownLabel, labelSeparator))
                            .withEarlyStopping(new EarlyStopping(devMetric, patience))
                            .withThreads(threads)
                            .withSeed(seed),
                    format);
            classification.check(learning.model(format), kernels.probabilities());
            return learning.isOnline() ? chosen.withOnline(online(chosen.online())) : chosen;
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private void refuseWithOnline() {
        for (String option : List.of("--l1", "--l2", "--period", "--gradient-tolerance", "--memory", "--checkpoint")) {
            if (isGiven(option)) {
                throw usage(option + " does not go with --algorithm " + learning.algorithm()
                        + (option.equals("--checkpoint")
                                ? ", which keeps no checkpoints: its epochs are short"
                                : ", which minimises no penalised objective")
                        + "; leave it out, or use --algorithm auto");
            }
        }
    }

    /** The limits of optimisers are limits of epochs here, when they are given. */
    private OnlineOptions online(OnlineOptions online) {
        OnlineOptions limited = isGiven("--max-iterations") ? online.withEpochs(maxIterations) : online;
        return isGiven("--tolerance") ? limited.withTolerance(tolerance) : limited;
    }

    /** Hours of training must not end in a file that cannot be written. */
    private void checkOutputs() {
        checkWritable(output, "the model");
        if (report != null) {
            checkWritable(report, "the report");
        }
        if (checkpoint != null) {
            checkWritable(checkpoint, "the checkpoint");
        }
    }

    static void checkWritable(Path file, String what) {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new CommandFailure(file + ": this is a directory; expected the name of a file for " + what);
        }
        if (!Files.isDirectory(folder)) {
            throw new CommandFailure(
                    file + ": " + what + " cannot be written: there is no directory " + folder + "; create it first");
        }
        if (!Files.isWritable(folder) || (Files.exists(absolute) && !Files.isWritable(absolute))) {
            throw new CommandFailure(file + ": " + what + " cannot be written: no permission to write there");
        }
    }

    private Trainer trainer(
            AttributeExtractor extractor,
            TrainingOptions options,
            @Nullable Model start,
            List<Sequence> devData,
            TrainingDisplay display,
            Interruption interruption) {
        Trainer trainer = new Trainer(extractor, options)
                .withListener(display)
                .withDev(devData)
                .withInitial(start)
                .withDataOnDisk(dataDirectory())
                .withMixing(mixed())
                .withStop(interruption::isWanted);
        return checkpoint == null ? trainer : trainer.withCheckpoint(checkpoint, checkpointEvery, resume);
    }

    private @Nullable ParameterMixing mixed() {
        try {
            return mixing.chosen();
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Path dataDirectory() {
        if (scratch != null && !dataOnDisk) {
            throw usage("--scratch is where --data-on-disk keeps its file; give both, or neither");
        }
        return !dataOnDisk ? null : scratch != null ? scratch : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** The model with a note of how its data were read, so that data like them need no options later. */
    static Model withInput(Model model, DataOptions options) {
        Map<String, Object> provenance = new LinkedHashMap<>(model.provenance());
        provenance.put(InputOptions.INPUT, InputOptions.describe(options));
        return model.withProvenance(provenance);
    }

    private void finish(TrainingReport training, TrainingOptions options, Model model, Interruption interruption) {
        long bytes = size(output);
        if (report != null) {
            Map<String, Object> map = TrainingFigures.of(training, options, model, names(inputs), names(dev));
            map.put("model", output.toString());
            map.put("modelBytes", bytes);
            map.put("interrupted", interruption.isWanted());
            write(report, Json.writeIndented(map));
        }
        if (interruption.isWanted()) {
            streams()
                    .say("interrupted after iteration " + training.iterations() + "; the best model so far is saved in "
                            + output);
        }
        if (!quiet && model.provenance().get("problems") != null) {
            streams().say("the last of " + model.provenance().get("problems") + " binary problems:");
        }
        if (!quiet) {
            streams().say(training.stopText());
            if (Double.isFinite(training.gapBound())) {
                streams()
                        .say(String.format(
                                Locale.ROOT,
                                learning.is(ModelKind.KERNEL_SVM)
                                        ? "optimality conditions violated by %.3g at most; the dual objective proves the"
                                                + " primal one to be at most %.3g above its minimum"
                                        : "the gradient (norm %.3g) proves the objective to be at most %.3g above its minimum",
                                training.gradientNorm(),
                                training.gapBound()));
            }
            streams()
                    .say(String.format(
                            Locale.ROOT,
                            "objective %.6f after %d iterations (%d evaluations) in %.1f seconds",
                            training.objective(),
                            training.iterations(),
                            training.evaluations(),
                            training.seconds()));
            if (!Double.isNaN(training.devScore())) {
                streams()
                        .say(String.format(
                                Locale.ROOT,
                                "best on the development data: %s %.4f, iteration %d",
                                devMetric == EarlyStopping.Metric.F1 ? "F1" : "loss",
                                training.devScore(),
                                training.bestIteration()));
            }
            streams()
                    .say(String.format(
                            Locale.ROOT,
                            "%s: %,d features that are not zero, %,d labels, %,d bytes",
                            output,
                            training.activeFeatures(),
                            model.labels().size(),
                            bytes));
        }
        if (!training.stopReason().converged() && !training.stoppedEarly() && !interruption.isWanted()) {
            warn("not converged: " + training.stopText());
        }
    }

    private static List<String> names(List<Path> files) {
        List<String> names = new ArrayList<>();
        files.forEach(file -> names.add(file.toString()));
        return names;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the report cannot be written: " + e.getMessage(), e);
        }
    }
}
