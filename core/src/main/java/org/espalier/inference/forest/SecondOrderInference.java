package org.espalier.inference.forest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.SecondOrderTree;
import org.espalier.structure.forest.SecondOrderTrees;

/**
 * Exact inference on {@link SecondOrderTrees}, by their forests.
 *
 * <p>Sums, marginals and the best tree, which training needs, take the relations of an arc together first, as
 *
 * <pre>
 *   weight(arc) = log Σ_r exp(score(arc, r))        or max_r score(arc, r)
 * </pre>
 *
 * so that the forest does not grow with their number. The rest is asked of the forest with relations.
 */
public final class SecondOrderInference implements Inference<SecondOrderTrees> {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private final ForestInference forests = new ForestInference();

    /** One thread's scores of the trees without relations. */
    private static final class Plain implements Scratch {
        final Workspace workspace = new Workspace();
        double[] marginals = {};
        int[] relations = {};
    }

    private static Plain plain(Workspace workspace) {
        return workspace.scratch(Plain.class, Plain::new);
    }

    /** The scores of second order, after a weight per arc; the caller fills in the weights. */
    private static Plain reserved(SecondOrderTrees trees, Workspace workspace) {
        Plain plain = plain(workspace);
        Forest forest = trees.plainForest();
        plain.workspace.reserve(forest);
        int arcs = trees.arcs().size();
        System.arraycopy(
                workspace.scores(), trees.arcParts(), plain.workspace.scores(), arcs, trees.parts() - trees.arcParts());
        return plain;
    }

    private static Plain summed(SecondOrderTrees trees, Workspace workspace) {
        Plain plain = reserved(trees, workspace);
        for (int arc = 0; arc < trees.arcs().size(); arc++) {
            plain.workspace.scores()[arc] = logSum(workspace.scores(), arc * trees.relations(), trees.relations());
        }
        return plain;
    }

    private static double logSum(double[] scores, int begin, int count) {
        double max = NONE;
        for (int k = begin; k < begin + count; k++) {
            max = Math.max(max, scores[k]);
        }
        if (max == NONE || count == 1) {
            return max;
        }
        double sum = 0;
        for (int k = begin; k < begin + count; k++) {
            sum += Exponential.of(scores[k] - max);
        }
        return max + Logarithm.of(sum);
    }

    @Override
    public double logSum(SecondOrderTrees trees, Workspace workspace) {
        return forests.logSum(trees.plainForest(), summed(trees, workspace).workspace);
    }

    @Override
    public double addMarginals(SecondOrderTrees trees, Workspace workspace, double weight, double[] into) {
        Plain plain = summed(trees, workspace);
        Forest forest = trees.plainForest();
        plain.marginals = Workspace.grown(plain.marginals, forest.parts());
        Arrays.fill(plain.marginals, 0, forest.parts(), 0.0);
        double logSum = forests.addMarginals(forest, plain.workspace, weight, plain.marginals);
        if (logSum == NONE) {
            return logSum;
        }
        int relations = trees.relations();
        int arcs = trees.arcs().size();
        double[] weights = plain.workspace.scores();
        for (int arc = 0; arc < arcs; arc++) {
            double amount = plain.marginals[arc];
            for (int part = arc * relations; amount != 0 && part < (arc + 1) * relations; part++) {
                into[part] += amount * Exponential.of(workspace.scores()[part] - weights[arc]);
            }
        }
        for (int part = arcs; part < forest.parts(); part++) {
            into[trees.arcParts() + part - arcs] += plain.marginals[part];
        }
        return logSum;
    }

    /** Of equal choices the first one; when all trees are forbidden, some tree comes out. */
    @Override
    public ScoredOutput<SecondOrderTree> best(SecondOrderTrees trees, Workspace workspace) {
        Plain plain = reserved(trees, workspace);
        double[] scores = workspace.scores();
        int relations = trees.relations();
        int arcs = trees.arcs().size();
        if (plain.relations.length < arcs) {
            plain.relations = new int[2 * arcs];
        }
        for (int arc = 0; arc < arcs; arc++) {
            int best = arc * relations;
            for (int part = best + 1; part < (arc + 1) * relations; part++) {
                best = scores[part] > scores[best] ? part : best;
            }
            plain.relations[arc] = best - arc * relations;
            plain.workspace.scores()[arc] = scores[best];
        }
        Derivation derivation = new BestDerivation(trees.plainForest(), plain.workspace).trace();
        int[] heads = trees.tree(derivation).heads();
        int[] chosen = new int[heads.length];
        Arrays.setAll(chosen, m -> plain.relations[trees.arcs().arc(heads[m], m + 1)]);
        SecondOrderTree tree = new SecondOrderTree(trees, heads, chosen);
        return new ScoredOutput<>(tree, tree.score(scores));
    }

    @Override
    public List<ScoredOutput<SecondOrderTree>> nBest(SecondOrderTrees trees, Workspace workspace, int n) {
        ScoredOutput<SecondOrderTree> first = best(trees, workspace);
        List<ScoredOutput<SecondOrderTree>> all = new ArrayList<>();
        for (ScoredOutput<Derivation> found : forests.nBest(trees.forest(), workspace, n)) {
            SecondOrderTree tree = trees.tree(found.output());
            all.add(new ScoredOutput<>(tree, tree.score(workspace.scores())));
        }
        if (!all.isEmpty()) { // of equal trees the forest may prefer another one
            all.removeIf(found -> found.output().equals(first.output()));
            all.add(0, first);
        }
        return all.size() > n ? all.subList(0, n) : all;
    }

    @Override
    public SecondOrderTree sample(SecondOrderTrees trees, Workspace workspace, RandomGenerator random) {
        return trees.tree(forests.sample(trees.forest(), workspace, random));
    }

    @Override
    public void addMarginalDerivatives(
            SecondOrderTrees trees, Workspace workspace, double[] direction, double weight, double[] into) {
        forests.addMarginalDerivatives(trees.forest(), workspace, direction, weight, into);
    }

    @Override
    public double entropy(SecondOrderTrees trees, Workspace workspace) {
        return forests.entropy(trees.forest(), workspace);
    }
}
