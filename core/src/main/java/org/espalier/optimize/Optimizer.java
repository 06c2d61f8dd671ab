package org.espalier.optimize;

import java.util.function.Supplier;

/** Minimises function + penalty over ℝⁿ. Implementations are immutable and may be shared between threads. */
public interface Optimizer {

    /**
     * Minimises function + penalty from a starting point.
     *
     * @param function the loss, without the penalty
     * @param penalty what the optimiser adds to it
     * @param start the starting point, not changed // [n]
     * @param monitor called after every iteration
     * @throws IllegalArgumentException when the function, its gradient or the start is not finite at the start, or
     *     the penalty is not one that this optimiser can handle
     */
    Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor);

    /**
     * Goes on from a {@linkplain Progress#snapshot() snapshot}. With the same function, penalty and options it ends
     * with the same bits as the run that was interrupted would have; with other options (more iterations, say) it
     * goes on under those.
     */
    default Result resume(Function function, Penalty penalty, OptimizerState state, Monitor monitor) {
        return resume(function, penalty, () -> state, monitor);
    }

    /**
     * Goes on from a snapshot that nobody else holds: its arrays can be collected while the run replaces them, so
     * that a resumed run needs no more memory than an uninterrupted one.
     *
     * @param state makes the snapshot, by reading it from a file for example; called once
     */
    Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor);

    /** Minimises without a monitor. */
    default Result minimize(Function function, Penalty penalty, double[] start) {
        return minimize(function, penalty, start, Monitor.NONE);
    }
}
