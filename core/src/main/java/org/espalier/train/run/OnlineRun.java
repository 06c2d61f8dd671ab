package org.espalier.train.run;

import java.util.List;
import java.util.Objects;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.online.Arow;
import org.espalier.online.Mira;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineOptions;
import org.espalier.online.OnlineWeights;
import org.espalier.online.PassiveAggressive;
import org.espalier.online.Perceptron;
import org.espalier.online.RivalSearch;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.espalier.online.VotedPerceptron;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.VisitingOrder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Session;
import org.espalier.scoring.SparseVector;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/**
 * The inner loop of online learning: decodes instance after instance with the current weights and hands the outputs that have
 * errors to an {@link UpdateRule}.
 *
 * <p>Where the gold standard allows several outputs, the best of them by the current weights stands for it (the latent
 * perceptron), and an output that it allows has no error. A visit costs scoring and a search for the best output; a step costs what
 * differs between the two outputs. One thread: every step depends on the one before it.
 *
 * <p>In memory all instances are shuffled. On disk chunks are shuffled, and the instances of each.
 *
 * @param <S> the structure of the instances
 */
final class OnlineRun<S extends Structure> {

    /** Is told of every epoch. */
    @FunctionalInterface
    interface Monitor {

        /**
         * Called after an epoch.
         *
         * @param epochs how many are done, from 1
         * @param loss the summed loss, each instance by the weights with which it was met
         * @param learnt what the model's weights would be
         * @return whether to go on
         */
        boolean onEpoch(int epochs, double loss, double[] learnt);
    }

    private final Task<S> task;
    private final LinearScorer<S> scorer;
    private final Inference<S> inference;
    private final RivalSearch<S> search;
    private final InstanceStore store;
    private final UpdateRule rule;
    private final VisitingOrder order;
    private OnlineWeights weights;
    private final OnlineOptions options;
    private final double[] start; // of a vote, else empty
    private final Session<S> session;
    private final Workspace workspace; // of the session
    private final SparseVector difference;
    private final Rivals rivals = new Rivals();
    private final int[] visits; // the order of the instances, or on disk of the chunks
    private Instance[] instances = {}; // all of them, unless they are on disk
    private final int[] firsts; // [chunks + 1]: the number of a chunk's first instance
    private int epoch; // how many are done
    private double loss; // of the last one
    private boolean over; // whether the rule has nothing left to learn

    OnlineRun(
            Task<S> task,
            RivalSearch<S> search,
            InstanceStore store,
            UpdateRule rule,
            VisitingOrder order,
            OnlineWeights weights,
            OnlineOptions options) {
        this.task = task;
        this.scorer = task.scorer();
        this.inference = task.inference();
        this.search = search;
        this.store = store;
        this.rule = rule;
        this.order = order;
        this.weights = weights;
        this.options = options;
        this.start = rule instanceof VotedPerceptron ? weights.current().clone() : new double[0];
        this.session = new Session<>(scorer);
        this.workspace = session.workspace();
        this.difference = new SparseVector(scorer.parameters());
        this.firsts = new int[store.chunks() + 1];
        this.visits = numbers(store.isOnDisk() ? store.chunks() : store.size());
    }

    /** The run that the plan asks for, from these weights, which are changed. */
    static <S extends Structure> OnlineRun<S> of(TrainingPlan plan, Task<S> task, InstanceStore store, double[] start) {
        OnlineOptions options = plan.options().online();
        OnlineLearning learning = plan.online() == null ? named(plan.options()) : plan.online();
        return new OnlineRun<>(
                task,
                learning.search() == null
                        ? RivalSearch.by(task.inference())
                        : task.labels().search(learning.search()),
                store,
                learning.rule().create(task.scorer().parameters(), store.size()),
                plan.order() == null ? VisitingOrder.shuffled(plan.options().seed()) : plan.order(),
                new OnlineWeights(start, options.averaging()),
                options);
    }

    private static OnlineLearning named(TrainingOptions all) {
        OnlineOptions options = all.online();
        UpdateRule.Factory rule = (parameters, instances) -> switch (all.algorithm()) {
            case PERCEPTRON -> options.voting() ? new VotedPerceptron() : new Perceptron();
            case PA -> new PassiveAggressive(options.type(), options.aggressiveness(), options.errorSensitive());
            case MIRA -> new Mira(parameters, options.candidates(), options.aggressiveness());
            case AROW -> new Arow(parameters, options.variance(), options.gamma());
            default -> throw new IllegalArgumentException(all.algorithm() + " is not online");
        };
        return new OnlineLearning(all.algorithm().name(), rule);
    }

    /** The weight vectors that vote by now; null when none do, because the rule does not ask for it. */
    @Nullable
    VotedWeights votes() {
        return rule instanceof VotedPerceptron voted ? voted.votes(start) : null;
    }

    private static int[] numbers(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    /** Whether an interrupted run can go on: the rule says what it remembers. */
    boolean canBeKept() {
        return rule.state() != null;
    }

    /** Where the run is after an epoch; its arrays are written again by the next one. */
    OnlineState snapshot() {
        double[] remembered = Objects.requireNonNull(rule.state());
        return new OnlineState(epoch, loss, over, weights.step(), weights.current(), weights.delayed(), remembered);
    }

    /** Goes on where an interrupted run was, with its arrays. */
    void restore(OnlineState state) {
        boolean averaged = state.delayed().length > 0;
        if (averaged != options.averaging() && scorer.parameters() > 0) {
            throw new IllegalArgumentException("its weights are " + (averaged ? "" : "not ") + "averaged");
        }
        rule.restore(state.rule());
        weights = new OnlineWeights(state.weights(), state.delayed(), state.step());
        epoch = state.iteration();
        loss = state.loss();
        over = state.over();
    }

    /** Runs through the epochs, or until the mean loss is below its tolerance, the rule is content or the monitor has enough. */
    Result run(Monitor monitor) {
        load();
        session.use(weights.current());
        double[] learnt = weights.learnt();
        while (!isContent() && epoch < options.epochs()) {
            loss = store.isOnDisk() ? visitChunks(epoch) : visitAll(epoch);
            over = rule.endEpoch(loss, weights);
            epoch++;
            learnt = weights.learnt();
            boolean goOn = monitor.onEpoch(epoch, loss, learnt);
            if (!goOn && !isContent()) {
                return at(learnt, StopReason.STOPPED);
            }
        }
        return at(learnt, isContent() ? StopReason.CONVERGED_LOSS : StopReason.FINISHED);
    }

    /** Where the run is, when it is not to go on. */
    Result stopped() {
        return at(weights.learnt(), StopReason.STOPPED);
    }

    /** The end of the run; there is no gradient, and an epoch is all that is evaluated. */
    private Result at(double[] learnt, StopReason reason) {
        return new Result(learnt, loss, Double.NaN, epoch, epoch, reason);
    }

    private boolean isContent() {
        return epoch > 0 && (over || loss / store.size() < options.tolerance());
    }

    private void load() {
        if (store.isOnDisk()) {
            for (int c = 0; c < store.chunks(); c++) {
                firsts[c + 1] = firsts[c] + store.chunk(c).size();
            }
        } else {
            instances = new Instance[store.size()];
            int n = 0;
            for (Instance instance : store) {
                instances[n++] = instance;
            }
        }
    }

    private double visitAll(int number) {
        order.arrange(visits, number);
        double sum = 0;
        for (int n : visits) {
            sum += visit(instances[n], n);
        }
        return sum;
    }

    private double visitChunks(int number) {
        order.arrange(visits, number);
        double sum = 0;
        for (int c : visits) {
            List<Instance> chunk = store.chunk(c);
            int[] inside = numbers(chunk.size());
            order.arrange(inside, number);
            for (int n : inside) {
                sum += visit(chunk.get(n), firsts[c] + n);
            }
        }
        return sum;
    }

    private double visit(Instance instance, int number) {
        if (instance.weight() == 0 || instance.sequence().length() == 0 || rule.skips(number)) {
            weights.endStep();
            return 0;
        }
        EncodedSequence sequence = instance.sequence();
        S structure = scorer.structure(sequence);
        Supervision<S> gold = task.labels().supervision(instance.gold(), structure);
        session.score(sequence, structure);
        rivals.begin(structure.length());
        if (rule.candidates() == 1) {
            findBest(sequence, structure, gold);
        } else {
            findSeveral(sequence, structure, gold);
        }
        double own = rule.update(number, rivals, instance.weight(), weights);
        if (rivals.size() > 0) {
            session.use(weights.current());
        }
        weights.endStep();
        return own;
    }

    private void findBest(EncodedSequence sequence, S structure, Supervision<S> gold) {
        ScoredOutput<?> best = search.best(structure, workspace);
        int errors = gold.errors(structure, best.output());
        if (errors > 0) {
            Output right = target(gold, structure);
            add(sequence, structure, right, best.output(), search.margin(right, best, workspace), errors);
        }
    }

    private void findSeveral(EncodedSequence sequence, S structure, Supervision<S> gold) {
        Output right = null;
        for (ScoredOutput<?> rival : inference.nBest(structure, workspace, rule.candidates())) {
            int errors = gold.errors(structure, rival.output());
            if (errors > 0) {
                right = right == null ? target(gold, structure) : right;
                double margin = right.score(workspace.scores()) - rival.score();
                add(sequence, structure, right, rival.output(), margin, errors);
            }
        }
    }

    /** The best output that the gold standard allows. */
    private Output target(Supervision<S> gold, S structure) {
        if (gold.isSingle()) {
            return gold.single(structure);
        }
        workspace.save(structure);
        gold.forbid(structure, workspace.scores());
        Output best = inference.best(structure, workspace).output();
        workspace.restore(structure);
        return best;
    }

    private void add(EncodedSequence sequence, S structure, Output right, Output rival, double margin, int errors) {
        workspace.clearSharedGradient(structure);
        workspace.clearGradient(structure);
        right.addTo(workspace.gradient(), 1);
        rival.addTo(workspace.gradient(), -1);
        difference.clear();
        scorer.backpropagate(sequence, structure, workspace.gradient(), difference);
        rivals.add(difference, margin, errors);
    }
}
