package org.espalier.structure.forest;

import java.util.Arrays;
import org.espalier.structure.spanning.ArcSet;

/**
 * How the arcs that a sentence may have are told as sites of two numbers each: head and ~word of every arc, as positions from 0, −1 for the root,
 * by rising word, then head. After them come the siblings and the grandparents, as {@link #SECOND_ORDER} and ~number.
 *
 * <p>The second number is negative because these sites exist without attributes, too.
 */
public final class ArcSites {
    /** The first number of a site of second order. */
    public static final int SECOND_ORDER = -2;

    private ArcSites() {}

    /** The arcs that these sites tell; a sentence without any has all arcs. */
    public static ArcSet arcs(int words, int[] sites) {
        int count = 0;
        while (2 * count < sites.length && sites[2 * count] != SECOND_ORDER) {
            count++;
        }
        if (count == 0) {
            return ArcSet.all(words);
        }
        int[] pairs = Arrays.copyOf(sites, 2 * count);
        for (int arc = 0; arc < count; arc++) {
            pairs[2 * arc]++;
            pairs[2 * arc + 1] = ~pairs[2 * arc + 1] + 1;
        }
        return ArcSet.of(words, pairs);
    }
}
