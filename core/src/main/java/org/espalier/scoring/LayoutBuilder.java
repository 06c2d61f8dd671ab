package org.espalier.scoring;

import java.util.Arrays;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.AllowedStates;
import org.jspecify.annotations.Nullable;

/**
 * Decides which attribute–state and state–state pairs get a weight: those that occur in the gold standard, or all.
 *
 * <p>A position that allows several states counts for each of them; one that allows every state, for none.
 */
public final class LayoutBuilder {
    private final int states;
    private final int attributes;
    private final int transitionAttributes;
    private final boolean sharedTransitions;

    /**
     * For so many states and attributes.
     *
     * @param sharedTransitions whether pairs of states have weights of their own
     */
    public LayoutBuilder(int states, int attributes, int transitionAttributes, boolean sharedTransitions) {
        this.states = states;
        this.attributes = attributes;
        this.transitionAttributes = transitionAttributes;
        this.sharedTransitions = sharedTransitions;
    }

    /** Every attribute with every state, and every pair of states. */
    public ParameterLayout complete() {
        int[] shared = new int[states * states];
        Arrays.setAll(shared, arc -> sharedTransitions ? arc : -1);
        return new ParameterLayout(
                states,
                FeatureLists.complete(attributes, states),
                shared,
                FeatureLists.complete(transitionAttributes, states * states));
    }

    /**
     * The pairs that occur at least {@code minCount} times, and all those of an older layout.
     *
     * @param older a layout whose attributes and states have the same numbers in this one, or null
     */
    public ParameterLayout observed(
            List<EncodedSequence> sequences, List<AllowedStates> gold, int minCount, @Nullable ParameterLayout older) {
        Counter counter = counter(minCount);
        for (int n = 0; n < sequences.size(); n++) {
            counter.addAttributes(sequences.get(n), gold.get(n));
        }
        gold.forEach(counter::addPairs);
        return counter.layout(older);
    }

    /** Counts what occurs, one sequence after the other; {@code minCount} is how often a pair must occur. */
    public Counter counter(int minCount) {
        return new Counter(minCount);
    }

    /** Counts pairs in the gold standard. */
    public final class Counter {
        private final int needed;
        private final PairCounts stateCounts;
        private final PairCounts transitionCounts;
        private final int[] pairCounts = new int[states * states]; // [S][S]

        private Counter(int minCount) {
            this.needed = Math.max(1, minCount);
            this.stateCounts = PairCounts.of(attributes, states, needed);
            this.transitionCounts = PairCounts.of(transitionAttributes, states * states, needed);
        }

        /** The next sequence and what its gold standard allows. */
        public void add(EncodedSequence sequence, AllowedStates gold) {
            addAttributes(sequence, gold);
            addPairs(gold);
        }

        private void addAttributes(EncodedSequence sequence, AllowedStates gold) {
            int[] numbers = sequence.attributes();
            for (int t = 0; t < sequence.length(); t++) {
                int only = gold.onlyState(t);
                if (only >= 0) {
                    stateCounts.add(numbers, sequence.begin(t), sequence.begin(t + 1), only);
                } else {
                    for (int state : gold.alternatives(t)) {
                        stateCounts.add(numbers, sequence.begin(t), sequence.begin(t + 1), state);
                    }
                }
            }
            for (int t : sequence.transitionPositions()) {
                int[] steps = new int[sequence.transitionBegin(t + 1) - sequence.transitionBegin(t)];
                Arrays.setAll(steps, k -> sequence.transitionAttribute(sequence.transitionBegin(t) + k));
                for (int from : statesAt(gold, t - 1)) {
                    for (int to : statesAt(gold, t)) {
                        transitionCounts.add(steps, 0, steps.length, from * states + to);
                    }
                }
            }
        }

        private void addPairs(AllowedStates gold) {
            for (int t = 1; t < gold.length(); t++) {
                int from = gold.onlyState(t - 1);
                int to = gold.onlyState(t);
                if (from >= 0 && to >= 0) {
                    pairCounts[from * states + to]++;
                } else {
                    for (int one : statesAt(gold, t - 1)) {
                        for (int next : statesAt(gold, t)) {
                            pairCounts[one * states + next]++;
                        }
                    }
                }
            }
        }

        /** The pairs that occurred often enough, and all those of an older layout, see {@link LayoutBuilder#observed}. */
        public ParameterLayout layout(@Nullable ParameterLayout older) {
            if (older != null) {
                keep(older.stateFeatures(), older.states(), stateCounts);
                keep(older.transitionFeatures(), older.states(), transitionCounts);
                for (int arc = 0; arc < older.sharedFeatures().length; arc++) {
                    if (older.sharedFeatures()[arc] >= 0) {
                        pairCounts[renumbered(arc, older.states())] = needed;
                    }
                }
            }
            int[] shared = new int[states * states];
            int next = 0;
            for (int arc = 0; arc < shared.length; arc++) {
                shared[arc] = sharedTransitions && pairCounts[arc] >= needed ? next++ : -1;
            }
            return new ParameterLayout(states, stateCounts.build(), shared, transitionCounts.build());
        }

        private void keep(FeatureLists lists, int oldStates, PairCounts counts) {
            for (int a = 0; a < lists.attributes(); a++) {
                for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                    counts.keep(a, renumbered(lists.target(a, f), oldStates));
                }
            }
        }

        /** A pair i·S + j of the older layout is i·S′ + j here; a state j stays. */
        private int renumbered(int target, int oldStates) {
            return target / oldStates * states + target % oldStates;
        }
    }

    private static int[] statesAt(AllowedStates gold, int t) {
        int only = gold.onlyState(t);
        return only >= 0 ? new int[] {only} : gold.alternatives(t);
    }
}
