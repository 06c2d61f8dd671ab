package org.espalier.train;

import org.espalier.loss.LossFunction;
import org.espalier.optimize.DualOptions;
import org.espalier.optimize.Hybrid;
import org.espalier.optimize.Lbfgs;
import org.espalier.optimize.LbfgsOptions;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Owlqn;
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
            case PERCEPTRON, PA, MIRA, AROW ->
                throw new IllegalArgumentException(options.algorithm() + " minimises no objective");
        };
    }

    /** Whether the algorithm also visits instances singly; dual ascent knows the conjugate of the log-loss only. */
    static boolean visitsTerms(TrainingOptions options) {
        return options.algorithm() == Algorithm.AUTO && options.loss() == LossFunction.LOG;
    }
}
