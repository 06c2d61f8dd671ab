package org.espalier.generative;

import java.util.Arrays;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.generative.HmmData.Instance;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.ParallelSum;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Session;
import org.espalier.structure.chain.Trellis;

/**
 * The E-step: how often every parameter of a hidden Markov model is expected to be used, given the words and what the labels
 * allow.
 *
 * <pre>
 *   n_k = Σ_{sequences} weight · Σ_{parts} p(part | x, allowed) · (uses of parameter k in the part)
 * </pre>
 *
 * That is the back-propagation of marginals. The data are cut into a fixed number of shards of a {@link ParallelSum}, so the bits do
 * not depend on threads.
 */
final class Expectation {
    private static final int SHARDS = 8;

    private final LinearScorer<Trellis> scorer;
    private final List<Instance> instances;
    private final ParallelSum sum;
    private final int shards;
    private final List<Session<Trellis>> sessions; // [threads]
    private long steps;
    private final ChainInference inference = new ChainInference(Kernels.best());

    Expectation(LinearScorer<Trellis> scorer, List<Instance> instances, Workers workers) {
        this.scorer = scorer;
        this.instances = instances;
        this.sum = new LocalSum(workers);
        this.shards = Math.min(SHARDS, instances.size());
        this.sessions = Session.several(scorer, workers.threads());
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
        Arrays.fill(counts, 0.0);
        steps++;
        return sum.add(
                shards,
                logProbabilities,
                0,
                counts,
                (shard, at, worker, share) -> runShard(shard, at, unlabelledShare, sessions.get(worker), share));
    }

    private double runShard(
            int shard, double[] logProbabilities, double unlabelledShare, Session<Trellis> session, double[] counts) {
        session.use(logProbabilities, steps);
        session.begin(scorer.structure(EncodedSequence.empty()));
        double log = 0;
        int first = (int) ((long) instances.size() * shard / shards);
        int last = (int) ((long) instances.size() * (shard + 1) / shards);
        for (Instance instance : instances.subList(first, last)) {
            double share = instance.gold().isPath() ? 1 : unlabelledShare;
            log += add(instance, share * instance.weight(), session, counts);
        }
        session.backpropagateShared(counts);
        return log;
    }

    private double add(Instance instance, double weight, Session<Trellis> session, double[] counts) {
        Trellis trellis = session.score(instance.sequence());
        Workspace workspace = session.workspace();
        workspace.clearGradient(trellis);
        double log;
        if (instance.gold().isPath()) {
            log = trellis.score(workspace.scores(), instance.gold().onlyPath());
            trellis.addPath(workspace.gradient(), instance.gold().onlyPath(), weight);
        } else {
            instance.gold().forbid(trellis, workspace.scores());
            log = inference.addMarginals(trellis, workspace, weight, workspace.gradient());
        }
        session.backpropagate(instance.sequence(), trellis, counts);
        return instance.weight() * log;
    }
}
