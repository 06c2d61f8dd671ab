package org.espalier.inspect;

/**
 * How large a model is.
 *
 * @param labels its labels
 * @param attributes attributes of positions
 * @param transitionAttributes attributes of steps between positions
 * @param stateFeatures weights of an attribute and a label
 * @param transitionFeatures weights of a pair of labels that count everywhere
 * @param observedTransitionFeatures weights of a pair of labels and an attribute
 * @param nonZero weights that are not 0
 * @param largest the largest absolute weight
 */
public record ModelSize(
        int labels,
        int attributes,
        int transitionAttributes,
        int stateFeatures,
        int transitionFeatures,
        int observedTransitionFeatures,
        int nonZero,
        double largest) {

    /** All weights. */
    public int features() {
        return stateFeatures + transitionFeatures + observedTransitionFeatures;
    }
}
