package org.espalier.spark;

import static org.espalier.spark.TaggerOption.Type.BOOLEAN;
import static org.espalier.spark.TaggerOption.Type.DOUBLE;
import static org.espalier.spark.TaggerOption.Type.INT;
import static org.espalier.spark.TaggerOption.Type.LONG;
import static org.espalier.spark.TaggerOption.Type.TEXT;
import static org.espalier.spark.TaggerOption.option;

import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingOptions;

/** The options that say what is minimised, which features have weights, and when a training ends. */
final class ObjectiveOptions {
    /** In the order in which they are applied. */
    static final List<TaggerOption> ALL = List.of(
            option("l1", DOUBLE, "λ₁, the weight of ‖θ‖₁", ObjectiveOptions::batch, TaggerOption.NONE),
            option("l2", DOUBLE, "λ₂, the weight of ½‖θ‖²", ObjectiveOptions::batch, TaggerOption.NONE),
            option(
                    "maxIterations",
                    INT,
                    "the most iterations, or epochs",
                    TaggerOption::always,
                    (o, v) -> o.algorithm().isOnline()
                            ? o.withOnline(o.online().withEpochs(v.integer()))
                            : o.withMaxIterations(v.integer())),
            option(
                    "tolerance",
                    DOUBLE,
                    "stop when the objective falls by a smaller share over a period",
                    TaggerOption::always,
                    (o, v) -> o.algorithm().isOnline()
                            ? o.withOnline(o.online().withTolerance(v.number()))
                            : o.withTolerance(v.number())),
            option(
                    "period",
                    INT,
                    "iterations of a period",
                    ObjectiveOptions::batch,
                    (o, v) -> o.withOptimizer(o.optimizer().withPeriod(v.integer()))),
            option(
                    "enough",
                    DOUBLE,
                    "stop when the objective fell by a smaller share over 5 iterations",
                    ObjectiveOptions::batch,
                    (o, v) -> o.withOptimizer(o.optimizer().withEnough(v.number()))),
            option(
                    "gradientTolerance",
                    DOUBLE,
                    "stop when the norm of the gradient, per max(1, ‖θ‖), is smaller",
                    ObjectiveOptions::batch,
                    (o, v) -> o.withGradientTolerance(v.number())),
            option(
                    "memory",
                    INT,
                    "correction pairs of L-BFGS",
                    ObjectiveOptions::batch,
                    (o, v) -> o.withOptimizer(o.optimizer().withMemory(v.integer()))),
            option(
                    "maxLineSearchSteps",
                    INT,
                    "the most evaluations of a line search",
                    ObjectiveOptions::batch,
                    (o, v) -> o.withOptimizer(o.optimizer().withMaxLineSearchSteps(v.integer()))),
            option(
                    "form",
                    TEXT,
                    "adaptive or plain steps of L-BFGS and OWL-QN",
                    ObjectiveOptions::batch,
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
                    TaggerOption::always,
                    (o, v) -> o.withMinCount(v.integer())),
            option(
                    "minFeatureCount",
                    INT,
                    "how often a pair of attribute and label must occur",
                    TaggerOption::always,
                    (o, v) -> o.withMinFeatureCount(v.integer())),
            option(
                    "minFrequency",
                    DOUBLE,
                    "what the values of a pair must add up to",
                    TaggerOption::always,
                    (o, v) -> o.withSelection(o.selection().withMinFrequency(v.number()))),
            option(
                    "allFeatures",
                    BOOLEAN,
                    "all pairs of attribute and label, and of labels",
                    TaggerOption::always,
                    (o, v) -> o.withAllFeatures(v.flag())),
            option(
                    "allStates",
                    BOOLEAN,
                    "all pairs of attribute and label",
                    TaggerOption::always,
                    (o, v) -> o.withSelection(o.selection().withAllStates(v.flag()))),
            option(
                    "allTransitions",
                    BOOLEAN,
                    "all pairs of labels",
                    TaggerOption::always,
                    (o, v) -> o.withSelection(o.selection().withAllTransitions(v.flag()))),
            option(
                    "transitions",
                    BOOLEAN,
                    "whether pairs of labels have weights",
                    TaggerOption::always,
                    (o, v) -> o.withSelection(o.selection().withTransitions(v.flag()))),
            option(
                    "boundaries",
                    BOOLEAN,
                    "whether begin and end have features",
                    TaggerOption::always,
                    (o, v) -> o.withBoundaries(v.flag())),
            option(
                    "referenceLabel",
                    TEXT,
                    "a label without weights of its own, or 'last'",
                    TaggerOption::always,
                    (o, v) -> o.withSelection(o.selection().withReferenceLabel(v.text()))),
            option(
                    "unknownLabel",
                    TEXT,
                    "what stands for a label that is not known",
                    TaggerOption::always,
                    (o, v) -> o.withNotation(
                            new LabelNotation(v.text(), o.notation().separator()))),
            option(
                    "labelSeparator",
                    TEXT,
                    "what stands between labels of which one is right",
                    TaggerOption::always,
                    (o, v) -> o.withNotation(new LabelNotation(o.notation().unknown(), v.text()))),
            option(
                    "devMetric",
                    TEXT,
                    "f1, accuracy or loss, on the rows of devCol",
                    TaggerOption::always,
                    (o, v) -> o.withEarlyStopping(new EarlyStopping(
                            v.constant(EarlyStopping.Metric.class),
                            o.earlyStopping().patience()))),
            option(
                    "patience",
                    INT,
                    "iterations without a better score on the rows of devCol",
                    TaggerOption::always,
                    (o, v) -> o.withEarlyStopping(
                            new EarlyStopping(o.earlyStopping().metric(), v.integer()))),
            option(
                    "threads",
                    INT,
                    "threads of the driver, 0 for all cores",
                    TaggerOption::always,
                    (o, v) -> o.withThreads(v.integer())),
            option("seed", LONG, "of all random numbers", TaggerOption::always, (o, v) -> o.withSeed(v.whole())),
            option(
                    "restarts",
                    INT,
                    "starts of an objective that is not convex",
                    ObjectiveOptions::batch,
                    (o, v) -> o.withRestarts(v.integer())));

    private ObjectiveOptions() {}

    private static boolean batch(TrainingOptions options) {
        return !options.algorithm().isOnline();
    }
}
