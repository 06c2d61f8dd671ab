package org.espalier.structure.chain;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of states whose shared transition has a part of its own, as compressed rows and columns. All other pairs are
 * either absent, and score 0 ({@link #of}), or forbidden, and score −∞ ({@link #only}); or forbidden where they leave or enter
 * certain states, and absent elsewhere ({@link #limited}).
 *
 * <p>The parts are numbered by rows: those that leave state i are rowBegin(i) … rowBegin(i+1)−1, by rising target.
 * Immutable.
 */
public final class Transitions {
    private final int states;
    private final boolean forbidsOthers;
    private final @Nullable BitSet closedSources; // null when pairs without a part are all alike
    private final BitSet closedTargets;
    private final int[] rowBegins; // [S+1]
    private final int[] sources; // [parts]
    private final int[] targets; // [parts]
    private final int[] columnBegins; // [S+1]
    private final int[] columnParts; // [parts]: the parts by target, then by source
    private final int[] columnSources; // [parts]: the sources in the same order

    private Transitions(
            int states,
            boolean forbidsOthers,
            @Nullable BitSet closedSources,
            BitSet closedTargets,
            int[] rowBegins,
            int[] sources,
            int[] targets,
            int[] columnBegins,
            int[] columnParts,
            int[] columnSources) {
        this.states = states;
        this.forbidsOthers = forbidsOthers;
        this.closedSources = closedSources;
        this.closedTargets = closedTargets;
        this.rowBegins = rowBegins;
        this.sources = sources;
        this.targets = targets;
        this.columnBegins = columnBegins;
        this.columnParts = columnParts;
        this.columnSources = columnSources;
    }

    /**
     * Parts for the given pairs; all others are absent: the step may be taken and scores 0.
     *
     * @param arcs pairs i·S + j, rising
     */
    public static Transitions of(int states, int[] arcs) {
        return of(states, arcs, false);
    }

    /**
     * Parts for the given pairs; all others are forbidden: no path takes such a step. Inference then costs what the given
     * pairs cost, O(T·(S + pairs)), and own transitions have one part per pair too.
     *
     * @param arcs pairs i·S + j, rising
     */
    public static Transitions only(int states, int[] arcs) {
        return of(states, arcs, true);
    }

    private static Transitions of(int states, int[] arcs, boolean forbidsOthers) {
        int[] rowBegins = new int[states + 1];
        int[] targets = new int[arcs.length];
        for (int part = 0; part < arcs.length; part++) {
            if (arcs[part] < 0 || arcs[part] / states >= states || (part > 0 && arcs[part] <= arcs[part - 1])) {
                throw new IllegalArgumentException("pair " + arcs[part] + " at " + part + " of " + states
                        + " states; expected rising numbers below " + (long) states * states);
            }
            targets[part] = arcs[part] % states;
            rowBegins[arcs[part] / states + 1]++;
        }
        for (int s = 0; s < states; s++) {
            rowBegins[s + 1] += rowBegins[s];
        }
        return byRows(states, rowBegins, targets, forbidsOthers);
    }

    /**
     * The same as {@link #only(int, int[])} where there are more states than pairs can be numbered for.
     *
     * @param targets for every state those that may follow it, rising
     */
    public static Transitions only(int[][] targets) {
        int states = targets.length;
        int[] rowBegins = new int[states + 1];
        for (int i = 0; i < states; i++) {
            rowBegins[i + 1] = Math.addExact(rowBegins[i], targets[i].length);
            for (int k = 0; k < targets[i].length; k++) {
                if (targets[i][k] < 0 || targets[i][k] >= states || (k > 0 && targets[i][k] <= targets[i][k - 1])) {
                    throw new IllegalArgumentException("state " + i + " is followed by state " + targets[i][k]
                            + "; expected rising numbers below " + states);
                }
            }
        }
        int[] all = new int[rowBegins[states]];
        for (int i = 0; i < states; i++) {
            System.arraycopy(targets[i], 0, all, rowBegins[i], targets[i].length);
        }
        return byRows(states, rowBegins, all, true);
    }

    /**
     * Parts for the given pairs; all others are forbidden where they leave a closed source or enter a closed target, and absent elsewhere. A pass costs O(T·(S
     * + pairs)). So a tag scheme forbids with few parts what is a great share of all pairs: I-X is a closed target with two pairs.
     *
     * @param arcs pairs i·S + j, rising
     */
    public static Transitions limited(int states, int[] arcs, BitSet closedSources, BitSet closedTargets) {
        Transitions all =
                of(states, arcs, closedSources.cardinality() == states || closedTargets.cardinality() == states);
        if (all.forbidsOthers || (closedSources.isEmpty() && closedTargets.isEmpty())) {
            return all;
        }
        return new Transitions(
                states,
                false,
                (BitSet) closedSources.clone(),
                (BitSet) closedTargets.clone(),
                all.rowBegins,
                all.sources,
                all.targets,
                all.columnBegins,
                all.columnParts,
                all.columnSources);
    }

    private static Transitions byRows(int states, int[] rowBegins, int[] targets, boolean forbidsOthers) {
        int[] columnBegins = new int[states + 1];
        for (int target : targets) {
            columnBegins[target + 1]++;
        }
        for (int s = 0; s < states; s++) {
            columnBegins[s + 1] += columnBegins[s];
        }
        int[] columnParts = new int[targets.length];
        int[] columnSources = new int[targets.length];
        int[] sources = new int[targets.length];
        int[] next = columnBegins.clone();
        for (int i = 0; i < states; i++) {
            for (int part = rowBegins[i]; part < rowBegins[i + 1]; part++) {
                int at = next[targets[part]]++;
                columnParts[at] = part;
                columnSources[at] = i;
                sources[part] = i;
            }
        }
        return new Transitions(
                states,
                forbidsOthers,
                null,
                new BitSet(),
                rowBegins,
                sources,
                targets,
                columnBegins,
                columnParts,
                columnSources);
    }

    public int states() {
        return states;
    }

    /** Whether every pair without a part is forbidden. */
    public boolean forbidsOthers() {
        return forbidsOthers;
    }

    /** Whether some pairs without a part are forbidden, and others score 0. */
    public boolean forbidsSome() {
        return closedSources != null;
    }

    /** Whether all pairs without a part that leave state i are forbidden. */
    public boolean isClosedSource(int i) {
        return forbidsOthers || (closedSources != null && closedSources.get(i));
    }

    /** Whether all pairs without a part that enter state j are forbidden. */
    public boolean isClosedTarget(int j) {
        return forbidsOthers || (closedSources != null && closedTargets.get(j));
    }

    /** Whether the step from i to j may be taken. */
    public boolean allows(int i, int j) {
        return part(i, j) >= 0 || !(isClosedSource(i) || isClosedTarget(j));
    }

    /** How many pairs have a part. */
    public int parts() {
        return targets.length;
    }

    /** The first part that leaves state i. */
    public int rowBegin(int i) {
        return rowBegins[i];
    }

    /** The state that a part leaves. */
    public int source(int part) {
        return sources[part];
    }

    /** The state that a part leads to. */
    public int target(int part) {
        return targets[part];
    }

    /** The first position of column j in the order by columns. */
    public int columnBegin(int j) {
        return columnBegins[j];
    }

    /** The part at a position of the order by columns. */
    public int columnPart(int position) {
        return columnParts[position];
    }

    /** The state that the part at a position of the order by columns leaves. */
    public int columnSource(int position) {
        return columnSources[position];
    }

    /** The part of the step from i to j, or −1 when it has none. */
    public int part(int i, int j) {
        return Math.max(-1, Arrays.binarySearch(targets, rowBegins[i], rowBegins[i + 1], j));
    }
}
