package org.espalier.structure.chain;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known beforehand of the states of a chain: where each can be.
 *
 * <p>A path is in one of the states {@link #begin}(t) … {@link #end}(t) − 1 at position t. At position 0 they span the states that may
 * begin, then those that a step can lead to from the states before. In a chain of order k these are the histories of t + 1 labels, and of k
 * labels from position k − 1 on, so that inference need not look at the others.
 *
 * <p>Where states {@linkplain Trellis#stateMap share parts}, the steps between two positions are known as {@link StepBlocks}. Immutable.
 */
public final class Reach {
    /** After so many positions all states count as reached, unless a range was found that no step leaves. */
    static final int MOST_RANGES = 16;

    private final int[] begins; // [positions]; the last holds for all that follow
    private final int[] ends; // [positions]
    private final boolean impliesBorders;
    private final StepBlocks[]
            blocks; // [positions]: of the steps that leave each range; empty when states share no parts
    private final int longestRow;
    private final int mostEntries;
    private final int entries;

    private Reach(int[] begins, int[] ends, boolean impliesBorders, StepBlocks[] blocks) {
        this.begins = begins;
        this.ends = ends;
        this.impliesBorders = impliesBorders;
        this.blocks = blocks;
        this.longestRow =
                Arrays.stream(blocks).mapToInt(one -> one.from().size()).max().orElse(0);
        this.mostEntries =
                Arrays.stream(blocks).mapToInt(one -> one.entries()).max().orElse(0);
        this.entries = Arrays.stream(blocks).mapToInt(one -> one.entries()).sum();
    }

    /**
     * The reach of a chain, or null when every state can be everywhere.
     *
     * @param map which states share a part; null when none do
     */
    static @Nullable Reach of(@Nullable Transitions transitions, @Nullable Borders borders, @Nullable StateMap map) {
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
                return of(begins, ends, count, transitions, exact, map);
            }
            begin = first;
            end = last + 1;
        }
        ends[count++] = states; // it goes on changing, or no path is as long: nothing is said of what follows
        return of(begins, ends, count, transitions, exact && count > 1, map);
    }

    private static @Nullable Reach of(
            int[] begins, int[] ends, int count, Transitions transitions, boolean exact, @Nullable StateMap map) {
        if (map == null && count == 1 && ends[0] - begins[0] == transitions.states()) {
            return null;
        }
        int[] firsts = Arrays.copyOf(begins, count);
        int[] lasts = Arrays.copyOf(ends, count);
        return new Reach(
                firsts, lasts, exact, map == null ? new StepBlocks[0] : blocks(firsts, lasts, transitions, map));
    }

    private static StepBlocks[] blocks(int[] begins, int[] ends, Transitions transitions, StateMap map) {
        StateGroups groups = StateGroups.of(transitions);
        StateRow[] rows = new StateRow[begins.length];
        Arrays.setAll(rows, t -> groups.row(begins[t], ends[t], map));
        StepBlocks[] blocks = new StepBlocks[begins.length];
        int entries = 0;
        for (int t = 0; t < blocks.length; t++) {
            blocks[t] = new StepBlocks(transitions, groups, rows[t], rows[Math.min(t + 1, blocks.length - 1)], entries);
            entries += blocks[t].entries();
        }
        return blocks;
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

    /** The steps into position t ≥ 1, where states share parts. */
    public StepBlocks blocks(int t) {
        return blocks[Math.min(t, blocks.length) - 1];
    }

    /** The order of the states of position t in a row, where states share parts. */
    public StateRow row(int t) {
        return blocks[Math.min(t, blocks.length - 1)].from();
    }

    /** How many different steps there are between positions: those into t = 1 … so many, of which the last leads to all that follow too. */
    public int blockCount() {
        return blocks.length;
    }

    /** How many places the longest row has; 0 when states share no parts. */
    public int longestRow() {
        return longestRow;
    }

    /** How many entries the blocks of one step have at most. */
    public int mostEntries() {
        return mostEntries;
    }

    /** How many entries the blocks of all steps have together. */
    public int entries() {
        return entries;
    }
}
