package org.espalier.structure.chain;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which label each state of a chain stands for.
 *
 * <p>In the plain chain the states are the labels. In a latent-dynamic model every label has several substates of its own, which
 * the data do not tell apart: the probability of a label is the sum over its substates. Immutable.
 */
public final class StateMap {
    private final int labels;
    private final int[] labelOf; // [S]
    private final int[][] statesOf; // [labels]: ascending
    private final boolean identity;

    private StateMap(int labels, int[] labelOf) {
        this.labels = labels;
        this.labelOf = labelOf;
        int[] counts = new int[labels];
        boolean same = labels == labelOf.length;
        for (int s = 0; s < labelOf.length; s++) {
            if (labelOf[s] < 0 || labelOf[s] >= labels) {
                throw new IllegalArgumentException("state " + s + " stands for label " + labelOf[s] + " of " + labels);
            }
            counts[labelOf[s]]++;
            same &= labelOf[s] == s;
        }
        this.identity = same;
        this.statesOf = new int[labels][];
        for (int label = 0; label < labels; label++) {
            if (counts[label] == 0) {
                throw new IllegalArgumentException("no state stands for label " + label);
            }
            statesOf[label] = new int[counts[label]];
        }
        Arrays.fill(counts, 0);
        for (int s = 0; s < labelOf.length; s++) {
            statesOf[labelOf[s]][counts[labelOf[s]]++] = s;
        }
    }

    /** Every label is a state. */
    public static StateMap identity(int labels) {
        int[] map = new int[labels];
        Arrays.setAll(map, s -> s);
        return new StateMap(labels, map);
    }

    /** Every label has so many states of its own: those of label y are y·count … y·count + count − 1. */
    public static StateMap substates(int labels, int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " hidden states per label; expected at least 1");
        }
        int[] map = new int[Math.multiplyExact(labels, count)];
        Arrays.setAll(map, s -> s / count);
        return new StateMap(labels, map);
    }

    /**
     * Any map.
     *
     * @param labelOf the label of each state; every label has at least one // [S]
     */
    public static StateMap of(int labels, int[] labelOf) {
        return new StateMap(labels, labelOf.clone());
    }

    public int labels() {
        return labels;
    }

    public int states() {
        return labelOf.length;
    }

    /** Whether state s is label s, for all of them. */
    public boolean isIdentity() {
        return identity;
    }

    /** The label that a state stands for. */
    public int label(int state) {
        return labelOf[state];
    }

    /** The label of every state // [S]. */
    public int[] labelsOfStates() {
        return labelOf.clone();
    }

    /** Which of its label's states this is, from 0. */
    public int rank(int state) {
        return Arrays.binarySearch(statesOf[labelOf[state]], state);
    }

    /** The states that the labels allow: wherever a label is allowed, all its states are. */
    public AllowedStates states(AllowedStates allowed) {
        if (identity) {
            return allowed;
        }
        int[] @Nullable [] sets = new int[allowed.length()] @Nullable [];
        for (int t = 0; t < sets.length; t++) {
            int only = allowed.onlyState(t);
            if (only >= 0) {
                sets[t] = statesOf[only];
            } else if (allowed.alternatives(t).length > 0) {
                sets[t] = Arrays.stream(allowed.alternatives(t))
                        .flatMap(label -> Arrays.stream(statesOf[label]))
                        .toArray();
            }
        }
        return AllowedStates.ofSorted(sets);
    }

    /** The labels of the states of a path. */
    public int[] labels(int[] states, int length) {
        int[] path = new int[length];
        for (int t = 0; t < length; t++) {
            path[t] = labelOf[states[t]];
        }
        return path;
    }

    /** Adds up the numbers of the states of each label: p(label) = Σ p(state). */
    public double[] sum(double[] numbers, int offset) {
        double[] sums = new double[labels];
        for (int s = 0; s < labelOf.length; s++) {
            sums[labelOf[s]] += numbers[offset + s];
        }
        return sums;
    }
}
