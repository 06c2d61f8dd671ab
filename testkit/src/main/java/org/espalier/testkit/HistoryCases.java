package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Histories;

/**
 * Chains of order k, over all label histories or over those that occur.
 *
 * <p>The histories are the label n-grams up to n = k, shorter ones first, then in the order of their labels; a step from one to the other is possible
 * when the second is what is left of the first and a label, and steps are numbered in that order.
 */
public final class HistoryCases extends LimitedChainCases {
    private final int order;
    private final boolean all;

    /**
     * Cases of an order.
     *
     * @param all whether all histories exist; else those that occur in random sequences
     */
    public HistoryCases(int order, boolean all) {
        this.order = order;
        this.all = all;
    }

    @Override
    Model model(Random random, boolean larger) {
        int labels = 1 + random.nextInt(larger && order < 3 ? 4 : 3);
        TreeSet<int[]> grams = new TreeSet<>(
                Comparator.comparingInt((int[] gram) -> gram.length).thenComparing(Arrays::compare));
        Histories histories;
        if (all) {
            addAll(new int[0], labels, grams);
            histories = Histories.all(labels, order);
        } else {
            Histories.Builder builder = Histories.occurring(labels, order);
            for (int label = 0; label < labels; label++) {
                grams.add(new int[] {label});
            }
            for (int n = random.nextInt(3); n >= 0; n--) {
                int[] sequence = withoutDeadEnd(
                        random.ints(1 + random.nextInt(7), 0, labels).toArray());
                builder.add(AllowedStates.path(sequence));
                for (int from = 0; from < sequence.length; from++) {
                    for (int to = from + 1; to <= Math.min(from + order, sequence.length); to++) {
                        grams.add(Arrays.copyOfRange(sequence, from, to));
                    }
                }
            }
            histories = builder.build();
        }
        List<int[]> states = new ArrayList<>(grams);
        boolean[] begins = new boolean[states.size()];
        boolean[] ends = new boolean[states.size()];
        Arrays.fill(ends, true);
        int[][] steps = new int[states.size()][states.size()];
        int part = 0;
        for (int i = 0; i < begins.length; i++) {
            begins[i] = states.get(i).length == 1;
            for (int j = 0; j < begins.length; j++) {
                steps[i][j] = follows(states.get(i), states.get(j)) ? part++ : FORBIDDEN;
            }
        }
        int[] last = states.stream().mapToInt(gram -> gram[gram.length - 1]).toArray();
        int longest = larger ? 15 : 5;
        return new Model(
                histories.topology(order, random.nextInt(order + 1)),
                last,
                steps,
                begins,
                ends,
                false,
                states.size() > labels,
                longest,
                histories::supervision);
    }

    private void addAll(int[] gram, int labels, Set<int[]> grams) {
        for (int label = 0; label < labels && gram.length < order; label++) {
            int[] longer = Arrays.copyOf(gram, gram.length + 1);
            longer[gram.length] = label;
            grams.add(longer);
            addAll(longer, labels, grams);
        }
    }

    /** The sequence begins anew at its end, so that every history has a label that follows it. */
    private int[] withoutDeadEnd(int[] sequence) {
        return IntStream.range(0, sequence.length + order)
                .map(t -> sequence[t % sequence.length])
                .toArray();
    }

    private boolean follows(int[] history, int[] next) {
        int[] longer = Arrays.copyOf(history, history.length + 1);
        longer[history.length] = next[next.length - 1];
        return Arrays.equals(next, Arrays.copyOfRange(longer, Math.max(0, longer.length - order), longer.length));
    }
}
