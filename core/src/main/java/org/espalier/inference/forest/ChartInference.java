package org.espalier.inference.forest;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Parse;

/**
 * Exact inference on charts: inside–outside (Baker 1979) and the best trees, in O(n³ · rules), with no list of hyperedges.
 *
 * <p>Where the grammar has no tree at all for so many words, log Z is −∞, marginals are 0, and whoever asks for a tree is told why
 * there is none.
 */
public final class ChartInference implements Inference<Chart> {

    @Override
    public double logSum(Chart chart, Workspace workspace) {
        return ChartRows.sums(chart, workspace).total();
    }

    @Override
    public double addMarginals(Chart chart, Workspace workspace, double weight, double[] into) {
        ChartRows rows = ChartRows.sums(chart, workspace);
        if (rows.total() > Double.NEGATIVE_INFINITY) {
            new ChartMarginals(rows, null).add(weight, into);
        }
        return rows.total();
    }

    @Override
    public void addMarginalDerivatives(
            Chart chart, Workspace workspace, double[] direction, double weight, double[] into) {
        ChartRows rows = ChartRows.sums(chart, workspace);
        if (rows.total() > Double.NEGATIVE_INFINITY) {
            new ChartMarginals(rows, direction).add(weight, into);
        }
    }

    /**
     * The best tree.
     *
     * @throws IllegalStateException when the grammar has none for so many words
     */
    @Override
    public ScoredOutput<Parse> best(Chart chart, Workspace workspace) {
        ChartScratch scratch = ChartScratch.of(workspace, chart);
        ChartRows rows = new ChartRows(chart, workspace.scores(), scratch, false);
        if (rows.total() == Double.NEGATIVE_INFINITY) { // any tree: all are forbidden
            rows = new ChartRows(chart, new double[chart.parts()], scratch, false);
        }
        if (rows.total() == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("the grammar derives no tree for a sentence of " + chart.length()
                    + " words from its start symbol " + chart.grammar().start()
                    + "; add rules, or ask for the log-sum first, which is −∞");
        }
        Parse best = new ChartWays(rows).trace();
        return new ScoredOutput<>(best, best.score(workspace.scores()));
    }

    @Override
    public List<ScoredOutput<Parse>> nBest(Chart chart, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        ChartRows rows = new ChartRows(chart, workspace.scores(), ChartScratch.of(workspace, chart), false);
        List<ScoredOutput<Parse>> found = new ArrayList<>();
        if (rows.total() == Double.NEGATIVE_INFINITY) {
            return found;
        }
        ChartWays ways = new ChartWays(rows);
        LazyBest search = new LazyBest(ways);
        while (found.size() < n) {
            long[] edges = search.edges(ways.goal(), found.size());
            if (edges == null) {
                break;
            }
            Parse next = ways.parse(edges);
            found.add(new ScoredOutput<>(next, next.score(workspace.scores())));
        }
        return found;
    }

    @Override
    public Parse sample(Chart chart, Workspace workspace, RandomGenerator random) {
        ChartRows rows = ChartRows.sums(chart, workspace);
        if (rows.total() == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("every tree is forbidden, or the grammar derives none for a sentence of "
                    + chart.length() + " words: there is nothing to draw from");
        }
        return new ChartWays(rows).sample(random);
    }
}
