package org.espalier.train;

import org.espalier.inference.Inference;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Bfgs;
import org.espalier.optimize.BlockCoordinateDescent;
import org.espalier.optimize.ConjugateGradient;
import org.espalier.optimize.DualOptions;
import org.espalier.optimize.Function;
import org.espalier.optimize.GradientDescent;
import org.espalier.optimize.Hybrid;
import org.espalier.optimize.IterativeScaling;
import org.espalier.optimize.Lbfgs;
import org.espalier.optimize.LbfgsOptions;
import org.espalier.optimize.Newton;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Owlqn;
import org.espalier.optimize.Rprop;
import org.espalier.optimize.RpropOptions;
import org.espalier.optimize.TrustRegionNewton;
import org.espalier.parallel.Workers;

/** Makes the optimiser that the options ask for. */
final class Optimizers {
    private Optimizers() {}

    /**
     * The optimiser.
     *
     * @param maxIterations the limit, which may be another than that of the options when a run is resumed
     */
    static Optimizer of(TrainingOptions options, int maxIterations, Workers workers) {
        LbfgsOptions settings = options.optimizer().withMaxIterations(maxIterations);
        return switch (options.algorithm()) {
            case AUTO -> new Hybrid(settings, DualOptions.DEFAULTS.withSeed(options.seed()), workers);
            case LBFGS -> new Lbfgs(settings, workers);
            case OWLQN -> new Owlqn(settings, workers);
            case BFGS -> new Bfgs(settings, workers);
            case CG -> new ConjugateGradient(settings, workers);
            case NEWTON -> new Newton(settings, workers);
            case TRUST_REGION -> new TrustRegionNewton(settings, workers);
            case GIS -> new IterativeScaling(settings, IterativeScaling.Variant.GENERALISED, workers);
            case IIS -> new IterativeScaling(settings, IterativeScaling.Variant.IMPROVED, workers);
            case GRADIENT_DESCENT -> new GradientDescent(settings, workers);
            case RPROP -> new Rprop(settings, RpropOptions.DEFAULTS, workers);
            case BCD -> new BlockCoordinateDescent(settings, BlockCoordinateDescent.DEFAULT_KAPPA, workers);
            case PERCEPTRON, PA, MIRA, AROW ->
                throw new IllegalArgumentException(options.algorithm() + " minimises no objective");
        };
    }

    /** The objective with what the algorithm needs of it: its terms, its blocks, its moments. */
    static Function function(
            TrainingOptions options,
            Objective objective,
            InstanceStore instances,
            Inference inference,
            Workers workers) {
        return switch (options.algorithm()) {
            case BCD -> BlockObjective.of(objective, instances, workers);
            case GIS, IIS -> MomentObjective.of(objective, instances, inference, workers);
            default -> visitsTerms(options) ? new SumObjective(objective, objective.terms(instances)) : objective;
        };
    }

    /** Whether the algorithm also visits instances singly; dual ascent knows the conjugate of the log-loss only. */
    static boolean visitsTerms(TrainingOptions options) {
        return options.algorithm() == Algorithm.AUTO && options.loss() == LossFunction.LOG;
    }
}
