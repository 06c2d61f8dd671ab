package org.espalier.train.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.Structure;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.corpus.InstanceStore;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.RemoteShards;
import org.espalier.train.remote.ShardTree;
import org.espalier.train.remote.Share;

/**
 * The training data cut into shards by sequence, which the threads of this process learn on. They are asked, and their answers are added, as
 * those of {@linkplain RemoteShards shards elsewhere} are.
 *
 * <p>A seeded permutation deals the sequences out evenly; inside a shard they keep their order. A single shard is the data
 * themselves.
 */
final class Shards<S extends Structure> implements RemoteShards.Session {
    private final List<InstanceStore> stores;
    private final List<ShardLearner<S>> learners;
    private final Workers workers;
    private final boolean owned;

    private Shards(List<InstanceStore> stores, List<ShardLearner<S>> learners, Workers workers, boolean owned) {
        this.stores = stores;
        this.learners = learners;
        this.workers = workers;
        this.owned = owned;
    }

    /**
     * Cuts the data.
     *
     * @param convex whether the objective of all data is convex
     */
    static <S extends Structure> Shards<S> of(
            InstanceStore instances, ParameterMixing mixing, Task<S> task, TrainingPlan plan, boolean convex) {
        int count = mixing.shards();
        if (count > instances.size()) {
            throw new TrainingException(count + " shards for " + instances.size()
                    + " sequences; every shard needs at least one, so ask for fewer shards");
        }
        List<InstanceStore> stores = count == 1
                ? List.of(instances)
                : instances.deal(owners(instances.size(), count, plan.options().seed()), count);
        return new Shards<>(stores, learners(stores, mixing, task, plan, convex), workers(mixing, plan), count > 1);
    }

    /** Shards that are cut already; the caller closes their data. */
    static <S extends Structure> Shards<S> of(
            List<InstanceStore> stores, ParameterMixing mixing, Task<S> task, TrainingPlan plan, boolean convex) {
        return new Shards<>(stores, learners(stores, mixing, task, plan, convex), workers(mixing, plan), false);
    }

    private static Workers workers(ParameterMixing mixing, TrainingPlan plan) {
        return new Workers(Math.min(mixing.shards(), plan.options().workers()));
    }

    private static <S extends Structure> List<ShardLearner<S>> learners(
            List<InstanceStore> stores, ParameterMixing mixing, Task<S> task, TrainingPlan plan, boolean convex) {
        long tokens = stores.stream().mapToLong(InstanceStore::tokens).sum();
        List<ShardLearner<S>> learners = new ArrayList<>();
        for (InstanceStore store : stores) {
            learners.add(
                    new ShardLearner<>(plan, task, store, mixing, learners.size(), tokens, convex, Kernels.best()));
        }
        return learners;
    }

    /** To which shard each sequence goes. */
    static int[] owners(int sequences, int shards, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = IntStream.range(0, sequences).toArray();
        int[] owners = new int[sequences];
        for (int n = sequences - 1; n >= 0; n--) {
            int other = random.nextInt(n + 1);
            int chosen = order[other];
            order[other] = order[n];
            owners[chosen] = n % shards;
        }
        return owners;
    }

    /** Asks all shards, one each at a time. The tree has a power of two leaves: those behind the shards are empty. */
    @Override
    public Share ask(Question question) {
        int count = learners.size();
        int leaves = count == 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
        ShardTree tree = new ShardTree(leaves);
        workers.run(count, (shard, worker) -> {
            Share answer = learners.get(shard).answer(question);
            synchronized (tree) {
                tree.add(tree.leaf(shard), answer);
            }
        });
        for (int shard = count; shard < leaves; shard++) {
            tree.add(tree.leaf(shard), Share.NONE);
        }
        return tree.root();
    }

    @Override
    public void close() {
        learners.forEach(ShardLearner::close);
        workers.close();
        if (owned) {
            stores.forEach(InstanceStore::close);
        }
    }
}
