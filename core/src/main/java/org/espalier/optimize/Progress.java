package org.espalier.optimize;

/** How far an optimiser has come: what a {@link Monitor} sees after an iteration. Valid during that call only. */
public final class Progress {
    private final QuasiNewtonRun run;
    private final int iteration;

    Progress(QuasiNewtonRun run) {
        this.run = run;
        this.iteration = run.iteration();
    }

    /** The iterations done, from 1. */
    public int iteration() {
        return iteration;
    }

    /** The function's evaluations so far. */
    public int evaluations() {
        return current().evaluations();
    }

    /** The penalised function. */
    public double value() {
        return current().point().value;
    }

    /** The function without its penalty. */
    public double loss() {
        return current().point().loss;
    }

    /** The 2-norm of the penalised function's gradient, or of its pseudo-gradient when λ₁ &gt; 0. */
    public double gradientNorm() {
        return current().gradientNorm();
    }

    /** The 2-norm of x. */
    public double xNorm() {
        return current().xNorm();
    }

    /** The step length t that the line search chose. */
    public double step() {
        return current().step();
    }

    /** The number of coordinates that are not 0; counted when called, O(n). */
    public int nonZeros() {
        return Vectors.nonZeros(current().point().x);
    }

    /** The point itself, not a copy: not to be changed, nor kept after the call. */
    public double[] x() {
        return current().point().x;
    }

    /** All that is needed to {@linkplain Optimizer#resume go on from here}; may be kept. Copies nothing, O(1). */
    public OptimizerState snapshot() {
        return current().snapshot();
    }

    private QuasiNewtonRun current() {
        if (run.iteration() != iteration) {
            throw new IllegalStateException("the progress of iteration " + iteration + " was kept until iteration "
                    + run.iteration() + "; it is valid only during the monitor's call, keep a snapshot() instead");
        }
        return run;
    }
}
