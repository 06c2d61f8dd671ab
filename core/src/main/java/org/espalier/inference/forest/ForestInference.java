package org.espalier.inference.forest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Forest;

/**
 * Exact inference on forests: inside and outside sums, the best derivation, lazy n-best lists. All take O(edges), n-best lists a
 * little more.
 *
 * <p>Sums are made of logarithms, with one maximum per node, so that scores of any size and forbidden parts are safe.
 */
public final class ForestInference implements Inference<Forest> {

    @Override
    public double logSum(Forest forest, Workspace workspace) {
        return new InsideOutside(forest, workspace).logSum();
    }

    @Override
    public double addMarginals(Forest forest, Workspace workspace, double weight, double[] into) {
        InsideOutside sums = new InsideOutside(forest, workspace);
        sums.addMarginals(weight, into);
        return sums.logSum();
    }

    @Override
    public void addMarginalDerivatives(
            Forest forest, Workspace workspace, double[] direction, double weight, double[] into) {
        new InsideOutside(forest, workspace).addDerivatives(direction, weight, into);
    }

    /** Of equal edges into a node the one that was added first. */
    @Override
    public ScoredOutput<Derivation> best(Forest forest, Workspace workspace) {
        Derivation best = new BestDerivation(forest, workspace).trace();
        return new ScoredOutput<>(best, best.score(workspace.scores()));
    }

    @Override
    public List<ScoredOutput<Derivation>> nBest(Forest forest, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        LazyBest search = new LazyBest(new BestDerivation(forest, workspace));
        List<ScoredOutput<Derivation>> found = new ArrayList<>();
        while (found.size() < n) {
            long[] edges = search.edges(forest.goal(), found.size());
            if (edges == null) {
                break;
            }
            Derivation next = new Derivation(
                    forest, Arrays.stream(edges).mapToInt(Math::toIntExact).toArray());
            found.add(new ScoredOutput<>(next, next.score(workspace.scores())));
        }
        return found;
    }

    @Override
    public Derivation sample(Forest forest, Workspace workspace, RandomGenerator random) {
        InsideOutside sums = new InsideOutside(forest, workspace);
        if (sums.logSum() == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("every derivation is forbidden: there is nothing to draw from");
        }
        return sums.sample(random);
    }

    /** The sum over nodes of the entropy of the choice between their edges: nothing cancels. */
    @Override
    public double entropy(Forest forest, Workspace workspace) {
        return new InsideOutside(forest, workspace).entropy();
    }
}
