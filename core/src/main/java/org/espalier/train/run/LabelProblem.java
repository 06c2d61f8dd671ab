package org.espalier.train.run;

import java.util.function.Supplier;
import org.espalier.inference.Inference;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.online.OnlineLearning;
import org.espalier.online.RivalSearch;
import org.espalier.parallel.Workers;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.Structure;
import org.espalier.train.ParameterMixing;
import org.espalier.train.corpus.TrainingData;
import org.espalier.train.remote.RemoteShards;
import org.jspecify.annotations.Nullable;

/**
 * What is learnt from labelled sequences.
 *
 * @param <S> the structure of the instances
 */
final class LabelProblem<S extends Structure> implements VisitedProblem<S> {
    /** Of fewer tokens an epoch takes some hundredths of a second. */
    private static final int BRIEF_TOKENS = 8_000;

    private final TrainingPlan plan;
    private final TrainingData data;
    private final @Nullable RemoteData<S> remote;
    private final Task<S> task;
    private final DevSet<S> dev;
    private final ModelAssembly assembly;
    private final String identity;
    private final boolean convex;

    /**
     * A problem.
     *
     * @param remote asks the data when they are kept elsewhere; null when they are here
     */
    LabelProblem(
            TrainingPlan plan,
            TrainingData data,
            @Nullable RemoteData<S> remote,
            Task<S> task,
            DevSet<S> dev,
            ModelAssembly assembly) {
        this.plan = plan;
        this.data = data;
        this.remote = remote;
        this.task = task;
        this.dev = dev;
        this.assembly = assembly;
        this.convex = (task.inference().isExact() || task.labels().learnsWithoutInference())
                && (remote == null
                        ? plan.isConvex(
                                data.instances(), task.labels(), task.scorer().layout())
                        : remote.isConvex(task.scorer().layout()));
        this.identity = RunIdentity.of(plan, data, task.scorer().parameters());
    }

    @Override
    public int parameters() {
        return task.scorer().parameters();
    }

    @Override
    public boolean isConvex() {
        return convex;
    }

    @Override
    public boolean hasExactSums() {
        return task.inference().isExact() && !task.labels().learnsWithoutInference();
    }

    /** Where it is enough to be near the minimum, with the many attributes of built-in features, and data that are not small. */
    @Override
    public boolean isBrief() {
        return data.twins() != null
                && plan.options().optimizer().enough() > 0
                && data.instances().tokens() >= BRIEF_TOKENS;
    }

    @Override
    public double[] start(int number) {
        return start(number, 1);
    }

    double[] start(int number, int shards) {
        return StartingPoint.of(onlineStart(), convex, plan.options(), plan.isUsual(), number, shards);
    }

    @Override
    public double[] onlineStart() {
        return WarmStart.weights(plan.initial(), task.labels(), task.scorer().layout());
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Opened objective(Workers workers) {
        if (remote != null) {
            boolean hessian = plan.instanceLoss(task).hasHessian();
            return remote.objective(task.scorer().layout(), convex, hessian);
        }
        Objective<S> objective = new Objective<>(
                task, plan.instanceLoss(task), convex, data.instances(), isBrief(), Kernels.best(), workers);
        boolean once = convex || plan.options().restarts() == 1;
        return new OpenedObjective(
                objective, Optimizers.function(plan, objective, data.instances(), task.inference(), once, workers));
    }

    /** The shards that are mixed, here or where the data are. */
    RemoteShards.Session shards(ParameterMixing mixing) {
        return remote == null
                ? Shards.of(data.instances(), mixing, task, plan, convex)
                : remote.mixed(task.scorer().layout(), mixing, convex);
    }

    @Override
    public Inference<S> inference() {
        return task.inference();
    }

    @Override
    public Visits<S> visits() {
        return new StoredVisits<>(task, data.instances());
    }

    @Override
    public RivalSearch<S> search(OnlineLearning learning) {
        return OnlineRun.search(task, learning);
    }

    @Override
    public Development development() {
        return dev;
    }

    @Override
    public Supplier<Model> model(double[] weights, @Nullable VotedWeights votes) {
        return () -> assembly.model(weights, votes);
    }
}
