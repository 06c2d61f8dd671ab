package org.espalier.cli.option;

import org.espalier.data.Format;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.span.SpanFeatures;
import org.espalier.loss.LossFunction;
import org.espalier.online.OnlineOptions;
import org.espalier.online.PassiveAggressive;
import org.espalier.optimize.stochastic.CalibrationOptions;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.TagLearning;
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
                "The kind of model. Default: crf; maxent for the formats libsvm, csv and text.",
                "crf: a linear-chain conditional random field; --order looks at more than one previous label.",
                "ldcrf: a latent-dynamic CRF, with --hidden-states for every label; try --restarts.",
                "hcrf: a hidden-state CRF, which gives one label to a whole sequence; try --restarts.",
                "semi-crf: a semi-Markov CRF, which labels segments of up to --max-segment tokens.",
                "ccrf: a continuous CRF, which predicts a number per token (format frames).",
                "graph: a CRF on graphs, such as grids of pixels: variables joined by factors; reads the format"
                        + " graphs.",
                "dependency: a dependency parser, which gives every word a head and a relation to it; reads CoNLL-U.",
                "constituency: a parser of constituents, which finds phrases within phrases; reads the format"
                        + " brackets.",
                "memm: a maximum-entropy Markov model, which predicts each label from the previous one.",
                "maxent: maximum entropy (multinomial logistic regression), each token by itself.",
                "svm: a support vector machine, each token by itself; for sequences use crf with --loss hinge.",
                "perceptron, pa, mira, arow: online learners, each token by itself; for sequences use crf with"
                        + " --algorithm.",
                "hmm: a hidden Markov model, estimated by counting; needs no features.",
                "pcfg: a probabilistic context-free grammar, estimated by counting: a simple parser of constituents; reads the format brackets.",
                "naive-bayes: naive Bayes, estimated by counting, each token by itself.",
                "kernel-svm, kernel-lr, kernel-perceptron: support vector machine, logistic regression and perceptron"
                        + " with a --kernel, for sequences of one token.",
                "kernel-crf: a CRF whose labels are scored by a --kernel, at --import-vectors that are chosen first.",
                "bilstm-crf: a CRF on a network that reads words and their letters; --features have linear weights"
                        + " beside it."
            })
    @Essential("The kind of model: crf, bilstm-crf, semi-crf, hcrf, ldcrf, memm, maxent, svm, hmm, ... Default: crf;"
            + " maxent for libsvm, csv and text.")
    private @Nullable ModelKind given;

    @Mixin
    private final StructureOptions structure = new StructureOptions();

    @Option(
            names = "--loss",
            paramLabel = "name",
            description = {
                "The loss of a sequence. Default: the loss of the model.",
                "log: -log p(labels|tokens).",
                "hinge: max(score + cost) - score of the gold labels, the (structured) support vector machine.",
                "squared-hinge: the square of hinge.",
                "softmax-margin: log sum exp(score + cost) - score of the gold labels.",
                "one-vs-rest-hinge, one-vs-rest-squared-hinge, one-vs-rest-log: a binary loss per label; for maxent and"
                        + " svm."
            })
    private @Nullable LossFunction loss;

    @Option(
            names = "--algorithm",
            paramLabel = "name",
            description = {
                "The optimiser or online learner. Default: auto.",
                "auto: dual coordinate ascent, then preconditioned L-BFGS (OWL-QN if --l1 is above 0); needs the fewest"
                        + " passes.",
                "lbfgs: L-BFGS; --l1 must be 0.",
                "owlqn: OWL-QN, which is L-BFGS for an L1 penalty.",
                "cg: conjugate gradients. bfgs, newton: with full matrices, for a few thousand features at most."
                        + " trust-region: Newton with Hessian-vector products. For all of them --l1 must be 0.",
                "gis, iis: generalised and improved iterative scaling, for non-negative attribute values; --l1 must be"
                        + " 0.",
                "gradient-descent, rprop, bcd: steepest descent, resilient propagation, block coordinate descent; with"
                        + " or without --l1.",
                "sgd, asgd, adagrad, adam: stochastic gradient methods; asgd averages, adagrad also takes --l1.",
                "sgd-l1: stochastic gradient descent with --l1; --l2 must be 0.",
                "sag: stochastic average gradient, which converges to the minimum.",
                "frank-wolfe: block-coordinate Frank-Wolfe with a duality gap, for hinge losses; auto chooses it for"
                        + " them.",
                "subgradient: averaged stochastic subgradients (Pegasos); also for hinge losses.",
                "perceptron, pa, mira, arow: online, without a penalty: averaged (or --voting) perceptron,"
                        + " passive-aggressive, k-best MIRA, adaptive regularisation of weights."
            })
    @HelpTopic(Topic.OPTIMISER)
    @Essential(
            "The optimiser or online learner: lbfgs, owlqn, sgd, perceptron, mira, ... Default: auto, which is almost"
                    + " always right.")
    private Algorithm algorithm = TrainingOptions.DEFAULTS.algorithm();

    @Option(
            names = "--margin",
            paramLabel = "x",
            description = "The cost of a wrong label in margin losses. Default: ${DEFAULT-VALUE}.")
    private double cost = TrainingOptions.DEFAULTS.cost();

    @Option(
            names = "--rate",
            paramLabel = "x",
            description =
                    "The initial step size of sgd, asgd, sgd-l1, adagrad, adam and subgradient; 0 finds one by trial"
                            + " on a sample. Default: 0.")
    @HelpTopic(Topic.STOCHASTIC)
    private double rate = StochasticOptions.DEFAULTS.rate();

    @Option(
            names = "--decay",
            paramLabel = "x",
            description =
                    "How the step size decays. sgd, adam: 1/(1 + x epochs). sgd-l1: x^epochs. Default: depends on the"
                            + " algorithm.")
    @HelpTopic(Topic.STOCHASTIC)
    private double decay = StochasticOptions.DEFAULTS.decay();

    @Option(
            names = "--batch",
            paramLabel = "n",
            description =
                    "The number of sequences per step of sgd, asgd, sgd-l1, adagrad, adam and subgradient; the threads"
                            + " share them. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private int batch = StochasticOptions.DEFAULTS.batch();

    @Option(names = "--averaging", description = "Average the weights of all steps (sgd, frank-wolfe).")
    @HelpTopic(Topic.STOCHASTIC)
    private boolean averaging;

    @Option(
            names = "--gap",
            paramLabel = "x",
            description = "Stop frank-wolfe when the duality gap is below this fraction of the objective. Default:"
                    + " ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private double gap = StochasticOptions.DEFAULTS.gapTolerance();

    @Option(
            names = "--gap-period",
            paramLabel = "n",
            description = "The number of epochs between computations of the duality gap of frank-wolfe. Default:"
                    + " ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private int gapPeriod = StochasticOptions.DEFAULTS.gapPeriod();

    @Option(
            names = "--calibration-samples",
            paramLabel = "n",
            description = "The number of sequences to try step sizes on when --rate is 0. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private int samples = StochasticOptions.DEFAULTS.calibration().samples();

    @Option(
            names = "--calibration-rate",
            paramLabel = "x",
            description = "The first step size to try when --rate is 0. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.STOCHASTIC)
    private double firstRate = StochasticOptions.DEFAULTS.calibration().firstRate();

    @Option(
            names = "--no-averaging",
            description = "Online learners and kernel-perceptron: keep the last weights instead of the average over all"
                    + " steps.")
    @HelpTopic(Topic.ONLINE)
    private boolean last;

    @Option(
            names = "--voting",
            description =
                    "perceptron: let all weight vectors vote, each counting as many times as it survived, instead of"
                            + " averaging them. Tagging takes longer, and much longer for sequences.")
    @HelpTopic(Topic.ONLINE)
    private boolean voting;

    @Option(
            names = "--aggressiveness",
            paramLabel = "C",
            description = "pa, mira: the aggressiveness; larger values take longer steps. Default: 1.")
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
            description = "mira: the number of best outputs to consider. Default: 5.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Integer candidates;

    @Option(
            names = "--variance",
            paramLabel = "x",
            description = "arow: the initial variance of every weight. Default: 1.")
    @HelpTopic(Topic.ONLINE)
    private @Nullable Double variance;

    @Option(
            names = "--gamma",
            paramLabel = "x",
            description = "arow: the regularisation; larger values move the weights less. Default: 100.")
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
            throw new IllegalArgumentException("--algorithm " + algorithm + " with --model " + given
                    + ": this model has its own algorithm; leave --algorithm out, or use --model maxent or svm");
        }
        return own == null ? algorithm : own;
    }

    private OnlineOptions online(OnlineOptions usual) {
        Algorithm chosen = algorithm();
        requireAlgorithm("--no-averaging", last, chosen.isOnline() || is(ModelKind.KERNEL_PERCEPTRON));
        requireAlgorithm("--voting", voting, chosen == Algorithm.PERCEPTRON);
        if (voting && last) {
            throw new IllegalArgumentException(
                    "--voting with --no-averaging: either all weight vectors vote, or the last one decides; leave one"
                            + " out");
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
                    + "; leave it out, or choose an algorithm that uses it (see --help)");
        }
    }

    /** Whether this kind was asked for. */
    public boolean is(ModelKind kind) {
        return given == kind;
    }

    /** Whether graphs are learnt from by the pseudo-likelihood. */
    public boolean isPseudoLikelihood() {
        return structure.isPseudoLikelihood();
    }

    /** What becomes of training trees whose arcs cross. */
    public StructureOptions.CrossingArcs crossingArcs() {
        return structure.crossingArcs();
    }

    /** The features of a parser, behind a tagger that is learnt first where the user wants one. */
    public AttributeExtractor withTags(AttributeExtractor extractor, TrainingOptions options) {
        return structure.tags() == StructureOptions.Tags.PREDICTED && extractor instanceof SpanFeatures spans
                ? spans.withTagger(TagLearning.USUAL.withThreads(options.workers()))
                : extractor;
    }

    /** How trees are made binary, and whether their tags are given: what a grammar that is counted needs to know. */
    public StructureOptions structure() {
        return structure;
    }

    /** The usual format of data for what is learnt. */
    public Format usualFormat() {
        if (given == ModelKind.GRAPH) {
            return Format.GRAPHS;
        }
        if (given != null && given.hasConstituents()) {
            return Format.BRACKETS;
        }
        return given == ModelKind.DEPENDENCY ? Format.CONLLU : Format.COLUMNS;
    }

    /** What is learnt: as given, or what is usual for data of this format. */
    public ModelKind model(Format format) {
        if (given == ModelKind.DEPENDENCY && format != Format.CONLLU) {
            throw new IllegalArgumentException("--model dependency learns from trees, which the format " + format
                    + " does not have; use --format conllu");
        }
        if (given != null && given != ModelKind.DEPENDENCY && format == Format.CONLLU) {
            throw new IllegalArgumentException("--format conllu has trees, which --model " + given
                    + " cannot learn; use --model dependency, or --format columns --separator tab to learn"
                    + " from a column");
        }
        if (given != null && given.hasConstituents() != (format == Format.BRACKETS)) {
            throw new IllegalArgumentException("--model " + given + " with --format " + format
                    + ": trees in brackets have constituents, which only --model constituency and pcfg learn, and they learn from"
                    + " nothing else; use --model constituency with --format brackets");
        }
        if ((given == ModelKind.GRAPH && format != Format.GRAPHS)
                || (given != null && given != ModelKind.GRAPH && format == Format.GRAPHS)) {
            throw new IllegalArgumentException("--model " + given + " with --format " + format
                    + ": graphs have variables and factors, which only --model graph learns from, and it learns from"
                    + " nothing else; use --model graph with --format graphs");
        }
        if (given != null) {
            return given;
        }
        if (format == Format.GRAPHS) {
            return ModelKind.GRAPH;
        }
        if (format == Format.CONLLU) {
            return ModelKind.DEPENDENCY;
        }
        if (format == Format.BRACKETS) {
            return ModelKind.CONSTITUENCY;
        }
        return format.isInstances() ? ModelKind.MAXENT : ModelKind.CRF;
    }

    /** The options with model, loss and algorithm as they were chosen. */
    public TrainingOptions apply(TrainingOptions options, Format format) {
        ModelKind model = model(format);
        if (loss != null && (model == ModelKind.MEMM || loss == LossFunction.LOCAL)) {
            throw new IllegalArgumentException("--loss " + loss + " with --model " + model
                    + ": a maximum-entropy Markov model always has its own loss; leave --loss out, and use --model"
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
