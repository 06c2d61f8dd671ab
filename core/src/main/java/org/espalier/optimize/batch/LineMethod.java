package org.espalier.optimize.batch;

import org.espalier.optimize.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * A method that chooses a direction and searches along it. When there is no lower point on a clever direction, steepest
 * descent is tried once before it gives up.
 */
abstract class LineMethod implements Method {
    private final LineSearch search;
    final double[] direction; // [n]
    double slope;

    LineMethod(Problem problem, LbfgsOptions options, double flatness) {
        Landscape landscape = Landscape.of(problem.penalty(), problem.vectors());
        this.search = new LineSearch(problem, landscape, options.maxLineSearchSteps(), flatness);
        this.direction = new double[problem.function().dimension()];
    }

    /** Whether the next direction is that of steepest descent, so that there is nothing to {@linkplain #forget}. */
    abstract boolean isSteepest();

    /** Writes the next direction. */
    abstract void choose(BatchRun run);

    /** The step to try first. */
    abstract double firstStep(BatchRun run);

    /** Goes back to steepest descent. */
    abstract void forget();

    /** Where the diagonal of the Hessian at the end of the step is wanted, or null. */
    double @Nullable [] diagonal(BatchRun run) {
        return null;
    }

    @Override
    public final @Nullable StopReason step(BatchRun run) {
        Point from = run.point();
        boolean practicalOptimum = false;
        while (true) {
            boolean steepest = isSteepest();
            choose(run);
            slope = run.landscape().align(from, direction);
            LineSearch.Outcome outcome = slope < 0 ? search(run) : LineSearch.Outcome.FAILED;
            if (outcome == LineSearch.Outcome.FOUND) {
                run.took(search.step());
                return null;
            }
            if (outcome == LineSearch.Outcome.UNBOUNDED) {
                return StopReason.UNBOUNDED;
            }
            // −½·slope is the decrease that the quadratic model still hopes for.
            boolean hopeless = !steepest && slope < 0 && -0.5 * slope <= LineSearch.noise(from.value);
            practicalOptimum |= hopeless || outcome == LineSearch.Outcome.AT_MINIMUM;
            if (steepest) {
                return practicalOptimum ? StopReason.CONVERGED_PRECISION : StopReason.LINE_SEARCH_FAILED;
            }
            forget();
        }
    }

    private LineSearch.Outcome search(BatchRun run) {
        LineSearch.Outcome outcome =
                search.search(run.point(), direction, slope, firstStep(run), run.trial(), diagonal(run));
        run.count(search.evaluations());
        return outcome;
    }

    /** The step that a search found. */
    final double step() {
        return search.step();
    }
}
