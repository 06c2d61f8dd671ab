package org.espalier.structure.chain;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.espalier.structure.Family;
import org.jspecify.annotations.Nullable;

/**
 * What is known beforehand of the states of a chain: where each can be, and which score alike.
 *
 * <p>A path is in one of the states {@link #begin}(t) … {@link #end}(t) − 1 at position t. At position 0 they span the states that may
 * begin, then those that a step can lead to from the states before. In a chain of order k these are the histories of t + 1 labels, and of k
 * labels from position k − 1 on, so that inference need not look at the others.
 *
 * <p>States score alike when their scores are those of the same target, as histories with the same last label. It is a hint: scores that
 * were changed afterwards may differ. Immutable.
 */
public final class Reach {
    /** After so many positions all states count as reached, unless a range was found that no step leaves. */
    private static final int MOST_RANGES = 16;

    private final int[] begins; // [positions]; the last holds for all that follow
    private final int[] ends; // [positions]
    private final boolean impliesBorders;
    private final int groups;
    private final int @Nullable [] groupOf; // [S]; null when nothing is known to score alike
    private final int[][] representatives; // [positions][groups, or fewer]; empty when nothing is known to score alike

    private Reach(int[] begins, int[] ends, boolean impliesBorders, int groups, int @Nullable [] groupOf) {
        this.begins = begins;
        this.ends = ends;
        this.impliesBorders = impliesBorders;
        this.groups = groups;
        this.groupOf = groupOf;
        this.representatives = new int[begins.length][];
        for (int t = 0; t < begins.length; t++) {
            representatives[t] = groupOf == null ? new int[0] : representatives(groupOf, begins[t], ends[t]);
        }
    }

    /** The first state of every group that has one in the range. */
    private static int[] representatives(int[] groupOf, int begin, int end) {
        BitSet seen = new BitSet();
        return IntStream.range(begin, end)
                .filter(s -> {
                    boolean isFirst = !seen.get(groupOf[s]);
                    seen.set(groupOf[s]);
                    return isFirst;
                })
                .toArray();
    }

    /**
     * The reach of a chain, or null when every state can be everywhere.
     *
     * @param alike states that are tied to the same target of this family score alike; null when nothing is known
     */
    static @Nullable Reach of(@Nullable Transitions transitions, @Nullable Borders borders, @Nullable Family alike) {
        if (transitions == null || !transitions.forbidsOthers() || borders == null) {
            return null;
        }
        int states = transitions.states();
        int[] begins = new int[MOST_RANGES];
        int[] ends = new int[MOST_RANGES];
        int begin = 0;
        while (begin < states && !borders.mayBegin(begin)) {
            begin++;
        }
        int end = states;
        while (end > begin && !borders.mayBegin(end - 1)) {
            end--;
        }
        boolean exact = true;
        for (int s = begin; s < end; s++) {
            exact &= borders.mayBegin(s);
        }
        for (int s = 0; s < states; s++) {
            exact &= borders.mayEnd(s);
        }
        int count = 0;
        while (count < MOST_RANGES - 1 && begin < end) {
            begins[count] = begin;
            ends[count++] = end;
            int first = states;
            int last = -1;
            for (int part = transitions.rowBegin(begin); part < transitions.rowBegin(end); part++) {
                first = Math.min(first, transitions.target(part));
                last = Math.max(last, transitions.target(part));
            }
            if (first >= begin && last < end && first <= last) { // then no later range leaves it either
                return of(begins, ends, count, states, exact, alike);
            }
            begin = first;
            end = last + 1;
        }
        ends[count++] = states; // it goes on changing, or no path is as long: nothing is said of what follows
        return of(begins, ends, count, states, exact && count > 1, alike);
    }

    private static @Nullable Reach of(
            int[] begins, int[] ends, int count, int states, boolean exact, @Nullable Family alike) {
        if (count == 1 && ends[0] - begins[0] == states) {
            return null;
        }
        int @Nullable [] tie = alike == null ? null : alike.tie();
        boolean tied = tie != null && Arrays.stream(tie).allMatch(target -> target >= 0);
        return new Reach(
                Arrays.copyOf(begins, count),
                Arrays.copyOf(ends, count),
                exact,
                tied && alike != null ? alike.targets() : 0,
                tied ? tie : null);
    }

    /** The first state that a path can be in at position t. */
    public int begin(int t) {
        return begins[Math.min(t, begins.length - 1)];
    }

    /** One more than the last state that a path can be in at position t. */
    public int end(int t) {
        return ends[Math.min(t, ends.length - 1)];
    }

    /** Whether the borders forbid no state that can be reached. */
    public boolean impliesBorders() {
        return impliesBorders;
    }

    /** Into how many groups of states that score alike the states fall; 0 when nothing is known. */
    public int groups() {
        return groups;
    }

    /** One state of every group that a path can be in at position t; not to be changed. */
    public int[] representatives(int t) {
        return representatives[Math.min(t, representatives.length - 1)];
    }

    /** The group of every state, or null when nothing is known; not to be changed // [S]. */
    public int @Nullable [] groupOf() {
        return groupOf;
    }
}
