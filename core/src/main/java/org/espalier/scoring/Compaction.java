package org.espalier.scoring;

import java.util.Arrays;

/**
 * A layout without the features whose weight is zero, and without the attributes that have no feature left.
 *
 * @param layout the smaller layout
 * @param weights its weights
 * @param attributes which state attributes are kept // [attributes]
 * @param transitionAttributes which transition attributes are kept // [transition attributes]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Compaction(
        ParameterLayout layout, double[] weights, boolean[] attributes, boolean[] transitionAttributes) {

    /** Drops zero weights; scores of every sequence stay the same bits. */
    public static Compaction of(ParameterLayout layout, double[] weights) {
        double[] kept = new double[weights.length];
        boolean[] attributes = new boolean[layout.stateFeatures().attributes()];
        boolean[] transitionAttributes = new boolean[layout.transitionFeatures().attributes()];
        Cursor cursor = new Cursor();
        FeatureLists states = compact(layout.stateFeatures(), weights, 0, kept, cursor, attributes);
        int[] shared = layout.sharedFeatures().clone();
        int next = 0;
        for (int arc = 0; arc < shared.length; arc++) {
            double weight = shared[arc] < 0 ? 0 : weights[layout.sharedBegin() + shared[arc]];
            shared[arc] = weight == 0 ? -1 : next++;
            if (weight != 0) {
                kept[cursor.at++] = weight;
            }
        }
        FeatureLists transitions = compact(
                layout.transitionFeatures(), weights, layout.transitionBegin(), kept, cursor, transitionAttributes);
        ParameterLayout smaller = new ParameterLayout(layout.states(), states, shared, transitions);
        return new Compaction(smaller, Arrays.copyOf(kept, cursor.at), attributes, transitionAttributes);
    }

    private static final class Cursor {
        private int at;
    }

    private static FeatureLists compact(
            FeatureLists lists, double[] weights, int begin, double[] kept, Cursor cursor, boolean[] attributes) {
        int first = cursor.at;
        int[] targets = new int[lists.features()];
        int[] offsets = new int[attributes.length + 1];
        int count = 0;
        for (int a = 0; a < attributes.length; a++) {
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                double weight = weights[begin + f];
                if (weight != 0) {
                    targets[cursor.at - first] = lists.target(a, f);
                    kept[cursor.at++] = weight;
                }
            }
            int size = cursor.at - first;
            attributes[a] = size > offsets[count];
            if (attributes[a]) {
                offsets[++count] = size;
            }
        }
        int features = cursor.at - first;
        boolean complete = lists.isComplete() && features == count * lists.targetCount();
        return new FeatureLists(
                lists.targetCount(),
                Arrays.copyOf(offsets, count + 1),
                complete ? new int[0] : Arrays.copyOf(targets, features));
    }
}
