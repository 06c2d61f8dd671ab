package org.espalier.morphology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.optimize.Function;
import org.espalier.parallel.ParallelSum;
import org.espalier.structure.lattice.GoldWords;
import org.espalier.structure.lattice.Lattice;
import org.espalier.train.run.TrainingProblem;

/**
 * The sum of the losses of all sentences, as a function of the weights of features.
 *
 * <pre>
 *   score(unit) = Σ_{features of the unit} θ      score(part) = score(unit of the part)      f(θ) = Σ_sentences loss(scores of the parts)
 * </pre>
 *
 * Weights meet lattices at the units only: these are scored once per evaluation, and the gradient of the parts is summed up by unit before it
 * goes back to the weights. Shards are ranges of sentences, at most {@value #MOST_SHARDS}, so that as many vectors of units are in
 * memory; they depend on the data only.
 */
final class CostObjective implements TrainingProblem.Opened {
    private static final int MOST_SHARDS = 16;
    private static final long PARTS_PER_SHARD = 20_000;

    private final List<Lattice> lattices;
    private final List<GoldWords> gold = new ArrayList<>();
    private final FeatureUnits units;
    private final LatticeParts parts;
    private final int dimension;
    private final Loss<Lattice> loss;
    private final ParallelSum sum;
    private final List<Workspace> workspaces;
    private final int[] shards; // [shards + 1]: the first sentence of each
    private final double[] offset; // [weights]: what is added to the point; empty for nothing
    private final boolean visitsTerms;

    /**
     * An objective.
     *
     * @param dimension how many weights there are
     * @param offset the weights from which the point is counted; empty for 0
     * @param visitsTerms whether the algorithm visits sentences one by one
     */
    CostObjective(
            MorphemeCorpus corpus,
            int dimension,
            Loss<Lattice> loss,
            ParallelSum sum,
            double[] offset,
            boolean visitsTerms) {
        this.lattices = corpus.lattices();
        this.units = corpus.units();
        this.parts = corpus.parts();
        this.dimension = dimension;
        this.loss = loss;
        this.sum = sum;
        this.offset = offset;
        this.visitsTerms = visitsTerms;
        this.workspaces = Stream.generate(Workspace::new).limit(sum.workers()).toList();
        for (int n = 0; n < lattices.size(); n++) {
            gold.add(GoldWords.of(lattices.get(n), corpus.paths().get(n)));
        }
        this.shards = shards();
    }

    private int[] shards() {
        long parts = 0;
        for (Lattice lattice : lattices) {
            parts += lattice.parts();
        }
        int count = (int) Math.max(1, Math.min(MOST_SHARDS, parts / PARTS_PER_SHARD));
        int[] begins = new int[count + 1];
        long before = 0;
        int shard = 0;
        for (int n = 0; n < lattices.size(); n++) {
            while (shard < count && before * count >= parts * shard) {
                begins[shard++] = n;
            }
            before += lattices.get(n).parts();
        }
        Arrays.fill(begins, shard, count + 1, lattices.size());
        return begins;
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        double[] weights = x;
        if (offset.length > 0) {
            weights = x.clone();
            for (int k = 0; k < weights.length; k++) {
                weights[k] += offset[k];
            }
        }
        double[] scores = new double[units.units()];
        units.score(weights, 0, scores.length, scores);
        double[] unitGradient = new double[scores.length];
        double value = sum.add(shards.length - 1, scores, 0, unitGradient, this::evaluateShard);
        Arrays.fill(gradient, 0);
        units.backpropagate(unitGradient, gradient);
        return value;
    }

    private double evaluateShard(int shard, double[] scores, int worker, double[] share) {
        Workspace workspace = workspaces.get(worker);
        double value = 0;
        for (int n = shards[shard]; n < shards[shard + 1]; n++) {
            Lattice lattice = lattices.get(n);
            workspace.reserve(lattice);
            parts.score(lattice, scores, workspace.scores());
            value += loss.evaluate(lattice, gold.get(n), 1, workspace);
            parts.backpropagate(lattice, workspace.gradient(), share);
        }
        return value;
    }

    @Override
    public Function view() {
        return visitsTerms ? new CostTerms(this, parts, lattices, gold, loss, offset, workspaces.size()) : this;
    }
}
