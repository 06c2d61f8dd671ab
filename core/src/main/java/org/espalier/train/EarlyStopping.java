package org.espalier.train;

import java.util.Objects;

/**
 * When a development set ends the training: after {@code patience} iterations without a better score. The model returned
 * is the best one seen.
 *
 * @param metric what is compared
 * @param patience iterations without improvement, at least 1
 */
public record EarlyStopping(Metric metric, int patience) {

    /** What is measured on the development set after each iteration. */
    public enum Metric {
        /** The mean log-loss per token; lower is better. */
        LOSS,
        /** F1 of spans (token accuracy when the labels mark no spans); higher is better. */
        F1,
        /** The fraction of tokens with the right label, whether or not the labels mark spans; higher is better. */
        ACCURACY
    }

    public static final EarlyStopping DEFAULT = new EarlyStopping(Metric.F1, 15);

    public EarlyStopping {
        Objects.requireNonNull(metric, "metric");
        if (patience < 1) {
            throw new IllegalArgumentException("patience = " + patience + "; expected at least 1");
        }
    }
}
