package org.espalier.optimize.batch;

import org.espalier.parallel.Workers;

/**
 * Limited-memory BFGS (Liu &amp; Nocedal 1989) for smooth functions, with a strong Wolfe line search.
 *
 * <p>Minimises f(x) + ½λ₂‖x‖². Per iteration about one evaluation and 4mn multiplications; memory (40 + 8m)·n bytes,
 * reached only after m iterations.
 *
 * @param options memory, limits and tolerances
 * @param workers who runs the loops over vectors
 */
public record Lbfgs(LbfgsOptions options, Workers workers) implements BatchOptimizer {

    /** With default options, in the caller's thread. */
    public Lbfgs() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public Lbfgs(LbfgsOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        Criteria.requireSmooth("L-BFGS", problem.penalty());
        return QuasiNewton.method(problem, options);
    }
}
