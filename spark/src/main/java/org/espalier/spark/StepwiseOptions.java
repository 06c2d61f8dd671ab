package org.espalier.spark;

import static org.espalier.spark.TaggerOption.Type.BOOLEAN;
import static org.espalier.spark.TaggerOption.Type.DOUBLE;
import static org.espalier.spark.TaggerOption.Type.INT;
import static org.espalier.spark.TaggerOption.Type.TEXT;
import static org.espalier.spark.TaggerOption.option;

import java.util.List;
import java.util.function.Predicate;
import org.espalier.online.PassiveAggressive;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;

/** The options of algorithms that take steps of their own: online learners, stochastic ones, Rprop and coordinate descent. */
final class StepwiseOptions {
    private static final Predicate<TrainingOptions> ONLINE =
            options -> options.algorithm().isOnline();

    /** In the order in which they are applied. */
    static final List<TaggerOption> ALL = List.of(
            option(
                    "averaging",
                    BOOLEAN,
                    "whether weights are averaged",
                    ONLINE.or(StepwiseOptions::singly),
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
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withRate(v.number()))),
            option(
                    "decay",
                    DOUBLE,
                    "of the rate, 0 for the algorithm's own",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withDecay(v.number()))),
            option(
                    "batch",
                    INT,
                    "sequences of a step",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withBatch(v.integer()))),
            option(
                    "keepBest",
                    BOOLEAN,
                    "whether the best weights of all epochs are kept",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withKeepBest(v.flag()))),
            option(
                    "gapTolerance",
                    DOUBLE,
                    "the duality gap at which frank-wolfe stops",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withGapTolerance(v.number()))),
            option(
                    "gapPeriod",
                    INT,
                    "epochs between two gaps",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic().withGapPeriod(v.integer()))),
            option(
                    "calibrationRate",
                    DOUBLE,
                    "the first rate that is tried",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withFirstRate(v.number())))),
            option(
                    "calibrationFactor",
                    DOUBLE,
                    "between two rates that are tried",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withFactor(v.number())))),
            option(
                    "calibrationSamples",
                    INT,
                    "sequences that rates are tried on",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withSamples(v.integer())))),
            option(
                    "calibrationCandidates",
                    INT,
                    "rates to be found",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withCandidates(v.integer())))),
            option(
                    "calibrationTrials",
                    INT,
                    "the most rates that are tried",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withTrials(v.integer())))),
            option(
                    "calibrationExhaustive",
                    BOOLEAN,
                    "whether rates are tried on all sequences",
                    StepwiseOptions::singly,
                    (o, v) -> o.withStochastic(o.stochastic()
                            .withCalibration(o.stochastic().calibration().withExhaustive(v.flag())))),
            option(
                    "stepMin",
                    DOUBLE,
                    "the shortest step of rprop",
                    StepwiseOptions::rprop,
                    (o, v) -> o.withRprop(
                            o.rprop().withSteps(v.number(), o.rprop().stepMax()))),
            option(
                    "stepMax",
                    DOUBLE,
                    "the longest step of rprop",
                    StepwiseOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withSteps(o.rprop().stepMin(), v.number()))),
            option(
                    "stepIncrease",
                    DOUBLE,
                    "by what a step of rprop grows",
                    StepwiseOptions::rprop,
                    (o, v) -> o.withRprop(
                            o.rprop().withFactors(v.number(), o.rprop().stepDecrease()))),
            option(
                    "stepDecrease",
                    DOUBLE,
                    "by what a step of rprop shrinks",
                    StepwiseOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withFactors(o.rprop().stepIncrease(), v.number()))),
            option(
                    "cutoff",
                    BOOLEAN,
                    "whether rprop follows the loss alone with an L1 penalty",
                    StepwiseOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withCutoff(v.flag()))),
            option(
                    "free",
                    BOOLEAN,
                    "whether weights of rprop cross 0",
                    StepwiseOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withFree(v.flag()))),
            option(
                    "backtracking",
                    BOOLEAN,
                    "whether rprop goes back where the derivative changed its sign",
                    StepwiseOptions::rprop,
                    (o, v) -> o.withRprop(o.rprop().withBacktracking(v.flag()))),
            option(
                    "kappa",
                    DOUBLE,
                    "the lower bound of the curvature of bcd",
                    o -> o.algorithm() == Algorithm.BCD,
                    (o, v) -> o.withKappa(v.number())));

    private StepwiseOptions() {}

    private static boolean singly(TrainingOptions options) {
        return options.needsMemory() && !options.algorithm().isOnline();
    }

    private static boolean rprop(TrainingOptions options) {
        return options.algorithm() == Algorithm.RPROP;
    }
}
