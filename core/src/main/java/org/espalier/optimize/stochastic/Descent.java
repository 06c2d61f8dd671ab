package org.espalier.optimize.stochastic;

import java.util.List;
import java.util.function.Supplier;
import org.espalier.optimize.Function;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * Descent along the gradients of batches, for functions that are not convex, such as the loss of a network: F(x) = Σₙ fₙ(x) + ½λ₂‖x‖².
 *
 * <pre>
 *   g = 1/|B| Σ ∇fₙ(x) over n ∈ B, shortened to the length {@code clip}
 *   SGD:  v ← μv − ηg,  x ← x + v              Adam:  x ← x − η · m̂ / (√v̂ + 10⁻⁸)
 * </pre>
 *
 * <p>The penalty shrinks x once per epoch, by as much as its own steps would have. Rare coordinates that a batch does not look at are not
 * touched. With SGD they are moved by their velocity when they are met again, and at the end of the epoch, by as much as all the steps
 * between would have moved them; with Adam they rest. So a step costs as much as what the batch looks at.
 *
 * <p>An iteration is an epoch. Its value is the sum of the terms as they were met on the way. The same seed gives the same bits, also when
 * the run was interrupted and resumed. Memory: 16 bytes per coordinate, with Adam 32.
 *
 * @param options how it moves
 */
public record Descent(DescentOptions options) implements Optimizer {
    private static final String NAME = "Descent";

    @Override
    public Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
        return run(new DescentRun(options, batches(function), smooth(penalty), start.clone()), monitor);
    }

    @Override
    public Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
        OptimizerState taken = state.get();
        Memory memory = taken.memory();
        List<double[]> vectors = memory.vectors();
        if (!memory.isOf(NAME + options.method()) || memory.scalars().length != 1) {
            throw new IllegalArgumentException(
                    "the state belongs to another optimiser; resume with the algorithm that saved it");
        }
        DescentRun run = new DescentRun(
                options, batches(function), smooth(penalty), taken.x().clone());
        run.restore(taken.iteration(), taken.value(), (long) memory.scalars()[0], vectors);
        return run(run, monitor);
    }

    private static BatchFunction batches(Function function) {
        if (function instanceof BatchFunction batches) {
            return batches;
        }
        throw new IllegalArgumentException("descent by batches needs a function that is a sum of terms");
    }

    private static double smooth(Penalty penalty) {
        StochasticOptimizer.requireSmooth("descent by batches", penalty);
        return penalty.l2();
    }

    private Result run(DescentRun run, Monitor monitor) {
        StopReason reason = null;
        while (reason == null) {
            reason = run.iteration() >= options.epochs() ? StopReason.FINISHED : next(run, monitor);
        }
        return new Result(run.x(), run.value(), Double.NaN, run.iteration(), run.evaluations(), reason);
    }

    private static @Nullable StopReason next(DescentRun run, Monitor monitor) {
        run.epoch();
        return monitor.afterIteration(new Progress(run)) ? null : StopReason.STOPPED;
    }

    /** The memory of a run. */
    static Memory memory(DescentOptions.Method method, long steps, List<double[]> vectors) {
        return Memory.of(NAME + method, new double[] {(double) steps}, vectors);
    }
}
