package org.espalier.train.run;

import java.util.List;
import org.espalier.math.Kernels;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.parallel.Workers;
import org.espalier.structure.Structure;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.InstanceStore;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.Share;
import org.jspecify.annotations.Nullable;

/**
 * Learns on one shard of a mixing alone, wherever the shard is kept: θ<sub>k</sub> = argmin of its losses and its share of the penalty, from
 * the weights that all shards begin with. What it gives is its summand μ<sub>k</sub>θ<sub>k</sub> of the average. One question at a time.
 *
 * @param <S> the structure of the instances
 */
final class ShardLearner<S extends Structure> implements AutoCloseable {
    private final TrainingPlan plan;
    private final TrainingOptions options;
    private final Task<S> task;
    private final InstanceStore store;
    private final ParameterMixing mixing;
    private final int number;
    private final double size; // the part of all tokens that the shard has
    private final boolean convex;
    private final Kernels kernels;
    private @Nullable Objective<S> objective; // compiled when it is first needed

    /**
     * A shard.
     *
     * @param number which of the shards, from 0
     * @param tokens how many tokens all shards have
     * @param convex whether the objective of all data is convex
     */
    ShardLearner(
            TrainingPlan plan,
            Task<S> task,
            InstanceStore store,
            ParameterMixing mixing,
            int number,
            long tokens,
            boolean convex,
            Kernels kernels) {
        this.plan = plan;
        this.options = plan.options();
        this.task = task;
        this.store = store;
        this.mixing = mixing;
        this.number = number;
        this.size = (double) store.tokens() / tokens;
        this.convex = convex;
        this.kernels = kernels;
    }

    Share answer(Question question) {
        return switch (question.kind()) {
            case LEARN -> summand(learn(question.x(), question.budget(), question.round()));
            case GRADIENT -> gradient(question.x());
            default -> throw new TrainingException("shards that are mixed were asked for " + question.kind());
        };
    }

    private Share summand(Result learnt) {
        double weight = mixing.weighting() == ParameterMixing.Weighting.UNIFORM ? 1.0 / mixing.shards() : size;
        double[] summand = new double[learnt.x().length];
        for (int i = 0; i < summand.length; i++) {
            summand[i] = weight * learnt.x()[i];
        }
        return new Share(learnt.value(), List.of(Share.Vector.dense(summand), ShardTidings.of(number, size, learnt)));
    }

    private Share gradient(double[] x) {
        double[] gradient = new double[x.length];
        return Share.of(objective().evaluate(x, gradient), gradient);
    }

    private Result learn(double[] start, int budget, int round) {
        // Another order in every shard and round; the first shard's first round is ordinary training.
        TrainingOptions own = options.withSeed(options.seed() + number + (long) (round - 1) * mixing.shards());
        return own.algorithm().isOnline()
                ? learnOnline(start, own.withOnline(own.online().withEpochs(budget)))
                : minimize(start, budget, own);
    }

    private Result minimize(double[] start, int budget, TrainingOptions own) {
        try (Workers workers = new Workers(1)) {
            Function function = Optimizers.function(plan, objective(), store, task.inference(), false, workers);
            boolean exact = task.inference().isExact() && !task.labels().learnsWithoutInference();
            return Optimizers.of(plan, own, budget, exact, DualOptions.DEFAULTS, workers)
                    .minimize(
                            function, penalty(), start, progress -> !plan.stop().getAsBoolean());
        }
    }

    private Result learnOnline(double[] start, TrainingOptions own) {
        return OnlineRun.of(plan.withOptions(own), task, store, start.clone())
                .run((epochs, loss, learnt) -> !plan.stop().getAsBoolean());
    }

    /** The shard's part of the penalty, so that the objectives add up to that of all data. */
    private Penalty penalty() {
        Penalty whole = options.penalty();
        return mixing.shards() == 1 ? whole : new Penalty(whole.l1() * size, whole.l2() * size);
    }

    private Objective<S> objective() {
        Objective<S> made = objective;
        if (made == null) {
            made = new Objective<>(task, plan.instanceLoss(task), convex, store, kernels, new Workers(1));
            objective = made;
        }
        return made;
    }

    @Override
    public void close() {
        if (objective != null) {
            objective.close();
        }
    }
}
