package org.espalier.cli.dropin.crfsuite;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.espalier.cli.dropin.DropInCommand;
import org.espalier.cli.option.CommandFiles;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.interop.crfsuite.CrfsuiteItemsReader;
import org.espalier.interop.crfsuite.CrfsuiteModelFile;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier crfsuite learn}. */
@Command(
        name = "learn",
        description = {
            "Trains a model on items and writes it as a CRFsuite model. The log goes to standard output.",
            "Each file is a group for -e and -x, unless -g splits the sequences into new groups.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier crfsuite learn -m model train.txt",
            "  espalier crfsuite learn -m model -p c1=0.1 -p c2=0.01 -e2 train.txt test.txt",
            "  espalier crfsuite learn -g10 -x train.txt"
        })
final class LearnCommand extends DropInCommand {
    @Parameters(arity = "0..*", paramLabel = "DATA", description = "Files of items; - for standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the training data", standardInput = true)
    private List<String> data = List.of();

    @Option(
            names = {"-t", "--type"},
            paramLabel = "TYPE",
            description = "The graphical model. Only 1d, a chain of labels, exists.")
    private String type = "1d";

    @Option(
            names = {"-a", "--algorithm"},
            paramLabel = "NAME",
            description =
                    "lbfgs: L-BFGS, or OWL-QN when c1 is not 0; l2sgd: stochastic gradients; ap: averaged perceptron; pa: passive aggressive; arow: adaptive"
                            + " regularization of weights.")
    private String algorithm = "lbfgs";

    @Option(
            names = {"-p", "--set"},
            paramLabel = "NAME=VALUE",
            description = "Set a parameter of the algorithm; -H lists them.")
    private List<String> settings = List.of();

    @Option(
            names = {"-m", "--model"},
            paramLabel = "FILE",
            description = "The model file to write. Default: no model is written.")
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the model")
    private String model = "";

    @Option(
            names = {"-g", "--split"},
            paramLabel = "N",
            description = "Shuffle the sequences and split them into N groups.")
    private int split;

    @Option(
            names = {"-e", "--holdout"},
            paramLabel = "M",
            description = "Train on all groups but the M-th, and evaluate on that one after each iteration.")
    private int holdout;

    @Option(
            names = {"-x", "--cross-validate"},
            description = "Cross-validate: do this for each group in turn. No model is written.")
    private boolean crossValidate;

    @Option(
            names = {"-l", "--log-to-file"},
            description = "Write the log to a file named after the algorithm and its parameters.")
    private boolean logToFile;

    @Option(
            names = {"-L", "--logbase"},
            paramLabel = "BASE",
            description = "The prefix of that file's name. Default: ${DEFAULT-VALUE}.")
    @UsedFile(UsedFile.Use.DECLARED)
    private String logBase = "log.crfsuite";

    @Option(
            names = {"-H", "--help-params", "--help-parameters"},
            description = "List the parameters of the algorithm, and exit.")
    private boolean helpParameters;

    /** One for the whole run, as in CRFsuite: for a split, then for the order of the instances. */
    private final GlibcRandom random = new GlibcRandom();

    private @Nullable PrintStream logFile;

    @Override
    protected void declare(CommandFiles files) {
        if (logToFile) {
            LearnAlgorithm.of(algorithm).ifPresent(chosen -> files.writes("", "the log", logName(chosen)));
        }
    }

    private String logName(LearnAlgorithm chosen) {
        return logBase + "_" + chosen.key
                + String.join(
                        "", settings.stream().map(setting -> "_" + setting).toList());
    }

    @Override
    protected int run() throws IOException {
        LearnAlgorithm chosen = requireKnown();
        if (helpParameters) {
            printParameters(chosen);
            return 0;
        }
        LearnParameters parameters = LearnParameters.parse(chosen, settings);
        if (!parameters.text(Parameter.LINE_SEARCH).equals(Parameter.LINE_SEARCH.usual)) {
            warn("linesearch is " + parameters.text(Parameter.LINE_SEARCH)
                    + ", but Espalier has only one line search and uses that; the optimum is the same");
        }
        if (data.isEmpty()) {
            throw failure("crfsuite learn: no data; name files, or - for standard input");
        }
        if (!logToFile) {
            learn(parameters);
            return 0;
        }
        try (PrintStream file =
                new PrintStream(Files.newOutputStream(Path.of(logName(chosen))), true, StandardCharsets.ISO_8859_1)) {
            logFile = file;
            learn(parameters);
        }
        return 0;
    }

    private LearnAlgorithm requireKnown() {
        if (!type.equals("1d") && !type.equals("crf1d")) {
            throw failure("crfsuite learn: unknown graphical model '" + type + "'; expected 1d");
        }
        return LearnAlgorithm.of(algorithm)
                .orElseThrow(() -> failure("crfsuite learn: unknown algorithm '" + algorithm
                        + "'; expected lbfgs, l2sgd, ap (averaged-perceptron), pa (passive-aggressive) or arow"));
    }

    private void printParameters(LearnAlgorithm chosen) {
        StringBuilder text = new StringBuilder("PARAMETERS for " + chosen.longKey + " (crf1d):\n\n");
        for (Parameter parameter : chosen.parameters()) {
            text.append(parameter.type)
                    .append(' ')
                    .append(parameter.key)
                    .append(" = ")
                    .append(parameter.usual);
            text.append(";\n").append(parameter.help).append("\n\n");
        }
        print(text);
    }

    private void log(String text) {
        if (logFile == null) {
            print(text);
            flush();
        } else {
            logFile.print(text);
        }
    }

    private void learn(LearnParameters parameters) throws IOException {
        log("CRFSuite 0.12.2, as Espalier does its work\n\nStart time of the training: " + now() + "\n\n");
        LearningData read = read();
        int groups = data.size();
        if (split > 0) {
            read.split(split, random);
            groups = split;
        }
        log("Statistics the data set(s)\nNumber of data sets (groups): " + groups + "\nNumber of instances: "
                + read.size() + "\nNumber of items: " + read.items() + "\nNumber of attributes: " + read.attributes()
                + "\nNumber of labels: " + read.labels().size() + "\n\n");
        if (crossValidate) {
            for (int group = 0; group < groups; group++) {
                log("===== Cross validation (" + (group + 1) + "/" + groups + ") =====\n");
                train(read, parameters, group, "");
                log("\n");
            }
        } else {
            train(read, parameters, holdout - 1, model);
        }
        log("End time of the training: " + now() + "\n\n");
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private LearningData read() throws IOException {
        log("Reading the data set(s)\n");
        LearningData read = new LearningData();
        for (int group = 0; group < data.size(); group++) {
            log("[" + (group + 1) + "] " + data.get(group) + "\n");
            long begin = System.nanoTime();
            try (CrfsuiteItemsReader reader = ItemFiles.open(data.get(group), CrfsuiteItemsReader.Use.LEARN)) {
                for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                    read.add(sequence, group);
                }
                reader.warnings().forEach(this::warn);
                log(LearningLog.PROGRESS + "Number of instances: " + reader.ends() + "\n");
            }
            log("Seconds required: " + LearningLog.seconds((System.nanoTime() - begin) / 1e9) + "\n");
        }
        log("\n");
        return read;
    }

    /** Trains on all groups but one. */
    private void train(LearningData read, LearnParameters parameters, int group, String target) {
        List<Sequence> test = group < 0 ? List.of() : read.group(group, false);
        if (group >= 0) {
            log("Holdout group: " + (group + 1) + "\n\n");
        }
        OnlineLearners.Norm norm = new OnlineLearners.Norm();
        LearningLog log = new LearningLog(this::log, this::warn, parameters, test, norm);
        TrainingOptions options = parameters.options(read.hasNegativeValues());
        Trainer trainer = new Trainer(new GivenAttributes(), options)
                .withInitial(onlyLabels(read.labels()))
                .withListener(log);
        if (options.algorithm().isOnline()) {
            trainer = trainer.withOnline(OnlineLearners.of(parameters.algorithm(), options.online(), norm));
        }
        if (parameters.algorithm() != LearnAlgorithm.LBFGS) {
            trainer = trainer.withOrder(new ShuffledOrder(random));
        }
        Model trained = trainer.train(read.group(group, true));
        if (!target.isEmpty()) {
            store(trained, target, log.features(), read.attributes());
        }
    }

    /** A model without weights, so that labels have CRFsuite's numbers, also those that occur in the holdout group only. */
    private static Model onlyLabels(Labels labels) {
        int states = labels.size();
        int[] pairs = new int[states * states];
        Arrays.fill(pairs, -1);
        Vocabulary none = new Vocabulary.Builder().build();
        return new Model(
                labels,
                new Encoder(new GivenAttributes(), false, none, none),
                new ParameterLayout(
                        states, FeatureLists.complete(0, states), pairs, FeatureLists.complete(0, states * states)),
                new double[0],
                0,
                Map.of());
    }

    private void store(Model trained, String target, int features, int attributes) {
        log("Storing the model\n");
        long begin = System.nanoTime();
        save(Path.of(target), file -> CrfsuiteModelFile.write(trained, file, StandardCharsets.ISO_8859_1));
        int labels = trained.labels().size();
        log("Number of active features: " + trained.weights().length + " (" + features
                + ")\nNumber of active attributes: "
                + trained.encoder().attributes().size() + " (" + attributes
                + ")\nNumber of active labels: " + labels + " (" + labels
                + ")\nWriting labels\nWriting attributes\nWriting feature references for transitions\n"
                + "Writing feature references for attributes\nSeconds required: "
                + LearningLog.seconds((System.nanoTime() - begin) / 1e9) + "\n\n");
    }
}
