package org.espalier.cli.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.kernel.ImportVectors;
import org.espalier.kernel.KernelCrf;
import org.espalier.kernel.KernelLearner;
import org.espalier.kernel.KernelLogisticRegression;
import org.espalier.kernel.KernelPerceptron;
import org.espalier.kernel.KernelSvm;
import org.espalier.kernel.KernelTrainer;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is special to kernel machines. */
@HelpTopic(Topic.KERNELS)
public final class KernelOptions {
    private static final List<ModelKind> ALL =
            List.of(ModelKind.KERNEL_SVM, ModelKind.KERNEL_LR, ModelKind.KERNEL_PERCEPTRON, ModelKind.KERNEL_CRF);

    /** Options of a CRF that would need the import vectors before they are chosen, or that are for models without transitions. */
    private static final List<String> NOT_FOR_CRF = List.of(
            "--init",
            "--checkpoint",
            "--checkpoint-every",
            "--resume",
            "--data-on-disk",
            "--scratch",
            "--mixing",
            "--multiclass",
            "--reference-label");

    private static final int USUAL_IMPORT_VECTORS = 300;

    /** Options of other models that no kernel machine takes, or only some of them. */
    private static final Map<String, List<ModelKind>> OTHERS = others();

    /** The options of this class, and the models that take them. */
    private static final Map<String, List<ModelKind>> OWN = own();

    @Option(
            names = "--kernel",
            paramLabel = "spec",
            description = {
                "kernel-*: how similar two tokens are. Attributes: linear, polynomial(degree=2,gamma=1,coefficient=1),"
                        + " rbf(gamma=1). Text of a column: string(length=3,decay=0.5,column=0), spectrum(length=3,column=0), and"
                        + " tree(decay=0.4,column=0) for brackets such as (S (NP dogs) (VP bark)).",
                "Kernels can be added, multiplied and normalised: 'rbf(gamma=0.5)+2*normalised(string)'."
            })
    private @Nullable String kernel;

    @Option(
            names = "--cost",
            paramLabel = "C",
            description =
                    "kernel-svm: the cost of a token on the wrong side; larger fits the data more closely. Default: 1.")
    private @Nullable Double cost;

    @Option(
            names = "--probabilities",
            description =
                    "kernel-svm: turn scores into probabilities by cross-validation, which takes several times as long.")
    private boolean probabilities;

    @Option(
            names = "--import-vectors",
            paramLabel = "n",
            description =
                    "kernel-lr, kernel-crf: choose at most n support points, one at a time, until the objective stops improving."
                            + " Default: all points; kernel-crf: " + USUAL_IMPORT_VECTORS + ".")
    private @Nullable Integer importVectors;

    @Option(
            names = "--kernel-budget",
            paramLabel = "n",
            description =
                    "kernel-perceptron: the maximum number of support points; needs --no-averaging. Default: no limit.")
    private int budget;

    @Option(
            names = "--kernel-cache",
            paramLabel = "MB",
            description =
                    "kernel-*: memory for kernel values: n points have n^2 values of 8 bytes. The model does not depend on it."
                            + " Default: ${DEFAULT-VALUE}.")
    private long cacheMegabytes = KernelTrainer.DEFAULT_CACHE_BYTES >> 20;

    private static Map<String, List<ModelKind>> own() {
        Map<String, List<ModelKind>> map = new LinkedHashMap<>();
        map.put("--kernel", ALL);
        map.put("--kernel-cache", ALL);
        map.put("--cost", List.of(ModelKind.KERNEL_SVM));
        map.put("--probabilities", List.of(ModelKind.KERNEL_SVM));
        map.put("--import-vectors", List.of(ModelKind.KERNEL_LR, ModelKind.KERNEL_CRF));
        map.put("--kernel-budget", List.of(ModelKind.KERNEL_PERCEPTRON));
        return map;
    }

    private static Map<String, List<ModelKind>> others() {
        Map<String, List<ModelKind>> map = new LinkedHashMap<>();
        for (String option : List.of(
                "--l1",
                "--loss",
                "--algorithm",
                "--gamma",
                "--aggressiveness",
                "--pa-type",
                "--flat-cost",
                "--candidates",
                "--variance",
                "--min-count",
                "--min-feature-count",
                "--all-features",
                "--boundaries",
                "--unknown-label",
                "--label-separator",
                "--dev",
                "--dev-metric",
                "--patience",
                "--data-on-disk",
                "--scratch",
                "--init",
                "--checkpoint",
                "--checkpoint-every",
                "--resume",
                "--restarts",
                "--reference-label")) {
            map.put(option, List.of());
        }
        for (String option : List.of("--l2", "--memory", "--period", "--gradient-tolerance")) {
            map.put(option, List.of(ModelKind.KERNEL_LR));
        }
        map.put("--multiclass", List.of(ModelKind.KERNEL_SVM));
        map.put("--tolerance", List.of(ModelKind.KERNEL_SVM, ModelKind.KERNEL_LR));
        map.put("--no-averaging", List.of(ModelKind.KERNEL_PERCEPTRON));
        return map;
    }

    /**
     * What is wrong with the options that are given, or null when nothing is.
     *
     * @param isGiven whether an option stands on the command line
     */
    @Nullable
    public String problem(ModelKind model, Predicate<String> isGiven) {
        for (Map.Entry<String, List<ModelKind>> entry : OWN.entrySet()) {
            if (isGiven.test(entry.getKey()) && !entry.getValue().contains(model)) {
                ModelKind other = model.isChain() && entry.getValue().contains(ModelKind.KERNEL_CRF)
                        ? ModelKind.KERNEL_CRF
                        : entry.getValue().get(0);
                return entry.getKey() + " cannot be combined with --model " + model + "; leave it out, or use --model "
                        + other;
            }
        }
        if (!model.hasKernel()) {
            return null;
        }
        if (model == ModelKind.KERNEL_CRF) {
            for (String option : NOT_FOR_CRF) {
                if (isGiven.test(option)) {
                    return option + " cannot be combined with --model " + model + "; leave it out";
                }
            }
            return kernel == null ? needsKernel(model) : null;
        }
        for (Map.Entry<String, List<ModelKind>> entry : OTHERS.entrySet()) {
            if (isGiven.test(entry.getKey()) && !entry.getValue().contains(model)) {
                return entry.getKey() + " cannot be combined with --model " + model + "; " + advice(entry.getKey());
            }
        }
        return kernel == null
                ? needsKernel(model)
                : budget > 0 && !isGiven.test("--no-averaging")
                        ? "--kernel-budget needs --no-averaging, because the average keeps every point"
                        : null;
    }

    private static String needsKernel(ModelKind model) {
        return "--model " + model + " needs --kernel, for example --kernel 'rbf(gamma=0.5)'";
    }

    private static String advice(String option) {
        return switch (option) {
            case "--gamma" -> "gamma is part of the kernel: --kernel 'rbf(gamma=0.5)'";
            case "--multiclass" -> "leave it out: only kernel-svm is built from binary machines";
            case "--dev" -> "leave it out, and measure with espalier eval";
            case "--l2" -> "leave it out: the penalty of kernel-svm is --cost, and kernel-perceptron has none";
            default -> "leave it out";
        };
    }

    /** Whether scores are to be scaled to probabilities. */
    public boolean probabilities() {
        return probabilities;
    }

    /**
     * The trainer.
     *
     * @param options what is said with the options that all models share
     * @param machines which machines a support vector machine has
     * @throws IllegalArgumentException when the kernel or a number is not one
     */
    public KernelTrainer trainer(
            AttributeExtractor extractor,
            ModelKind model,
            TrainingOptions options,
            KernelSvm.Multiclass machines,
            Predicate<String> isGiven) {
        KernelLearner learner = switch (model) {
            case KERNEL_SVM -> svm(options, isGiven).withMulticlass(machines);
            case KERNEL_LR -> regression(options);
            default -> perceptron(options, isGiven);
        };
        return new KernelTrainer(extractor, function(), learner)
                .withThreads(options.threads())
                .withCacheBytes(cacheBytes());
    }

    /**
     * The trainer of a chain.
     *
     * @param options of the chain
     * @throws IllegalArgumentException when the kernel or a number is not one
     */
    public KernelCrf crf(AttributeExtractor extractor, TrainingOptions options) {
        int most = importVectors == null ? USUAL_IMPORT_VECTORS : importVectors;
        return new KernelCrf(extractor, function(), options)
                .withImportVectors(ImportVectors.DEFAULTS.withMost(most))
                .withCacheBytes(cacheBytes());
    }

    private KernelFunction function() {
        return KernelFunction.parse(kernel == null ? "" : kernel);
    }

    private long cacheBytes() {
        if (cacheMegabytes < 1 || cacheMegabytes > Long.MAX_VALUE >> 20) {
            throw new IllegalArgumentException(
                    "--kernel-cache is " + cacheMegabytes + "; expected megabytes, at least 1");
        }
        return cacheMegabytes << 20;
    }

    private KernelSvm svm(TrainingOptions options, Predicate<String> isGiven) {
        KernelSvm svm = KernelSvm.DEFAULTS.withProbabilities(probabilities).withSeed(options.seed());
        svm = cost == null ? svm : svm.withCost(cost);
        svm = isGiven.test("--max-iterations")
                ? svm.withMaxSteps(options.optimizer().maxIterations())
                : svm;
        return isGiven.test("--tolerance")
                ? svm.withTolerance(options.optimizer().objectiveTolerance())
                : svm;
    }

    private KernelLogisticRegression regression(TrainingOptions options) {
        return KernelLogisticRegression.DEFAULTS
                .withL2(options.penalty().l2())
                .withOptimizer(options.optimizer())
                .withImportVectors(importVectors == null ? null : ImportVectors.DEFAULTS.withMost(importVectors))
                .withSeed(options.seed());
    }

    private KernelPerceptron perceptron(TrainingOptions options, Predicate<String> isGiven) {
        KernelPerceptron usual = KernelPerceptron.DEFAULTS
                .withAveraged(!isGiven.test("--no-averaging"))
                .withBudget(budget)
                .withSeed(options.seed());
        return isGiven.test("--max-iterations")
                ? usual.withEpochs(options.optimizer().maxIterations())
                : usual;
    }
}
