package org.espalier.train;

/**
 * Which features get a weight.
 *
 * @param minCount attributes that occur less often are cut
 * @param minFeatureCount attribute–label and label–label pairs that occur less often get no weight
 * @param allFeatures whether every attribute meets every label (CRF++'s way), or only the pairs that occur (CRFsuite's
 *     way)
 * @param boundaries whether begin and end of a sequence have features of their own
 */
public record FeatureSelection(int minCount, int minFeatureCount, boolean allFeatures, boolean boundaries) {

    /** Every pair that occurs, no boundaries. */
    public static final FeatureSelection OBSERVED = new FeatureSelection(1, 1, false, false);

    public FeatureSelection {
        requirePositive("minCount", minCount);
        requirePositive("minFeatureCount", minFeatureCount);
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + "; expected at least 1");
        }
    }

    public FeatureSelection withMinCount(int value) {
        return new FeatureSelection(value, minFeatureCount, allFeatures, boundaries);
    }

    public FeatureSelection withMinFeatureCount(int value) {
        return new FeatureSelection(minCount, value, allFeatures, boundaries);
    }

    public FeatureSelection withAllFeatures(boolean value) {
        return new FeatureSelection(minCount, minFeatureCount, value, boundaries);
    }

    public FeatureSelection withBoundaries(boolean value) {
        return new FeatureSelection(minCount, minFeatureCount, allFeatures, value);
    }
}
