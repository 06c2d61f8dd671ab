package org.espalier.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A layout without the features whose weight is zero, and without the attributes that have no feature left.
 *
 * @param layout the smaller layout
 * @param weights its weights
 * @param kept which attributes of each family are kept // [families][attributes]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Compaction(ParameterLayout layout, double[] weights, boolean[][] kept) {

    /** Drops zero weights; scores of every instance stay the same bits. */
    public static Compaction of(ParameterLayout layout, double[] weights) {
        List<FeatureFamily> families = layout.families();
        List<FeatureFamily> smaller = new ArrayList<>();
        boolean[][] attributes = new boolean[families.size()][];
        double[] kept = new double[weights.length];
        int size = 0;
        for (int f = 0; f < families.size(); f++) {
            FeatureFamily family = families.get(f);
            attributes[f] = new boolean[family.lists().attributes()];
            FeatureLists lists = compact(family, weights, layout.begin(f), kept, size, attributes[f]);
            smaller.add(family.with(lists));
            size += lists.features();
        }
        return new Compaction(new ParameterLayout(smaller), Arrays.copyOf(kept, size), attributes);
    }

    /** The attributes of a kind of place that some family keeps; those of all families of the kind have the same numbers. */
    public boolean[] kept(int places) {
        boolean[] any = new boolean[0];
        for (int f = 0; f < kept.length; f++) {
            FeatureFamily family = layout.families().get(f);
            if (family.places() == places && !family.isConstant()) {
                any = kept[f];
            }
        }
        return any;
    }

    private static FeatureLists compact(
            FeatureFamily family, double[] weights, int begin, double[] kept, int first, boolean[] attributes) {
        FeatureLists lists = family.lists();
        int[] targets = new int[lists.features()];
        int[] offsets = new int[attributes.length + 1];
        int count = 0;
        int size = 0;
        for (int a = 0; a < attributes.length; a++) {
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                double weight = weights[begin + f];
                if (weight != 0) {
                    targets[size] = lists.target(a, f);
                    kept[first + size++] = weight;
                }
            }
            attributes[a] = size > offsets[count] || family.isConstant();
            if (attributes[a]) {
                offsets[++count] = size;
            }
        }
        boolean complete = (lists.isComplete() || family.isConstant()) && size == count * lists.targetCount();
        return new FeatureLists(
                lists.targetCount(),
                Arrays.copyOf(offsets, count + 1),
                complete ? new int[0] : Arrays.copyOf(targets, size));
    }
}
