package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.factor.Assignment;

/**
 * The n best assignments, exactly and lazily, after one pass of maxima (Lawler 1972, Nilsson 1998).
 *
 * <p>What is left after an assignment was found is divided by where another one differs from it first: it agrees with it on the
 * cliques above k and takes a worse value at k. The maxima are a perfect forecast of the best assignment of such a set: it is behind by
 * what the value is behind. Each assignment costs O(Σ cliques' rows), and puts at most one set per variable into the queue.
 */
final class NBest {

    /**
     * A set of assignments, none of which was found yet.
     *
     * @param chosen agrees with the set above the clique // [steps]
     * @param clique where the set takes the value of a rank
     * @param rank how many values are better there
     * @param bound the score of the best of the set
     * @param order when it was put into the queue
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Rest(int[] chosen, int clique, int rank, double bound, long order) {}

    private static final Comparator<Rest> BEST_FIRST =
            Comparator.comparingDouble((Rest rest) -> -rest.bound).thenComparingLong(Rest::order);

    private final Completion completion;
    private final double[] scores;
    private final PriorityQueue<Rest> queue = new PriorityQueue<>(BEST_FIRST);
    private long order;

    NBest(Completion completion, double[] scores) {
        this.completion = completion;
        this.scores = scores;
    }

    /**
     * The best ones.
     *
     * @param best the score of the best assignment, which is above −∞
     */
    List<ScoredOutput<Assignment>> take(int n, double best) {
        List<ScoredOutput<Assignment>> found = new ArrayList<>();
        int cliques = completion.cliques();
        int[] first = completion.room();
        completion.best(cliques, first);
        add(found, first);
        divide(first, cliques, best);
        while (found.size() < n && !queue.isEmpty()) {
            Rest rest = queue.remove();
            int[] chosen = rest.chosen.clone();
            int k = rest.clique;
            double[] local = completion.local(k, chosen);
            int[] ranked = ranked(local, rest.rank + 1);
            push(rest.chosen, k, rest.rank + 1, rest.bound, local, ranked);
            completion.choose(k, ranked[rest.rank], chosen);
            completion.best(k, chosen);
            add(found, chosen);
            divide(chosen, k, rest.bound);
        }
        return found;
    }

    private void add(List<ScoredOutput<Assignment>> found, int[] chosen) {
        Assignment assignment = completion.assignment(chosen);
        found.add(new ScoredOutput<>(assignment, assignment.score(scores)));
    }

    /** Queues what differs from an assignment first at a clique below k. */
    private void divide(int[] chosen, int k, double bound) {
        for (int v = k - 1; v >= 0; v--) {
            double[] local = completion.local(v, chosen);
            push(chosen, v, 1, bound, local, ranked(local, 1));
        }
    }

    /** By differences, so that rounding cannot raise a bound. */
    private void push(int[] chosen, int k, int rank, double bound, double[] local, int[] ranked) {
        if (rank < local.length && local[ranked[rank]] != Double.NEGATIVE_INFINITY) {
            double behind = local[ranked[rank - 1]] - local[ranked[rank]];
            queue.add(new Rest(chosen, k, rank, bound - behind, order++));
        }
    }

    /** The values up to a rank, best first; of equal ones the smallest first. */
    private static int[] ranked(double[] local, int rank) {
        int[] ranked = IntStream.range(0, local.length).toArray();
        for (int r = 0; r < ranked.length && r <= rank; r++) {
            int best = r;
            for (int k = r + 1; k < ranked.length; k++) {
                double ahead = local[ranked[k]] - local[ranked[best]];
                boolean equal = local[ranked[k]] == local[ranked[best]]; // also when both are forbidden
                best = ahead > 0 || (equal && ranked[k] < ranked[best]) ? k : best;
            }
            int chosen = ranked[best];
            ranked[best] = ranked[r];
            ranked[r] = chosen;
        }
        return ranked;
    }
}
