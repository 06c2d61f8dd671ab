package org.espalier.scoring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For every attribute the targets (states, or pairs of states) that it has a weight for: feature k of attribute a is
 * {@code offsets[a] ≤ k < offsets[a+1]}, and its target is {@code targets[k]}, or k − offsets[a] when every attribute
 * meets every target ({@code targets} is empty).
 *
 * @param targetCount how many targets there are
 * @param offsets // [attributes + 1]
 * @param targets ascending within an attribute // [features], or [0] when complete
 * @param scales by which the values of each attribute are multiplied, or null when all are 1 // [attributes]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record FeatureLists(int targetCount, int[] offsets, int[] targets, float @Nullable [] scales) {

    /** Values are as they are. */
    public FeatureLists(int targetCount, int[] offsets, int[] targets) {
        this(targetCount, offsets, targets, null);
    }

    /** Every attribute with every target. */
    public static FeatureLists complete(int attributes, int targetCount) {
        if ((long) attributes * targetCount > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(attributes + " attributes × " + targetCount
                    + " targets need more weights than fit; use only observed features, or drop rare attributes with a minimum"
                    + " count");
        }
        int[] offsets = new int[attributes + 1];
        for (int a = 0; a <= attributes; a++) {
            offsets[a] = a * targetCount;
        }
        return new FeatureLists(targetCount, offsets, new int[0]);
    }

    /**
     * The features of a family without attributes.
     *
     * @param targets those with a weight, ascending
     */
    static FeatureLists shared(int targetCount, int[] targets) {
        boolean all = targets.length == targetCount;
        return new FeatureLists(targetCount, new int[] {0, targets.length}, all ? new int[0] : targets);
    }

    public int attributes() {
        return offsets.length - 1;
    }

    public int features() {
        return offsets[offsets.length - 1];
    }

    public boolean isComplete() {
        return targets.length == 0 && features() > 0;
    }

    /** By what the values of an attribute are multiplied. */
    public double scale(int attribute) {
        return scales == null ? 1.0 : scales[attribute];
    }

    /** The target of a feature of the given attribute. */
    public int target(int attribute, int feature) {
        return targets.length == 0 ? feature - offsets[attribute] : targets[feature];
    }

    /** The feature of this attribute and target, or −1. */
    public int find(int attribute, int target) {
        if (targets.length == 0) {
            return features() == 0 ? -1 : offsets[attribute] + target;
        }
        int feature = Arrays.binarySearch(targets, offsets[attribute], offsets[attribute + 1], target);
        return Math.max(feature, -1);
    }
}
