package org.espalier.inference.spanning;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * Exact inference on spanning trees: sums by the matrix–tree theorem (Koo et al. 2007; McDonald &amp; Satta 2007; Smith &amp; Smith
 * 2007), maxima by contraction of cycles.
 *
 * <p>log Z takes n³/3 multiplications, all marginals 1.3 n³, the best tree O(n²), each further one O(n³). Nothing is ever
 * subtracted, so no digits cancel, also where nearly all weight is in cycles; see {@code Level}. Numbers that do not fit into a
 * double are computed with exponents of their own, four to eight times as slowly. No words have one tree, whose score is 0.
 */
public final class MatrixTreeInference implements Inference<SpanningTrees> {
    private static final double[] NO_SLOPES = {};

    @Override
    public double logSum(SpanningTrees trees, Workspace workspace) {
        SpanningScratch scratch = load(trees, workspace);
        int n = trees.length();
        if (n == 0) {
            return 0;
        }
        double[] weights = scratch.weights.weights;
        double logSum = scratch.plain.logSum(n, weights, trees.hasSingleRoot());
        if (Double.isNaN(logSum)) {
            logSum = scratch.wide.logSum(n, weights, trees.hasSingleRoot());
        }
        return logSum + scratch.weights.scale;
    }

    private static SpanningScratch load(SpanningTrees trees, Workspace workspace) {
        if (trees.isProjective()) {
            throw new IllegalArgumentException("trees whose arcs may not cross; expected all trees");
        }
        SpanningScratch scratch = SpanningScratch.of(workspace);
        scratch.weights.load(trees, workspace.scores());
        return scratch;
    }

    /** log Z, and in the result of that kind of numbers the probabilities; they are valid when log Z is above −∞. */
    private static Elimination run(SpanningTrees trees, SpanningScratch scratch, double[] logSum) {
        double[] weights = scratch.weights.weights;
        int n = trees.length();
        logSum[0] = scratch.plain.marginals(n, weights, trees.hasSingleRoot(), NO_SLOPES);
        if (!Double.isNaN(logSum[0])) {
            return scratch.plain;
        }
        logSum[0] = scratch.wide.marginals(n, weights, trees.hasSingleRoot(), NO_SLOPES);
        return scratch.wide;
    }

    @Override
    public double addMarginals(SpanningTrees trees, Workspace workspace, double weight, double[] into) {
        if (trees.length() == 0) {
            return 0;
        }
        SpanningScratch scratch = load(trees, workspace);
        double[] logSum = new double[1];
        Elimination sums = run(trees, scratch, logSum);
        if (logSum[0] == Double.NEGATIVE_INFINITY) {
            return logSum[0];
        }
        Arcs arcs = trees.arcs();
        for (int arc = 0; arc < arcs.count(); arc++) {
            double p = weight * sums.probabilities[scratch.weights.at(arcs.head(arc), arcs.modifier(arc))];
            scratch.weights.addShares(arcs, arc, p, into);
        }
        return logSum[0] + scratch.weights.scale;
    }

    /** Always with wide numbers: about 2 n³ operations on them. */
    @Override
    public void addMarginalDerivatives(
            SpanningTrees trees, Workspace workspace, double[] direction, double weight, double[] into) {
        int n = trees.length();
        if (n == 0) {
            return;
        }
        SpanningScratch scratch = load(trees, workspace);
        Arcs arcs = trees.arcs();
        int relations = arcs.relations();
        scratch.directions = Workspace.grown(scratch.directions, n * (n + 1));
        for (int arc = 0; arc < arcs.count(); arc++) {
            double mean = 0;
            for (int part = arc * relations; part < (arc + 1) * relations; part++) {
                mean += share(scratch, relations, part) * direction[part];
            }
            scratch.directions[scratch.weights.at(arcs.head(arc), arcs.modifier(arc))] = mean;
        }
        double logSum = scratch.wide.marginals(n, scratch.weights.weights, trees.hasSingleRoot(), scratch.directions);
        if (logSum == Double.NEGATIVE_INFINITY) {
            return;
        }
        for (int arc = 0; arc < arcs.count(); arc++) {
            int at = scratch.weights.at(arcs.head(arc), arcs.modifier(arc));
            double p = scratch.wide.probabilities[at];
            for (int part = arc * relations; part < (arc + 1) * relations; part++) {
                double slope = scratch.wide.slopes[at] + p * (direction[part] - scratch.directions[at]);
                into[part] += p == 0 ? 0 : weight * share(scratch, relations, part) * slope;
            }
        }
    }

    private static double share(SpanningScratch scratch, int relations, int part) {
        return relations == 1 ? 1 : scratch.weights.shares[part];
    }

    @Override
    public ScoredOutput<DependencyTree> best(SpanningTrees trees, Workspace workspace) {
        return new BestTrees(trees, workspace.scores(), SpanningScratch.of(workspace).search).best();
    }

    @Override
    public List<ScoredOutput<DependencyTree>> nBest(SpanningTrees trees, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        return new BestTrees(trees, workspace.scores(), SpanningScratch.of(workspace).search).take(n);
    }

    @Override
    public DependencyTree sample(SpanningTrees trees, Workspace workspace, RandomGenerator random) {
        if (trees.length() == 0) {
            return DependencyTree.of(trees.arcs());
        }
        SpanningScratch scratch = load(trees, workspace);
        double[] logSum = new double[1];
        Elimination sums = run(trees, scratch, logSum);
        if (logSum[0] == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("every tree is forbidden: there is nothing to draw from");
        }
        double[] probabilities = Arrays.copyOf(sums.probabilities, trees.length() * (trees.length() + 1));
        return new TreeSampler(trees, scratch, random).draw(probabilities);
    }
}
