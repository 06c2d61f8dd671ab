package org.espalier.generative;

import java.util.Arrays;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.generative.HmmData.Instance;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.chain.Trellis;

/**
 * The E-step: how often every parameter of a hidden Markov model is expected to be used, given the words and what the labels
 * allow.
 *
 * <pre>
 *   n_k = Σ_{sequences} weight · Σ_{parts} p(part | x, allowed) · (uses of parameter k in the part)
 * </pre>
 *
 * That is the back-propagation of marginals. The data are cut into a fixed number of shards whose counts are added in their
 * order, so the bits do not depend on threads. Memory: one vector of counts per shard.
 */
final class Expectation {
    private static final int SHARDS = 8;

    private final LinearScorer<Trellis> scorer;
    private final List<Instance> instances;
    private final Workers workers;
    private final ChainInference inference = new ChainInference(Kernels.best());
    private final double[][] shardCounts;
    private final double[] shardLogs;

    Expectation(LinearScorer<Trellis> scorer, List<Instance> instances, Workers workers) {
        this.scorer = scorer;
        this.instances = instances;
        this.workers = workers;
        int shards = Math.min(SHARDS, instances.size());
        this.shardCounts = new double[shards][scorer.parameters()];
        this.shardLogs = new double[shards];
    }

    /**
     * Overwrites the counts with the expected ones.
     *
     * @param logProbabilities the parameters // [parameters]
     * @param unlabelledShare what sequences count, besides their weight, whose labels are not all known
     * @param counts // [parameters]
     * @return Σ weight · log p(x, allowed labels)
     */
    double run(double[] logProbabilities, double unlabelledShare, double[] counts) {
        workers.run(shardCounts.length, (shard, worker) -> runShard(shard, logProbabilities, unlabelledShare));
        Arrays.fill(counts, 0.0);
        double sum = 0;
        for (int shard = 0; shard < shardCounts.length; shard++) {
            sum += shardLogs[shard];
            for (int k = 0; k < counts.length; k++) {
                counts[k] += shardCounts[shard][k];
            }
        }
        return sum;
    }

    private void runShard(int shard, double[] logProbabilities, double unlabelledShare) {
        double[] counts = shardCounts[shard];
        Arrays.fill(counts, 0.0);
        Workspace workspace = new Workspace();
        Trellis empty = scorer.structure(EncodedSequence.empty());
        workspace.reserve(empty);
        scorer.scoreShared(logProbabilities, workspace.scores());
        workspace.sharedChanged();
        workspace.clearSharedGradient(empty);
        double sum = 0;
        int first = (int) ((long) instances.size() * shard / shardCounts.length);
        int last = (int) ((long) instances.size() * (shard + 1) / shardCounts.length);
        for (Instance instance : instances.subList(first, last)) {
            double share = instance.gold().isPath() ? 1 : unlabelledShare;
            sum += add(instance, share * instance.weight(), logProbabilities, workspace, counts);
        }
        scorer.backpropagateShared(workspace.gradient(), counts);
        shardLogs[shard] = sum;
    }

    private double add(
            Instance instance, double weight, double[] logProbabilities, Workspace workspace, double[] counts) {
        Trellis trellis = scorer.structure(instance.sequence());
        workspace.reserve(trellis);
        scorer.score(logProbabilities, instance.sequence(), trellis, workspace.scores());
        workspace.clearGradient(trellis);
        double log;
        if (instance.gold().isPath()) {
            log = trellis.score(workspace.scores(), instance.gold().onlyPath());
            trellis.addPath(workspace.gradient(), instance.gold().onlyPath(), weight);
        } else {
            instance.gold().forbid(trellis, workspace.scores());
            log = inference.addMarginals(trellis, workspace, weight, workspace.gradient());
        }
        scorer.backpropagate(instance.sequence(), trellis, workspace.gradient(), counts);
        return instance.weight() * log;
    }
}
