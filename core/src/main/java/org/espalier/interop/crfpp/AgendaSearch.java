package org.espalier.interop.crfpp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The n best paths in the order of CRF++, also where several have the same score.
 *
 * <p>An A* search from the last position to the first, with the scores of the best prefixes as its forecast. A suffix that is
 * taken from the agenda is followed to all states before it. Which of several equal suffixes is next depends on the agenda
 * and on every rounding, so both are as in CRF++: costs are negative scores, and the agenda is the heap of the C++ library.
 * The agenda grows with every suffix that is followed; the search gives up when it becomes too large.
 */
final class AgendaSearch {
    private final Trellis trellis;
    private final double[] scores;
    private final double[] prefixes; // [T][S]
    private final int states;
    private final int[] ownAt; // [T]: the number of the position among those with own transition parts, or −1
    private final List<Suffix> heap = new ArrayList<>();

    /**
     * Over a scored trellis.
     *
     * @param prefixes the score of the best path to each state // [T][S]
     */
    AgendaSearch(Trellis trellis, double[] scores, double[] prefixes) {
        this.trellis = trellis;
        this.scores = scores;
        this.prefixes = prefixes;
        this.states = trellis.states();
        this.ownAt = new int[trellis.length()];
        Arrays.fill(ownAt, -1);
        for (int c = 0; c < trellis.ownCount(); c++) {
            ownAt[trellis.ownPosition(c)] = c;
        }
    }

    /**
     * Labels from position t on.
     *
     * @param total the cost of the best path with this suffix
     * @param cost the cost of the suffix
     */
    record Suffix(
            int t,
            int state,
            double total,
            double cost,
            @Nullable Suffix rest) {}

    /** The best paths, or null when the agenda became larger than that. */
    @Nullable
    List<ScoredOutput<Path>> take(int n, int largestAgenda) {
        List<ScoredOutput<Path>> paths = new ArrayList<>();
        int last = trellis.length() - 1;
        for (int s = 0; s < states && last >= 0; s++) {
            push(new Suffix(last, s, -prefixes[last * states + s], -stateScore(last, s), null));
        }
        while (paths.size() < n && !heap.isEmpty()) {
            Suffix suffix = pop();
            if (suffix.t == 0) {
                paths.add(path(suffix));
            } else if (heap.size() > largestAgenda - states) {
                return null;
            } else {
                extend(suffix);
            }
        }
        return paths;
    }

    private void extend(Suffix suffix) {
        int t = suffix.t - 1;
        for (int s = 0; s < states; s++) {
            double step = trellis.stepScore(scores, s, suffix.state, ownAt[suffix.t]);
            push(new Suffix(
                    t,
                    s,
                    -prefixes[t * states + s] - step + suffix.cost,
                    -stateScore(t, s) - step + suffix.cost,
                    suffix));
        }
    }

    private double stateScore(int t, int state) {
        return scores[trellis.stateOffset(t) + state];
    }

    private ScoredOutput<Path> path(Suffix first) {
        int[] path = new int[trellis.length()];
        for (Suffix suffix = first; suffix != null; suffix = suffix.rest) {
            path[suffix.t] = suffix.state;
        }
        return new ScoredOutput<>(new Path(trellis, path), -first.cost);
    }

    /** Puts a suffix at the end and lets it rise. */
    void push(Suffix suffix) {
        heap.add(suffix);
        rise(heap.size() - 1, suffix);
    }

    /**
     * Takes the cheapest one. The gap sinks to the bottom along the cheaper children, of two equal ones along the second;
     * then the last suffix fills it and rises.
     */
    Suffix pop() {
        Suffix top = heap.get(0);
        Suffix filler = heap.remove(heap.size() - 1);
        int gap = 0;
        int size = heap.size();
        for (int child = 2; child <= size && size > 0; child = 2 * gap + 2) {
            boolean first = child == size || heap.get(child - 1).total < heap.get(child).total;
            int cheaper = first ? child - 1 : child;
            heap.set(gap, heap.get(cheaper));
            gap = cheaper;
        }
        if (size > 0) {
            rise(gap, filler);
        }
        return top;
    }

    private void rise(int place, Suffix suffix) {
        int at = place;
        while (at > 0 && heap.get((at - 1) / 2).total > suffix.total) {
            heap.set(at, heap.get((at - 1) / 2));
            at = (at - 1) / 2;
        }
        heap.set(at, suffix);
    }

    boolean isEmpty() {
        return heap.isEmpty();
    }
}
