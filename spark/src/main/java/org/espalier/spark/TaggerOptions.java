package org.espalier.spark;

import static org.espalier.spark.TaggerOption.Type.BOOLEAN;
import static org.espalier.spark.TaggerOption.Type.DOUBLE;
import static org.espalier.spark.TaggerOption.Type.INT;
import static org.espalier.spark.TaggerOption.Type.LONG;
import static org.espalier.spark.TaggerOption.Type.TEXT;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.LearnScheme;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.online.PassiveAggressive;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingOptions;

/**
 * The training options as parameters of Spark: one entry per option, under the name that model files know.
 *
 * <p>Only what is set travels, as JSON, so that executors have the same options as the driver. An option that has no effect with the others
 * is refused.
 */
final class TaggerOptions {
    private static final Predicate<TrainingOptions> ONLINE =
            options -> options.algorithm().isOnline();
    private static final Predicate<TrainingOptions> BATCH = ONLINE.negate();

    /** Of options that are there from the start. */
    private static final TaggerOption.Change NONE = (options, value) -> options;

    private static final String LOSS = "loss";
    private static final String ALGORITHM = "algorithm";
    private static final String L1 = "l1";
    private static final String L2 = "l2";

    /** All but loss, algorithm and structure, in the order in which they are applied. */
    private static final List<TaggerOption> PLAIN = List.of(
            option(L1, DOUBLE, "λ₁, the weight of ‖θ‖₁", BATCH, NONE),
            option(L2, DOUBLE, "λ₂, the weight of ½‖θ‖²", BATCH, NONE),
            option(
                    "maxIterations",
                    INT,
                    "the most iterations, or epochs",
                    TaggerOptions::always,
                    (o, v) -> o.algorithm().isOnline()
                            ? o.withOnline(o.online().withEpochs(v.integer()))
                            : o.withMaxIterations(v.integer())),
            option(
                    "tolerance",
                    DOUBLE,
                    "stop when the objective falls by a smaller share over a period",
                    TaggerOptions::always,
                    (o, v) -> o.algorithm().isOnline()
                            ? o.withOnline(o.online().withTolerance(v.number()))
                            : o.withTolerance(v.number())),
            option(
                    "period",
                    INT,
                    "iterations of a period",
                    BATCH,
                    (o, v) -> o.withOptimizer(o.optimizer().withPeriod(v.integer()))),
            option(
                    "enough",
                    DOUBLE,
                    "stop when the objective fell by a smaller share over 5 iterations",
                    BATCH,
                    (o, v) -> o.withOptimizer(o.optimizer().withEnough(v.number()))),
            option(
                    "gradientTolerance",
                    DOUBLE,
                    "stop when the norm of the gradient, per max(1, ‖θ‖), is smaller",
                    BATCH,
                    (o, v) -> o.withGradientTolerance(v.number())),
            option(
                    "memory",
                    INT,
                    "correction pairs of L-BFGS",
                    BATCH,
                    (o, v) -> o.withOptimizer(o.optimizer().withMemory(v.integer()))),
            option(
                    "maxLineSearchSteps",
                    INT,
                    "the most evaluations of a line search",
                    BATCH,
                    (o, v) -> o.withOptimizer(o.optimizer().withMaxLineSearchSteps(v.integer()))),
            option(
                    "form",
                    TEXT,
                    "adaptive or plain steps of L-BFGS and OWL-QN",
                    BATCH,
                    (o, v) -> o.withOptimizer(o.optimizer().withForm(v.constant(LbfgsOptions.Form.class)))),
            option(
                    "cost",
                    DOUBLE,
                    "what a wrong position costs in losses with a margin",
                    o -> o.loss().hasCost(),
                    (o, v) -> o.withCost(v.number())),
            option(
                    "minCount",
                    INT,
                    "how often an attribute must occur",
                    TaggerOptions::always,
                    (o, v) -> o.withMinCount(v.integer())),
            option(
                    "minFeatureCount",
                    INT,
                    "how often a pair of attribute and label must occur",
                    TaggerOptions::always,
                    (o, v) -> o.withMinFeatureCount(v.integer())),
            option(
                    "minFrequency",
                    DOUBLE,
                    "what the values of a pair must add up to",
                    TaggerOptions::always,
                    (o, v) -> o.withSelection(o.selection().withMinFrequency(v.number()))),
            option(
                    "allFeatures",
                    BOOLEAN,
                    "all pairs of attribute and label, and of labels",
                    TaggerOptions::always,
                    (o, v) -> o.withAllFeatures(v.flag())),
            option(
                    "allStates",
                    BOOLEAN,
                    "all pairs of attribute and label",
                    TaggerOptions::always,
                    (o, v) -> o.withSelection(o.selection().withAllStates(v.flag()))),
            option(
                    "allTransitions",
                    BOOLEAN,
                    "all pairs of labels",
                    TaggerOptions::always,
                    (o, v) -> o.withSelection(o.selection().withAllTransitions(v.flag()))),
            option(
                    "transitions",
                    BOOLEAN,
                    "whether pairs of labels have weights",
                    TaggerOptions::always,
                    (o, v) -> o.withSelection(o.selection().withTransitions(v.flag()))),
            option(
                    "boundaries",
                    BOOLEAN,
                    "whether begin and end have features",
                    TaggerOptions::always,
                    (o, v) -> o.withBoundaries(v.flag())),
            option(
                    "referenceLabel",
                    TEXT,
                    "a label without weights of its own, or 'last'",
                    TaggerOptions::always,
                    (o, v) -> o.withSelection(o.selection().withReferenceLabel(v.text()))),
            option(
                    "unknownLabel",
                    TEXT,
                    "what stands for a label that is not known",
                    TaggerOptions::always,
                    (o, v) -> o.withNotation(
                            new LabelNotation(v.text(), o.notation().separator()))),
            option(
                    "labelSeparator",
                    TEXT,
                    "what stands between labels of which one is right",
                    TaggerOptions::always,
                    (o, v) -> o.withNotation(new LabelNotation(o.notation().unknown(), v.text()))),
            option(
                    "devMetric",
                    TEXT,
                    "f1, accuracy or loss, on the rows of devCol",
                    TaggerOptions::always,
                    (o, v) -> o.withEarlyStopping(new EarlyStopping(
                            v.constant(EarlyStopping.Metric.class),
                            o.earlyStopping().patience()))),
            option(
                    "patience",
                    INT,
                    "iterations without a better score on the rows of devCol",
                    TaggerOptions::always,
                    (o, v) -> o.withEarlyStopping(
                            new EarlyStopping(o.earlyStopping().metric(), v.integer()))),
            option(
                    "threads",
                    INT,
                    "threads of the driver, 0 for all cores",
                    TaggerOptions::always,
                    (o, v) -> o.withThreads(v.integer())),
            option("seed", LONG, "of all random numbers", TaggerOptions::always, (o, v) -> o.withSeed(v.whole())),
            option(
                    "restarts",
                    INT,
                    "starts of an objective that is not convex",
                    BATCH,
                    (o, v) -> o.withRestarts(v.integer())),
            option(
                    "averaging",
                    BOOLEAN,
                    "whether weights are averaged",
                    ONLINE.or(TaggerOptions::singly),
                    (o, v) -> o.algorithm().isOnline()
                            ? o.withOnline(o.online().withAveraging(v.flag()))
                            : o.withStochastic(o.stochastic().withAveraging(v.flag()))),
            option(
                    "voting",
                    BOOLEAN,
                    "whether all weights of the perceptron vote",
                    ONLINE,
                    (o, v) -> o.withOnline(o.online().withVoting(v.flag()))),
            option(
                    "type",
                    TEXT,
                    "hard, linear or quadratic steps of pa",
                    o -> o.algorithm() == Algorithm.PA,
                    (o, v) -> o.withOnline(o.online().withType(v.constant(PassiveAggressive.Type.class)))),
            option(
                    "errorSensitive",
                    BOOLEAN,
                    "whether pa asks a larger margin of more errors",
                    o -> o.algorithm() == Algorithm.PA,
                    (o, v) -> o.withOnline(o.online().withErrorSensitive(v.flag()))),
            option(
                    "aggressiveness",
                    DOUBLE,
                    "C of pa and mira",
                    o -> o.algorithm() == Algorithm.PA || o.algorithm() == Algorithm.MIRA,
                    (o, v) -> o.withOnline(o.online().withAggressiveness(v.number()))),
            option(
                    "candidates",
                    INT,
                    "rivals of mira",
                    o -> o.algorithm() == Algorithm.MIRA,
                    (o, v) -> o.withOnline(o.online().withCandidates(v.integer()))),
            option(
                    "variance",
                    DOUBLE,
                    "of arow's weights at first",
                    o -> o.algorithm() == Algorithm.AROW,
                    (o, v) -> o.withOnline(o.online().withVariance(v.number()))),
            option(
                    "gamma",
                    DOUBLE,
                    "r of arow",
                    o -> o.algorithm() == Algorithm.AROW,
                    (o, v) -> o.withOnline(o.online().withGamma(v.number()))),
            option(
                    "rate",
                    DOUBLE,
                    "the first step, 0 to calibrate it",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withRate(v.number()))),
            option(
                    "decay",
                    DOUBLE,
                    "of the rate, 0 for the algorithm's own",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withDecay(v.number()))),
            option(
                    "batch",
                    INT,
                    "sequences of a step",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withBatch(v.integer()))),
            option(
                    "keepBest",
                    BOOLEAN,
                    "whether the best weights of all epochs are kept",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withKeepBest(v.flag()))),
            option(
                    "gapTolerance",
                    DOUBLE,
                    "the duality gap at which frank-wolfe stops",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withGapTolerance(v.number()))),
            option(
                    "gapPeriod",
                    INT,
                    "epochs between two gaps",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withGapPeriod(v.integer()))),
            option(
                    "calibrationRate",
                    DOUBLE,
                    "the first rate that is tried",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withFirstRate(v.number())))),
            option(
                    "calibrationFactor",
                    DOUBLE,
                    "between two rates that are tried",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withFactor(v.number())))),
            option(
                    "calibrationSamples",
                    INT,
                    "sequences that rates are tried on",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withSamples(v.integer())))),
            option(
                    "calibrationCandidates",
                    INT,
                    "rates to be found",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withCandidates(v.integer())))),
            option(
                    "calibrationTrials",
                    INT,
                    "the most rates that are tried",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withTrials(v.integer())))),
            option(
                    "calibrationExhaustive",
                    BOOLEAN,
                    "whether rates are tried on all sequences",
                    TaggerOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withExhaustive(v.flag())))),
            option(
                    "stepMin",
                    DOUBLE,
                    "the shortest step of rprop",
                    TaggerOptions::rprop,
                    (o, v) -> o.withRprop(
                            o.rprop().withSteps(v.number(), o.rprop().stepMax()))),
            option(
                    "stepMax",
                    DOUBLE,
                    "the longest step of rprop",
                    TaggerOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withSteps(o.rprop().stepMin(), v.number()))),
            option(
                    "stepIncrease",
                    DOUBLE,
                    "by what a step of rprop grows",
                    TaggerOptions::rprop,
                    (o, v) -> o.withRprop(
                            o.rprop().withFactors(v.number(), o.rprop().stepDecrease()))),
            option(
                    "stepDecrease",
                    DOUBLE,
                    "by what a step of rprop shrinks",
                    TaggerOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withFactors(o.rprop().stepIncrease(), v.number()))),
            option(
                    "cutoff",
                    BOOLEAN,
                    "whether rprop follows the loss alone with an L1 penalty",
                    TaggerOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withCutoff(v.flag()))),
            option(
                    "free",
                    BOOLEAN,
                    "whether weights of rprop cross 0",
                    TaggerOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withFree(v.flag()))),
            option(
                    "backtracking",
                    BOOLEAN,
                    "whether rprop goes back where the derivative changed its sign",
                    TaggerOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withBacktracking(v.flag()))),
            option(
                    "kappa",
                    DOUBLE,
                    "the lower bound of the curvature of bcd",
                    o -> o.algorithm() == Algorithm.BCD,
                    (o, v) -> o.withKappa(v.number())));

    /** What {@link #structure} and {@link #start} look at themselves. */
    private static final List<TaggerOption> OTHERS = List.of(
            option(
                    LOSS,
                    TEXT,
                    "log, local, hinge, squared-hinge, softmax-margin, one-vs-rest-…",
                    TaggerOptions::always,
                    NONE),
            option(ALGORITHM, TEXT, "auto, lbfgs, owlqn, cg, trust-region, …", TaggerOptions::always, NONE),
            option("order", INT, "how many previous labels weights look at", TaggerOptions::always, NONE),
            option("histories", TEXT, "occurring or all, of a chain of higher order", TaggerOptions::always, NONE),
            option(
                    "orderFeatures",
                    INT,
                    "labels that features of steps look at, in a chain of higher order",
                    TaggerOptions::always,
                    NONE),
            option("hiddenStates", INT, "hidden states of each label", TaggerOptions::always, NONE),
            option(
                    "hiddenClasses",
                    INT,
                    "hidden states of each class, where a sequence has one label",
                    TaggerOptions::always,
                    NONE),
            option("maxSegment", INT, "the longest segment, for a semi-Markov model", TaggerOptions::always, NONE),
            option(
                    "splitLongSegments",
                    BOOLEAN,
                    "whether longer segments are cut, not refused",
                    TaggerOptions::always,
                    NONE),
            option("learnScheme", BOOLEAN, "whether labels are learnt as IOBES", TaggerOptions::always, NONE),
            option(
                    "validLabels",
                    BOOLEAN,
                    "whether only valid sequences of labels are possible",
                    TaggerOptions::always,
                    NONE));

    private TaggerOptions() {}

    private static boolean always(TrainingOptions options) {
        return true;
    }

    private static boolean singly(TrainingOptions options) {
        return options.needsMemory() && !options.algorithm().isOnline();
    }

    private static boolean rprop(TrainingOptions options) {
        return options.algorithm() == Algorithm.RPROP;
    }

    private static TaggerOption option(
            String name,
            TaggerOption.Type type,
            String doc,
            Predicate<TrainingOptions> matters,
            TaggerOption.Change change) {
        return new TaggerOption(name, type, doc, matters, change);
    }

    /** All options, sorted by name. */
    static List<TaggerOption> all() {
        Map<String, TaggerOption> sorted = new TreeMap<>();
        PLAIN.forEach(option -> sorted.put(option.name(), option));
        OTHERS.forEach(option -> sorted.put(option.name(), option));
        return List.copyOf(sorted.values());
    }

    /** What is set, as JSON. */
    static String write(Map<String, Object> set) {
        return Json.write(new TreeMap<>(set));
    }

    /** The options of a text that {@link #write} made. */
    static TrainingOptions parse(String text) {
        if (!(Json.parse(text) instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("the options are " + text + "; expected an object of JSON");
        }
        Map<String, Object> set = new TreeMap<>();
        map.forEach((name, value) -> set.put(String.valueOf(name), value));
        return of(set);
    }

    /**
     * The training options.
     *
     * @param set the values of the options that are set, by name
     * @throws IllegalArgumentException when a value is wrong, or an option has no effect with the others
     */
    static TrainingOptions of(Map<String, Object> set) {
        TrainingOptions options = start(set);
        for (TaggerOption option : PLAIN) {
            if (set.containsKey(option.name())) {
                options = option.change().apply(options, value(set, option.name()));
            }
        }
        for (TaggerOption option : PLAIN) {
            if (set.containsKey(option.name()) && !option.matters().test(options)) {
                throw new IllegalArgumentException("the option " + option.name() + " (" + option.doc()
                        + ") has no effect with the algorithm " + options.algorithm() + " and the loss "
                        + options.loss()
                        + "; clear it");
            }
        }
        return options;
    }

    /** With all that must fit together at once. */
    private static TrainingOptions start(Map<String, Object> set) {
        TrainingOptions usual = TrainingOptions.DEFAULTS;
        return new TrainingOptions(
                set.containsKey(LOSS) ? value(set, LOSS).constant(LossFunction.class) : usual.loss(),
                set.containsKey(ALGORITHM) ? value(set, ALGORITHM).constant(Algorithm.class) : usual.algorithm(),
                new Penalty(
                        set.containsKey(L1)
                                ? value(set, L1).number()
                                : usual.penalty().l1(),
                        set.containsKey(L2)
                                ? value(set, L2).number()
                                : usual.penalty().l2()),
                usual.optimizer(),
                usual.selection(),
                usual.notation(),
                usual.earlyStopping(),
                usual.threads(),
                usual.seed(),
                usual.online(),
                usual.cost(),
                usual.stochastic(),
                usual.rprop(),
                usual.kappa(),
                usual.restarts(),
                structure(set));
    }

    private static StructureSpec structure(Map<String, Object> set) {
        int kinds = 0;
        StructureSpec structure = HiddenStates.NONE;
        if (set.containsKey("order")) {
            kinds++;
            HigherOrder.Extent extent = set.containsKey("histories")
                    ? value(set, "histories").constant(HigherOrder.Extent.class)
                    : HigherOrder.Extent.OCCURRING;
            int observed = set.containsKey("orderFeatures")
                    ? value(set, "orderFeatures").integer()
                    : 1;
            structure = new HigherOrder(value(set, "order").integer(), extent, observed);
        } else {
            refuse(set, "histories", "order");
            refuse(set, "orderFeatures", "order");
        }
        if (set.containsKey("hiddenStates")) {
            kinds++;
            structure = new HiddenStates(value(set, "hiddenStates").integer());
        }
        if (set.containsKey("hiddenClasses")) {
            kinds++;
            structure = new HiddenClasses(value(set, "hiddenClasses").integer());
        }
        if (set.containsKey("maxSegment")) {
            kinds++;
            boolean splits = set.containsKey("splitLongSegments")
                    && value(set, "splitLongSegments").flag();
            structure = new SemiMarkov(value(set, "maxSegment").integer(), Map.of(), splits);
        } else {
            refuse(set, "splitLongSegments", "maxSegment");
        }
        if (kinds > 1) {
            throw new IllegalArgumentException(
                    "order, hiddenStates, hiddenClasses and maxSegment are different models; set one of them");
        }
        if (set.containsKey("learnScheme") && value(set, "learnScheme").flag()) {
            structure = new LearnScheme(structure);
        }
        return set.containsKey("validLabels") && value(set, "validLabels").flag()
                ? new ValidLabels(structure)
                : structure;
    }

    private static void refuse(Map<String, Object> set, String name, String needed) {
        if (set.containsKey(name)) {
            throw new IllegalArgumentException(
                    "the option " + name + " has no effect without " + needed + "; set that too, or clear this one");
        }
    }

    private static TaggerOption.Value value(Map<String, Object> set, String name) {
        return new TaggerOption.Value(name, set.getOrDefault(name, ""));
    }

    /** The bytes of a model that has no weights, by which an extractor travels. */
    static byte[] definition(AttributeExtractor extractor) {
        Vocabulary none = new Vocabulary.Builder().build();
        LayoutBuilder builder = new LayoutBuilder(ChainTopology.dense(1).families(), places -> 0, family -> false);
        return new Model(
                        Labels.of(List.of("any")),
                        new Encoder(extractor, false, none, none),
                        builder.complete(),
                        new double[0],
                        0,
                        Map.of())
                .toBytes();
    }

    /** The constant of an enumeration, as on the command line. */
    static <E extends Enum<E>> E constant(String option, String text, Class<E> type) {
        for (E each : type.getEnumConstants()) {
            if (each.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text.toLowerCase(Locale.ROOT))) {
                return each;
            }
        }
        StringBuilder names = new StringBuilder();
        for (E each : type.getEnumConstants()) {
            names.append(names.length() == 0 ? "" : ", ")
                    .append(each.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        throw new IllegalArgumentException(option + " = '" + text + "'; expected one of " + names);
    }
}
