package org.espalier.train.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.model.Model;
import org.espalier.optimize.Function;
import org.espalier.scoring.VotedWeights;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.jspecify.annotations.Nullable;

/**
 * Watches a training run: measures what an iteration has led to on the development set, tells the listener, keeps the best
 * weights and the checkpoint, and says when it is enough.
 */
final class Watch {
    private final TrainingPlan plan;
    private final TrainingOptions options;
    private final TrainingProblem problem;
    private final TrainingProblem.Development dev;
    private final long begun;

    private final List<TrainingProgress> history = new ArrayList<>();
    private double @Nullable [] best;
    private @Nullable VotedWeights votes; // of the best weights, or of the last without a development set
    private double bestScore = Double.NEGATIVE_INFINITY;
    private int bestIteration;
    private double bestValue = Double.NaN; // as the algorithm told it
    private double bestGradientNorm = Double.NaN;
    private boolean stoppedEarly;
    private @Nullable Function exact;
    private long paused;
    private final Set<String> troubles = new HashSet<>(); // with checkpoints, each told once

    /**
     * A watch over a run.
     *
     * @param problem whose weights are learnt
     * @param begun when the run began, in nanoseconds
     */
    Watch(TrainingPlan plan, TrainingProblem problem, long begun) {
        this.plan = plan;
        this.options = plan.options();
        this.problem = problem;
        this.dev = problem.development();
        this.begun = begun;
        CheckpointPlan checkpoint = plan.checkpoint();
        if (checkpoint != null) {
            Checkpoint.folder(checkpoint.file()); // refused now rather than missed later
        }
    }

    /** Goes on where the watch of an interrupted run was. */
    void resume(Checkpoint checkpoint) {
        best = checkpoint.best();
        bestScore = checkpoint.bestScore();
        bestIteration = checkpoint.bestIteration();
        bestValue = checkpoint.bestValue();
        stoppedEarly = dev.size() > 0 && isPatienceOver(checkpoint.state().iteration());
    }

    private boolean isPatienceOver(int iteration) {
        return iteration - bestIteration >= options.earlyStopping().patience();
    }

    /** Evaluates the objective itself from now on, where an algorithm tells another value and the listener wants to know. */
    void evaluateExactly(Function objective) {
        exact = plan.listener().wantsExactObjective() ? objective : null;
    }

    /** The objective is about to be closed. */
    void endExactly() {
        exact = null;
    }

    /** Whether values that an algorithm met on the way are replaced by the objective. */
    boolean isExact() {
        return exact != null;
    }

    /** Measures, tells, and keeps what has been reached; returns whether to go on. */
    boolean report(Reached after, Supplier<RunState> snapshot) {
        Reached now = exactly(after);
        double score = Double.NaN;
        boolean goOn = true;
        if (dev.size() > 0) {
            score = dev.score(now.x(), now.votes());
            if (score > bestScore) {
                bestScore = score;
                bestIteration = now.iteration();
                bestValue = after.value();
                bestGradientNorm = after.gradientNorm();
                best = now.x().clone();
                votes = now.votes();
            } else if (isPatienceOver(now.iteration())) {
                stoppedEarly = true;
                goOn = false;
            }
        } else {
            votes = now.votes();
        }
        TrainingProgress reached = new TrainingProgress(
                now.iteration(),
                now.evaluations(),
                now.value(),
                now.gradientNorm(),
                now.nonZeros(),
                seconds(),
                shown(score),
                now.norm(),
                now.step());
        history.add(reached);
        tell(reached, problem.model(now.x(), now.votes()));
        boolean stopped = plan.stop().getAsBoolean();
        CheckpointPlan checkpoint = plan.checkpoint();
        if (checkpoint != null && (stopped || now.iteration() % checkpoint.every() == 0)) {
            keep(
                    new Checkpoint(problem.identity(), snapshot.get(), best, bestScore, bestIteration, bestValue),
                    checkpoint.file());
        }
        return goOn && !stopped;
    }

    private void tell(TrainingProgress reached, @Nullable Supplier<Model> model) {
        if (model == null) {
            plan.listener().onIteration(reached);
        } else {
            plan.listener().onIteration(reached, model);
        }
    }

    /** A checkpoint is there against losses: that it cannot be written must not be one. */
    private void keep(Checkpoint checkpoint, Path file) {
        try {
            checkpoint.write(file);
        } catch (UncheckedIOException | TrainingException e) {
            Throwable cause = e.getCause() instanceof IOException unwritable ? unwritable : e;
            String problem = String.valueOf(cause.getMessage());
            if (troubles.add(problem)) {
                plan.listener()
                        .onWarning(problem + ". Training continues; the next checkpoint will be tried when it is due");
            }
        }
    }

    /** With the objective itself, where the algorithm told another value and the listener wants to know. */
    private Reached exactly(Reached now) {
        Function objective = exact;
        if (objective == null || !Double.isNaN(now.gradientNorm())) {
            return now;
        }
        long begin = System.nanoTime();
        Measured measured = Measured.at(now.x(), objective, options.penalty());
        paused += System.nanoTime() - begin;
        return now.withObjective(measured.value(), measured.gradientNorm());
    }

    /** A loss is compared with its sign turned, and shown as it is. */
    private double shown(double score) {
        return options.earlyStopping().metric() == EarlyStopping.Metric.LOSS ? -score : score;
    }

    double seconds() {
        return (System.nanoTime() - begun - paused) / 1e9;
    }

    /** The best weights by the development set, or null without one. */
    double @Nullable [] best() {
        return best;
    }

    /** The weight vectors that vote in place of the best weights, or of the last ones; null when none do. */
    @Nullable
    VotedWeights votes() {
        return votes;
    }

    /** A watch over another start of the same run. */
    Watch again() {
        Watch other = new Watch(plan, problem, begun);
        other.paused = paused;
        return other;
    }

    /** Whether the best weights did better on the development set than those of another start; a tie is not better. */
    boolean isBetterThan(Watch other) {
        return bestScore > other.bestScore;
    }

    /** The objective, or the summed loss of the epoch, that was told of the best weights. */
    double bestValue() {
        return bestValue;
    }

    /** The norm of the gradient that was told of the best weights. */
    double bestGradientNorm() {
        return bestGradientNorm;
    }

    /** The score of the best weights, as it is shown. */
    double bestScore() {
        return shown(bestScore);
    }

    int bestIteration() {
        return bestIteration;
    }

    /** Whether the development set ended the run. */
    boolean stoppedEarly() {
        return stoppedEarly;
    }

    List<TrainingProgress> history() {
        return history;
    }
}
