package org.espalier.inference.forest;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Eisner;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * Exact inference on projective dependency trees (Eisner 1996).
 *
 * <p>Sums, marginals and the best tree, which training needs, walk a dense chart in O(n²·(n + L)). The rest is asked of the {@link Eisner forest},
 * whose arcs have the same numbers; it is built for every question.
 */
public final class EisnerInference implements Inference<SpanningTrees> {
    private final ForestInference forests = new ForestInference();

    @Override
    public double logSum(SpanningTrees trees, Workspace workspace) {
        EisnerChart chart = load(trees, workspace);
        return trees.length() == 0 ? 0 : chart.logSum(trees.length(), trees.hasSingleRoot()) + chart.weights.scale();
    }

    private static EisnerChart load(SpanningTrees trees, Workspace workspace) {
        if (!trees.isProjective()) {
            throw new IllegalArgumentException("trees whose arcs may cross; expected projective ones");
        }
        EisnerChart chart = EisnerChart.of(workspace);
        chart.weights.load(trees, workspace.scores());
        return chart;
    }

    @Override
    public double addMarginals(SpanningTrees trees, Workspace workspace, double weight, double[] into) {
        EisnerChart chart = load(trees, workspace);
        if (trees.length() == 0) {
            return 0;
        }
        double logSum = chart.logSum(trees.length(), trees.hasSingleRoot());
        if (logSum == Double.NEGATIVE_INFINITY) {
            return logSum;
        }
        chart.marginals(logSum);
        Arcs arcs = trees.arcs();
        for (int arc = 0; arc < arcs.count(); arc++) {
            chart.weights.addShares(arcs, arc, weight * chart.probability(arcs.head(arc), arcs.modifier(arc)), into);
        }
        return logSum + chart.weights.scale();
    }

    @Override
    public ScoredOutput<DependencyTree> best(SpanningTrees trees, Workspace workspace) {
        DependencyTree tree = new EisnerBest(trees, workspace.scores()).tree();
        return new ScoredOutput<>(tree, tree.score(workspace.scores()));
    }

    @Override
    public List<ScoredOutput<DependencyTree>> nBest(SpanningTrees trees, Workspace workspace, int n) {
        Eisner eisner = eisner(trees);
        ScoredOutput<DependencyTree> first = best(trees, workspace);
        List<ScoredOutput<DependencyTree>> all = new ArrayList<>();
        for (ScoredOutput<Derivation> found : forests.nBest(eisner.forest(), workspace, n)) {
            DependencyTree tree = eisner.tree(found.output());
            all.add(new ScoredOutput<>(tree, tree.score(workspace.scores())));
        }
        if (!all.isEmpty()) { // of equal trees the forest may prefer another one
            all.removeIf(found -> found.output().equals(first.output()));
            all.add(0, first);
        }
        return all.size() > n ? all.subList(0, n) : all;
    }

    private static Eisner eisner(SpanningTrees trees) {
        return new Eisner(trees.arcs(), trees.hasSingleRoot(), false, false);
    }

    @Override
    public DependencyTree sample(SpanningTrees trees, Workspace workspace, RandomGenerator random) {
        Eisner eisner = eisner(trees);
        return eisner.tree(forests.sample(eisner.forest(), workspace, random));
    }

    @Override
    public void addMarginalDerivatives(
            SpanningTrees trees, Workspace workspace, double[] direction, double weight, double[] into) {
        Forest forest = eisner(trees).forest();
        forests.addMarginalDerivatives(forest, workspace, direction, weight, into);
    }

    @Override
    public double entropy(SpanningTrees trees, Workspace workspace) {
        return forests.entropy(eisner(trees).forest(), workspace);
    }
}
