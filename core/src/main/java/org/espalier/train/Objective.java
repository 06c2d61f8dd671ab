package org.espalier.train;

import java.util.ArrayList;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.optimize.Function;
import org.espalier.scoring.Scorer;
import org.espalier.structure.Trellis;

/**
 * The sum of the losses over the data: f(θ) = Σ<sub>n</sub> weight<sub>n</sub> · loss(x<sub>n</sub>, gold<sub>n</sub>; θ).
 *
 * <p>The data are cut into shards of about equal numbers of tokens. Their number depends on the data and the number of
 * weights only, never on the number of threads, so that the sums have the same bits everywhere.
 */
final class Objective implements Function, AutoCloseable {
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
        java.util.Arrays.setAll(workspaces, worker -> new Workspace());
        this.scoredAt = new long[parallel.threads()];
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
                shardBegins.length - 1, (shard, worker, sum) -> evaluateShard(shard, worker, x, sum), gradient);
    }

    private double evaluateShard(int shard, int worker, double[] parameters, double[] gradient) {
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
        }
        scorer.backpropagateShared(workspace.gradient(), gradient);
        return value;
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
    public void close() {
        parallel.close();
    }
}
