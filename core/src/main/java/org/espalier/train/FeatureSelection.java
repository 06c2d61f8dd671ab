package org.espalier.train;

import org.espalier.data.Labels;
import org.espalier.scoring.LayoutBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Which features get a weight.
 *
 * @param minCount attributes that occur less often are cut
 * @param minFeatureCount attribute–label and label–label pairs that occur less often get no weight
 * @param minFrequency pairs whose occurrences have a smaller sum of value · sequence weight get no weight, which is how
 *     CRFsuite counts; −∞ asks for nothing, otherwise {@code minFeatureCount} is not looked at
 * @param allStates whether every attribute meets every label (CRF++'s way), or only the labels that occur with it
 *     (CRFsuite's way)
 * @param allTransitions whether every pair of labels has a weight, or only those that occur
 * @param transitions whether pairs of labels have weights at all; without them every token is classified by itself
 * @param boundaries whether begin and end of a sequence have features of their own
 * @param referenceLabel a label whose weights are all 0, so that the others' are log-odds against it: the form of logistic regression
 *     with K − 1 weights per attribute; {@link #LAST_LABEL} for the last one; null for none. Needs {@code allStates}
 */
public record FeatureSelection(
        int minCount,
        int minFeatureCount,
        double minFrequency,
        boolean allStates,
        boolean allTransitions,
        boolean transitions,
        boolean boundaries,
        @Nullable String referenceLabel) {

    /** The reference label that is the last of the labels in their order. */
    public static final String LAST_LABEL = "last";

    /** Every pair that occurs, no boundaries. */
    public static final FeatureSelection OBSERVED = new FeatureSelection(1, 1, false, false);

    public FeatureSelection {
        requirePositive("minCount", minCount);
        requirePositive("minFeatureCount", minFeatureCount);
        if (Double.isNaN(minFrequency)) {
            throw new IllegalArgumentException("minFrequency is not a number");
        }
        if (referenceLabel != null && (!allStates || hasMinFrequency(minFrequency))) {
            // Otherwise an attribute that occurs with the reference label alone would have no weight at all.
            throw new IllegalArgumentException(
                    "a reference label needs all pairs of attribute and label (allStates), and no minimum frequency");
        }
    }

    private static boolean hasMinFrequency(double minFrequency) {
        return minFrequency > Double.NEGATIVE_INFINITY;
    }

    /**
     * Without a minimal frequency.
     *
     * @param allFeatures whether all pairs get a weight, of attribute and label and of labels
     */
    public FeatureSelection(int minCount, int minFeatureCount, boolean allFeatures, boolean boundaries) {
        this(minCount, minFeatureCount, Double.NEGATIVE_INFINITY, allFeatures, allFeatures, true, boundaries, null);
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + "; expected at least 1");
        }
    }

    /** Whether all pairs get a weight. */
    public boolean allFeatures() {
        return allStates && allTransitions && !hasMinFrequency();
    }

    /** Whether there is a minimal frequency. */
    public boolean hasMinFrequency() {
        return hasMinFrequency(minFrequency);
    }

    public LayoutBuilder.Choice choice() {
        return new LayoutBuilder.Choice(
                hasMinFrequency() ? minFrequency : minFeatureCount, hasMinFrequency(), allStates, allTransitions);
    }

    public FeatureSelection withMinCount(int value) {
        return new FeatureSelection(
                value,
                minFeatureCount,
                minFrequency,
                allStates,
                allTransitions,
                transitions,
                boundaries,
                referenceLabel);
    }

    public FeatureSelection withMinFeatureCount(int value) {
        return new FeatureSelection(
                minCount, value, minFrequency, allStates, allTransitions, transitions, boundaries, referenceLabel);
    }

    public FeatureSelection withMinFrequency(double value) {
        return new FeatureSelection(
                minCount, minFeatureCount, value, allStates, allTransitions, transitions, boundaries, referenceLabel);
    }

    /** With or without all pairs, of attribute and label and of labels. */
    public FeatureSelection withAllFeatures(boolean value) {
        return withAllStates(value).withAllTransitions(value);
    }

    public FeatureSelection withAllStates(boolean value) {
        return new FeatureSelection(
                minCount,
                minFeatureCount,
                minFrequency,
                value,
                allTransitions,
                transitions,
                boundaries,
                referenceLabel);
    }

    public FeatureSelection withAllTransitions(boolean value) {
        return new FeatureSelection(
                minCount, minFeatureCount, minFrequency, allStates, value, transitions, boundaries, referenceLabel);
    }

    /** With or without weights of pairs of labels. */
    public FeatureSelection withTransitions(boolean value) {
        return new FeatureSelection(
                minCount, minFeatureCount, minFrequency, allStates, allTransitions, value, boundaries, referenceLabel);
    }

    public FeatureSelection withBoundaries(boolean value) {
        return new FeatureSelection(
                minCount, minFeatureCount, minFrequency, allStates, allTransitions, transitions, value, referenceLabel);
    }

    /** With a reference label, and then with all pairs of attribute and other label; null for none. */
    public FeatureSelection withReferenceLabel(@Nullable String value) {
        return new FeatureSelection(
                minCount,
                minFeatureCount,
                minFrequency,
                allStates || value != null,
                allTransitions,
                transitions,
                boundaries,
                value);
    }

    /**
     * The number of the reference label, or −1 when there is none.
     *
     * @throws TrainingException when no label has that name
     */
    public int reference(Labels labels) {
        if (referenceLabel == null) {
            return -1;
        }
        int named = labels.indexOf(referenceLabel);
        if (named < 0 && !referenceLabel.equals(LAST_LABEL)) {
            throw new TrainingException("the reference label '" + referenceLabel
                    + "' does not occur in the data; expected one of " + labels + ", or '" + LAST_LABEL + "'");
        }
        return named >= 0 ? named : labels.size() - 1;
    }
}
