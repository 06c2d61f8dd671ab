package org.espalier.inference.forest;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Forest;

/**
 * The best derivation of every node, by Viterbi's recurrence on hyperedges; of equal edges into a node the first.
 *
 * <pre>
 *   best(v) = max_{e into v} ( Σ_{parts p of e} score(p) + Σ_{tails u of e} best(u) )
 * </pre>
 *
 * O(edges + parts of edges). Also the edges of a forest, as the n-best search wants them.
 */
final class BestDerivation implements Ways {
    private final Forest forest;
    private final double[] scores; // [parts]
    private final ForestScratch scratch;

    BestDerivation(Forest forest, Workspace workspace) {
        this.forest = forest;
        this.scores = workspace.scores();
        this.scratch = ForestScratch.of(workspace, forest);
        scratch.reserveChoices(forest);
        for (int v = 0; v < forest.nodes(); v++) {
            choose(v);
        }
    }

    private void choose(int node) {
        double[] best = scratch.inside;
        int begin = forest.firstEdge(node);
        int end = forest.firstEdge(node + 1);
        double highest = Double.NEGATIVE_INFINITY;
        int choice = begin; // also when all are forbidden
        for (int e = begin; e < end; e++) {
            double score = forest.score(e, scores);
            score += forest.left(e) >= 0 ? best[forest.left(e)] : 0;
            score += forest.right(e) >= 0 ? best[forest.right(e)] : 0;
            if (score > highest) {
                highest = score;
                choice = e;
            }
        }
        best[node] = highest;
        scratch.choice[node] = choice;
    }

    Derivation trace() {
        int size = 0;
        int open = 0;
        scratch.open[open++] = forest.goal();
        while (open > 0) {
            scratch.reserveWalk(size, open);
            int edge = scratch.choice[scratch.open[--open]];
            scratch.found[size++] = edge;
            open = InsideOutside.pushTails(forest, edge, scratch.open, open);
        }
        return new Derivation(forest, Arrays.copyOf(scratch.found, size));
    }

    @Override
    public double best(int node) {
        return scratch.inside[node];
    }

    @Override
    public void forEach(int node, Sink sink) {
        for (int e = forest.firstEdge(node); e < forest.firstEdge(node + 1); e++) {
            sink.accept(e, forest.left(e), forest.right(e), forest.score(e, scores));
        }
    }
}
