package org.espalier.train.run;

import java.util.Objects;
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
import org.espalier.scoring.SparseVector;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.train.TrainingOptions;
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
 * <p>Instances at hand are all shuffled. Of those in pieces, as on disk, the pieces are shuffled, and the instances of each.
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

    private final Visits<S> visited;
    private final Inference<S> inference;
    private final RivalSearch<S> search;
    private final UpdateRule rule;
    private final VisitingOrder order;
    private OnlineWeights weights;
    private final OnlineOptions options;
    private final double[] start; // of a vote, else empty
    private final Workspace workspace; // of the visits
    private final SparseVector difference;
    private final Rivals rivals = new Rivals();
    private final int[] numbers; // the order of the instances, or of several pieces of them
    private int epoch; // how many are done
    private double loss; // of the last one
    private boolean over; // whether the rule has nothing left to learn

    OnlineRun(
            Visits<S> visited,
            Inference<S> inference,
            RivalSearch<S> search,
            UpdateRule rule,
            VisitingOrder order,
            OnlineWeights weights,
            OnlineOptions options) {
        this.visited = visited;
        this.inference = inference;
        this.search = search;
        this.rule = rule;
        this.order = order;
        this.weights = weights;
        this.options = options;
        this.start = rule instanceof VotedPerceptron ? weights.current().clone() : new double[0];
        this.workspace = visited.workspace();
        this.difference = new SparseVector(weights.current().length);
        this.numbers = numbers(visited.pieces() > 0 ? visited.pieces() : visited.size());
    }

    /** The run that the plan asks for, from where the problem begins. */
    static <S extends Structure> OnlineRun<S> of(TrainingPlan plan, VisitedProblem<S> problem) {
        return of(plan, problem.visits(), problem.inference(), problem.search(learning(plan)), problem.onlineStart());
    }

    /** The run that the plan asks for over some of the instances, from these weights, which are changed. */
    static <S extends Structure> OnlineRun<S> of(TrainingPlan plan, Task<S> task, InstanceStore store, double[] start) {
        return of(plan, new StoredVisits<>(task, store), task.inference(), search(task, learning(plan)), start);
    }

    /** How a learner finds what is wrong with labels. */
    static <S extends Structure> RivalSearch<S> search(Task<S> task, OnlineLearning learning) {
        return learning.search() == null
                ? RivalSearch.by(task.inference())
                : task.labels().search(learning.search());
    }

    private static <S extends Structure> OnlineRun<S> of(
            TrainingPlan plan, Visits<S> visited, Inference<S> inference, RivalSearch<S> search, double[] start) {
        OnlineOptions options = plan.options().online();
        return new OnlineRun<>(
                visited,
                inference,
                search,
                learning(plan).rule().create(start.length, visited.size()),
                plan.order() == null ? VisitingOrder.shuffled(plan.options().seed()) : plan.order(),
                new OnlineWeights(start, options.averaging()),
                options);
    }

    private static OnlineLearning learning(TrainingPlan plan) {
        return plan.online() == null ? named(plan.options()) : plan.online();
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
        if (averaged != options.averaging() && weights.current().length > 0) {
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
        visited.use(weights.current());
        double[] learnt = weights.learnt();
        while (!isContent() && epoch < options.epochs()) {
            loss = visited.pieces() > 0 ? visitPieces(epoch) : visitAll(epoch);
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
        return epoch > 0 && (over || loss / visited.size() < options.tolerance());
    }

    private double visitAll(int number) {
        order.arrange(numbers, number);
        double sum = 0;
        for (int n : numbers) {
            sum += visit(n);
        }
        return sum;
    }

    private double visitPieces(int number) {
        order.arrange(numbers, number);
        double sum = 0;
        for (int piece : numbers) {
            int first = visited.first(piece);
            int[] inside = numbers(visited.first(piece + 1) - first);
            order.arrange(inside, number);
            for (int n : inside) {
                sum += visit(first + n);
            }
        }
        return sum;
    }

    private double visit(int number) {
        if (!visited.visit(number) || rule.skips(number)) {
            weights.endStep();
            return 0;
        }
        S structure = visited.structure();
        Supervision<S> gold = visited.gold();
        visited.score();
        rivals.begin(structure.length());
        if (rule.candidates() == 1) {
            findBest(structure, gold);
        } else {
            findSeveral(structure, gold);
        }
        double own = rule.update(number, rivals, visited.weight(), weights);
        if (rivals.size() > 0) {
            visited.use(weights.current());
        }
        weights.endStep();
        return own;
    }

    private void findBest(S structure, Supervision<S> gold) {
        ScoredOutput<?> best = search.best(structure, workspace);
        int errors = gold.errors(structure, best.output());
        if (errors > 0) {
            Output right = target(gold, structure);
            add(structure, right, best.output(), search.margin(right, best, workspace), errors);
        }
    }

    private void findSeveral(S structure, Supervision<S> gold) {
        Output right = null;
        for (ScoredOutput<?> rival : inference.nBest(structure, workspace, rule.candidates())) {
            int errors = gold.errors(structure, rival.output());
            if (errors > 0) {
                right = right == null ? target(gold, structure) : right;
                double margin = right.score(workspace.scores()) - rival.score();
                add(structure, right, rival.output(), margin, errors);
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

    private void add(S structure, Output right, Output rival, double margin, int errors) {
        workspace.clearSharedGradient(structure);
        workspace.clearGradient(structure);
        right.addTo(workspace.gradient(), 1);
        rival.addTo(workspace.gradient(), -1);
        difference.clear();
        visited.backpropagate(difference);
        rivals.add(difference, margin, errors);
    }
}
