package org.espalier.cli.dropin.crfsuite;

import org.espalier.online.Arow;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineOptions;
import org.espalier.online.OnlineWeights;
import org.espalier.online.PassiveAggressive;
import org.espalier.online.Perceptron;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;

/** CRFsuite's online learners are our rules. */
final class OnlineLearners {
    private OnlineLearners() {}

    static OnlineLearning of(LearnAlgorithm algorithm, OnlineOptions options, Norm norm) {
        UpdateRule.Factory rule = (parameters, instances) -> switch (algorithm) {
            case AVERAGED_PERCEPTRON -> new Perceptron();
            case PASSIVE_AGGRESSIVE ->
                norm.of(new PassiveAggressive(options.type(), options.aggressiveness(), options.errorSensitive()));
            case AROW -> unweighted(new Arow(parameters, options.variance(), options.gamma()));
            case LBFGS, SGD -> throw new IllegalArgumentException(algorithm.longKey + " is not online");
        };
        return new OnlineLearning("CRFsuite's " + algorithm.longKey, rule);
    }

    /** CRFsuite's AROW does not look at the weights of instances. */
    private static UpdateRule unweighted(UpdateRule rule) {
        return (instance, rivals, weight, weights) -> rule.update(instance, rivals, 1, weights);
    }

    /** Sees the norm of the last weights, which CRFsuite shows where the model has their average. */
    static final class Norm {
        private double value = Double.NaN;

        /** After an epoch; NaN when the rule is not watched. */
        double value() {
            return value;
        }

        private UpdateRule of(UpdateRule rule) {
            return new UpdateRule() {
                @Override
                public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
                    return rule.update(instance, rivals, weight, weights);
                }

                @Override
                public boolean endEpoch(double loss, OnlineWeights weights) {
                    double squares = 0;
                    for (double weight : weights.current()) {
                        squares += weight * weight;
                    }
                    value = Math.sqrt(squares);
                    return false; // CRFsuite goes on
                }
            };
        }
    }
}
