package org.espalier.train.run;

import org.espalier.loss.CustomLoss;
import org.espalier.loss.LossFunction;
import org.espalier.train.Algorithm;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;

/** Refuses losses and optimisers of the user's own where they do not go together with the rest, before any data are read. */
public final class CustomParts {
    private CustomParts() {}

    public static void check(TrainingPlan plan) {
        CustomOptimizer optimizer = plan.optimizer();
        if (optimizer != null) {
            check(optimizer, plan);
        }
        CustomLoss loss = plan.loss();
        if (loss != null) {
            check(loss, plan);
        }
    }

    private static void check(CustomOptimizer optimizer, TrainingPlan plan) {
        if (plan.options().algorithm() != Algorithm.AUTO) {
            throw new TrainingException("the optimiser " + optimizer.name() + " and the algorithm "
                    + plan.options().algorithm() + "; it replaces auto, so drop one of the two");
        }
        ParameterMixing mixing = plan.mixing();
        if (mixing != null && mixing.kind() != ParameterMixing.Kind.ONE_SHOT) {
            throw new TrainingException("the optimiser " + optimizer.name()
                    + " decides itself when to stop, but iterated mixing stops the shards after a few iterations; mix once"
                    + " (one-shot), or use one of the named algorithms");
        }
        if (plan.order() != null) {
            throw new TrainingException("the optimiser " + optimizer.name()
                    + " decides itself in which order it visits the instances; leave the order out");
        }
    }

    private static void check(CustomLoss loss, TrainingPlan plan) {
        TrainingOptions options = plan.options();
        if (options.loss() != LossFunction.LOG) {
            throw new TrainingException("the losses " + loss.name() + " and " + options.loss()
                    + "; only one loss can be minimised, so drop the other");
        }
        if (plan.optimizer() != null) {
            return; // it knows what it can minimise
        }
        Algorithm algorithm = options.algorithm();
        switch (algorithm) {
            case PERCEPTRON, PA, MIRA, AROW ->
                throw refusal(loss, algorithm, "has its own update rule and minimises no loss");
            case FRANK_WOLFE -> throw refusal(loss, algorithm, "supports only the dual of the hinge losses");
            case GIS, IIS -> throw refusal(loss, algorithm, "supports only the moments of the log-loss");
            case BCD -> throw refusal(loss, algorithm, "supports only the curvature of the log-losses");
            default -> {
                if (!loss.smooth() && algorithm.needsSmoothLoss()) {
                    throw new TrainingException("the loss " + loss.name() + " has kinks, and the algorithm " + algorithm
                            + " needs a smooth loss; use subgradient, sgd or adagrad, or an optimiser of your own");
                }
            }
        }
    }

    private static TrainingException refusal(CustomLoss loss, Algorithm algorithm, String why) {
        return new TrainingException("the loss " + loss.name() + " with the algorithm " + algorithm + ", which " + why
                + "; use lbfgs, owlqn or a stochastic algorithm");
    }
}
