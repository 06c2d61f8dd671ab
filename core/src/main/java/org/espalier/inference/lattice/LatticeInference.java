package org.espalier.inference.lattice;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.forest.ForestInference;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.lattice.Lattice;
import org.espalier.structure.lattice.LatticePath;

/**
 * Exact inference on lattices of words, in O(words + connections).
 *
 * <p>Sums and the best path have loops of their own, because training and tagging live on them. For n-best lists, samples and second
 * derivatives the lattice is turned into the forest that it is; that costs about ten times more.
 */
public final class LatticeInference implements Inference<Lattice> {
    private final ForestInference forests = new ForestInference();

    @Override
    public double logSum(Lattice lattice, Workspace workspace) {
        return new LatticeSums(lattice, workspace).logSum();
    }

    @Override
    public double addMarginals(Lattice lattice, Workspace workspace, double weight, double[] into) {
        LatticeSums sums = new LatticeSums(lattice, workspace);
        sums.addMarginals(weight, into);
        return sums.logSum();
    }

    /** Of equal paths the one whose last word begins latest, and so on to the begin of the text; see {@code LatticeBuilder}. */
    @Override
    public ScoredOutput<LatticePath> best(Lattice lattice, Workspace workspace) {
        LatticePath best = new BestPath(lattice, workspace).trace();
        return new ScoredOutput<>(best, best.score(workspace.scores()));
    }

    @Override
    public List<ScoredOutput<LatticePath>> nBest(Lattice lattice, Workspace workspace, int n) {
        Forest forest = lattice.toForest();
        return forests.nBest(forest, workspace, n).stream()
                .map(found -> path(lattice, found.output()))
                .map(path -> new ScoredOutput<>(path, path.score(workspace.scores())))
                .toList();
    }

    @Override
    public LatticePath sample(Lattice lattice, Workspace workspace, RandomGenerator random) {
        return path(lattice, forests.sample(lattice.toForest(), workspace, random));
    }

    @Override
    public void addMarginalDerivatives(
            Lattice lattice, Workspace workspace, double[] direction, double weight, double[] into) {
        forests.addMarginalDerivatives(lattice.toForest(), workspace, direction, weight, into);
    }

    @Override
    public double entropy(Lattice lattice, Workspace workspace) {
        return forests.entropy(lattice.toForest(), workspace);
    }

    /** The words of a derivation, which lists its edges from the end of the text. */
    private static LatticePath path(Lattice lattice, Derivation derivation) {
        Forest forest = derivation.forest();
        int[] words = new int[derivation.size()];
        int begin = words.length;
        for (int k = 0; k < derivation.size(); k++) {
            for (int p = forest.firstPart(derivation.edge(k)); p < forest.firstPart(derivation.edge(k) + 1); p++) {
                if (forest.part(p) < lattice.words()) {
                    words[--begin] = forest.part(p);
                }
            }
        }
        return new LatticePath(lattice, Arrays.copyOfRange(words, begin, words.length));
    }
}
