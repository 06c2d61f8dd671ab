package org.espalier.scoring;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
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
            counter.addAttributes(sequences.get(n), gold.get(n), 1);
        }
        gold.forEach(allowed -> counter.addPairs(allowed, 1));
        return counter.layout(older);
    }

    /** Counts what occurs, one sequence after the other; {@code minCount} is how often a pair must occur. */
    public Counter counter(int minCount) {
        return new Counter(Choice.occurring(minCount));
    }

    /** Counts what occurs, one sequence after the other. */
    public Counter counter(Choice choice) {
        return new Counter(choice);
    }

    /**
     * Which pairs get a weight.
     *
     * @param needed how often a pair must occur, or the sum of value · weight that its occurrences must have
     * @param summed whether it is a sum
     * @param allStates whether pairs of attribute and state that do not occur count as well, with the sum 0
     * @param allTransitions the same for pairs of states
     */
    public record Choice(double needed, boolean summed, boolean allStates, boolean allTransitions) {

        /** Pairs that occur so often, at least once. */
        public static Choice occurring(int minCount) {
            return new Choice(Math.max(1, minCount), false, false, false);
        }

        /** Whether all are wanted, however often and with whatever sum they occur. */
        private boolean isComplete(boolean all) {
            return all && !summed;
        }
    }

    /** Counts pairs in the gold standard. */
    public final class Counter {
        private final Choice choice;
        private final PairCounts stateCounts;
        private final PairCounts transitionCounts;
        private final double[] pairSums = new double[states * states]; // [S][S]: NaN for a pair that does not occur

        private Counter(Choice choice) {
            this.choice = choice;
            this.stateCounts = counts(attributes, states);
            this.transitionCounts = counts(transitionAttributes, states * states);
            Arrays.fill(pairSums, choice.allTransitions ? 0 : Double.NaN);
        }

        private PairCounts counts(int sources, int targets) {
            return choice.summed
                    ? PairCounts.ofSums(sources, targets, choice.needed)
                    : PairCounts.of(sources, targets, (int) choice.needed);
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
            if (choice.isComplete(choice.allStates) && sequence.sites(Trellis.STEPS).length == 0) {
                return;
            }
            double counted = choice.summed ? weight : 1;
            int[] numbers = sequence.attributes();
            double @Nullable [] values = choice.summed ? sequence.values() : null;
            for (int t = 0; t < sequence.length(); t++) {
                int only = gold.onlyState(t);
                if (only >= 0) {
                    stateCounts.add(numbers, values, sequence.begin(t), sequence.begin(t + 1), only, counted);
                } else {
                    for (int state : gold.alternatives(t)) {
                        stateCounts.add(numbers, values, sequence.begin(t), sequence.begin(t + 1), state, counted);
                    }
                }
            }
            for (int t : sequence.sites(Trellis.STEPS)) {
                int[] steps = new int[sequence.transitionBegin(t + 1) - sequence.transitionBegin(t)];
                double[] stepValues = new double[steps.length];
                Arrays.setAll(steps, k -> sequence.transitionAttribute(sequence.transitionBegin(t) + k));
                Arrays.setAll(
                        stepValues, k -> choice.summed ? sequence.transitionValue(sequence.transitionBegin(t) + k) : 1);
                for (int from : statesAt(gold, t - 1)) {
                    for (int to : statesAt(gold, t)) {
                        transitionCounts.add(steps, stepValues, 0, steps.length, from * states + to, counted);
                    }
                }
            }
        }

        private void addPairs(AllowedStates gold, double weight) {
            double counted = choice.summed ? weight : 1;
            for (int t = 1; t < gold.length(); t++) {
                int from = gold.onlyState(t - 1);
                int to = gold.onlyState(t);
                if (from >= 0 && to >= 0) {
                    addPair(from, to, counted);
                } else {
                    for (int one : statesAt(gold, t - 1)) {
                        for (int next : statesAt(gold, t)) {
                            addPair(one, next, counted);
                        }
                    }
                }
            }
        }

        private void addPair(int from, int to, double counted) {
            double before = pairSums[from * states + to];
            pairSums[from * states + to] = (Double.isNaN(before) ? 0 : before) + counted;
        }

        /** The pairs that occurred often enough, and all those of an older layout, see {@link LayoutBuilder#observed}. */
        public ParameterLayout layout(@Nullable ParameterLayout older) {
            if (older != null) {
                keep(older.stateFeatures(), older.states(), stateCounts);
                keep(older.transitionFeatures(), older.states(), transitionCounts);
                for (int arc = 0; arc < older.sharedFeatures().length; arc++) {
                    if (older.sharedFeatures()[arc] >= 0) {
                        pairSums[renumbered(arc, older.states())] = Double.POSITIVE_INFINITY;
                    }
                }
            }
            int[] shared = new int[states * states];
            int next = 0;
            for (int arc = 0; arc < shared.length; arc++) {
                boolean kept = choice.isComplete(choice.allTransitions) || pairSums[arc] >= choice.needed;
                shared[arc] = sharedTransitions && kept ? next++ : -1;
            }
            return new ParameterLayout(states, stateFeatures(), shared, transitionCounts.build());
        }

        private FeatureLists stateFeatures() {
            if (choice.isComplete(choice.allStates)) {
                return FeatureLists.complete(attributes, states);
            }
            if (choice.allStates) {
                int[] every = IntStream.range(0, attributes).toArray();
                for (int state = 0; state < states; state++) {
                    stateCounts.add(every, null, 0, every.length, state, 0);
                }
            }
            return stateCounts.build();
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
