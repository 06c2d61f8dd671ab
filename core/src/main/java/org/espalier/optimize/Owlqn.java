package org.espalier.optimize;

import java.util.function.Supplier;

/**
 * Orthant-wise limited-memory quasi-Newton (Andrew &amp; Gao 2007) for L1 and elastic-net penalties.
 *
 * <p>Minimises f(x) + λ₁‖x‖₁ + ½λ₂‖x‖²: L-BFGS inside one orthant at a time, where the L1 norm is linear. Coordinates
 * that are not worth λ₁ are exactly 0 in the result. Cost and memory are those of {@link Lbfgs}; with λ₁ = 0 it is
 * {@link Lbfgs}, bit for bit.
 *
 * @param options memory, limits and tolerances; the gradient tolerance applies to the pseudo-gradient
 */
public record Owlqn(LbfgsOptions options) implements Optimizer {

    /** With default options. */
    public Owlqn() {
        this(LbfgsOptions.DEFAULTS);
    }

    @Override
    public Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
        return QuasiNewtonRun.from(function, penalty, options, start, monitor).run();
    }

    @Override
    public Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
        return QuasiNewtonRun.from(function, penalty, options, state.get(), monitor)
                .run();
    }
}
