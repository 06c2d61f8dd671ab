package org.espalier.cli.dropin.wapiti;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Sequence;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.interop.wapiti.WapitiData;
import org.espalier.interop.wapiti.WapitiModelFile;
import org.espalier.interop.wapiti.WapitiObservations;
import org.espalier.interop.wapiti.WapitiTraining;
import org.espalier.interop.wapiti.WapitiType;
import org.espalier.model.Model;
import org.espalier.optimize.batch.RpropOptions;
import org.espalier.train.TrainingProgress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier wapiti train}. */
@Command(
        name = "train",
        aliases = "t",
        description = {
            "Trains a model as Wapiti does: same patterns, features, objective and stopping rules, and a Wapiti model"
                    + " file.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier wapiti train -p pattern.txt train.txt model",
            "  espalier wapiti train -t 4 --rho1 0 --rho2 0.1 -d devel.txt -p pattern.txt train.txt model",
            "  espalier wapiti train -T maxent -c -p pattern.txt train.txt model"
        })
final class TrainMode extends WapitiMode {
    private static final List<String> ALGORITHMS = List.of("l-bfgs", "sgd-l1", "bcd", "rprop", "rprop+", "rprop-");

    @Option(
            names = {"-T", "--type"},
            paramLabel = "STRING",
            description = "crf or maxent; list shows all. Default: ${DEFAULT-VALUE}.")
    private String type = "crf";

    @Option(
            names = {"-a", "--algo"},
            paramLabel = "STRING",
            description =
                    "The algorithm: l-bfgs, sgd-l1, bcd, rprop, rprop+ or rprop-; list shows them. Default: ${DEFAULT-VALUE}.")
    private String algorithm = "l-bfgs";

    @Option(names = "--me", description = "Every line is a sequence of its own, and every column is an observation.")
    private boolean singleTokens;

    @Option(
            names = {"-p", "--pattern"},
            paramLabel = "FILE",
            description = "The patterns. Default: every column is an observation that begins with u, b or *.")
    @UsedFile(value = UsedFile.Use.READ, what = "the patterns")
    private @Nullable Path pattern;

    @Option(
            names = {"-m", "--model"},
            paramLabel = "FILE",
            description = "A model to begin with.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model to begin with", replacedBy = "the output")
    private @Nullable Path previous;

    @Option(
            names = {"-d", "--devel"},
            paramLabel = "FILE",
            description = "Development data, on which errors are counted. Default: the training data.")
    @UsedFile(value = UsedFile.Use.READ, what = "the development data")
    private @Nullable Path development;

    @Option(
            names = {"-c", "--compact"},
            description = "Drop observations whose weights are all 0.")
    private boolean compact;

    @Option(
            names = {"-t", "--nthread"},
            paramLabel = "INT",
            description = "The number of threads; the model does not depend on it. Default: ${DEFAULT-VALUE}.")
    private int threads = 1;

    @Option(
            names = {"-i", "--maxiter"},
            paramLabel = "INT",
            description = "The maximum number of iterations, 0 for no limit. Default: ${DEFAULT-VALUE}.")
    private int maxIterations;

    @Option(
            names = {"-1", "--rho1"},
            paramLabel = "FLOAT",
            description = "The weight of the L1 penalty. Default: ${DEFAULT-VALUE}.")
    private double rho1 = 0.5;

    @Option(
            names = {"-2", "--rho2"},
            paramLabel = "FLOAT",
            description = "The weight of the L2 penalty. Default: ${DEFAULT-VALUE}.")
    private double rho2 = 0.0001;

    @Option(
            names = {"-o", "--objwin"},
            paramLabel = "INT",
            description = "The number of iterations over which the objective must fall. Default: ${DEFAULT-VALUE}.")
    private int objectiveWindow = 5;

    @Option(
            names = {"-w", "--stopwin"},
            paramLabel = "INT",
            description =
                    "Stop when the token error is stable over this many iterations; 0 for never. Default: ${DEFAULT-VALUE}.")
    private int stopWindow = 5;

    @Option(
            names = {"-e", "--stopeps"},
            paramLabel = "FLOAT",
            description =
                    "What counts as stable: per cent of tokens, and fraction of the objective. Default: ${DEFAULT-VALUE}.")
    private double stopEpsilon = 0.02;

    @Option(
            names = "--histsz",
            paramLabel = "INT",
            description = "The number of vectors that l-bfgs remembers. Default: ${DEFAULT-VALUE}.")
    private int history = 5;

    @Option(
            names = "--maxls",
            paramLabel = "INT",
            description = "The maximum number of line-search steps. Default: ${DEFAULT-VALUE}.")
    private int lineSearchSteps = 40;

    @Option(
            names = "--eta0",
            paramLabel = "FLOAT",
            description = "sgd-l1: the initial learning rate. Default: ${DEFAULT-VALUE}.")
    private double eta0 = 0.8;

    @Option(
            names = "--alpha",
            paramLabel = "FLOAT",
            description = "sgd-l1: the factor by which the rate changes every epoch. Default: ${DEFAULT-VALUE}.")
    private double alpha = 0.85;

    @Option(
            names = "--kappa",
            paramLabel = "FLOAT",
            description = "bcd: how cautious the steps are. Default: ${DEFAULT-VALUE}.")
    private double kappa = 1.5;

    @Option(
            names = "--stpmin",
            paramLabel = "FLOAT",
            description = "rprop: the shortest step. Default: ${DEFAULT-VALUE}.")
    private double stepMin = RpropOptions.DEFAULTS.stepMin();

    @Option(
            names = "--stpmax",
            paramLabel = "FLOAT",
            description = "rprop: the longest step. Default: ${DEFAULT-VALUE}.")
    private double stepMax = RpropOptions.DEFAULTS.stepMax();

    @Option(
            names = "--stpinc",
            paramLabel = "FLOAT",
            description = "rprop: the factor by which a step grows. Default: ${DEFAULT-VALUE}.")
    private double stepIncrease = RpropOptions.DEFAULTS.stepIncrease();

    @Option(
            names = "--stpdec",
            paramLabel = "FLOAT",
            description = "rprop: the factor by which a step shrinks. Default: ${DEFAULT-VALUE}.")
    private double stepDecrease = RpropOptions.DEFAULTS.stepDecrease();

    @Option(names = "--cutoff", description = "rprop: the other way of treating --rho1.")
    private boolean cutoff;

    @ArgGroup(exclusive = false, heading = "%nOptions of Wapiti that have no effect here:%n")
    private Ignored ignored = new Ignored();

    /** Accepted, so that old scripts run; those that change what is computed are warned of. */
    private static final class Ignored {
        @Option(
                names = {"-s", "--sparse"},
                description = "Not needed: sums are fast without it.")
        private boolean sparse;

        @Option(
                names = {"-j", "--jobsize"},
                paramLabel = "INT",
                description = "Not needed: work is divided automatically.")
        private int jobSize = 64;

        @Option(names = "--clip", description = "(l-bfgs)")
        private boolean clip;

        @Option(names = "--rstate", paramLabel = "FILE", description = "Use -m, or 'espalier train --resume'.")
        @UsedFile(UsedFile.Use.NONE)
        private @Nullable Path restored;

        @Option(names = "--sstate", paramLabel = "FILE", description = "Use -m, or 'espalier train --checkpoint'.")
        @UsedFile(UsedFile.Use.NONE)
        private @Nullable Path saved;

        Stream<String> warnings() {
            List<String> warnings = new ArrayList<>();
            if (sparse || jobSize != 64) {
                warnings.add("--sparse and --jobsize are not needed: work is divided automatically");
            }
            if (clip) {
                warnings.add("--clip is ignored: the gradient is not clipped");
            }
            if (restored != null) {
                warnings.add("--rstate is ignored: the optimiser starts afresh, from the weights of -m if given");
            }
            if (saved != null) {
                warnings.add("--sstate is ignored: no optimiser state is written; use 'espalier train --checkpoint'");
            }
            return warnings.stream();
        }
    }

    @Override
    protected int run() throws IOException {
        if (type.equals("list")) {
            say("Available types of models:");
            Stream.of(WapitiType.values()).map(WapitiType::text).forEach(text -> say("\t" + text));
            return 0;
        }
        if (algorithm.equals("list")) {
            say("Available training algorithms:");
            say("\tl-bfgs");
            return 0;
        }
        WapitiTraining.Options options = options();
        ignored.warnings().forEach(warning -> say("warning: " + warning));
        @Nullable Model start = previous == null ? null : load(previous);
        WapitiPatterns patterns = patterns(start);
        say("* Load training data");
        List<Sequence> data = withInput(input -> read(input, inputName(), patterns));
        List<Sequence> held = List.of();
        if (development != null) {
            say("* Load development data");
            String name = development.toString();
            held = withFile(development, input -> read(input, name, patterns));
        }
        say(start == null ? "* Initialize the model" : "* Resync the model");
        Model model = new WapitiTraining(patterns, options, new Log(stopOnInterrupt())).train(data, held, start);
        if (compact) {
            model = compacted(model);
        }
        say("* Save the model");
        save(model);
        say("* Done");
        return 0;
    }

    private List<Sequence> read(InputStream input, String name, WapitiPatterns patterns) throws IOException {
        WapitiData data = new WapitiData(input, name, BYTES, patterns.singleTokens());
        List<Sequence> sequences = new ArrayList<>();
        for (WapitiData.Raw raw = data.next(); raw != null; raw = data.next()) {
            sequences.add(raw.sequence(true));
            if (sequences.size() % 1000 == 0) {
                say(String.format(Locale.ROOT, "%7d sequences loaded", sequences.size()));
            }
        }
        return sequences;
    }

    private WapitiTraining.Options options() {
        if (!ALGORITHMS.contains(algorithm)) {
            throw usage("unknown algorithm '" + algorithm + "'; expected one of " + String.join(", ", ALGORITHMS));
        }
        WapitiType wanted = Stream.of(WapitiType.values())
                .filter(each -> each.text().equals(type))
                .findFirst()
                .orElseThrow(() -> usage("unknown model type '" + type + "'; expected crf, memm or maxent"));
        if (threads < 1 || !(rho1 >= 0) || !(rho2 >= 0) || history < 1 || lineSearchSteps < 1) {
            throw usage("expected --nthread, --histsz and --maxls of at least 1, --rho1 and --rho2 of at least 0");
        }
        warnOfTooManyThreads("--nthread", threads);
        return new WapitiTraining.Options(
                wanted,
                method(),
                rho1,
                rho2,
                maxIterations,
                Math.max(1, objectiveWindow),
                stopWindow,
                stopEpsilon,
                history,
                lineSearchSteps,
                threads);
    }

    private WapitiTraining.Method method() {
        return switch (algorithm) {
            case "sgd-l1" -> WapitiTraining.Method.sgdL1(eta0, alpha);
            case "bcd" -> WapitiTraining.Method.bcd(kappa);
            case "rprop", "rprop+", "rprop-" ->
                WapitiTraining.Method.rprop(new RpropOptions(
                        stepMin, stepMax, stepIncrease, stepDecrease, cutoff, true, !algorithm.equals("rprop-")));
            default -> WapitiTraining.Method.LBFGS;
        };
    }

    private Model load(Path file) throws IOException {
        say("* Load previous model");
        return withFile(file, input -> WapitiModelFile.read(input, file, BYTES));
    }

    /** Those of the model to begin with, then those of the file. */
    private WapitiPatterns patterns(@Nullable Model start) throws IOException {
        List<String> all = new ArrayList<>();
        boolean single = singleTokens;
        if (start != null && start.encoder().extractor() instanceof WapitiPatterns older) {
            all.addAll(older.patterns());
            single |= older.singleTokens();
        }
        String source = "the patterns";
        if (pattern != null) {
            say("* Load patterns");
            source = pattern.toString();
            String text = new String(Files.readAllBytes(pattern), BYTES);
            all.addAll(WapitiPatterns.parse(text, source, BYTES).patterns());
        }
        return WapitiPatterns.of(all, BYTES, single, source);
    }

    private Model compacted(Model model) {
        say("* Compacting the model");
        say("    - Scan the model");
        WapitiObservations before = WapitiObservations.of(model);
        say("    - Compact it");
        Model smaller = before.compacted();
        WapitiObservations after = WapitiObservations.of(smaller);
        say(String.format(Locale.ROOT, "    %8d observations removed", before.size() - after.size()));
        say(String.format(Locale.ROOT, "    %8d features removed", before.features() - after.features()));
        return smaller;
    }

    /** Prints what Wapiti prints. */
    private final class Log implements WapitiTraining.Listener {
        private final BooleanSupplier stop;
        private double seconds;

        Log(BooleanSupplier stop) {
            this.stop = stop;
        }

        @Override
        public void onStart(WapitiTraining.Summary summary) {
            say("* Summary");
            say("    nb train:    " + summary.sequences());
            if (summary.developmentSequences() > 0) {
                say("    nb devel:    " + summary.developmentSequences());
            }
            say("    nb labels:   " + summary.labels());
            say("    nb blocks:   " + summary.observations());
            say("    nb features: " + summary.features());
            say("* Train the model with " + algorithm);
        }

        @Override
        public void onIteration(TrainingProgress progress, double tokenErrors, double sequenceErrors) {
            say(String.format(Locale.ROOT, "  [%4d] obj=", progress.iteration())
                    + padded(fixed(progress.objective(), 0, 2), 10)
                    + " act=" + padded(String.valueOf(progress.activeFeatures()), 8)
                    + " err=" + fixed(tokenErrors, 5, 2) + "%/" + fixed(sequenceErrors, 5, 2) + "%"
                    + " time=" + fixed(progress.seconds() - seconds, 0, 2) + "s/"
                    + fixed(progress.seconds(), 0, 2) + "s");
            seconds = progress.seconds();
        }

        @Override
        public boolean isStopWanted() {
            return stop.getAsBoolean();
        }
    }
}
