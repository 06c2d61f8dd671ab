package org.espalier.structure.chain;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of one chain: for every position the set of states that the gold standard allows.
 *
 * <p>One state everywhere is a fully labelled sequence; all states is an unlabelled position; anything between is a
 * partial label. The loss is log Z(all paths) − log Z(allowed paths), whatever the sets are.
 */
public final class AllowedStates implements Supervision<Trellis> {
    /** The set of all states. */
    public static final int ANY = -1;

    private static final int[][] NO_SETS = {};

    private final int[] states; // [T]: the only allowed state, or ANY, or −2−k for sets[k]
    private final int[][] sets;

    private AllowedStates(int[] states, int[][] sets) {
        this.states = states;
        this.sets = sets;
    }

    /** One allowed state per position. */
    public static AllowedStates path(int... states) {
        checkStates(states);
        return new AllowedStates(states.clone(), NO_SETS);
    }

    private static void checkStates(int[] states) {
        for (int state : states) {
            if (state < 0) {
                throw new IllegalArgumentException("state " + state + "; expected a number from 0");
            }
        }
    }

    /** The allowed states of each position, in any order; null for all of them. */
    public static AllowedStates of(int[] @Nullable [] allowed) {
        int[] @Nullable [] sorted = new int[allowed.length] @Nullable [];
        for (int t = 0; t < allowed.length; t++) {
            int[] set = allowed[t];
            if (set != null) {
                checkStates(set);
                sorted[t] = Arrays.stream(set).sorted().distinct().toArray();
            }
        }
        return ofSorted(sorted);
    }

    /** The same of sets that are ascending and not to be changed. */
    static AllowedStates ofSorted(int[] @Nullable [] allowed) {
        int[] states = new int[allowed.length];
        int[][] sets = new int[allowed.length][];
        int count = 0;
        for (int t = 0; t < allowed.length; t++) {
            int[] set = allowed[t];
            if (set == null) {
                states[t] = ANY;
                continue;
            }
            if (set.length == 0) {
                throw new IllegalArgumentException("no state is allowed at position " + t);
            } else if (set.length == 1) {
                states[t] = set[0];
            } else {
                states[t] = -2 - count;
                sets[count++] = set;
            }
        }
        return new AllowedStates(states, Arrays.copyOf(sets, count));
    }

    public int length() {
        return states.length;
    }

    @Override
    public void requireFit(Trellis trellis) {
        if (states.length != trellis.length()) {
            throw new IllegalArgumentException(
                    "supervision of length " + states.length + " for a sequence of length " + trellis.length());
        }
    }

    @Override
    public boolean isSingle() {
        return isPath();
    }

    @Override
    public Output single(Trellis trellis) {
        return new Path(trellis, onlyPath());
    }

    /** A position costs when its state is not allowed: the Hamming distance to the allowed states. */
    @Override
    public void addCost(Trellis trellis, double cost, double[] scores) {
        requireOwnParts(trellis);
        for (int t = 0; t < trellis.length(); t++) {
            int offset = trellis.stateOffset(t);
            for (int s = 0; s < trellis.states(); s++) {
                if (!allows(t, s)) {
                    scores[offset + s] += cost;
                }
            }
        }
    }

    @Override
    public int errors(Trellis trellis, Output output) {
        int[] path = ((Path) output).states();
        int errors = 0;
        for (int t = 0; t < path.length; t++) {
            errors += allows(t, path[t]) ? 0 : 1;
        }
        return errors;
    }

    private static void requireOwnParts(Trellis trellis) {
        if (trellis.stateMap() != null) {
            throw new IllegalArgumentException("states share parts, so one state cannot be told from another;"
                    + " ask the histories what labels say of them");
        }
    }

    /** Whether every position allows exactly one state. */
    public boolean isPath() {
        for (int state : states) {
            if (state < 0) {
                return false;
            }
        }
        return true;
    }

    /** The only path, when {@link #isPath()}; not to be changed. */
    public int[] onlyPath() {
        assert isPath();
        return states;
    }

    /** The only state allowed at t, or −1 when there are several. */
    public int onlyState(int t) {
        return Math.max(states[t], -1);
    }

    /** The several states allowed at t, or an empty array when there is one, or when all are allowed. */
    public int[] alternatives(int t) {
        return states[t] <= -2 ? sets[-2 - states[t]] : new int[0];
    }

    public boolean allows(int t, int state) {
        int only = states[t];
        return only == ANY || only == state || (only <= -2 && Arrays.binarySearch(sets[-2 - only], state) >= 0);
    }

    @Override
    public void forbid(Trellis trellis, double[] scores) {
        requireOwnParts(trellis);
        for (int t = 0; t < states.length; t++) {
            int offset = trellis.stateOffset(t);
            for (int s = 0; s < trellis.states(); s++) {
                if (!allows(t, s)) {
                    scores[offset + s] = Double.NEGATIVE_INFINITY;
                }
            }
        }
    }
}
