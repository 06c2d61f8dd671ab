package org.espalier.scoring;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * All weight vectors w<sub>0</sub>, w<sub>1</sub>, … of a run of mistakes, each with as many votes c<sub>v</sub> as visits it
 * had survived. Kept is how each weight became what it is:
 *
 * <pre>
 *   w_v(place) = Σ changes[e]   over the entries e of the place with steps[e] ≤ v
 * </pre>
 *
 * so that memory is that of the features in which gold standard and prediction differed, and the vectors by which the score of
 * a sequence changes are found from its own features. Immutable.
 */
public final class VotedWeights {
    private final int[] survived; // c // [V]
    private final long[] before; // votes of the vectors before v // [V + 1]
    private final int[] offsets; // [parameters + 1]
    private final int[] steps; // [E], ascending within a place
    private final double[] changes; // [E]

    private VotedWeights(int[] survived, long[] before, int[] offsets, int[] steps, double[] changes) {
        this.survived = survived;
        this.before = before;
        this.offsets = offsets;
        this.steps = steps;
        this.changes = changes;
    }

    /**
     * From the entries of every place.
     *
     * @param survived the votes of each vector, not negative, not all 0 // [V]
     * @param offsets where the entries of each place begin // [parameters + 1]
     * @param steps from which vector on an entry counts, ascending within a place // [E]
     * @param changes by how much the weight changes there, finite // [E]
     */
    public static VotedWeights of(int[] survived, int[] offsets, int[] steps, double[] changes) {
        long[] before = new long[survived.length + 1];
        for (int v = 0; v < survived.length; v++) {
            if (survived[v] < 0) {
                throw new IllegalArgumentException("a weight vector with " + survived[v] + " votes");
            }
            before[v + 1] = before[v] + survived[v];
        }
        if (before[survived.length] == 0) {
            throw new IllegalArgumentException("no weight vector has a vote; expected at least one vote");
        }
        if (steps.length != changes.length || offsets[0] != 0 || offsets[offsets.length - 1] != steps.length) {
            throw new IllegalArgumentException(steps.length + " steps, " + changes.length + " changes of "
                    + offsets[offsets.length - 1] + " entries");
        }
        for (int place = 0; place + 1 < offsets.length; place++) {
            check(place, offsets[place], offsets[place + 1], survived.length, steps, changes);
        }
        return new VotedWeights(survived, before, offsets, steps, changes);
    }

    private static void check(int place, int begin, int end, int vectors, int[] steps, double[] changes) {
        int previous = -1;
        double weight = 0;
        for (int e = begin; e < end; e++) {
            weight += changes[e];
            if (steps[e] <= previous || steps[e] >= vectors || !Double.isFinite(weight)) {
                throw new IllegalArgumentException(
                        "weight " + place + " becomes " + weight + " in step " + steps[e] + " of " + (vectors - 1));
            }
            previous = steps[e];
        }
    }

    /**
     * From what each step changed.
     *
     * @param start w₀ // [parameters]
     * @param survived the votes of each vector // [V]
     * @param begins where the changes of the step from w<sub>v</sub> to w<sub>v+1</sub> begin // [V]
     * @param places no place twice in a step // at least [begins[V − 1]]
     * @param changes of these places
     */
    public static VotedWeights ofSteps(double[] start, int[] survived, int[] begins, int[] places, double[] changes) {
        int[] offsets = new int[start.length + 1];
        int entries = begins[survived.length - 1];
        for (int k = 0; k < start.length; k++) {
            offsets[k + 1] = start[k] == 0 ? 0 : 1;
        }
        for (int e = 0; e < entries; e++) {
            offsets[places[e] + 1]++;
        }
        for (int k = 0; k < start.length; k++) {
            offsets[k + 1] = Math.addExact(offsets[k], offsets[k + 1]);
        }
        int[] next = offsets.clone();
        int[] steps = new int[offsets[start.length]];
        double[] sorted = new double[steps.length];
        for (int k = 0; k < start.length; k++) {
            if (start[k] != 0) {
                sorted[next[k]++] = start[k];
            }
        }
        for (int v = 0; v + 1 < survived.length; v++) {
            for (int e = begins[v]; e < begins[v + 1]; e++) {
                int at = next[places[e]]++;
                steps[at] = v + 1;
                sorted[at] = changes[e];
            }
        }
        return of(survived, offsets, steps, sorted);
    }

    /** How many weight vectors vote, w₀ among them even when it had no vote. */
    public int vectors() {
        return survived.length;
    }

    /** The votes of a vector. */
    public int survived(int vector) {
        return survived[vector];
    }

    /** The votes of all vectors. */
    public long total() {
        return before[survived.length];
    }

    /** The votes of the vectors before this one. */
    long before(int vector) {
        return before[vector];
    }

    /** The number of weights of a vector. */
    public int parameters() {
        return offsets.length - 1;
    }

    /** How many entries there are. */
    public int entries() {
        return steps.length;
    }

    /** The first entry of a place; that of the next place is where its entries end. */
    public int begin(int place) {
        return offsets[place];
    }

    /** From which vector on an entry counts. */
    public int step(int entry) {
        return steps[entry];
    }

    /** By how much the weight changes there. */
    public double change(int entry) {
        return changes[entry];
    }

    /** The places whose weight is not 0 in every vector, ascending. */
    public int[] places() {
        return IntStream.range(0, parameters())
                .filter(place -> offsets[place] < offsets[place + 1])
                .toArray();
    }

    /** The same for other weights: place k is now where {@code places[k]} was; the others must be without entries. */
    public VotedWeights at(int[] places) {
        int[] moved = new int[places.length + 1];
        int[] movedSteps = new int[steps.length];
        double[] movedChanges = new double[steps.length];
        for (int k = 0; k < places.length; k++) {
            int begin = offsets[places[k]];
            int count = offsets[places[k] + 1] - begin;
            System.arraycopy(steps, begin, movedSteps, moved[k], count);
            System.arraycopy(changes, begin, movedChanges, moved[k], count);
            moved[k + 1] = moved[k] + count;
        }
        return of(survived, moved, movedSteps, movedChanges);
    }

    /** One of the weight vectors // [parameters]. */
    public double[] vector(int v) {
        double[] weights = new double[parameters()];
        for (int place = 0; place < weights.length; place++) {
            for (int e = offsets[place]; e < offsets[place + 1] && steps[e] <= v; e++) {
                weights[place] += changes[e];
            }
        }
        return weights;
    }

    @Override
    public String toString() {
        return "a vote of " + survived.length + " weight vectors";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VotedWeights that
                && Arrays.equals(survived, that.survived)
                && Arrays.equals(offsets, that.offsets)
                && Arrays.equals(steps, that.steps)
                && Arrays.equals(changes, that.changes);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(survived) + Arrays.hashCode(changes);
    }
}
