package org.espalier.scoring;

import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Decides which attribute–state and state–state pairs of a plain chain get a weight: those that occur in the gold standard, or
 * all.
 *
 * <p>A position that allows several states counts for each of them; one that allows every state, for none.
 */
public final class ChainLayoutBuilder {
    private static final int STATE = 0;
    private static final int TRANSITION = 1;
    private static final int OBSERVED_TRANSITION = 2;

    private final int states;
    private final LayoutBuilder builder;

    /**
     * For so many states and attributes.
     *
     * @param sharedTransitions whether pairs of states have weights of their own
     */
    public ChainLayoutBuilder(int states, int attributes, int transitionAttributes, boolean sharedTransitions) {
        this.states = states;
        this.builder = new LayoutBuilder(
                ChainTopology.dense(states).families(),
                places -> places == Trellis.STATES ? attributes : transitionAttributes,
                family -> !family.isShared() || sharedTransitions);
    }

    /** Every attribute with every state, and every pair of states. */
    public ParameterLayout complete() {
        return builder.complete();
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
            counter.addAttributes(sequences.get(n), gold.get(n), 1);
        }
        gold.forEach(allowed -> counter.addPairs(allowed, 1));
        return counter.layout(older);
    }

    /** Counts what occurs, one sequence after the other; {@code minCount} is how often a pair must occur. */
    public Counter counter(int minCount) {
        return counter(LayoutBuilder.Choice.occurring(minCount));
    }

    /** Counts what occurs, one sequence after the other. */
    public Counter counter(LayoutBuilder.Choice choice) {
        return new Counter(builder.counter(choice), states);
    }

    /** Counts pairs in the gold standard. */
    public static final class Counter {
        private final LayoutBuilder.Counter counts;
        private final int states;

        /**
         * Counts into the families of a plain chain.
         *
         * @param counts has the {@linkplain ChainTopology families} of a plain chain
         */
        public Counter(LayoutBuilder.Counter counts, int states) {
            this.counts = counts;
            this.states = states;
        }

        /** The next sequence and what its gold standard allows. */
        public void add(EncodedSequence sequence, AllowedStates gold) {
            add(sequence, gold, 1);
        }

        /** The next sequence, what its gold standard allows, and what it weighs. */
        public void add(EncodedSequence sequence, AllowedStates gold, double weight) {
            addAttributes(sequence, gold, weight);
            addPairs(gold, weight);
        }

        private void addAttributes(EncodedSequence sequence, AllowedStates gold, double weight) {
            for (int t = 0; counts.counts(STATE) && t < sequence.length(); t++) {
                int only = gold.onlyState(t);
                if (only >= 0) {
                    counts.add(STATE, sequence.lists(Trellis.STATES), t, only, weight);
                } else {
                    for (int state : gold.alternatives(t)) {
                        counts.add(STATE, sequence.lists(Trellis.STATES), t, state, weight);
                    }
                }
            }
            for (int t : sequence.sites(Trellis.STEPS)) {
                for (int from : statesAt(gold, t - 1)) {
                    for (int to : statesAt(gold, t)) {
                        int pair = from * states + to;
                        counts.add(OBSERVED_TRANSITION, sequence.lists(Trellis.STEPS), t, pair, weight);
                    }
                }
            }
        }

        private void addPairs(AllowedStates gold, double weight) {
            for (int t = 1; t < gold.length(); t++) {
                int from = gold.onlyState(t - 1);
                int to = gold.onlyState(t);
                if (from >= 0 && to >= 0) {
                    counts.add(TRANSITION, from * states + to, weight);
                } else {
                    for (int one : statesAt(gold, t - 1)) {
                        for (int next : statesAt(gold, t)) {
                            counts.add(TRANSITION, one * states + next, weight);
                        }
                    }
                }
            }
        }

        /** The pairs that occurred often enough, and all those of an older layout, see {@link ChainLayoutBuilder#observed}. */
        public ParameterLayout layout(@Nullable ParameterLayout older) {
            int oldStates = older == null ? states : older.states();
            return counts.layout(older, (family, target) -> renumbered(target, oldStates, states));
        }
    }

    /** A pair i·S + j of an older layout is i·S′ + j in the newer one; a state j stays. */
    public static int renumbered(int target, int oldStates, int states) {
        return target / oldStates * states + target % oldStates;
    }

    private static int[] statesAt(AllowedStates gold, int t) {
        int only = gold.onlyState(t);
        return only >= 0 ? new int[] {only} : gold.alternatives(t);
    }
}
