package org.espalier.cli.option;

import org.espalier.data.Format;
import org.espalier.loss.LossFunction;
import org.espalier.online.OnlineOptions;
import org.espalier.online.PassiveAggressive;
import org.espalier.optimize.stochastic.CalibrationOptions;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is learnt, and how: the model, its loss, and the algorithm. */
@HelpTopic(Topic.MODEL)
public final class LearningOptions {
    @Option(
            names = "--model",
            paramLabel = "kind",
            description = {
                "What is learnt. Usual: crf; maxent for the formats libsvm, csv and text.",
                "crf: a linear-chain conditional random field; --order looks at more than one label before.",
                "ldcrf: a latent-dynamic CRF, in which every label has --hidden-states; try --restarts.",
                "hcrf: a hidden-state CRF, which gives one label to a whole sequence; try --restarts.",
                "semi-crf: a semi-Markov CRF, which labels segments of up to --max-segment tokens.",
                "memm: a maximum-entropy Markov model, each label predicted from the one before it.",
                "maxent: maximum entropy (multinomial logistic regression), each token by itself.",
                "svm: a support vector machine, each token by itself; for sequences --loss hinge with crf.",
                "perceptron, pa, mira, arow: online learners, each token by itself; for sequences --algorithm with crf.",
                "hmm: a hidden Markov model, counted; needs no features.",
                "naive-bayes: naive Bayes, counted, each token by itself.",
                "kernel-svm, kernel-lr, kernel-perceptron: support vector machine, logistic regression and perceptron in the"
                        + " space of a --kernel, for sequences of one token."
            })
    @Essential(
            "The kind of model: crf, semi-crf, hcrf, ldcrf, memm, maxent, svm, hmm, ... Default: crf; maxent for libsvm, csv and text.")
    private @Nullable ModelKind given;

    @Mixin
    private final StructureOptions structure = new StructureOptions();

    @Option(
            names = "--loss",
            paramLabel = "name",
            description = {
                "What is to be small for every sequence. Usually what the model says.",
                "log: -log p(labels|tokens).",
                "hinge: max(score + cost) - score of the right labels, the (structured) support vector machine.",
                "squared-hinge: its square.",
                "softmax-margin: log sum exp(score + cost) - score of the right labels.",
                "one-vs-rest-hinge, one-vs-rest-squared-hinge, one-vs-rest-log: per label a binary loss; for maxent and"
                        + " svm."
            })
    private @Nullable LossFunction loss;

    @Option(
            names = "--algorithm",
            paramLabel = "name",
            description = {
                "How it is learnt. Default: auto.",
                "auto: dual coordinate ascent, then preconditioned L-BFGS (OWL-QN when --l1 is above 0); needs the fewest"
                        + " passes.",
                "lbfgs: L-BFGS; --l1 must be 0.",
                "owlqn: OWL-QN, which is L-BFGS for an L1 penalty.",
                "cg, bfgs, newton, trust-region: conjugate gradients; BFGS and Newton with whole matrices, for some thousand"
                        + " features at most; Newton with Hessian-vector products. --l1 must be 0.",
                "gis, iis: generalised and improved iterative scaling, for attributes that are not negative; --l1 must be 0.",
                "gradient-descent, rprop, bcd: steepest descent, resilient propagation, block coordinate descent; with or"
                        + " without --l1.",
                "sgd, asgd, adagrad, adam: stochastic gradients; asgd averages, adagrad takes --l1 too.",
                "sgd-l1: stochastic gradients with --l1; --l2 must be 0.",
                "sag: the stochastic average gradient, which converges to the minimum.",
                "frank-wolfe: for hinge losses, with a duality gap; what auto is for them.",
                "subgradient: averaged stochastic subgradients (Pegasos), for hinge losses too.",
                "perceptron, pa, mira, arow: online, without a penalty: averaged (or --voting) perceptron, passive-aggressive, k-best MIRA,"
                        + " adaptive regularisation of weights."
            })
    @HelpTopic(Topic.OPTIMISER)
    @Essential(
            "The optimiser or online learner: lbfgs, owlqn, sgd, perceptron, mira, ... Default: auto, which is almost always right.")
    private Algorithm algorithm = TrainingOptions.DEFAULTS.algorithm();

    @Option(
            names = "--margin",
            paramLabel = "x",
            description = "What a wrong label costs in the losses with a margin. Default: ${DEFAULT-VALUE}.")
    private double cost = TrainingOptions.DEFAULTS.cost();

    @Option(
            names = "--rate",
            paramLabel = "x",
            description =
                    "The first step size of sgd, asgd, sgd-l1, adagrad, adam, subgradient; 0 finds one by trying on a"
                            + " sample. Default: 0.")
    @HelpTopic(Topic.STOCHASTIC)
    private double rate = StochasticOptions.DEFAULTS.rate();

    @Option(
            names = "--decay",
            paramLabel = "x",
            description = "How the step size falls: sgd, adam: 1/(1 + x epochs); sgd-l1: x^epochs. Default: the"
                    + " algorithm's own.")
    @HelpTopic(Topic.STOCHASTIC)
    private double decay = StochasticOptions.DEFAULTS.decay();

    @Option(
            names = "--batch",
            paramLabel = "n",
            description =
                    "Sequences per step of sgd, asgd, sgd-l1, adagrad, adam, subgradient, which the threads share."
                            + " Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private int batch = StochasticOptions.DEFAULTS.batch();

    @Option(
            names = "--averaging",
            description = "The result of sgd or frank-wolfe is a mean of the weights on the way.")
    @HelpTopic(Topic.STOCHASTIC)
    private boolean averaging;

    @Option(
            names = "--gap",
            paramLabel = "x",
            description = "frank-wolfe stops when the duality gap is below this share of the objective. Default:"
                    + " ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private double gap = StochasticOptions.DEFAULTS.gapTolerance();

    @Option(
            names = "--gap-period",
            paramLabel = "n",
            description = "The epochs after which frank-wolfe computes the duality gap. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private int gapPeriod = StochasticOptions.DEFAULTS.gapPeriod();

    @Option(
            names = "--calibration-samples",
            paramLabel = "n",
            description = "The sequences that a step size is tried on when --rate is 0. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private int samples = StochasticOptions.DEFAULTS.calibration().samples();

    @Option(
            names = "--calibration-rate",
            paramLabel = "x",
            description = "The step size that is tried first. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private double firstRate = StochasticOptions.DEFAULTS.calibration().firstRate();

    @Option(
            names = "--no-averaging",
            description = "Online, and kernel-perceptron: keep the last weights, not the average of all steps.")
    @HelpTopic(Topic.ONLINE)
    private boolean last;

    @Option(
            names = "--voting",
            description =
                    "perceptron: all weight vectors of the training vote, as long as each had survived, instead of their"
                            + " average. Tagging takes longer, for sequences much longer.")
    @HelpTopic(Topic.ONLINE)
    private boolean voting;

    @Option(
            names = "--aggressiveness",
            paramLabel = "C",
            description = "pa and mira: larger takes longer steps. Default: 1.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Double aggressiveness;

    @Option(
            names = "--pa-type",
            paramLabel = "type",
            description = "pa: hard (PA), linear (PA-I) or quadratic (PA-II) slack. Default: linear.")
    @HelpTopic(Topic.ONLINE)
    private PassiveAggressive.@Nullable Type type;

    @Option(
            names = "--flat-cost",
            description = "pa: a wrong sequence costs 1, not the square root of its number of wrong labels.")
    @HelpTopic(Topic.ONLINE)
    private boolean flatCost;

    @Option(
            names = "--candidates",
            paramLabel = "k",
            description = "mira: how many best outputs it looks at. Default: 5.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Integer candidates;

    @Option(
            names = "--variance",
            paramLabel = "x",
            description = "arow: the first variance of every weight. Default: 1.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Double variance;

    @Option(names = "--gamma", paramLabel = "x", description = "arow: larger moves the weights less. Default: 100.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Double gamma;

    /** Whether all weight vectors of the training are to vote. */
    public boolean isVoting() {
        return voting;
    }

    /** Whether the algorithm learns online. */
    public boolean isOnline() {
        return algorithm().isOnline();
    }

    /** The algorithm: that of the model where it has its own, or as given. */
    public Algorithm algorithm() {
        Algorithm own = given == null ? null : given.algorithm();
        if (own != null && algorithm != Algorithm.AUTO && algorithm != own) {
            throw new IllegalArgumentException(
                    "--algorithm " + algorithm + " with --model " + given
                            + ": this model is learnt by its own algorithm; leave --algorithm out, or use --model maxent or svm");
        }
        return own == null ? algorithm : own;
    }

    private OnlineOptions online(OnlineOptions usual) {
        Algorithm chosen = algorithm();
        requireAlgorithm("--no-averaging", last, chosen.isOnline() || is(ModelKind.KERNEL_PERCEPTRON));
        requireAlgorithm("--voting", voting, chosen == Algorithm.PERCEPTRON);
        if (voting && last) {
            throw new IllegalArgumentException(
                    "--voting with --no-averaging: either all weight vectors vote, or the last one decides; leave one out");
        }
        boolean steps = chosen == Algorithm.PA || chosen == Algorithm.MIRA;
        requireAlgorithm("--aggressiveness", aggressiveness != null, steps);
        requireAlgorithm("--pa-type", type != null, chosen == Algorithm.PA);
        requireAlgorithm("--flat-cost", flatCost, chosen == Algorithm.PA);
        requireAlgorithm("--candidates", candidates != null, chosen == Algorithm.MIRA);
        requireAlgorithm("--variance", variance != null, chosen == Algorithm.AROW);
        requireAlgorithm("--gamma", gamma != null, chosen == Algorithm.AROW);
        OnlineOptions options = usual.withAveraging(!last).withVoting(voting).withErrorSensitive(!flatCost);
        options = aggressiveness == null ? options : options.withAggressiveness(aggressiveness);
        options = type == null ? options : options.withType(type);
        options = candidates == null ? options : options.withCandidates(candidates);
        options = variance == null ? options : options.withVariance(variance);
        return gamma == null ? options : options.withGamma(gamma);
    }

    /** How many hidden states were asked for, or null. */
    public @Nullable Integer hiddenStates() {
        return structure.hiddenStates();
    }

    private void requireAlgorithm(String option, boolean given, boolean fits) {
        if (given && !fits) {
            throw new IllegalArgumentException(option + " has no meaning for --algorithm " + algorithm()
                    + "; leave it out, or choose the algorithm that it belongs to (see --help)");
        }
    }

    /** Whether this kind was asked for. */
    public boolean is(ModelKind kind) {
        return given == kind;
    }

    /** What is learnt: as given, or what is usual for data of this format. */
    public ModelKind model(Format format) {
        if (given != null) {
            return given;
        }
        return format.isInstances() ? ModelKind.MAXENT : ModelKind.CRF;
    }

    /** The options with model, loss and algorithm as they were chosen. */
    public TrainingOptions apply(TrainingOptions options, Format format) {
        ModelKind model = model(format);
        if (loss != null && (model == ModelKind.MEMM || loss == LossFunction.LOCAL)) {
            throw new IllegalArgumentException("--loss " + loss + " with --model " + model
                    + ": the loss of a maximum-entropy Markov model is always its own; leave --loss out, and use --model"
                    + " memm for such a model");
        }
        CalibrationOptions calibration =
                CalibrationOptions.DEFAULTS.withSamples(samples).withFirstRate(firstRate);
        return model.apply(options)
                .withLearning(loss == null ? model.loss() : loss, algorithm())
                .withCost(cost)
                .withStructure(structure.of(model))
                .withOnline(online(options.online()))
                .withStochastic(StochasticOptions.DEFAULTS
                        .withRate(rate)
                        .withDecay(decay)
                        .withBatch(batch)
                        .withAveraging(averaging)
                        .withGapTolerance(gap)
                        .withGapPeriod(gapPeriod)
                        .withCalibration(calibration));
    }
}
