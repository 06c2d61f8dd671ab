package org.espalier.feature;

import org.jspecify.annotations.Nullable;

/**
 * The attributes of the places of one kind, as flat numbers: those of site n are the entries {@code begin(n) … begin(n+1)−1}.
 *
 * @param offsets where the attributes of each site begin; empty when there are none at all // [sites + 1]
 * @param attributes their numbers, perhaps among those of other sequences
 * @param values their values, or null when all are 1
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record AttributeLists(int[] offsets, int[] attributes, double @Nullable [] values) {
    static final AttributeLists NONE = new AttributeLists(new int[0], new int[0], null);

    /** Where the attributes of a site begin; the number of sites gives where the last ones end. */
    public int begin(int site) {
        return offsets.length == 0 ? 0 : offsets[site];
    }

    /** The value of the k-th attribute. */
    public double value(int k) {
        return values == null ? 1.0 : values[k];
    }
}
