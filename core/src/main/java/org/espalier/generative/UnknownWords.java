package org.espalier.generative;

import org.espalier.feature.text.WordClass;

/**
 * What a hidden Markov model makes of words that it has not seen.
 *
 * <p>Rare words teach what unknown words are like. Either they are <em>replaced</em> by their classes, in training and in
 * tagging; or they are <em>kept</em>, and the classes get as many pseudo-counts as there are words that occur once, divided
 * among classes and labels as the rare words are:
 *
 * <pre>
 *   n(class, y) = (tokens of words that occur once) · p(class, y | rare)
 * </pre>
 *
 * With {@link WordClass#SUFFIX} p(y | suffix) is smoothed by successive abstraction, from no suffix to the longest, as in TnT
 * (Brants 2000): p(y | l<sub>1</sub>…l<sub>n</sub>) = (p̂(y | l<sub>1</sub>…l<sub>n</sub>) + θ p(y | l<sub>2</sub>…l<sub>n</sub>)) / (1 + θ),
 * θ the standard deviation of the labels' probabilities.
 *
 * @param rule which classes there are
 * @param rare words that occur at most so often are rare
 * @param replaced whether rare words are replaced by their classes
 * @param suffixLength the longest suffix
 */
public record UnknownWords(WordClass rule, int rare, boolean replaced, int suffixLength) {
    private static final int TNT_RARE = 10;
    private static final int TNT_SUFFIX = 10;

    /** Unknown words say nothing. */
    public static final UnknownWords NONE = new UnknownWords(WordClass.NONE, 0, false, 0);

    /** All unknown words are alike, and like the words that occur once. */
    public static final UnknownWords HAPAX = new UnknownWords(WordClass.ONE, 1, false, 0);

    /** By suffix, learned from words that occur up to ten times. */
    public static final UnknownWords SUFFIX = new UnknownWords(WordClass.SUFFIX, TNT_RARE, false, TNT_SUFFIX);

    public UnknownWords {
        if (rare < 0 || suffixLength < 0) {
            throw new IllegalArgumentException(
                    "rare " + rare + ", suffix length " + suffixLength + "; expected numbers from 0");
        }
        if (replaced && (rule == WordClass.SUFFIX || rule == WordClass.NONE)) {
            throw new IllegalArgumentException("rare words cannot be replaced by the class " + rule
                    + "; use ONE, CAPITALS or SHAPE, or keep them");
        }
    }

    /** Rare words are replaced by their class. */
    public static UnknownWords replacing(WordClass rule, int rare) {
        return new UnknownWords(rule, rare, true, 0);
    }

    /** Rare words are kept, and their classes serve for unknown words only. */
    public static UnknownWords keeping(WordClass rule, int rare) {
        return new UnknownWords(rule, rare, false, rule == WordClass.SUFFIX ? TNT_SUFFIX : 0);
    }

    public UnknownWords withSuffixLength(int value) {
        return new UnknownWords(rule, rare, replaced, value);
    }
}
