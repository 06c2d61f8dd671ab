package org.espalier.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;

/** Passes on to a listener how far a learner has come. */
final class KernelProgress implements KernelProblem.Monitor {
    private final TrainingListener listener;
    private final BooleanSupplier stop;
    private final int classes;
    private final long begun = System.nanoTime();
    private final List<TrainingProgress> history = new ArrayList<>();

    KernelProgress(TrainingListener listener, BooleanSupplier stop, int classes) {
        this.listener = listener;
        this.stop = stop;
        this.classes = classes;
    }

    @Override
    public boolean afterIteration(int iteration, double objective, double violation, int active) {
        TrainingProgress progress = new TrainingProgress(
                iteration,
                iteration,
                objective,
                violation,
                (int) Math.min(Integer.MAX_VALUE, (long) active * classes),
                seconds(),
                Double.NaN,
                Double.NaN,
                Double.NaN);
        history.add(progress);
        listener.onIteration(progress);
        return !stop.getAsBoolean();
    }

    private double seconds() {
        return (System.nanoTime() - begun) / 1e9;
    }

    TrainingReport report(TrainingSummary summary, DualSolution solution, int weights) {
        double seconds = seconds();
        return new TrainingReport(
                summary,
                solution.objective(),
                solution.gradientNorm(),
                solution.gapBound(),
                true,
                solution.iterations(),
                solution.iterations(),
                solution.reason(),
                false,
                solution.iterations(),
                Double.NaN,
                weights,
                seconds,
                seconds / Math.max(1, solution.iterations()),
                history,
                List.of());
    }
}
