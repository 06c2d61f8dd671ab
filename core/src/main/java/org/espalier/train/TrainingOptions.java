package org.espalier.train;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.espalier.data.LabelNotation;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.loss.LossFunction;
import org.espalier.online.OnlineOptions;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.BlockCoordinateDescent;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.RpropOptions;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.parallel.Workers;
import org.espalier.scoring.Normalisation;

/**
 * How a model is trained: minimise Σ weight · loss(x, y; θ) + λ₁‖θ‖₁ + ½λ₂‖θ‖².
 *
 * @param loss the loss of an instance; by default −log p(y | x)
 * @param algorithm how the objective is minimised
 * @param penalty λ₁‖θ‖₁ + ½λ₂‖θ‖² (σ² = 1/λ₂; CRFsuite's c2 is λ₂/2, CRF++'s C is 1/λ₂)
 * @param optimizer when the optimiser stops, and how much it remembers
 * @param selection which features get a weight
 * @param notation how partial labels are written in the data
 * @param earlyStopping what a development set does, when there is one
 * @param threads worker threads, 0 for all cores; the model does not depend on it
 * @param seed for algorithms that draw random numbers; kept in the model's provenance
 * @param online what only online algorithms look at
 * @param cost what a wrong position costs in the losses with a margin
 * @param stochastic rate, batch and the like of the algorithms that visit instances one by one; limit, tolerance, period and
 *     seed are those of the other options
 * @param rprop the steps of {@link Algorithm#RPROP}
 * @param kappa by what {@link Algorithm#BCD} bounds the curvature from below
 * @param restarts how many times an objective that is not convex, as with partial labels, is minimised, each time from another
 *     start; the best model is kept. Convex objectives are minimised once
 * @param structure what the outputs are made of: a chain, a chain with hidden states, segments
 */
public record TrainingOptions(
        LossFunction loss,
        Algorithm algorithm,
        Penalty penalty,
        LbfgsOptions optimizer,
        FeatureSelection selection,
        LabelNotation notation,
        EarlyStopping earlyStopping,
        int threads,
        long seed,
        OnlineOptions online,
        double cost,
        StochasticOptions stochastic,
        RpropOptions rprop,
        double kappa,
        int restarts,
        StructureSpec structure) {

    private static final double USUAL_L2 = 1;

    /** L2 with λ₂ = 1, observed features, all cores. */
    public static final TrainingOptions DEFAULTS = new TrainingOptions(
            LossFunction.LOG,
            Algorithm.AUTO,
            Penalty.l2(USUAL_L2),
            LbfgsOptions.DEFAULTS,
            FeatureSelection.OBSERVED,
            LabelNotation.DEFAULT,
            EarlyStopping.DEFAULT,
            0,
            1,
            OnlineOptions.DEFAULTS,
            1,
            StochasticOptions.DEFAULTS,
            RpropOptions.DEFAULTS,
            BlockCoordinateDescent.DEFAULT_KAPPA,
            1,
            HiddenStates.NONE);

    public TrainingOptions {
        Objects.requireNonNull(loss, "loss");
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(optimizer, "optimizer");
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(notation, "notation");
        Objects.requireNonNull(earlyStopping, "earlyStopping");
        Objects.requireNonNull(online, "online");
        Objects.requireNonNull(stochastic, "stochastic");
        Objects.requireNonNull(rprop, "rprop");
        Objects.requireNonNull(structure, "structure");
        if (!(kappa > 0) || Double.isInfinite(kappa)) {
            throw new IllegalArgumentException("kappa = " + kappa + "; expected a finite number above 0");
        }
        algorithm.check(loss, penalty);
        if (restarts < 1) {
            throw new IllegalArgumentException("restarts = " + restarts + "; expected at least 1");
        }
        if (!structure.isPlainChain() && loss.isOfChains()) {
            throw new IllegalArgumentException("the loss " + loss + " with " + structure.describe()
                    + "; it scores labels one by one, so every label must be a state: use log, hinge, squared-hinge or"
                    + " softmax-margin");
        }
        if (structure.hidesStates() && (algorithm == Algorithm.GIS || algorithm == Algorithm.IIS)) {
            throw new IllegalArgumentException(
                    "iterative scaling counts how often each feature was observed, but hidden states are not observed; use"
                            + " lbfgs, or leave the hidden states out");
        }
        if (restarts > 1 && algorithm.isOnline()) {
            throw new IllegalArgumentException(
                    "restarts = " + restarts + " with " + algorithm
                            + ", which minimises no objective to compare the models by; leave the restarts out, or use another algorithm");
        }
        if (!(cost >= 0) || Double.isInfinite(cost)) {
            throw new IllegalArgumentException("cost = " + cost + "; expected a finite number of at least 0");
        }
        if (algorithm.isOnline()) {
            requireNoObjective(algorithm, loss, penalty);
        }
        if (algorithm.isOnline() && online.voting() && algorithm != Algorithm.PERCEPTRON) {
            throw new IllegalArgumentException("voting with " + algorithm
                    + "; only the perceptron's weight vectors vote: use perceptron, or leave voting out");
        }
        if (threads < 0) {
            throw new IllegalArgumentException("threads = " + threads + "; expected at least 0");
        }
    }

    private static void requireNoObjective(Algorithm algorithm, LossFunction loss, Penalty penalty) {
        if (loss != LossFunction.LOG) {
            throw new IllegalArgumentException(algorithm + " has an update rule instead of a loss (loss = " + loss
                    + "); leave the loss out, or use another algorithm");
        }
        if (penalty.l1() != 0 || (penalty.l2() != 0 && penalty.l2() != USUAL_L2)) {
            throw new IllegalArgumentException(algorithm + " has no penalty (l1 = " + penalty.l1() + ", l2 = "
                    + penalty.l2() + "); leave l1 and l2 out, or use lbfgs or owlqn");
        }
    }

    /** The number of worker threads: as asked for, or all cores. */
    public int workers() {
        return Workers.teamOf(threads);
    }

    /** Whether all weight vectors of the run vote. */
    public boolean isVoting() {
        return algorithm == Algorithm.PERCEPTRON && online.voting();
    }

    /** Whether the start is of no use, because the algorithm moves in the dual. */
    public boolean startsFromZero() {
        return algorithm == Algorithm.FRANK_WOLFE || isKinked();
    }

    /** Whether it is for {@link Algorithm#AUTO} to minimise a loss with kinks. */
    private boolean isKinked() {
        return algorithm == Algorithm.AUTO && !loss.isSmooth();
    }

    /** Whether all instances must be in memory, because they are visited in random order to the end. */
    public boolean needsMemory() {
        return algorithm.isStochastic() || isKinked();
    }

    /** What makes the scores of the model probabilities. */
    public Normalisation normalisation() {
        return loss == LossFunction.LOCAL ? Normalisation.LOCAL : Normalisation.GLOBAL;
    }

    /** What the model file keeps: everything that the weights depend on, so not the threads. */
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        if (loss != LossFunction.LOG) {
            map.put("loss", loss.name());
        }
        map.put("algorithm", algorithm.name());
        if (loss.hasCost()) {
            map.put("cost", cost);
        }
        if (needsMemory()) {
            map.put("rate", stochastic.rate());
            map.put("decay", stochastic.decay());
            map.put("batch", stochastic.batch());
            map.put("averaging", stochastic.averaging());
            map.put("keepBest", stochastic.keepBest());
            map.put("gapTolerance", stochastic.gapTolerance());
            map.put("gapPeriod", stochastic.gapPeriod());
            map.put("calibration", stochastic.calibration().toString());
        }
        if (algorithm == Algorithm.RPROP) {
            map.put("rprop", rprop.toString());
        } else if (algorithm == Algorithm.BCD) {
            map.put("kappa", kappa);
        }
        if (restarts > 1) {
            map.put("restarts", restarts);
        }
        map.putAll(structure.provenance());
        if (algorithm.isOnline()) {
            addOnline(map);
        } else {
            map.put("l1", penalty.l1());
            map.put("l2", penalty.l2());
            map.put("maxIterations", optimizer.maxIterations());
            map.put("tolerance", optimizer.objectiveTolerance());
            map.put("period", optimizer.period());
            if (optimizer.enough() > 0) {
                map.put("enough", optimizer.enough());
            }
            map.put("gradientTolerance", optimizer.gradientTolerance());
            map.put("memory", optimizer.memory());
            if (optimizer.maxLineSearchSteps() != LbfgsOptions.DEFAULTS.maxLineSearchSteps()) {
                map.put("maxLineSearchSteps", optimizer.maxLineSearchSteps());
            }
            if (optimizer.form() != LbfgsOptions.DEFAULTS.form()) {
                map.put("form", optimizer.form().name().toLowerCase(Locale.ROOT));
            }
        }
        map.put("minCount", selection.minCount());
        map.put("minFeatureCount", selection.minFeatureCount());
        map.put("allFeatures", selection.allFeatures());
        if (selection.allStates() != selection.allTransitions()) {
            map.put(selection.allStates() ? "allStates" : "allTransitions", true);
        }
        if (selection.hasMinFrequency()) {
            map.put("minFrequency", selection.minFrequency());
        }
        if (!selection.transitions()) {
            map.put("transitions", false);
        }
        map.put("boundaries", selection.boundaries());
        if (selection.referenceLabel() != null) {
            map.put("referenceLabel", selection.referenceLabel());
        }
        map.put("unknownLabel", notation.unknown());
        map.put("labelSeparator", notation.separator());
        map.put("devMetric", earlyStopping.metric().name());
        map.put("patience", earlyStopping.patience());
        map.put("seed", seed);
        return map;
    }

    /** What the algorithm looks at, and nothing else. */
    private void addOnline(Map<String, Object> map) {
        map.put("maxIterations", online.epochs());
        map.put("tolerance", online.tolerance());
        map.put("averaging", online.averaging());
        if (online.voting()) {
            map.put("voting", true);
        }
        if (algorithm == Algorithm.PA) {
            map.put("type", online.type().name());
            map.put("errorSensitive", online.errorSensitive());
        }
        if (algorithm == Algorithm.PA || algorithm == Algorithm.MIRA) {
            map.put("aggressiveness", online.aggressiveness());
        }
        if (algorithm == Algorithm.MIRA) {
            map.put("candidates", online.candidates());
        }
        if (algorithm == Algorithm.AROW) {
            map.put("variance", online.variance());
            map.put("gamma", online.gamma());
        }
    }

    public TrainingOptions withLoss(LossFunction value) {
        Draft draft = new Draft(this);
        draft.loss = value;
        return draft.finish();
    }

    public TrainingOptions withAlgorithm(Algorithm value) {
        Draft draft = new Draft(this);
        draft.algorithm = value;
        return draft.finish();
    }

    public TrainingOptions withPenalty(Penalty value) {
        Draft draft = new Draft(this);
        draft.penalty = value;
        return draft.finish();
    }

    public TrainingOptions withOptimizer(LbfgsOptions value) {
        Draft draft = new Draft(this);
        draft.optimizer = value;
        return draft.finish();
    }

    public TrainingOptions withSelection(FeatureSelection value) {
        Draft draft = new Draft(this);
        draft.selection = value;
        return draft.finish();
    }

    public TrainingOptions withNotation(LabelNotation value) {
        Draft draft = new Draft(this);
        draft.notation = value;
        return draft.finish();
    }

    public TrainingOptions withEarlyStopping(EarlyStopping value) {
        Draft draft = new Draft(this);
        draft.earlyStopping = value;
        return draft.finish();
    }

    public TrainingOptions withThreads(int value) {
        Draft draft = new Draft(this);
        draft.threads = value;
        return draft.finish();
    }

    public TrainingOptions withSeed(long value) {
        Draft draft = new Draft(this);
        draft.seed = value;
        return draft.finish();
    }

    public TrainingOptions withOnline(OnlineOptions value) {
        Draft draft = new Draft(this);
        draft.online = value;
        return draft.finish();
    }

    /** With another loss and another algorithm, where neither goes together with the other one of before. */
    public TrainingOptions withLearning(LossFunction otherLoss, Algorithm otherAlgorithm) {
        Draft draft = new Draft(this);
        draft.loss = otherLoss;
        draft.algorithm = otherAlgorithm;
        return draft.finish();
    }

    /** With another cost of a wrong position, for the losses with a margin. */
    public TrainingOptions withCost(double value) {
        Draft draft = new Draft(this);
        draft.cost = value;
        return draft.finish();
    }

    /** With other options of the algorithms that visit instances one by one. */
    public TrainingOptions withStochastic(StochasticOptions value) {
        Draft draft = new Draft(this);
        draft.stochastic = value;
        return draft.finish();
    }

    public TrainingOptions withRprop(RpropOptions value) {
        Draft draft = new Draft(this);
        draft.rprop = value;
        return draft.finish();
    }

    public TrainingOptions withKappa(double value) {
        Draft draft = new Draft(this);
        draft.kappa = value;
        return draft.finish();
    }

    /** With so many hidden states for every label; 1 for none, where the states are the labels. */
    public TrainingOptions withHiddenStates(int value) {
        return withStructure(new HiddenStates(value));
    }

    /** With another structure of the outputs. */
    public TrainingOptions withStructure(StructureSpec value) {
        Draft draft = new Draft(this);
        draft.structure = value;
        return draft.finish();
    }

    /** With another number of starts, for objectives that are not convex. */
    public TrainingOptions withRestarts(int value) {
        Draft draft = new Draft(this);
        draft.restarts = value;
        return draft.finish();
    }

    /** With the weight λ₁ of ‖θ‖₁. */
    public TrainingOptions withL1(double value) {
        return withPenalty(new Penalty(value, penalty.l2()));
    }

    /** With the weight λ₂ of ½‖θ‖². */
    public TrainingOptions withL2(double value) {
        return withPenalty(new Penalty(penalty.l1(), value));
    }

    /** With the most iterations. */
    public TrainingOptions withMaxIterations(int value) {
        return withOptimizer(optimizer.withMaxIterations(value));
    }

    /** With the share by which the objective must fall over a period of iterations; 0 asks for no such thing. */
    public TrainingOptions withTolerance(double value) {
        return withOptimizer(optimizer.withObjectiveTolerance(value));
    }

    /** With the norm of the gradient, per max(1, ‖θ‖), at which the optimiser stops. */
    public TrainingOptions withGradientTolerance(double value) {
        return withOptimizer(optimizer.withGradientTolerance(value));
    }

    /** With how often an attribute must occur. */
    public TrainingOptions withMinCount(int value) {
        return withSelection(selection.withMinCount(value));
    }

    /** With how often a pair must occur. */
    public TrainingOptions withMinFeatureCount(int value) {
        return withSelection(selection.withMinFeatureCount(value));
    }

    /** With whether every attribute meets every label. */
    public TrainingOptions withAllFeatures(boolean value) {
        return withSelection(selection.withAllFeatures(value));
    }

    /** With whether begin and end have features. */
    public TrainingOptions withBoundaries(boolean value) {
        return withSelection(selection.withBoundaries(value));
    }

    /** The options while one of them is changed. */
    private static final class Draft {
        LossFunction loss;
        Algorithm algorithm;
        Penalty penalty;
        LbfgsOptions optimizer;
        FeatureSelection selection;
        LabelNotation notation;
        EarlyStopping earlyStopping;
        int threads;
        long seed;
        OnlineOptions online;
        double cost;
        StochasticOptions stochastic;
        RpropOptions rprop;
        double kappa;
        int restarts;
        StructureSpec structure;

        Draft(TrainingOptions options) {
            loss = options.loss;
            algorithm = options.algorithm;
            penalty = options.penalty;
            optimizer = options.optimizer;
            selection = options.selection;
            notation = options.notation;
            earlyStopping = options.earlyStopping;
            threads = options.threads;
            seed = options.seed;
            online = options.online;
            cost = options.cost;
            stochastic = options.stochastic;
            rprop = options.rprop;
            kappa = options.kappa;
            restarts = options.restarts;
            structure = options.structure;
        }

        TrainingOptions finish() {
            return new TrainingOptions(
                    loss,
                    algorithm,
                    penalty,
                    optimizer,
                    selection,
                    notation,
                    earlyStopping,
                    threads,
                    seed,
                    online,
                    cost,
                    stochastic,
                    rprop,
                    kappa,
                    restarts,
                    structure);
        }
    }
}
