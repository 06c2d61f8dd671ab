package org.espalier.structure.chain;

import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of a chain whose states are not labels: for every position the labels that the gold standard allows.
 *
 * <p>A state is allowed where its label is, and a position costs when its label is not allowed, whichever state has it. So errors
 * are wrong labels also where one wrong label changes several states, as in {@link Histories}. Immutable.
 */
final class AllowedLabels implements Supervision<Trellis> {
    private final StateMap map;
    private final AllowedStates labels;
    private final int @Nullable [] only; // the states of the only allowed path, where it is known that there is one

    private AllowedLabels(StateMap map, AllowedStates labels, int @Nullable [] only) {
        this.map = map;
        this.labels = labels;
        this.only = only;
    }

    /** All paths whose labels are allowed. */
    public static AllowedLabels of(StateMap map, AllowedStates labels) {
        return new AllowedLabels(map, labels, null);
    }

    /**
     * The only path with these labels.
     *
     * @param states its states; no other path has the same labels
     */
    static AllowedLabels path(StateMap map, AllowedStates labels, int[] states) {
        return new AllowedLabels(map, labels, states);
    }

    @Override
    public void requireFit(Trellis trellis) {
        labels.requireFit(trellis);
        if (trellis.states() != map.states()) {
            throw new IllegalArgumentException(
                    "supervision of " + map.states() + " states for a chain of " + trellis.states() + " states");
        }
    }

    /** The label of the k-th state part of a position. */
    private int label(Trellis trellis, int k) {
        return trellis.stateMap() == null ? map.label(k) : k;
    }

    @Override
    public boolean isSingle() {
        return only != null;
    }

    @Override
    public Output single(Trellis trellis) {
        if (only == null) {
            throw new IllegalStateException("more than one output may be allowed");
        }
        return new Path(trellis, only);
    }

    /** A position costs when its label is not allowed: the Hamming distance of the labels. */
    @Override
    public void addCost(Trellis trellis, double cost, double[] scores) {
        for (int t = 0; t < trellis.length(); t++) {
            int offset = trellis.stateOffset(t);
            for (int k = 0; k < trellis.stateParts(); k++) {
                if (!labels.allows(t, label(trellis, k))) {
                    scores[offset + k] += cost;
                }
            }
        }
    }

    @Override
    public int errors(Trellis trellis, Output output) {
        int[] path = ((Path) output).states();
        int errors = 0;
        for (int t = 0; t < path.length; t++) {
            errors += labels.allows(t, map.label(path[t])) ? 0 : 1;
        }
        return errors;
    }

    @Override
    public void forbid(Trellis trellis, double[] scores) {
        for (int t = 0; t < trellis.length(); t++) {
            int offset = trellis.stateOffset(t);
            for (int k = 0; k < trellis.stateParts(); k++) {
                if (!labels.allows(t, label(trellis, k))) {
                    scores[offset + k] = Double.NEGATIVE_INFINITY;
                }
            }
        }
    }
}
