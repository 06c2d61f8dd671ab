package org.espalier.train.run;

import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.labelling.LabelStructure;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.optimize.Result;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.scoring.TwinWeights;
import org.espalier.structure.Structure;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingSummary;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.corpus.TrainingData;
import org.espalier.train.remote.RemoteShards;

/** One training run over labelled sequences: lays out θ, lets it be learnt, and builds the model. */
public final class TrainingRun<S extends Structure> {
    private final TrainingPlan plan;
    private final TrainingOptions options;
    private final TrainingData data;
    private final DevSet<S> dev;
    private final Task<S> task;
    private final LabelProblem<S> problem;
    private final Learning learning;
    private final ModelAssembly assembly;
    private final int parameters; // of the model

    /** The run of a plan: settles the structure on the labels of the data. */
    public static TrainingRun<?> of(TrainingPlan plan, TrainingData data) {
        long begun = System.nanoTime();
        boolean here = data.instances().remote() == null;
        if (!here) {
            Requirements.checkRemote(plan);
        }
        TrainingData learnt = here && plan.mergesTwins(data.encoder().extractor()) ? data.merged() : data;
        return new TrainingRun<>(plan, learnt, plan.options().structure().settle(learnt), begun);
    }

    private TrainingRun(TrainingPlan plan, TrainingData data, LabelStructure<S> structure, long begun) {
        this.plan = plan;
        this.options = plan.options();
        this.data = data;
        Requirements.checkStructure(options, structure, plan.initial());
        RemoteShards shards = data.instances().remote();
        RemoteData<S> remote = shards == null ? null : new RemoteData<>(shards, options, data, structure);
        ParameterLayout chosen = remote == null
                ? LayoutChoice.of(data, options.selection(), structure, plan.initial())
                : LayoutChoice.of(data, options.selection(), structure, plan.initial(), remote::count);
        TwinWeights twins = data.twins() == null ? null : new TwinWeights(chosen, data.twins());
        LinearScorer<S> scorer = structure.scorer(twins == null ? chosen : twins.learnt());
        this.parameters = twins == null ? scorer.parameters() : twins.parameters();
        TagScheme scheme = data.scheme();
        this.task = new Task<>(structure, scorer, structure.inference(Kernels.best()));
        this.dev = new DevSet<>(task, plan.dev().isEmpty() ? null : twins, data.labels(), options, scheme);
        this.assembly = new ModelAssembly(plan, data, scorer.layout(), twins, structure, scheme);
        this.problem = new LabelProblem<>(plan, data, remote, task, dev, assembly);
        this.learning = new Learning(plan, problem, begun);
    }

    public Model run() {
        addDev();
        Requirements.check(
                options, data.instances(), task.labels(), task.scorer().layout());
        Requirements.checkRestarts(plan);
        Requirements.checkSizes(options, data, task.scorer(), task.labels());
        warn();
        int resumedAt = learning.resume();
        TrainingSummary summary = new TrainingSummary(
                data.instances().size(),
                data.instances().tokens(),
                data.labels().size(),
                data.encoder().attributes().size(),
                data.encoder().transitionAttributes().size(),
                parameters,
                dev.size(),
                options.workers(),
                resumedAt);
        plan.listener().onStart(summary);
        ParameterMixing mixing = plan.mixing();
        Learnt learnt = mixing == null ? learning.learn(resumedAt) : learning.told(mixed(mixing));
        return assembly.finish(summary, learnt, learning);
    }

    private void warn() {
        if (data.labels().size() == 1) {
            plan.listener()
                    .onWarning("there is one label, '" + data.labels().name(0)
                            + "': the model can predict nothing else; is this the right label column, and is"
                            + " the text annotated?");
        }
        if (!task.inference().isExact() && !task.labels().learnsWithoutInference()) {
            plan.listener()
                    .onWarning("inference is approximate: the objective, probabilities and best labels are estimates");
        }
        WarmStart.warn(plan, data.encoder().extractor().definition());
        learning.warnOfKinks();
        String idle = options.structure().idle(data, task.labels());
        if (idle != null) {
            plan.listener().onWarning(idle);
        }
        learning.warnOfRestarts();
    }

    /** What shards learn by themselves, averaged. */
    private Result mixed(ParameterMixing mixing) {
        if (options.isVoting()) {
            throw new TrainingException(
                    "shards are mixed into one weight vector, so there is nothing to vote with; drop one of the two");
        }
        if (plan.checkpoint() != null) {
            throw new TrainingException("a checkpoint cannot be kept while shards are mixed; drop one of the two");
        }
        try (RemoteShards.Session shards = problem.shards(mixing)) {
            return new MixingRun(mixing, shards, options).run(problem.start(0, mixing.shards()), this::afterMixing);
        } catch (IllegalArgumentException e) {
            throw Learning.notMinimised(e);
        }
    }

    private boolean afterMixing(Result average) {
        return learning.watch().report(Reached.onAverage(average), () -> {
            throw new IllegalStateException("no checkpoint while weights are mixed");
        });
    }

    private void addDev() {
        for (Sequence sequence : plan.dev()) {
            dev.add(data.encoder(), sequence);
        }
        dev.check(plan.listener());
    }
}
