package org.espalier.train.run;

import org.espalier.inference.Inference;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Function;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.Bfgs;
import org.espalier.optimize.batch.BlockCoordinateDescent;
import org.espalier.optimize.batch.ConjugateGradient;
import org.espalier.optimize.batch.GradientDescent;
import org.espalier.optimize.batch.IterativeScaling;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.Newton;
import org.espalier.optimize.batch.Owlqn;
import org.espalier.optimize.batch.Rprop;
import org.espalier.optimize.batch.TrustRegionNewton;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.optimize.dual.FrankWolfe;
import org.espalier.optimize.dual.Hybrid;
import org.espalier.optimize.stochastic.AdaGrad;
import org.espalier.optimize.stochastic.Adam;
import org.espalier.optimize.stochastic.Sag;
import org.espalier.optimize.stochastic.Sgd;
import org.espalier.optimize.stochastic.SgdL1;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.optimize.stochastic.Subgradient;
import org.espalier.parallel.Workers;
import org.espalier.structure.Structure;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/** Makes the optimiser that the options ask for. */
final class Optimizers {
    private Optimizers() {}

    /**
     * The optimiser.
     *
     * @param plan whose loss and optimiser may be the user's own
     * @param options of the plan, or those of one of its starts or shards
     * @param maxIterations the limit, which may be another than that of the options when a run is resumed; an optimiser of the user's own
     *     has its own
     * @param isExact whether sums over outputs are exact: dual steps and preconditioners rely on it
     * @param dual of the dual ascent that auto begins with
     */
    static Optimizer of(
            TrainingPlan plan,
            TrainingOptions options,
            int maxIterations,
            boolean isExact,
            DualOptions dual,
            Workers workers) {
        if (plan.optimizer() != null) {
            return plan.optimizer().optimizer();
        }
        VisitingOrder order = plan.order();
        LbfgsOptions settings = options.optimizer().withMaxIterations(maxIterations);
        StochasticOptions stochastic = options.stochastic()
                .withEpochs(maxIterations)
                .withTolerance(settings.objectiveTolerance())
                .withPeriod(settings.period())
                .withSeed(options.seed());
        return switch (options.algorithm()) {
            case AUTO ->
                plan.loss() == null
                        ? automatic(options, settings, stochastic, isExact, dual, workers)
                        : quasiNewton(options, settings, workers);
            case LBFGS -> new Lbfgs(settings, workers);
            case OWLQN -> new Owlqn(settings, workers);
            case BFGS -> new Bfgs(settings, workers);
            case CG -> new ConjugateGradient(settings, workers);
            case NEWTON -> new Newton(settings, workers);
            case TRUST_REGION -> new TrustRegionNewton(settings, workers);
            case GIS -> new IterativeScaling(settings, IterativeScaling.Variant.GENERALISED, workers);
            case IIS -> new IterativeScaling(settings, IterativeScaling.Variant.IMPROVED, workers);
            case GRADIENT_DESCENT -> new GradientDescent(settings, workers);
            case RPROP -> new Rprop(settings, options.rprop(), workers);
            case BCD -> new BlockCoordinateDescent(settings, options.kappa(), workers);
            case SGD -> order == null ? new Sgd(stochastic, workers) : new Sgd(stochastic, workers, order);
            case ASGD -> new Sgd(stochastic.withAveraging(true), workers);
            case SGD_L1 -> new SgdL1(stochastic, workers);
            case ADAGRAD -> new AdaGrad(stochastic, workers);
            case ADAM -> new Adam(stochastic, workers);
            case SAG -> new Sag(stochastic, workers);
            case FRANK_WOLFE -> new FrankWolfe(stochastic, workers);
            case SUBGRADIENT -> new Subgradient(stochastic, workers);
            case PERCEPTRON, PA, MIRA, AROW ->
                throw new IllegalArgumentException(options.algorithm() + " minimises no objective");
        };
    }

    private static Optimizer automatic(
            TrainingOptions options,
            LbfgsOptions settings,
            StochasticOptions stochastic,
            boolean isExact,
            DualOptions dual,
            Workers workers) {
        return switch (options.loss()) {
            case HINGE, ONE_VS_REST_HINGE -> new FrankWolfe(stochastic, workers);
            // Their curvature is not p(1 − p), so there is no diagonal to precondition with.
            case SQUARED_HINGE, ONE_VS_REST_SQUARED_HINGE -> quasiNewton(options, settings, workers);
            default ->
                isExact
                        ? new Hybrid(settings, dual.withSeed(options.seed()), workers)
                        : quasiNewton(options, settings, workers);
        };
    }

    private static Optimizer quasiNewton(TrainingOptions options, LbfgsOptions settings, Workers workers) {
        return options.penalty().l1() > 0 ? new Owlqn(settings, workers) : new Lbfgs(settings, workers);
    }

    /** What to say of an algorithm that does less than usual because the objective is not convex; or null. */
    static @Nullable String caution(TrainingOptions options, boolean convex) {
        return convex || !options.startsFromZero()
                ? null
                : "with partial labels or hidden states the loss " + options.loss()
                        + " is not convex: frank-wolfe is then a heuristic, computes no duality gap and stops by the tolerance; try"
                        + " the algorithm subgradient too";
    }

    /**
     * The objective with what the algorithm needs of it: its terms, its blocks, its moments.
     *
     * @param once whether it is minimised once, so that the instances can be let go when their terms are left
     */
    static <S extends Structure> Function function(
            TrainingPlan plan,
            Objective<S> objective,
            InstanceStore instances,
            Inference<S> inference,
            boolean once,
            Workers workers) {
        TrainingOptions options = plan.options();
        return switch (options.algorithm()) {
            case BCD -> BlockObjective.of(objective, instances, workers);
            case GIS, IIS -> MomentObjective.of(objective, instances, inference, workers);
            default -> {
                Function whole = plan.loss() == null ? objective : new WithoutDiagonal(objective);
                yield visitsTerms(plan, instances) ? sum(whole, objective, instances, once) : whole;
            }
        };
    }

    private static <S extends Structure> Function sum(
            Function whole, Objective<S> objective, InstanceStore instances, boolean once) {
        Terms<S> terms = objective.terms(instances).withoutIdleParts();
        Runnable release = () -> {
            terms.release();
            objective.releaseInstances();
        };
        return new SumObjective<>(whole, terms, once ? release : () -> {});
    }

    /**
     * Whether the algorithm also visits instances singly; dual ascent knows the conjugates of the log-loss and the hinge loss. The user's own
     * optimiser may.
     */
    private static boolean visitsTerms(TrainingPlan plan, InstanceStore instances) {
        TrainingOptions options = plan.options();
        if (!plan.isUsual()) {
            return plan.optimizer() == null ? options.algorithm().isStochastic() : !instances.isOnDisk();
        }
        boolean dual = options.loss() == LossFunction.LOG || !options.loss().isSmooth();
        return options.algorithm().isStochastic() || (options.algorithm() == Algorithm.AUTO && dual);
    }
}
