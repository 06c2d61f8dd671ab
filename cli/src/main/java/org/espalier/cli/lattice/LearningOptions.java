package org.espalier.cli.lattice;

import java.util.List;
import java.util.function.Predicate;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.OptionRule;
import org.espalier.cli.option.Topic;
import org.espalier.loss.LossFunction;
import org.espalier.morphology.CostOptions;
import org.espalier.online.OnlineOptions;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the weights of a dictionary's features are learnt. */
@HelpTopic(Topic.OPTIMISER)
final class LearningOptions {
    private static final TrainingOptions USUAL = CostOptions.DEFAULTS.training();

    @Option(
            names = "--loss",
            paramLabel = "name",
            description = {
                "The loss of a sentence. Default: log.",
                "log: -log p(right path).",
                "hinge: max(score + cost) - score of the right path, the structured support vector machine.",
                "squared-hinge: the square of hinge.",
                "softmax-margin: log sum exp(score + cost) - score of the right path."
            })
    @Essential("The loss of a sentence: log, hinge, squared-hinge, softmax-margin. Default: log.")
    private LossFunction loss = LossFunction.LOG;

    @Option(
            names = "--algorithm",
            paramLabel = "name",
            description = {
                "The optimiser or online learner. Default: auto.",
                "auto: L-BFGS; OWL-QN if --l1 is above 0; Frank-Wolfe for the loss hinge.",
                "lbfgs, owlqn, cg, gradient-descent, rprop: with the whole gradient; bfgs: for a few thousand features at most.",
                "sgd, asgd, sgd-l1, adagrad, adam, sag, subgradient, frank-wolfe: sentence by sentence.",
                "perceptron, pa, mira, arow: online, without a penalty."
            })
    @Essential("The optimiser or online learner: lbfgs, owlqn, sgd, perceptron, mira, ... Default: auto.")
    private Algorithm algorithm = Algorithm.AUTO;

    @Option(
            names = "--margin",
            paramLabel = "x",
            description = "The cost of a wrong word in margin losses. Default: ${DEFAULT-VALUE}.")
    private double margin = USUAL.cost();

    @Option(
            names = "--c",
            paramLabel = "x",
            description = "C: the larger, the closer the weights follow the corpus; the penalty is |weights|^2 / 2C."
                    + " Default: ${DEFAULT-VALUE}.")
    @Essential
    private double c = CostOptions.DEFAULTS.c();

    @Option(
            names = "--l1",
            paramLabel = "x",
            description = "The weight of the L1 penalty; larger keeps fewer features. Default: ${DEFAULT-VALUE}.")
    private double l1 = USUAL.penalty().l1();

    @Option(
            names = "--max-iterations",
            paramLabel = "n",
            description = "Stop after so many iterations. Default: ${DEFAULT-VALUE}; epochs of online algorithms: 20.")
    private int maxIterations = USUAL.optimizer().maxIterations();

    @Option(
            names = "--tolerance",
            paramLabel = "x",
            description =
                    "Stop when the objective fell by less than this share of it over ten iterations. Default: ${DEFAULT-VALUE}.")
    private double tolerance = USUAL.optimizer().objectiveTolerance();

    @Option(
            names = "--rate",
            paramLabel = "x",
            description =
                    "The initial step size of sgd, asgd, sgd-l1, adagrad, adam and subgradient; 0 finds one by trial."
                            + " Default: 0.")
    @HelpTopic(Topic.STOCHASTIC)
    private double rate = StochasticOptions.DEFAULTS.rate();

    @Option(
            names = "--aggressiveness",
            paramLabel = "C",
            description = "pa, mira: the aggressiveness; larger values take longer steps. Default: 1.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Double aggressiveness;

    @Option(
            names = "--candidates",
            paramLabel = "k",
            description = "mira: the number of best paths to consider. Default: 5.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Integer candidates;

    @Option(
            names = "--seed",
            paramLabel = "n",
            description = "The random seed of the order in which sentences are visited. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.RUNNING)
    private long seed = USUAL.seed();

    @Option(
            names = "--patience",
            paramLabel = "n",
            description =
                    "Stop after this many iterations without improvement on the development sentences. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.DEVELOPMENT)
    private int patience = EarlyStopping.DEFAULT.patience();

    /** The options as they were chosen. */
    TrainingOptions chosen(Predicate<String> isGiven, int threads) {
        if (algorithm.isOnline()) {
            for (String option : List.of("--c", "--l1")) {
                if (isGiven.test(option)) {
                    throw new IllegalArgumentException(option + " cannot be combined with --algorithm " + algorithm
                            + ", which minimises no penalised objective; leave it out, or use --algorithm auto");
                }
            }
        }
        if (!(c > 0) || Double.isInfinite(c)) {
            throw new IllegalArgumentException("c = " + c + "; expected a finite number above 0");
        }
        double l2 = algorithm == Algorithm.SGD_L1 && !isGiven.test("--c") ? 0 : 1 / c;
        OnlineOptions online = USUAL.online();
        online = aggressiveness == null ? online : online.withAggressiveness(aggressiveness);
        online = candidates == null ? online : online.withCandidates(candidates);
        online = isGiven.test("--max-iterations") ? online.withEpochs(maxIterations) : online;
        online = isGiven.test("--tolerance") ? online.withTolerance(tolerance) : online;
        // What goes together is looked at when loss and algorithm are known; until then any penalty does.
        return USUAL.withPenalty(new Penalty(l1, l2))
                .withLearning(loss, algorithm)
                .withOnline(online)
                .withOptimizer(
                        USUAL.optimizer().withMaxIterations(maxIterations).withObjectiveTolerance(tolerance))
                .withCost(margin)
                .withSeed(seed)
                .withThreads(threads)
                .withStochastic(StochasticOptions.DEFAULTS.withRate(rate))
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, patience));
    }

    /** Options without effect here. */
    List<OptionRule> idle(boolean hasDev) {
        boolean steps = switch (algorithm) {
            case SGD, ASGD, SGD_L1, ADAGRAD, ADAM, SUBGRADIENT -> true;
            default -> false;
        };
        boolean draws = algorithm.isOnline() || algorithm.isStochastic() || loss == LossFunction.HINGE;
        return List.of(
                OptionRule.of(loss.hasCost(), "with the loss " + loss, "--margin"),
                OptionRule.of(steps, "with --algorithm " + algorithm, "--rate"),
                OptionRule.of(
                        algorithm == Algorithm.PA || algorithm == Algorithm.MIRA,
                        "with --algorithm " + algorithm,
                        "--aggressiveness"),
                OptionRule.of(algorithm == Algorithm.MIRA, "with --algorithm " + algorithm, "--candidates"),
                OptionRule.of(draws, "with --algorithm " + algorithm, "--seed"),
                OptionRule.of(hasDev, "without --dev", "--patience"));
    }
}
