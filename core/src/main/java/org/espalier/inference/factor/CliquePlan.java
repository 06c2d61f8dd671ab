package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.espalier.structure.factor.FactorGraph;

/**
 * Which variables an order eliminates together, and how large everything becomes; also where it is far too large to be made.
 *
 * <p>When variable v is eliminated, its separator is what it is connected to then. Where this is exactly the clique of the next variable,
 * its message would only be read there: both are eliminated together, as long as the rows that are summed up stay short. That saves
 * most of the memory of a long chain of eliminations.
 */
final class CliquePlan {
    private final BitSet[] separators; // [steps]: later steps
    private final List<int[]> groups; // the steps of each clique, ascending; cliques by their last step
    private final int[] groupOf; // [steps]
    private final double messageEntries;
    private final double cliqueEntries;
    private final double largestClique;
    private final double largestMessage;
    private final double mostSums;

    private CliquePlan(BitSet[] separators, List<int[]> groups, int[] groupOf, double[] sizes) {
        this.separators = separators;
        this.groups = groups;
        this.groupOf = groupOf;
        double messages = 0;
        double entries = 0;
        double largest = 1;
        double longest = 1;
        double[] received = new double[groups.size()];
        for (int g = 0; g < received.length; g++) {
            int[] steps = groups.get(g);
            BitSet separator = separators[steps[steps.length - 1]];
            double message = separator.stream().mapToDouble(u -> sizes[u]).reduce(1, (x, y) -> x * y);
            double clique = message;
            for (int step : steps) {
                clique *= sizes[step];
            }
            messages += message;
            entries += clique;
            largest = Math.max(largest, clique);
            longest = Math.max(longest, message);
            if (!separator.isEmpty()) {
                received[groupOf[separator.nextSetBit(0)]] += message;
            }
        }
        this.messageEntries = messages;
        this.cliqueEntries = entries;
        this.largestClique = largest;
        this.largestMessage = longest;
        this.mostSums = Arrays.stream(received).max().orElse(0);
    }

    /**
     * Plans.
     *
     * @param rowEntries how many joint values variables that are eliminated together may have
     */
    static CliquePlan of(FactorGraph graph, LiveValues live, int[] order, int rowEntries) {
        BitSet[] separators = JunctionTree.neighbours(graph, order);
        double[] sizes = new double[order.length];
        Arrays.setAll(sizes, k -> live.count(order[k]));
        int[] next = new int[order.length]; // the step that is taken together with this one, or −1
        int[] before = new int[order.length];
        Arrays.fill(next, -1);
        Arrays.fill(before, -1);
        for (int k = 0; k < order.length; k++) {
            BitSet separator = separators[k];
            for (int u = separator.nextSetBit(0); u >= 0; u = separator.nextSetBit(u + 1)) {
                separators[u].or(separator);
                separators[u].clear(u);
                separators[u].clear(k);
            }
        }
        double[] rows = sizes.clone();
        for (int k = 0; k < order.length; k++) {
            int parent = separators[k].nextSetBit(0);
            if (parent >= 0
                    && before[parent] < 0
                    && separators[k].cardinality() == separators[parent].cardinality() + 1
                    && rows[k] * sizes[parent] <= rowEntries) {
                next[k] = parent;
                before[parent] = k;
                rows[parent] = rows[k] * sizes[parent];
            }
        }
        return new CliquePlan(separators, groups(next, before), groupOf(next, before), sizes);
    }

    private static List<int[]> groups(int[] next, int[] before) {
        List<int[]> groups = new ArrayList<>();
        for (int last = 0; last < next.length; last++) {
            if (next[last] < 0) {
                List<Integer> steps = new ArrayList<>();
                for (int step = last; step >= 0; step = before[step]) {
                    steps.add(0, step);
                }
                groups.add(steps.stream().mapToInt(step -> step).toArray());
            }
        }
        return groups;
    }

    private static int[] groupOf(int[] next, int[] before) {
        int[] groupOf = new int[next.length];
        List<int[]> groups = groups(next, before);
        for (int g = 0; g < groups.size(); g++) {
            for (int step : groups.get(g)) {
                groupOf[step] = g;
            }
        }
        return groupOf;
    }

    /** The steps that each clique eliminates, ascending; a clique stands after those that send it a message. */
    List<int[]> groups() {
        return groups;
    }

    /** The clique that eliminates a step. */
    int groupOf(int step) {
        return groupOf[step];
    }

    /** The later steps that a step is connected to. */
    BitSet separator(int step) {
        return separators[step];
    }

    /** How many entries the messages have together: the memory. */
    double messageEntries() {
        return messageEntries;
    }

    /** How many entries the cliques have together: the time. */
    double cliqueEntries() {
        return cliqueEntries;
    }

    /** The entries of the largest clique. */
    double largestClique() {
        return largestClique;
    }

    /** The entries of the largest message. */
    double largestMessage() {
        return largestMessage;
    }

    /** The most entries of messages that one clique receives: so much is added up at a time on the way back. */
    double mostSums() {
        return mostSums;
    }
}
