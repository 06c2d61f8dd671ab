package org.espalier.inference.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;

/**
 * The n best paths, exactly, by a lazy best-first walk from the last position to the first.
 *
 * <p>The Viterbi scores of prefixes are a perfect forecast, so a suffix is followed only as far as it can still win:
 * taking a suffix from the queue puts at most two back, its best extension to the left and its next best sibling. The
 * cost is O(n·T·(S·rank + log queue)) after the Viterbi pass, with S the states that can stand before a given one. The first
 * path is the Viterbi path, ties included.
 */
final class NBest {

    /**
     * A suffix y<sub>t</sub> … y<sub>T−1</sub>.
     *
     * @param bound the score of the best path with this suffix
     * @param rank how many states at t are better before the same rest
     */
    private record Suffix(
            int t,
            int state,
            int rank,
            double bound,
            long order,
            @org.jspecify.annotations.Nullable Suffix rest) {}

    private static final Comparator<Suffix> BEST_FIRST = Comparator.comparingDouble((Suffix s) -> -s.bound)
            .thenComparingInt(Suffix::t)
            .thenComparingLong(Suffix::order);

    private final MaxRows rows;
    private final Trellis trellis;
    private final int states;
    private final int[] ownAt; // [T]: the number of the position among those with own transition parts, or −1
    private final PriorityQueue<Suffix> queue = new PriorityQueue<>(BEST_FIRST);
    private final double[] values; // [S]: of the candidates for one place
    private final int[] ranked; // [S]: their numbers, the largest value first
    private long order;

    NBest(MaxRows rows) {
        this.rows = rows;
        this.trellis = rows.trellis;
        this.states = trellis.states();
        this.values = new double[states];
        this.ranked = new int[states];
        this.ownAt = new int[trellis.length()];
        Arrays.fill(ownAt, -1);
        for (int c = 0; c < trellis.ownCount(); c++) {
            ownAt[trellis.ownPosition(c)] = c;
        }
    }

    List<ScoredOutput<Path>> take(int n) {
        List<ScoredOutput<Path>> paths = new ArrayList<>();
        if (trellis.length() == 0) {
            return List.of(new ScoredOutput<>(new Path(trellis, new int[0]), 0));
        }
        push(trellis.length() - 1, 0, null, Double.NaN);
        while (paths.size() < n && !queue.isEmpty()) {
            Suffix suffix = queue.remove();
            push(suffix.t, suffix.rank + 1, suffix.rest, suffix.bound);
            if (suffix.t > 0) {
                push(suffix.t - 1, 0, suffix, suffix.bound);
            } else {
                int[] path = path(suffix);
                paths.add(new ScoredOutput<>(new Path(trellis, path), trellis.score(rows.scores, path)));
            }
        }
        return paths;
    }

    /** Queues the state of the given rank at t before {@code rest}, unless there is none. */
    private void push(int t, int rank, @org.jspecify.annotations.Nullable Suffix rest, double bound) {
        int count = takePrefixScores(t, rest);
        if (rank >= count) {
            return;
        }
        rank(count, rank);
        double value = values[ranked[rank]];
        if (value == Double.NEGATIVE_INFINITY) {
            return; // this state and all that rank behind it are forbidden
        }
        // Differences, not sums, keep bounds from rising by rounding: the best extension has exactly its suffix's
        // bound.
        double newBound;
        if (rest == null && rank == 0) {
            newBound = value;
        } else if (rank == 0) {
            newBound = bound;
        } else {
            newBound = bound - (values[ranked[rank - 1]] - value);
        }
        int state = rest == null ? ranked[rank] : rows.candidate(ranked[rank], rest.state);
        queue.add(new Suffix(t, state, rank, newBound, order++, rest));
    }

    /** values = δ<sub>t</sub>(s) + w(s, next) for every s that can stand before the next state; returns how many there are. */
    private int takePrefixScores(int t, @org.jspecify.annotations.Nullable Suffix rest) {
        int row = t * states;
        if (rest == null) {
            System.arraycopy(rows.delta, row, values, 0, states);
            return states;
        }
        int count = rows.candidates(rest.state);
        for (int k = 0; k < count; k++) {
            int s = rows.candidate(k, rest.state);
            values[k] = rows.delta[row + s] + trellis.stepScore(rows.scores, s, rest.state, ownAt[rest.t]);
        }
        return count;
    }

    /** Ranks the values, the largest first, ties by number; only the first {@code upTo} + 1 are then in order. */
    private void rank(int count, int upTo) {
        for (int s = 0; s < count; s++) {
            ranked[s] = s;
        }
        for (int r = 0; r <= upTo; r++) {
            int best = r;
            for (int k = r + 1; k < count; k++) {
                double difference = values[ranked[k]] - values[ranked[best]];
                if (difference > 0 || (values[ranked[k]] == values[ranked[best]] && ranked[k] < ranked[best])) {
                    best = k;
                }
            }
            int chosen = ranked[best];
            ranked[best] = ranked[r];
            ranked[r] = chosen;
        }
    }

    private int[] path(Suffix first) {
        int[] path = new int[trellis.length()];
        for (Suffix suffix = first; suffix != null; suffix = suffix.rest) {
            path[suffix.t] = suffix.state;
        }
        return path;
    }
}
