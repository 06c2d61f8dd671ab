package org.espalier.structure.factor;

import java.util.Arrays;
import org.espalier.structure.Sites;

/**
 * Variables and factors as pairs of numbers, which is how the {@linkplain Sites sites} of an instance are kept.
 *
 * <pre>
 *   variable v of type u                 (−2 − u, v)
 *   factor over v1, v2, v3 of template k (−2 − U − k, v1) (CONTINUED, v2) (CONTINUED, v3)        U types
 * </pre>
 *
 * A factor has its attributes at its first pair. The first number is below −1, which says that the pair counts without attributes too.
 */
public final class GraphSites {
    /** The first number of a pair that goes on with the variables of a factor. */
    public static final int CONTINUED = Integer.MIN_VALUE;

    private static final int FIRST = -2;

    private GraphSites() {}

    /** The first number of a variable or of a factor, by its group: the type, or the number of types + the template. */
    public static int begin(int group) {
        return FIRST - group;
    }

    /** The group of the variable or factor that begins at a site; −1 where a factor goes on. */
    public static int group(int[] sites, int site) {
        int first = sites[2 * site];
        return first == CONTINUED ? -1 : FIRST - first;
    }

    /** The variables from a site on: one, or those of a factor. */
    public static int[] variables(int[] sites, int site) {
        int[] found = new int[arity(sites, site)];
        Arrays.setAll(found, k -> sites[2 * (site + k) + 1]);
        return found;
    }

    /** How many variables the factor has that begins at a site. */
    static int arity(int[] sites, int site) {
        int end = site + 1;
        while (2 * end < sites.length && sites[2 * end] == CONTINUED) {
            end++;
        }
        return end - site;
    }
}
