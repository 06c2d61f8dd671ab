package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.optimize.Phase;
import org.jspecify.annotations.Nullable;

/**
 * The steps of L-BFGS, or of OWL-QN when λ₁ &gt; 0: x ← x(t) along d = −H·∇, with H from the {@link History} and t from
 * the {@link LineSearch}.
 *
 * <p>A preconditioned run starts H from the diagonal of the Hessian, estimated at the start and at every
 * {@value #REFRESH_PERIOD}th iteration; correction pairs stay valid when it changes, because they are facts about f.
 * This takes another 12n bytes.
 *
 * <p>Memory: that of a {@link BatchRun} and the direction in double precision, m pairs in single: (40 + 8m)·n bytes.
 */
final class QuasiNewton extends LineMethod {
    private static final String NAME = "quasi-Newton";

    /** Iterations between two estimates of the Hessian's diagonal. */
    static final int REFRESH_PERIOD = 10;

    /** First step along −D⁻¹∇: variables that work together would overshoot with 1. */
    private static final double DIAGONAL_STEP = 0.2;

    private final History history;

    QuasiNewton(Problem problem, LbfgsOptions options) {
        super(problem, options, LineSearch.FLATNESS);
        this.history = new History(problem.vectors(), options.memory());
    }

    /** Steps of the form that the options ask for. */
    static Method method(Problem problem, LbfgsOptions options) {
        return options.form() == LbfgsOptions.Form.PLAIN
                ? new Backtracking(problem, options)
                : new QuasiNewton(problem, options);
    }

    @Override
    public void begin(BatchRun run, Memory memory) {
        history.addAll(memory.pairs());
    }

    @Override
    boolean isSteepest() {
        return history.isEmpty();
    }

    @Override
    void choose(BatchRun run) {
        Landscape landscape = run.landscape();
        landscape.steepestDescent(run.point(), direction);
        history.multiply(direction, landscape.free(run.point(), direction), run.preconditioner());
    }

    @Override
    double firstStep(BatchRun run) {
        if (!history.isEmpty()) {
            return 1;
        }
        return run.preconditioner().isIdentity() ? 1 / run.vectors().norm(direction) : DIAGONAL_STEP;
    }

    @Override
    void forget() {
        history.clear();
    }

    /** Whether the iteration under way ends with a new estimate of the diagonal. */
    private static boolean isRefresh(BatchRun run) {
        return (run.iteration() + 1) % REFRESH_PERIOD == 0;
    }

    @Override
    double @Nullable [] diagonal(BatchRun run) {
        return isRefresh(run) ? run.diagonal() : null;
    }

    @Override
    public void accept(BatchRun run, Point from, Point to) {
        history.add(from, to);
        if (isRefresh(run)) {
            run.precondition();
        }
    }

    @Override
    public Memory memory() {
        return Memory.of(NAME, history.pairs());
    }

    @Override
    public Phase phase() {
        return Phase.QUASI_NEWTON;
    }
}
