package org.espalier.inference.forest;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Forest;

/**
 * Sums over all derivations of a scored forest: inside upwards, expected counts downwards.
 *
 * <pre>
 *   term(e)   = Σ_{parts p of e} score(p) + Σ_{tails u of e} inside(u)
 *   inside(v) = log Σ_{e into v} exp(term(e))                 one maximum and one logarithm per node, one exponential per edge
 *   share(e)  = exp(term(e) − inside(head))                   = p(e | its head)
 *   count(v)  = Σ_{e from v} count(head of e) · share(e)      count(goal) = 1
 *   p(e)      = count(head of e) · share(e)
 * </pre>
 *
 * The outside scores of the textbook would be log count(v) − inside(v) + log Z; the way by shares needs no second round of
 * exponentials, adds positive numbers only, and cannot overflow. O(edges + parts of edges).
 */
final class InsideOutside {
    private final Forest forest;
    private final double[] scores; // [parts]
    private final ForestScratch scratch;

    InsideOutside(Forest forest, Workspace workspace) {
        this.forest = forest;
        this.scores = workspace.scores();
        this.scratch = ForestScratch.of(workspace, forest);
        scratch.reserveShares(forest);
        runInside();
    }

    private void runInside() {
        double[] inside = scratch.inside;
        double[] share = scratch.share;
        int nodes = forest.nodes();
        int begin = 0;
        for (int v = 0; v < nodes; v++) {
            int end = forest.firstEdge(v + 1);
            double max = Double.NEGATIVE_INFINITY;
            for (int e = begin; e < end; e++) {
                double term = forest.score(e, scores);
                int left = forest.left(e);
                if (left >= 0) {
                    term += inside[left];
                    int right = forest.right(e);
                    term += right >= 0 ? inside[right] : 0;
                }
                share[e] = term;
                max = Math.max(max, term);
            }
            inside[v] = max == Double.NEGATIVE_INFINITY ? closed(begin, end) : max + logSum(begin, end, max);
            begin = end;
        }
    }

    /** Nothing builds the node. */
    private double closed(int begin, int end) {
        Arrays.fill(scratch.share, begin, end, 0);
        return Double.NEGATIVE_INFINITY;
    }

    /** Makes terms shares; log Σ exp(term − max). */
    private double logSum(int begin, int end, double max) {
        double[] share = scratch.share;
        if (end == begin + 1) {
            share[begin] = 1;
            return 0;
        }
        double sum = 0;
        for (int e = begin; e < end; e++) {
            share[e] = Exponential.of(share[e] - max);
            sum += share[e];
        }
        double inverse = 1 / sum;
        for (int e = begin; e < end; e++) {
            share[e] *= inverse;
        }
        return Logarithm.of(sum);
    }

    double logSum() {
        return scratch.inside[forest.goal()];
    }

    void addMarginals(double weight, double[] into) {
        if (logSum() == Double.NEGATIVE_INFINITY) {
            return;
        }
        double[] count = startCounts(weight);
        double[] share = scratch.share;
        int end = forest.edges();
        for (int v = forest.goal(); v >= 0; v--) {
            int begin = forest.firstEdge(v);
            double expected = count[v];
            if (expected != 0) {
                for (int e = begin; e < end; e++) {
                    double p = expected * share[e];
                    if (p != 0) {
                        addToParts(e, p, into);
                        addToTails(e, p, count);
                    }
                }
            }
            end = begin;
        }
    }

    private double[] startCounts(double atGoal) {
        scratch.reserveCounts(forest);
        Arrays.fill(scratch.count, 0, forest.nodes(), 0);
        scratch.count[forest.goal()] = atGoal;
        return scratch.count;
    }

    private void addToParts(int edge, double amount, double[] into) {
        int end = forest.firstPart(edge + 1);
        for (int k = forest.firstPart(edge); k < end; k++) {
            into[forest.part(k)] += amount;
        }
    }

    private void addToTails(int edge, double amount, double[] nodes) {
        int left = forest.left(edge);
        if (left >= 0) {
            nodes[left] += amount;
            int right = forest.right(edge);
            if (right >= 0) {
                nodes[right] += amount;
            }
        }
    }

    /** H = Σ_v count(v) · H(share of the edges into v): the entropy of a tree is that of its choices. */
    double entropy() {
        if (logSum() == Double.NEGATIVE_INFINITY) {
            return 0;
        }
        double[] count = startCounts(1);
        double[] share = scratch.share;
        double entropy = 0;
        int end = forest.edges();
        for (int v = forest.goal(); v >= 0; v--) {
            int begin = forest.firstEdge(v);
            double surprise = 0;
            for (int e = begin; e < end && count[v] > 0; e++) {
                if (share[e] > 0) {
                    surprise -= share[e] * Logarithm.of(share[e]);
                    addToTails(e, count[v] * share[e], count);
                }
            }
            entropy += count[v] * surprise;
            end = begin;
        }
        return Math.max(0, entropy);
    }

    /**
     * The tangent of everything above, along a direction of the part scores.
     *
     * <pre>
     *   term′(e)   = Σ direction(p) + Σ inside′(u)
     *   inside′(v) = Σ_{e into v} share(e) · term′(e)
     *   share′(e)  = share(e) · (term′(e) − inside′(head))
     *   p′(e)      = count′(head) · share(e) + count(head) · share′(e),   count′(v) = Σ_{e from v} p′(e),   count′(goal) = 0
     * </pre>
     */
    void addDerivatives(double[] direction, double weight, double[] into) {
        if (logSum() == Double.NEGATIVE_INFINITY) {
            return;
        }
        scratch.reserveSlopes(forest);
        runSlopesUpwards(direction);
        double[] count = startCounts(weight);
        double[] countSlope = scratch.countSlope;
        Arrays.fill(countSlope, 0, forest.nodes(), 0);
        int end = forest.edges();
        for (int v = forest.goal(); v >= 0; v--) {
            int begin = forest.firstEdge(v);
            for (int e = begin; e < end; e++) {
                double slope = countSlope[v] * scratch.share[e] + count[v] * scratch.shareSlope[e];
                addToParts(e, slope, into);
                addToTails(e, slope, countSlope);
                addToTails(e, count[v] * scratch.share[e], count);
            }
            end = begin;
        }
    }

    private void runSlopesUpwards(double[] direction) {
        double[] insideSlope = scratch.insideSlope;
        double[] shareSlope = scratch.shareSlope;
        for (int v = 0; v < forest.nodes(); v++) {
            double mean = 0;
            for (int e = forest.firstEdge(v); e < forest.firstEdge(v + 1); e++) {
                double slope = forest.score(e, direction);
                slope += forest.left(e) >= 0 ? insideSlope[forest.left(e)] : 0;
                slope += forest.right(e) >= 0 ? insideSlope[forest.right(e)] : 0;
                shareSlope[e] = slope;
                mean += scratch.share[e] * slope;
            }
            for (int e = forest.firstEdge(v); e < forest.firstEdge(v + 1); e++) {
                shareSlope[e] = scratch.share[e] * (shareSlope[e] - mean);
            }
            insideSlope[v] = mean;
        }
    }

    /** From the goal downwards: an edge of every node that is needed, drawn by its share. */
    Derivation sample(RandomGenerator random) {
        int size = 0;
        int open = 0;
        scratch.open[open++] = forest.goal();
        while (open > 0) {
            scratch.reserveWalk(size, open);
            int edge = draw(scratch.open[--open], random);
            scratch.found[size++] = edge;
            open = pushTails(forest, edge, scratch.open, open);
        }
        return new Derivation(forest, Arrays.copyOf(scratch.found, size));
    }

    /** The first tail is taken first. */
    static int pushTails(Forest forest, int edge, int[] open, int count) {
        int size = count;
        if (forest.right(edge) >= 0) {
            open[size++] = forest.right(edge);
        }
        if (forest.left(edge) >= 0) {
            open[size++] = forest.left(edge);
        }
        return size;
    }

    private int draw(int node, RandomGenerator random) {
        double left = random.nextDouble();
        int chosen = -1;
        for (int e = forest.firstEdge(node); e < forest.firstEdge(node + 1); e++) {
            if (scratch.share[e] > 0) {
                chosen = e; // rounding may leave a little after the last one
                left -= scratch.share[e];
                if (left < 0) {
                    break;
                }
            }
        }
        return chosen;
    }
}
