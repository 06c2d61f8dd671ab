package org.espalier.structure.segment;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How long segments may be: at most D<sub>y</sub> tokens with label y, and D = max<sub>y</sub> D<sub>y</sub>.
 *
 * <p>One object serves all instances of a model. Immutable.
 */
public final class SegmentLengths {
    private final int[] longest; // [L]
    private final int longestOfAll; // D
    private final int[] byLongest; // [L]: the labels by rising D_y
    private final int[] begins; // [D+2]: where the labels with D_y ≥ d begin among them

    private SegmentLengths(int[] longest, int longestOfAll, int[] byLongest, int[] begins) {
        this.longest = longest;
        this.longestOfAll = longestOfAll;
        this.byLongest = byLongest;
        this.begins = begins;
    }

    /** The longest segment of each label: D<sub>0</sub> … D<sub>L−1</sub>. */
    public static SegmentLengths of(int... longest) {
        if (longest.length == 0) {
            throw new IllegalArgumentException("no labels; expected the length of the longest segment of each label");
        }
        for (int label = 0; label < longest.length; label++) {
            if (longest[label] < 1) {
                throw new IllegalArgumentException("segments of label " + label + " may have at most " + longest[label]
                        + " tokens; expected at least 1");
            }
        }
        int most = Arrays.stream(longest).max().getAsInt();
        int[] begins = new int[most + 2];
        for (int d : longest) {
            begins[d + 1]++;
        }
        for (int d = 1; d < begins.length; d++) {
            begins[d] += begins[d - 1];
        }
        int[] byLongest = new int[longest.length];
        int[] next = begins.clone();
        for (int label = 0; label < longest.length; label++) {
            byLongest[next[longest[label]]++] = label;
        }
        return new SegmentLengths(longest.clone(), most, byLongest, begins);
    }

    /** The same limit for every label. */
    public static SegmentLengths same(int labels, int longest) {
        return of(IntStream.generate(() -> longest).limit(labels).toArray());
    }

    /** How many labels there are: L. */
    public int labels() {
        return longest.length;
    }

    /** The longest segment of any label: D. */
    public int longest() {
        return longestOfAll;
    }

    /** The longest segment of a label: D<sub>y</sub>. */
    public int longest(int label) {
        return longest[label];
    }

    /** The labels whose longest segments have d tokens are {@link #ordered} at this position and those up to that of d + 1. */
    public int orderBegin(int d) {
        return begins[d];
    }

    /** The label at a position of the order by rising D<sub>y</sub>. */
    public int ordered(int position) {
        return byLongest[position];
    }
}
