package org.espalier.tune;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Penalties from large to small, each training beginning where the one before ended, which is near (Friedman, Hastie and
 * Tibshirani 2010).
 *
 * @param penalty {@link Hyperparameter#L1} or {@link Hyperparameter#L2}
 * @param lambdas the weights of the penalty; sorted, the largest first
 */
public record RegularisationPath(Hyperparameter penalty, List<Double> lambdas) {
    public RegularisationPath {
        if (penalty != Hyperparameter.L1 && penalty != Hyperparameter.L2) {
            throw new IllegalArgumentException("a path of " + penalty + "; expected l1 or l2");
        }
        lambdas = lambdas.stream().distinct().sorted(Comparator.reverseOrder()).toList();
        if (lambdas.isEmpty() || !(lambdas.get(lambdas.size() - 1) >= 0)) {
            throw new IllegalArgumentException("the penalties " + lambdas + "; expected numbers that are not negative");
        }
    }

    /** So many weights from high to low, in equal ratios. */
    public static RegularisationPath between(Hyperparameter penalty, double high, double low, int steps) {
        if (!(low > 0 && high >= low) || steps < 2) {
            throw new IllegalArgumentException("a path of " + steps + " steps from " + high + " to " + low
                    + "; expected at least 2 steps, and positive numbers, the larger first");
        }
        return new RegularisationPath(
                penalty,
                IntStream.range(0, steps)
                        .mapToObj(k -> high * Math.pow(low / high, k / (steps - 1.0)))
                        .toList());
    }
}
