package org.espalier.generative;

import org.espalier.data.LabelNotation;

/**
 * How naive Bayes is trained.
 *
 * @param event what is counted
 * @param smoothing λ, added to every count
 * @param prior where p(label) comes from
 * @param minCount attributes that occur at fewer tokens are left out
 * @param notation how unknown labels are written
 */
public record NaiveBayesOptions(Event event, double smoothing, Prior prior, int minCount, LabelNotation notation) {

    /** What is counted. */
    public enum Event {
        /** How often attributes occur, with their values as counts. */
        MULTINOMIAL,
        /** At how many tokens they occur; that others are absent counts too. */
        BERNOULLI
    }

    /** Where p(label) comes from. */
    public enum Prior {
        /** The labels' shares of the data. */
        OBSERVED,
        /** All labels are equally probable. */
        UNIFORM
    }

    /** Multinomial, λ = 1, observed priors, all attributes. */
    public static final NaiveBayesOptions DEFAULTS =
            new NaiveBayesOptions(Event.MULTINOMIAL, 1, Prior.OBSERVED, 1, LabelNotation.DEFAULT);

    public NaiveBayesOptions {
        if (!(smoothing > 0) || Double.isInfinite(smoothing)) {
            throw new IllegalArgumentException("smoothing " + smoothing
                    + "; expected a finite number above 0, so that unseen events stay possible");
        }
    }

    public NaiveBayesOptions withEvent(Event value) {
        return new NaiveBayesOptions(value, smoothing, prior, minCount, notation);
    }

    public NaiveBayesOptions withSmoothing(double value) {
        return new NaiveBayesOptions(event, value, prior, minCount, notation);
    }

    public NaiveBayesOptions withPrior(Prior value) {
        return new NaiveBayesOptions(event, smoothing, value, minCount, notation);
    }

    public NaiveBayesOptions withMinCount(int value) {
        return new NaiveBayesOptions(event, smoothing, prior, value, notation);
    }

    public NaiveBayesOptions withNotation(LabelNotation value) {
        return new NaiveBayesOptions(event, smoothing, prior, minCount, value);
    }
}
