package org.espalier.optimize;

/** How far an optimiser has come: what a {@link Monitor} sees after an iteration. Valid during that call only. */
public final class Progress {
    private final Run run;
    private final int iteration;

    /** Of the iteration that a run has just done. */
    public Progress(Run run) {
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

    /** What the optimiser is doing. */
    public Phase phase() {
        return current().phase();
    }

    /**
     * The penalised function. After an epoch of dual ascent or of a stochastic optimiser the sum of its terms, each as it
     * was met on the way, which usually lies above the function at the point reached.
     */
    public double value() {
        return current().value();
    }

    /** The function without its penalty. */
    public double loss() {
        return current().loss();
    }

    /**
     * The 2-norm of the penalised function's gradient, or of its pseudo-gradient when λ₁ &gt; 0; NaN after an epoch of
     * dual ascent, which does not compute it.
     */
    public double gradientNorm() {
        return current().gradientNorm();
    }

    /** The 2-norm of x; computed when called, O(n). */
    public double xNorm() {
        return Vectors.SEQUENTIAL.norm(current().x());
    }

    /** The step length t that the line search chose, or the rate of a stochastic optimiser; NaN after an epoch of dual ascent. */
    public double step() {
        return current().step();
    }

    /**
     * How far at most the penalised function at this point is above its minimum: the duality gap, where an optimiser in
     * the dual has just computed it; otherwise NaN.
     */
    public double gap() {
        return current().gap();
    }

    /** The number of coordinates that are not 0; counted when called, O(n). */
    public int nonZeros() {
        return Vectors.nonZeros(current().x());
    }

    /** The point itself, not a copy: not to be changed, nor kept after the call. */
    public double[] x() {
        return current().x();
    }

    /** All that is needed to {@linkplain Optimizer#resume go on from here}; may be kept. Copies nothing, O(1). */
    public OptimizerState snapshot() {
        return current().snapshot();
    }

    private Run current() {
        if (run.iteration() != iteration) {
            throw new IllegalStateException("the progress of iteration " + iteration + " was still in use in iteration "
                    + run.iteration() + "; it is valid only during the monitor's call, keep a snapshot() instead");
        }
        return run;
    }
}
