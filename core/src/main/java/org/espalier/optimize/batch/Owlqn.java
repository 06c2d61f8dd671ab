package org.espalier.optimize.batch;

import org.espalier.parallel.Workers;

/**
 * Orthant-wise limited-memory quasi-Newton (Andrew &amp; Gao 2007) for L1 and elastic-net penalties.
 *
 * <p>Minimises f(x) + λ₁‖x‖₁ + ½λ₂‖x‖²: L-BFGS inside one orthant at a time, where the L1 norm is linear. Coordinates
 * that are not worth λ₁ are exactly 0 in the result. Cost and memory are those of {@link Lbfgs}; with λ₁ = 0 it is
 * {@link Lbfgs}, bit for bit.
 *
 * @param options memory, limits and tolerances; the gradient tolerance applies to the pseudo-gradient
 * @param workers who runs the loops over vectors
 */
public record Owlqn(LbfgsOptions options, Workers workers) implements BatchOptimizer {

    /** With default options, in the caller's thread. */
    public Owlqn() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public Owlqn(LbfgsOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        return QuasiNewton.method(problem, options);
    }
}
