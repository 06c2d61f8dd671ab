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
        for (int f = 0; f < families.size(); f++) {
            attributes[f] = used(families.get(f), weights, layout.begin(f));
        }
        double[] kept = new double[weights.length];
        int size = 0;
        for (int f = 0; f < families.size(); f++) {
            boolean[] union = attributes[f].clone();
            for (int other = 0; other < families.size(); other++) {
                unite(families.get(f), union, families.get(other), attributes[other]);
            }
            FeatureLists lists = compact(families.get(f), weights, layout.begin(f), kept, size, union);
            smaller.add(families.get(f).with(lists));
            size += lists.features();
            attributes[f] = union;
        }
        return new Compaction(new ParameterLayout(smaller), Arrays.copyOf(kept, size), attributes);
    }

    /** The attributes that have a weight which is not 0. */
    private static boolean[] used(FeatureFamily family, double[] weights, int begin) {
        FeatureLists lists = family.lists();
        boolean[] used = new boolean[lists.attributes()];
        for (int a = 0; a < used.length; a++) {
            used[a] = family.isConstant();
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1] && !used[a]; f++) {
                used[a] = weights[begin + f] != 0;
            }
        }
        return used;
    }

    /** Families whose places find their attributes in the same list have the same ones: one that any of them needs is kept in all. */
    private static void unite(FeatureFamily family, boolean[] union, FeatureFamily other, boolean[] used) {
        boolean same = family.attributeList() == other.attributeList() && !family.isConstant() && !other.isConstant();
        for (int a = 0; same && a < union.length; a++) {
            union[a] |= used[a];
        }
    }

    /** The attributes that are kept: 0 for those of tokens, 1 for those of other places. */
    public boolean[] kept(int list) {
        for (int f = 0; f < kept.length; f++) {
            FeatureFamily family = layout.families().get(f);
            if (family.attributeList() == list && !family.isConstant()) {
                return kept[f];
            }
        }
        return new boolean[0];
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
