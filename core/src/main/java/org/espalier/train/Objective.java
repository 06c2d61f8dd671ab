package org.espalier.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.optimize.SumFunction;
import org.espalier.scoring.Scorer;
import org.espalier.structure.Trellis;

/**
 * The sum of the losses over the data: f(θ) = Σ<sub>n</sub> weight<sub>n</sub> · loss(x<sub>n</sub>, gold<sub>n</sub>; θ).
 *
 * <p>The data are cut into shards of about equal numbers of tokens. Their number depends on the data and the number of
 * weights only, never on the number of threads, so that the sums have the same bits everywhere.
 */
final class Objective implements SumFunction, AutoCloseable {
    /** Enough for many cores; each costs one pass over the gradient. */
    private static final int MOST_SHARDS = 32;

    private static final int TOKENS_PER_SHARD = 1_000;

    /** Shards × weights that may be added up per evaluation, so that sums stay cheap beside the work itself. */
    private static final long ADDITIONS = 64_000_000;

    private final Scorer scorer;
    private final Loss loss;
    private final List<Instance> instances;
    private final Trellis[] trellises; // [instances]
    private final int[] shardBegins; // [shards + 1]
    private final ParallelSum parallel;
    private final Workspace[] workspaces; // [threads]
    private final long[] scoredAt; // [threads]: the evaluation for which the workspace holds the shared transitions
    private final double[][] curvatures; // [threads][parts]
    private final Terms terms;
    private long evaluation;

    Objective(Scorer scorer, Loss loss, List<Instance> instances, int threads) {
        this.scorer = scorer;
        this.loss = loss;
        this.instances = instances;
        this.trellises = new Trellis[instances.size()];
        long tokens = 0;
        for (int n = 0; n < trellises.length; n++) {
            trellises[n] = scorer.trellis(instances.get(n).sequence());
            tokens += trellises[n].length();
        }
        this.shardBegins = shards(tokens);
        this.parallel = new ParallelSum(Math.max(1, Math.min(threads, shardBegins.length - 1)));
        this.workspaces = new Workspace[parallel.threads()];
        Arrays.setAll(workspaces, worker -> new Workspace());
        this.scoredAt = new long[parallel.threads()];
        this.curvatures = new double[parallel.threads()][0];
        this.terms = new Terms(scorer, loss, instances, trellises);
    }

    private int[] shards(long tokens) {
        long byWeights = Math.max(2, ADDITIONS / Math.max(1, scorer.parameters()));
        int count = (int) Math.max(1, Math.min(Math.min(MOST_SHARDS, byWeights), tokens / TOKENS_PER_SHARD));
        List<Integer> begins = new ArrayList<>(List.of(0));
        long seen = 0;
        for (int n = 0; n < trellises.length; n++) {
            if (seen >= tokens * begins.size() / count && n > begins.get(begins.size() - 1)) {
                begins.add(n);
            }
            seen += trellises[n].length();
        }
        begins.add(trellises.length);
        return begins.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public int dimension() {
        return scorer.parameters();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        evaluation++;
        return parallel.sum(
                shardBegins.length - 1, (shard, worker, sum) -> evaluateShard(shard, worker, x, sum, false), gradient);
    }

    @Override
    public boolean hasDiagonal() {
        return true;
    }

    /**
     * The diagonal of the Hessian as if parts were independent: Σ weight · value² · m(1 − m) over the places where a feature
     * fires with the marginal m. From the part gradient r = m − gold it is |r|(1 − |r|), gold or not.
     */
    @Override
    public double evaluate(double[] x, double[] gradient, double[] diagonal) {
        evaluation++;
        double[] both = new double[2 * x.length];
        double value = parallel.sum(
                shardBegins.length - 1, (shard, worker, sum) -> evaluateShard(shard, worker, x, sum, true), both);
        System.arraycopy(both, 0, gradient, 0, x.length);
        System.arraycopy(both, x.length, diagonal, 0, x.length);
        return value;
    }

    private double evaluateShard(int shard, int worker, double[] parameters, double[] gradient, boolean withDiagonal) {
        Workspace workspace = workspaces[worker];
        double value = 0;
        for (int n = shardBegins[shard]; n < shardBegins[shard + 1]; n++) {
            Instance instance = instances.get(n);
            EncodedSequence sequence = instance.sequence();
            Trellis trellis = trellises[n];
            workspace.reserve(trellis);
            if (n == shardBegins[shard]) {
                beginShard(worker, trellis, parameters);
            }
            scorer.score(parameters, sequence, trellis, workspace.scores());
            value += loss.evaluate(trellis, instance.gold(), instance.weight(), workspace);
            scorer.backpropagate(sequence, trellis, workspace.gradient(), gradient);
            if (withDiagonal) {
                addDiagonal(worker, instance, trellis, parameters.length, gradient);
            }
        }
        scorer.backpropagateShared(workspace.gradient(), gradient);
        return value;
    }

    private void addDiagonal(int worker, Instance instance, Trellis trellis, int offset, double[] both) {
        double[] gradient = workspaces[worker].gradient();
        if (curvatures[worker].length < trellis.parts()) {
            curvatures[worker] = new double[trellis.parts()];
        }
        double[] curvature = curvatures[worker];
        Arrays.fill(curvature, 0, trellis.sharedParts(), 0);
        for (int part = trellis.sharedParts(); part < trellis.parts(); part++) {
            double share = Math.abs(gradient[part]) / instance.weight();
            curvature[part] = instance.weight() * share * Math.max(0, 1 - share);
        }
        // A transition is about as uncertain as the less uncertain one of its two states.
        int states = trellis.states();
        for (int t = 1; t < trellis.length(); t++) {
            int from = trellis.stateOffset(t - 1);
            int to = trellis.stateOffset(t);
            for (int i = 0; i < states; i++) {
                if (curvature[from + i] > 0) {
                    for (int j = 0; j < states; j++) {
                        curvature[i * states + j] += Math.min(curvature[from + i], curvature[to + j]);
                    }
                }
            }
        }
        scorer.backpropagateSquares(instance.sequence(), trellis, curvature, offset, both);
    }

    private void beginShard(int worker, Trellis trellis, double[] parameters) {
        Workspace workspace = workspaces[worker];
        if (scoredAt[worker] != evaluation) {
            scorer.scoreShared(parameters, workspace.scores());
            workspace.sharedChanged();
            scoredAt[worker] = evaluation;
        }
        workspace.clearSharedGradient(trellis);
    }

    @Override
    public int terms() {
        return instances.size();
    }

    @Override
    public int parts(int term) {
        return terms.parts(term);
    }

    @Override
    public int exclusiveParts(int term) {
        return terms.stateParts(term);
    }

    @Override
    public double weight(int term) {
        return instances.get(term).weight();
    }

    @Override
    public double evaluateTerm(int term, double[] x, double[] partGradient) {
        return terms.evaluate(term, x, partGradient);
    }

    @Override
    public void addTerm(int term, double factor, double[] parts, double[] target) {
        terms.add(term, factor, parts, target);
    }

    @Override
    public double squaredNorm(int term, double[] parts) {
        return terms.squaredNorm(term, parts);
    }

    @Override
    public void close() {
        parallel.close();
    }
}
