package org.espalier.train.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.math.Kernels;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.parallel.Workers;
import org.espalier.structure.Structure;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.InstanceStore;

/**
 * The training data cut into shards by sequence, each with an objective of its own.
 *
 * <p>A seeded permutation deals the sequences out evenly; inside a shard they keep their order. A single shard is the data
 * themselves.
 */
final class Shards<S extends Structure> implements MixingRun.Learner, AutoCloseable {
    private final TrainingPlan plan;
    private final TrainingOptions options;
    private final Task<S> task;
    private final List<InstanceStore> stores;
    private final double[] sizes; // [shards]
    private final List<Objective<S>> objectives = new ArrayList<>();
    private final boolean owned;

    private Shards(TrainingPlan plan, Task<S> task, List<InstanceStore> stores, double[] sizes, boolean owned) {
        this.plan = plan;
        this.options = plan.options();
        this.task = task;
        this.stores = stores;
        this.sizes = sizes;
        this.owned = owned;
    }

    /**
     * Cuts the data.
     *
     * @param count how many shards
     * @param convex whether the objective of all data is convex
     */
    static <S extends Structure> Shards<S> of(
            InstanceStore instances, int count, Task<S> task, TrainingPlan plan, boolean convex) {
        TrainingOptions options = plan.options();
        if (count > instances.size()) {
            throw new TrainingException(count + " shards for " + instances.size()
                    + " sequences; every shard needs at least one, so ask for fewer shards");
        }
        List<InstanceStore> stores = count == 1
                ? List.of(instances)
                : instances.deal(owners(instances.size(), count, options.seed()), count);
        double[] sizes = stores.stream()
                .mapToDouble(store -> (double) store.tokens() / instances.tokens())
                .toArray();
        Shards<S> shards = new Shards<>(plan, task, stores, sizes, count > 1);
        for (InstanceStore store : stores) {
            shards.objectives.add(
                    new Objective<>(task, plan.instanceLoss(task), convex, store, Kernels.best(), new Workers(1)));
        }
        return shards;
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

    /** The part of all tokens that each shard has. */
    double[] sizes() {
        return sizes.clone();
    }

    /** The shard's part of the penalty, so that the objectives add up to that of all data. */
    private Penalty penalty(int shard) {
        Penalty whole = options.penalty();
        return stores.size() == 1 ? whole : new Penalty(whole.l1() * sizes[shard], whole.l2() * sizes[shard]);
    }

    @Override
    public Result learn(int shard, double[] start, int budget, int round) {
        // Another order in every shard and round; the first shard's first round is ordinary training.
        TrainingOptions own = options.withSeed(options.seed() + shard + (long) (round - 1) * stores.size());
        return own.algorithm().isOnline()
                ? learnOnline(shard, start, own.withOnline(own.online().withEpochs(budget)))
                : minimize(shard, start, budget, own);
    }

    private Result minimize(int shard, double[] start, int budget, TrainingOptions own) {
        Objective<S> objective = objectives.get(shard);
        Workers workers = new Workers(1);
        Function function = Optimizers.function(plan, objective, stores.get(shard), task.inference(), false, workers);
        return Optimizers.of(
                        plan,
                        own,
                        budget,
                        task.inference().isExact() && !task.labels().learnsWithoutInference(),
                        DualOptions.DEFAULTS,
                        workers)
                .minimize(
                        function,
                        penalty(shard),
                        start,
                        progress -> !plan.stop().getAsBoolean());
    }

    private Result learnOnline(int shard, double[] start, TrainingOptions own) {
        return OnlineRun.of(plan.withOptions(own), task, stores.get(shard), start.clone())
                .run((epochs, loss, learnt) -> !plan.stop().getAsBoolean());
    }

    @Override
    public double evaluate(int shard, double[] x, double[] gradient) {
        return objectives.get(shard).evaluate(x, gradient);
    }

    @Override
    public void close() {
        objectives.forEach(Objective::close);
        if (owned) {
            stores.forEach(InstanceStore::close);
        }
    }
}
