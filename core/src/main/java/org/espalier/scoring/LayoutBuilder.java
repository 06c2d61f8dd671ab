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
        FeatureLists stateFeatures =
                collect(attributes, states, minCount, sink -> statePairs(sequences, gold, sink), sink -> {
                    if (older != null) {
                        pairs(older.stateFeatures(), older.states(), states, sink);
                    }
                });
        FeatureLists transitionFeatures = collect(
                transitionAttributes,
                states * states,
                minCount,
                sink -> transitionPairs(sequences, gold, sink),
                sink -> {
                    if (older != null) {
                        arcs(older, sink);
                    }
                });
        return new ParameterLayout(states, stateFeatures, shared(gold, minCount, older), transitionFeatures);
    }

    private interface PairSink {
        void pair(int attribute, int target);
    }

    private interface PairSource {
        void forEach(PairSink sink);
    }

    private static void statePairs(List<EncodedSequence> sequences, List<AllowedStates> gold, PairSink sink) {
        for (int n = 0; n < sequences.size(); n++) {
            EncodedSequence sequence = sequences.get(n);
            for (int t = 0; t < sequence.length(); t++) {
                for (int state : statesAt(gold.get(n), t)) {
                    for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                        sink.pair(sequence.attribute(k), state);
                    }
                }
            }
        }
    }

    private void transitionPairs(List<EncodedSequence> sequences, List<AllowedStates> gold, PairSink sink) {
        for (int n = 0; n < sequences.size(); n++) {
            EncodedSequence sequence = sequences.get(n);
            for (int t : sequence.transitionPositions()) {
                for (int from : statesAt(gold.get(n), t - 1)) {
                    for (int to : statesAt(gold.get(n), t)) {
                        for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                            sink.pair(sequence.transitionAttribute(k), from * states + to);
                        }
                    }
                }
            }
        }
    }

    private static int[] statesAt(AllowedStates gold, int t) {
        int only = gold.onlyState(t);
        return only >= 0 ? new int[] {only} : gold.alternatives(t);
    }

    private static void pairs(FeatureLists lists, int oldWidth, int newWidth, PairSink sink) {
        for (int a = 0; a < lists.attributes(); a++) {
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                int target = lists.target(a, f);
                sink.pair(a, target / oldWidth * newWidth + target % oldWidth);
            }
        }
    }

    /** A pair i·S + j of the older layout is i·S′ + j here. */
    private void arcs(ParameterLayout older, PairSink sink) {
        pairs(older.transitionFeatures(), older.states(), states, sink);
    }

    private int[] shared(List<AllowedStates> gold, int minCount, @Nullable ParameterLayout older) {
        int needed = Math.max(1, minCount);
        int[] counts = new int[states * states];
        for (AllowedStates path : gold) {
            for (int t = 1; t < path.length(); t++) {
                for (int from : statesAt(path, t - 1)) {
                    for (int to : statesAt(path, t)) {
                        counts[from * states + to]++;
                    }
                }
            }
        }
        if (older != null) {
            for (int arc = 0; arc < older.sharedFeatures().length; arc++) {
                if (older.sharedFeatures()[arc] >= 0) {
                    counts[arc / older.states() * states + arc % older.states()] = needed;
                }
            }
        }
        int[] features = new int[states * states];
        int next = 0;
        for (int arc = 0; arc < features.length; arc++) {
            features[arc] = sharedTransitions && counts[arc] >= needed ? next++ : -1;
        }
        return features;
    }

    /** Counting sort by attribute, then by target within it; pairs of {@code always} are kept however rare. */
    private static FeatureLists collect(
            int attributes, int targetCount, int minCount, PairSource observed, PairSource always) {
        long[] sizes = new long[attributes + 1];
        PairSink counter = (attribute, target) -> sizes[attribute + 1]++;
        observed.forEach(counter);
        int repeats = Math.max(1, minCount);
        always.forEach((attribute, target) -> sizes[attribute + 1] += repeats);
        for (int a = 0; a < attributes; a++) {
            sizes[a + 1] += sizes[a];
        }
        if (sizes[attributes] > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(sizes[attributes]
                    + " occurrences of attributes are more than one layout holds; use fewer attributes per token");
        }
        int[] next = new int[attributes];
        Arrays.setAll(next, a -> (int) sizes[a]);
        int[] found = new int[(int) sizes[attributes]];
        observed.forEach((attribute, target) -> found[next[attribute]++] = target);
        always.forEach((attribute, target) -> {
            for (int r = 0; r < repeats; r++) {
                found[next[attribute]++] = target;
            }
        });
        int[] offsets = new int[attributes + 1];
        int kept = 0;
        for (int a = 0; a < attributes; a++) {
            int begin = (int) sizes[a];
            int end = (int) sizes[a + 1];
            Arrays.sort(found, begin, end);
            for (int run = begin; run < end; ) {
                int after = run + 1;
                while (after < end && found[after] == found[run]) {
                    after++;
                }
                if (after - run >= repeats) {
                    found[kept++] = found[run];
                }
                run = after;
            }
            offsets[a + 1] = kept;
        }
        return new FeatureLists(targetCount, offsets, Arrays.copyOf(found, kept));
    }
}
