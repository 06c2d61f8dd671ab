package org.espalier.structure.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * The states of a chain of order k: the last labels, at most k of them.
 *
 * <p>The state of position t is the history y<sub>t−k+1</sub> … y<sub>t</sub>. Near the beginning it is shorter: at position 0 it is one
 * label, so a state also knows that it is among the first. A step appends a label and drops the oldest when there are more than k. Every sequence
 * of labels has at most one path of states; it has none when one of its histories is missing.
 *
 * <p>Two labels a and b, order 2:
 *
 * <pre>
 *   state   0: a     1: b     2: aa    3: ab    4: ba    5: bb
 *   steps   a → aa, ab     b → ba, bb     aa → aa, ab     ab → ba, bb     ba → aa, ab     bb → ba, bb
 *   begin   a, b           the labels a b b have the path  a, ab, bb
 * </pre>
 *
 * <p>Histories are {@linkplain #all all} that there are, or those that {@linkplain #occurring occur}: all label n-grams of the training data up to
 * n = k, each of which may also begin a sequence. The outputs are then the label sequences all of whose n-grams up to n = k occur. A pass costs
 * O(T · steps), memory is O(steps).
 *
 * <p>A state scores what its last label scores, so the states that end alike share one part per position. Weights of steps are tied. Parts of all orders add up to the score of a step:
 *
 * <pre>
 *   state                   at positions        targets: labels
 *   transition              shared              targets: pairs of labels
 *   transition-m            shared, m = 2 … k   targets: (m+1)-tuples of labels that exist; steps whose history has m labels or more
 *   observed-transition     at steps            targets: pairs of labels
 *   observed-transition-m   at steps            targets: those of transition-m
 * </pre>
 *
 * <p>Inside, the histories are a trie in level order: shorter ones first, then in the order of their labels; those that extend a history by
 * one label stand side by side. Immutable.
 */
public final class Histories {
    /** The longest histories that there can be. */
    public static final int LONGEST = 5;

    private static final int ROOT = -1;
    private static final int MOST_STEPS = 1 << 26;

    private final int order; // k
    private final int[] lastLabels; // [S]
    private final int[]
            childBegins; // [S+1]: history s with one more label is state childBegins[s] … childBegins[s+1] − 1
    private final int[] suffixes; // [S]: the same history without its oldest label; ROOT when nothing is left
    private final int[] parents; // [S]: the same history without its last label; ROOT when nothing is left
    private final int[] levelBegins; // [k+2]: histories of m labels are levelBegins[m] … levelBegins[m+1] − 1
    private final StateMap map;
    private final Transitions transitions;

    private Histories(int labels, int order, int[] lastLabels, int[] childCounts) {
        int states = lastLabels.length;
        this.order = order;
        this.lastLabels = lastLabels;
        this.map = StateMap.of(labels, lastLabels);
        this.childBegins = new int[states + 1];
        this.parents = new int[states];
        Arrays.fill(parents, 0, Math.min(labels, states), ROOT);
        childBegins[0] = labels;
        for (int s = 0; s < states; s++) {
            childBegins[s + 1] = childBegins[s] + childCounts[s];
            if (childCounts[s] < 0 || childBegins[s + 1] > states || (childCounts[s] > 0 && childBegins[s] <= s)) {
                throw broken(s);
            }
            Arrays.fill(parents, childBegins[s], childBegins[s + 1], s);
        }
        if (childBegins[states] != states) {
            throw broken(states);
        }
        this.levelBegins = levels(labels);
        requireRisingLabels(labels);
        this.suffixes = new int[states];
        for (int s = 0; s < states; s++) {
            suffixes[s] = parents[s] == ROOT ? ROOT : child(suffixes[parents[s]], lastLabels[s]);
            if (suffixes[s] < 0 && parents[s] != ROOT) {
                throw broken(s);
            }
        }
        this.transitions = transitions();
    }

    private static IllegalArgumentException broken(int state) {
        return new IllegalArgumentException(
                "the histories are not a trie of histories in level order, at state " + state);
    }

    private int[] levels(int labels) {
        int[] begins = new int[order + 2];
        begins[2] = labels;
        for (int length = 2; length <= order; length++) {
            begins[length + 1] = childBegins[begins[length]];
        }
        if (begins[order + 1] != lastLabels.length) {
            throw broken(begins[order + 1]);
        }
        return begins;
    }

    private void requireRisingLabels(int labels) {
        for (int s = 0; s < lastLabels.length; s++) {
            boolean isFirst = s == 0 || parents[s] != parents[s - 1];
            if (s < labels ? lastLabels[s] != s : !isFirst && lastLabels[s] <= lastLabels[s - 1]) {
                throw broken(s);
            }
        }
    }

    /** All histories of up to k labels: L + L² + … + L<sup>k</sup> states. */
    public static Histories all(int labels, int order) {
        requireOrder(labels, order);
        long states = 0;
        long longest = 1;
        for (int length = 1; length <= order; length++) {
            longest *= labels;
            states += longest;
            if (states * labels > MOST_STEPS) {
                throw new IllegalArgumentException("all histories of " + order + " of " + labels
                        + " labels are too many; take those that occur, or a lower order");
            }
        }
        int[] lastLabels = new int[(int) states];
        Arrays.setAll(lastLabels, s -> s % labels); // every level is a multiple of the labels long
        int[] childCounts = new int[(int) states];
        Arrays.fill(childCounts, 0, (int) (states - longest), labels);
        return new Histories(labels, order, lastLabels, childCounts);
    }

    /** Collects the histories that occur. */
    public static Builder occurring(int labels, int order) {
        requireOrder(labels, order);
        return new Builder(labels, order);
    }

    private static void requireOrder(int labels, int order) {
        if (order < 1 || order > LONGEST || labels < 1) {
            throw new IllegalArgumentException("order " + order + " of " + labels
                    + " labels; expected an order from 1 to " + LONGEST + " and at least one label");
        }
    }

    /**
     * The histories that were given by {@link #lastLabels} and {@link #childCounts}, as a model file keeps them.
     *
     * @throws IllegalArgumentException when they are not such
     */
    public static Histories of(int labels, int order, int[] lastLabels, int[] childCounts) {
        requireOrder(labels, order);
        if (lastLabels.length < labels || childCounts.length != lastLabels.length) {
            throw broken(lastLabels.length);
        }
        return new Histories(labels, order, lastLabels.clone(), childCounts);
    }

    /** Takes the gold standard, one sequence after the other, and gives the histories that occur in it. */
    public static final class Builder {
        private final int labels;
        private final int order;
        private final Map<Long, Integer> nodes = new HashMap<>(); // node · L + label → node; the root is 0
        private int count = 1;

        private Builder(int labels, int order) {
            this.labels = labels;
            this.order = order;
            for (int label = 0; label < labels; label++) {
                node(0, label); // every label may begin
            }
        }

        private int node(int from, int label) {
            Integer found = nodes.putIfAbsent((long) from * labels + label, count);
            return found == null ? count++ : found;
        }

        /**
         * The labels of the next sequence. Where several are allowed, all histories with them occur; where all are, none does.
         *
         * @return this
         */
        public Builder add(AllowedStates gold) {
            for (int t = 0; t < gold.length(); t++) {
                add(gold, t, Math.min(gold.length(), t + order), 0);
            }
            return this;
        }

        private void add(AllowedStates gold, int t, int end, int node) {
            if (t == end) {
                return;
            }
            int only = gold.onlyState(t);
            if (only >= 0) {
                add(gold, t + 1, end, node(node, only));
                return;
            }
            for (int label : gold.alternatives(t)) {
                add(gold, t + 1, end, node(node, label));
            }
        }

        public Histories build() {
            long[] keys = nodes.keySet().stream().mapToLong(key -> key).sorted().toArray();
            int[] begins = new int[count + 1]; // [nodes + 1]: the keys of each node's children
            for (long key : keys) {
                begins[(int) (key / labels) + 1]++;
            }
            for (int node = 0; node < count; node++) {
                begins[node + 1] += begins[node];
            }
            int[] inOrder = new int[count]; // the nodes in level order, the root first
            int[] lastLabels = new int[count - 1];
            int[] childCounts = new int[count - 1];
            int found = 1;
            for (int n = 0; n < count; n++) {
                int node = inOrder[n];
                for (int k = begins[node]; k < begins[node + 1]; k++) {
                    lastLabels[found - 1] = (int) (keys[k] % labels);
                    inOrder[found++] = nodes.getOrDefault(keys[k], 0);
                }
                if (n > 0) {
                    childCounts[n - 1] = begins[node + 1] - begins[node];
                }
            }
            return new Histories(labels, order, lastLabels, childCounts);
        }
    }

    private Transitions transitions() {
        int states = lastLabels.length;
        int[][] targets = new int[states][];
        long steps = 0;
        for (int s = 0; s < states; s++) {
            int from = extended(s);
            targets[s] = IntStream.range(childBegin(from), childEnd(from)).toArray();
            steps += targets[s].length;
        }
        if (steps > MOST_STEPS) {
            throw new IllegalArgumentException(
                    states + " histories have " + steps + " steps; at most " + MOST_STEPS + " fit: lower the order");
        }
        return Transitions.only(targets);
    }

    /** The history to which a step appends a label: this one, without its oldest label when it is full. */
    private int extended(int state) {
        return state < levelBegins[order] ? state : suffixes[state];
    }

    private int childBegin(int state) {
        return state == ROOT ? 0 : childBegins[state];
    }

    private int childEnd(int state) {
        return state == ROOT ? map.labels() : childBegins[state + 1];
    }

    /** The history with one more label, or −1 when there is none. */
    private int child(int state, int label) {
        int found = Arrays.binarySearch(lastLabels, childBegin(state), childEnd(state), label);
        return Math.max(found, -1);
    }

    /** k. */
    public int order() {
        return order;
    }

    public int states() {
        return lastLabels.length;
    }

    /** Every history stands for its last label. */
    public StateMap map() {
        return map;
    }

    /** Which history follows which; all other steps are forbidden. */
    public Transitions steps() {
        return transitions;
    }

    /** The last label of each history // [S]. */
    public int[] lastLabels() {
        return lastLabels.clone();
    }

    /** How many histories have one label more than this one and begin with it // [S]. */
    public int[] childCounts() {
        return IntStream.range(0, states())
                .map(s -> childBegins[s + 1] - childBegins[s])
                .toArray();
    }

    /** The labels of a state, the oldest first. */
    public int[] history(int state) {
        int[] labels = new int[length(state)];
        int at = state;
        for (int k = labels.length - 1; k >= 0; k--) {
            labels[k] = lastLabels[at];
            at = parents[at];
        }
        return labels;
    }

    /** How many labels a state remembers. */
    public int length(int state) {
        int length = 1;
        while (state >= levelBegins[length + 1]) {
            length++;
        }
        return length;
    }

    /** The states of a sequence of labels, or null when it has a history that does not exist. */
    public int @Nullable [] path(int... labels) {
        int[] states = new int[labels.length];
        int from = ROOT;
        for (int t = 0; t < labels.length; t++) {
            int state = child(from, labels[t]);
            if (state < 0) {
                return null;
            }
            states[t] = state;
            from = extended(state);
        }
        return states;
    }

    /**
     * What labels say of the states. One label everywhere is one path. Where labels are partial, or where the path has a
     * history that does not exist, all states of the allowed labels are allowed; in the latter case no path is left.
     */
    public Supervision<Trellis> supervision(AllowedStates labels) {
        int[] states = labels.isPath() ? path(labels.onlyPath()) : null;
        return states == null ? AllowedLabels.of(map, labels) : AllowedLabels.path(map, labels, states);
    }

    /** Features of all orders for steps as such, and of label pairs for what is observed at a step. */
    public ChainTopology topology() {
        return topology(order, 1);
    }

    /**
     * The chain over these histories.
     *
     * @param shared the highest order of the shared transition families; 0 for none
     * @param observed the highest order of the families of features that look at a step; 0 for none
     */
    public ChainTopology topology(int shared, int observed) {
        if (shared < 0 || shared > order || observed < 0 || observed > order) {
            throw new IllegalArgumentException("transitions of order " + shared + " and observed ones of order "
                    + observed + " in a chain of order " + order);
        }
        List<Family> families = new ArrayList<>();
        families.add(Family.plain("state", Trellis.STATES, map.labels()));
        for (int m = 1; m <= shared; m++) {
            families.add(Family.shared(name("transition", m), tuples(m), tie(m)));
        }
        for (int m = 1; m <= observed; m++) {
            families.add(new Family(name("observed-transition", m), Trellis.STEPS, tuples(m), tie(m), false));
        }
        Borders begins = Borders.of(states(), s -> s < map.labels(), s -> true);
        return ChainTopology.of(transitions, map, begins, families);
    }

    private static String name(String family, int m) {
        return m == 1 ? family : family + "-" + m;
    }

    /** How many targets the families of order m have: all label pairs for order 1, else the (m+1)-tuples that exist. */
    public int tuples(int m) {
        if (m == 1) {
            return Math.multiplyExact(map.labels(), map.labels());
        }
        return m < order
                ? levelBegins[m + 2] - levelBegins[m + 1]
                : transitions.parts() - transitions.rowBegin(levelBegins[order]);
    }

    /** The labels of a target of the families of order m, the oldest first // [m+1]. */
    public int[] tuple(int m, int target) {
        if (m == 1) {
            return new int[] {target / map.labels(), target % map.labels()};
        }
        if (m < order) {
            return history(levelBegins[m + 1] + target);
        }
        int step = transitions.rowBegin(levelBegins[order]) + target;
        int[] tuple = Arrays.copyOf(history(transitions.source(step)), order + 1);
        tuple[order] = lastLabels[transitions.target(step)];
        return tuple;
    }

    /** The target of every step in the families of order m; −1 where the history is shorter than m // [steps]. */
    private int[] tie(int m) {
        int[] tie = new int[transitions.parts()];
        int full = transitions.rowBegin(levelBegins[order]);
        for (int step = 0; step < tie.length; step++) {
            int from = transitions.source(step);
            int to = transitions.target(step);
            if (m == 1) {
                tie[step] = lastLabels[from] * map.labels() + lastLabels[to];
            } else if (from < levelBegins[m]) {
                tie[step] = -1;
            } else {
                tie[step] = m == order ? step - full : ending(to, m + 1) - levelBegins[m + 1];
            }
        }
        return tie;
    }

    /** The history of the last labels of a state. */
    private int ending(int state, int length) {
        int at = state;
        while (at >= levelBegins[length + 1]) {
            at = suffixes[at];
        }
        return at;
    }
}
