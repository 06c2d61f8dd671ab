package org.espalier.inference.forest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The n best derivations, exactly and lazily: algorithm 3 of Huang &amp; Chiang (2005).
 *
 * <p>A derivation of a node is an edge with a rank for each tail: the i-th best of the first, the j-th best of the second. Every node
 * has a queue of candidates, at first each edge with ranks 0. When the best candidate (e, i, j) is taken, those beside it join the
 * queue, (e, i, j+1), and (e, i+1, 0) when j is 0, so that each comes once. A tail is asked for its next derivation only when such
 * a candidate needs it. After the search for the best, the cost is O(edges that are looked at + n · size · log n).
 *
 * <p>Nothing is recursive, because a lattice may be long.
 */
final class LazyBest {
    private final Ways ways;
    private final Map<Integer, Ranking> rankings = new HashMap<>();

    /**
     * A derivation of a node.
     *
     * @param edge its uppermost edge
     * @param order the number of the edge among those into the node
     * @param own the score of the edge
     * @param i the rank of the first tail's derivation
     * @param j the rank of the second's
     * @param score the whole score
     */
    record Candidate(long edge, int order, int left, int right, double own, int i, int j, double score) {
        private static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(
                        (Candidate candidate) -> 0.0 - candidate.score)
                .thenComparingInt(Candidate::order)
                .thenComparingInt(Candidate::i)
                .thenComparingInt(Candidate::j);
    }

    /** The derivations of one node, as far as they are known. */
    private static final class Ranking {
        final List<Candidate> found = new ArrayList<>();
        final PriorityQueue<Candidate> queue = new PriorityQueue<>(Candidate.BEST_FIRST);
        boolean isComplete;
    }

    LazyBest(Ways ways) {
        this.ways = ways;
    }

    /** The edges of the derivation of a rank from the top; null when there are not so many. */
    long @Nullable [] edges(int goal, int rank) {
        if (!know(goal, rank)) {
            return null;
        }
        long[] edges = new long[16];
        int size = 0;
        int[] open = new int[32]; // node and rank in turn
        int count = 0;
        open[count++] = goal;
        open[count++] = rank;
        while (count > 0) {
            int ofRank = open[--count];
            int node = open[--count];
            know(node, ofRank); // the best derivations of tails may not have been asked for
            Candidate candidate = ranking(node).found.get(ofRank);
            edges = size == edges.length ? Arrays.copyOf(edges, 2 * size) : edges;
            edges[size++] = candidate.edge;
            open = count + 4 > open.length ? Arrays.copyOf(open, 2 * open.length) : open;
            if (candidate.right >= 0) {
                open[count++] = candidate.right;
                open[count++] = candidate.j;
            }
            if (candidate.left >= 0) {
                open[count++] = candidate.left;
                open[count++] = candidate.i;
            }
        }
        return Arrays.copyOf(edges, size);
    }

    /** Finds out the derivations of a node up to a rank; those that are needed of other nodes come first. */
    private boolean know(int node, int rank) {
        List<int[]> tasks = new ArrayList<>();
        tasks.add(new int[] {node, rank});
        while (!tasks.isEmpty()) {
            int[] task = tasks.get(tasks.size() - 1);
            Ranking ranking = ranking(task[0]);
            if (ranking.isComplete || ranking.found.size() > task[1]) {
                tasks.remove(tasks.size() - 1);
                continue;
            }
            int[] first = advance(ranking);
            if (first != null) {
                tasks.add(first);
            }
        }
        return ranking(node).found.size() > rank;
    }

    /** Takes the next derivation; or says which derivation of which node must be known before. */
    private int @Nullable [] advance(Ranking ranking) {
        if (!ranking.found.isEmpty()) {
            Candidate last = ranking.found.get(ranking.found.size() - 1);
            int[] missing = missing(last.left, last.j == 0 ? last.i + 1 : last.i);
            missing = missing == null ? missing(last.right, last.j + 1) : missing;
            if (missing != null) {
                return missing;
            }
            push(ranking, last, last.i, last.j + 1);
            if (last.j == 0) {
                push(ranking, last, last.i + 1, 0);
            }
        }
        Candidate next = ranking.queue.poll();
        if (next == null) {
            ranking.isComplete = true;
        } else {
            ranking.found.add(next);
        }
        return null;
    }

    private int @Nullable [] missing(int node, int rank) {
        if (node < 0) {
            return null;
        }
        Ranking ranking = ranking(node);
        return ranking.isComplete || ranking.found.size() > rank ? null : new int[] {node, rank};
    }

    /** Queues an edge with other ranks, when its tails have so many derivations. */
    private void push(Ranking ranking, Candidate last, int i, int j) {
        if (has(last.left, i) && has(last.right, j)) {
            double score = last.own + score(last.left, i) + score(last.right, j);
            ranking.queue.add(new Candidate(last.edge, last.order, last.left, last.right, last.own, i, j, score));
        }
    }

    private boolean has(int node, int rank) {
        return node < 0 ? rank == 0 : ranking(node).found.size() > rank;
    }

    private double score(int node, int rank) {
        return node < 0 ? 0 : ranking(node).found.get(rank).score;
    }

    /** What is known of a node; at first every edge with the best derivations of its tails. */
    private Ranking ranking(int node) {
        Ranking known = rankings.get(node);
        if (known != null) {
            return known;
        }
        Ranking fresh = new Ranking();
        rankings.put(node, fresh);
        ways.forEach(node, (edge, left, right, own) -> {
            double score = own + (left < 0 ? 0 : ways.best(left)) + (right < 0 ? 0 : ways.best(right));
            if (score > Double.NEGATIVE_INFINITY) {
                int order = fresh.queue.size();
                fresh.queue.add(new Candidate(edge, order, left, right, own, 0, 0, score));
            }
        });
        return fresh;
    }
}
