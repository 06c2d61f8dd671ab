package org.espalier.cli.option;

import java.util.List;
import java.util.function.Predicate;
import org.espalier.data.Format;
import org.espalier.loss.LossFunction;
import org.espalier.online.OnlineOptions;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The penalty, and when optimisers have come far enough. */
@HelpTopic(Topic.OPTIMISER)
public final class OptimizerOptions {
    private static final double ENOUGH = 1e-3;

    /** Who gives one of these knows when to stop. */
    private static final List<String> STOPS = List.of("--tolerance", "--period", "--gradient-tolerance", "--dev");

    @Option(
            names = "--l2",
            paramLabel = "x",
            description =
                    "The weight of the L2 penalty, 1/sigma^2; larger means more regularisation (CRFsuite's c2 is half of it,"
                            + " CRF++'s C its inverse). Default: ${DEFAULT-VALUE}; ccrf: the penalty of the ridge regression, by default"
                            + " the best of 0.01, 0.1, ... 1e5.")
    @Essential("The weight of the L2 penalty; larger regularises more. Default: ${DEFAULT-VALUE}.")
    private double l2 = TrainingOptions.DEFAULTS.penalty().l2();

    @Option(
            names = "--l1",
            paramLabel = "x",
            description = "The weight of the L1 penalty; larger keeps fewer features. Default: ${DEFAULT-VALUE}.")
    @Essential
    private double l1 = TrainingOptions.DEFAULTS.penalty().l1();

    @Option(
            names = "--max-iterations",
            paramLabel = "n",
            description =
                    "The maximum number of iterations. Default: ${DEFAULT-VALUE}; epochs of online algorithms: 20.")
    @Essential
    private int maxIterations = TrainingOptions.DEFAULTS.optimizer().maxIterations();

    @Option(
            names = "--tolerance",
            paramLabel = "x",
            description =
                    "Stop when the objective fell by less than this fraction over the last --period iterations; 0 for never."
                            + " Default: ${DEFAULT-VALUE}, and 0.001 over 5 iterations for a CRF of text with L2 by auto, without --dev: F1 no longer"
                            + " moves there. Online algorithms stop when the mean loss of an epoch is below this; default:"
                            + " 0.")
    private double tolerance = TrainingOptions.DEFAULTS.optimizer().objectiveTolerance();

    @Option(
            names = "--period",
            paramLabel = "n",
            description = "The number of iterations that --tolerance looks back. Default: ${DEFAULT-VALUE}.")
    private int period = TrainingOptions.DEFAULTS.optimizer().period();

    @Option(
            names = "--gradient-tolerance",
            paramLabel = "x",
            description = "Stop when |gradient| <= x max(1, |w|). Default: ${DEFAULT-VALUE}.")
    private double gradientTolerance = TrainingOptions.DEFAULTS.optimizer().gradientTolerance();

    @Option(
            names = "--memory",
            paramLabel = "n",
            description = "The number of past steps that the optimiser remembers. Default: ${DEFAULT-VALUE}.")
    private int memory = TrainingOptions.DEFAULTS.optimizer().memory();

    @Option(
            names = "--restarts",
            paramLabel = "n",
            description =
                    "Train n times from random weights, and keep the model with the lowest objective, or the best one on"
                            + " --dev. Useful with partial labels or hidden states, where the objective is not convex. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int restarts = TrainingOptions.DEFAULTS.restarts();

    /** The options with penalty and limits as they were chosen. */
    public TrainingOptions apply(TrainingOptions options) {
        return options.withPenalty(new Penalty(l1, l2))
                .withRestarts(restarts)
                .withOptimizer(LbfgsOptions.DEFAULTS
                        .withMaxIterations(maxIterations)
                        .withObjectiveTolerance(tolerance)
                        .withPeriod(period)
                        .withGradientTolerance(gradientTolerance)
                        .withMemory(memory));
    }

    /** The penalty of a regression; null when none is given. */
    public @Nullable Double ridge(Predicate<String> isGiven) {
        return isGiven.test("--l2") ? (Double) l2 : null;
    }

    /** Other limits where they are given. */
    public LbfgsOptions limits(LbfgsOptions usual, Predicate<String> isGiven) {
        LbfgsOptions limits = isGiven.test("--max-iterations") ? usual.withMaxIterations(maxIterations) : usual;
        limits = isGiven.test("--tolerance") ? limits.withObjectiveTolerance(tolerance) : limits;
        limits = isGiven.test("--period") ? limits.withPeriod(period) : limits;
        limits = isGiven.test("--memory") ? limits.withMemory(memory) : limits;
        return isGiven.test("--gradient-tolerance") ? limits.withGradientTolerance(gradientTolerance) : limits;
    }

    /**
     * Stops where F1 no longer moves, unless the user has a say in when to stop. On the development sets of seven corpora of text F1 was then
     * within 0.1 of that at the minimum, or better, at half the iterations; other models and penalties were not measured.
     */
    public TrainingOptions stoppedInTime(
            TrainingOptions chosen, ModelKind kind, Format format, Predicate<String> isGiven) {
        return STOPS.stream().anyMatch(isGiven) ? chosen : stoppedInTime(chosen, kind, format);
    }

    /** The same where the user has no say. */
    public static TrainingOptions stoppedInTime(TrainingOptions chosen, ModelKind kind, Format format) {
        boolean measured = kind == ModelKind.CRF
                && !format.isFrames()
                && !format.isInstances()
                && chosen.algorithm() == Algorithm.AUTO
                && chosen.loss() == LossFunction.LOG
                && chosen.structure().isPlainChain()
                && chosen.penalty().l1() == 0;
        return measured ? chosen.withOptimizer(chosen.optimizer().withEnough(ENOUGH)) : chosen;
    }

    /** The limits of optimisers are limits of epochs here, when they are given. */
    public OnlineOptions online(OnlineOptions online, Predicate<String> isGiven) {
        OnlineOptions limited = isGiven.test("--max-iterations") ? online.withEpochs(maxIterations) : online;
        return isGiven.test("--tolerance") ? limited.withTolerance(tolerance) : limited;
    }

    /** Refuses restarts together with what they cannot be combined with. */
    public void checkRestarts(Predicate<String> isGiven) {
        for (String option : List.of("--checkpoint", "--mixing")) {
            if (restarts > 1 && isGiven.test(option)) {
                throw new IllegalArgumentException("--restarts with " + option + ": "
                        + (option.equals("--mixing")
                                ? "mixing would average the weights of different minima"
                                : "a checkpoint records a single start")
                        + "; drop one of the two");
            }
        }
    }

    /** Refuses what online learners do not have. */
    public static void refuseWithOnline(Algorithm algorithm, Predicate<String> isGiven) {
        for (String option : List.of("--l1", "--l2", "--period", "--gradient-tolerance", "--memory", "--restarts")) {
            if (isGiven.test(option)) {
                throw new IllegalArgumentException(option + " cannot be combined with --algorithm " + algorithm
                        + ", which minimises no penalised objective; leave it out, or use --algorithm auto");
            }
        }
    }
}
