package org.espalier.cli.dropin.crfsuite;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The algorithms of {@code crfsuite learn -a}. */
enum LearnAlgorithm {
    LBFGS("lbfgs", "lbfgs", "L-BFGS optimization"),
    SGD("l2sgd", "l2sgd", "Stochastic Gradient Descent (SGD)"),
    AVERAGED_PERCEPTRON("ap", "averaged-perceptron", "Averaged perceptron"),
    PASSIVE_AGGRESSIVE("pa", "passive-aggressive", "Passive Aggressive"),
    AROW("arow", "arow", "Adaptive Regularization of Weights (AROW)");

    final String key;
    final String longKey;
    final String title;

    LearnAlgorithm(String key, String longKey, String title) {
        this.key = key;
        this.longKey = longKey;
        this.title = title;
    }

    static Optional<LearnAlgorithm> of(String name) {
        return Arrays.stream(values())
                .filter(one -> one.key.equals(name) || one.longKey.equals(name))
                .findFirst();
    }

    /** The parameters of the algorithm alone. */
    List<Parameter> own() {
        return switch (this) {
            case LBFGS ->
                List.of(
                        Parameter.C1,
                        Parameter.C2,
                        Parameter.MAX_ITERATIONS,
                        Parameter.MEMORIES,
                        Parameter.EPSILON,
                        Parameter.PERIOD,
                        Parameter.DELTA,
                        Parameter.LINE_SEARCH,
                        Parameter.MAX_LINE_SEARCH);
            case SGD ->
                List.of(
                        Parameter.C2,
                        Parameter.MOST_SWEEPS,
                        Parameter.PERIOD,
                        Parameter.FINE_DELTA,
                        Parameter.CALIBRATION_ETA,
                        Parameter.CALIBRATION_RATE,
                        Parameter.CALIBRATION_SAMPLES,
                        Parameter.CALIBRATION_CANDIDATES,
                        Parameter.CALIBRATION_TRIALS);
            case AVERAGED_PERCEPTRON -> List.of(Parameter.MAX_EPOCHS, Parameter.MEAN_LOSS);
            case PASSIVE_AGGRESSIVE ->
                List.of(
                        Parameter.TYPE,
                        Parameter.AGGRESSIVENESS,
                        Parameter.ERROR_SENSITIVE,
                        Parameter.AVERAGING,
                        Parameter.MAX_EPOCHS,
                        Parameter.MEAN_LOSS);
            case AROW -> List.of(Parameter.VARIANCE, Parameter.GAMMA, Parameter.MAX_EPOCHS, Parameter.MEAN_LOSS);
        };
    }

    /** All parameters: first those of the features, which all algorithms have. */
    List<Parameter> parameters() {
        return Stream.concat(
                        Stream.of(Parameter.MIN_FREQUENCY, Parameter.POSSIBLE_STATES, Parameter.POSSIBLE_TRANSITIONS),
                        own().stream())
                .toList();
    }

    Optional<Parameter> parameter(String name) {
        return parameters().stream().filter(one -> one.key.equals(name)).findFirst();
    }
}
