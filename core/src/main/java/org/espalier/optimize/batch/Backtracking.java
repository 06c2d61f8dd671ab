package org.espalier.optimize.batch;

import java.util.ArrayList;
import java.util.List;
import org.espalier.optimize.Memory;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * The steps of L-BFGS, or of OWL-QN when λ₁ &gt; 0, in the plain form that Wapiti takes: correction pairs in double
 * precision and over all coordinates, a direction of which every coordinate goes down the pseudo-gradient (Andrew &amp;
 * Gao 2007), and a step that is cut or stretched by a fixed factor.
 *
 * <p>Accepted are, with d the direction, steps with f(x′) &lt; f(x) + 10⁻⁴·(x′ − x)·d when λ₁ &gt; 0, which forgives a
 * slight rise, and else steps with f(x′) ≤ f(x) + 10⁻⁴·t·∇·d and ∇′·d ≥ 0.9·∇·d.
 *
 * <p>It stops as Wapiti does: when the (pseudo-)gradient is small, that of the point before when λ₁ &gt; 0, or when the
 * objective is steady, which is first looked at in iteration {@code period} + 2.
 *
 * <p>Memory: that of a {@link BatchRun}, the direction and m pairs: (40 + 16m)·n bytes.
 */
final class Backtracking implements Method {
    private static final String NAME = "backtracking";
    private static final double DECREASE = 1e-4;
    private static final double FLATNESS = 0.9;
    private static final double FIRST_CUT = 0.1;
    private static final double CUT = 0.5;
    private static final double STRETCH = 2.1;

    private final Problem problem;
    private final LbfgsOptions options;
    private final boolean smooth;
    private final double[] direction; // [n]
    private final List<double[]> steps = new ArrayList<>(); // s, oldest first // [m][n]
    private final List<double[]> changes = new ArrayList<>(); // y
    private double normBefore;

    Backtracking(Problem problem, LbfgsOptions options) {
        this.problem = problem;
        this.options = options;
        this.smooth = !(problem.penalty().l1() > 0);
        this.direction = new double[problem.function().dimension()];
    }

    @Override
    public void begin(BatchRun run, Memory memory) {
        normBefore = Double.POSITIVE_INFINITY;
        if (memory.isOf(NAME)) {
            normBefore = memory.scalars()[0];
            for (int k = 0; k < memory.vectors().size(); k += 2) {
                steps.add(memory.vectors().get(k));
                changes.add(memory.vectors().get(k + 1));
            }
        }
    }

    @Override
    public Memory memory() {
        List<double[]> pairs = new ArrayList<>();
        for (int k = 0; k < steps.size(); k++) {
            pairs.add(steps.get(k));
            pairs.add(changes.get(k));
        }
        return Memory.of(NAME, new double[] {normBefore}, pairs);
    }

    @Override
    public @Nullable StopReason step(BatchRun run) {
        Point from = run.point();
        Landscape landscape = run.landscape();
        landscape.steepestDescent(from, direction);
        multiply(problem.vectors());
        double slope = landscape.confine(from, direction);
        if (!(slope < 0)) {
            return StopReason.LINE_SEARCH_FAILED;
        }
        normBefore = run.gradientNorm();
        double step = steps.isEmpty() ? 1 / problem.vectors().norm(direction) : 1;
        double factor = steps.isEmpty() ? FIRST_CUT : CUT;
        for (int tried = 1; tried <= options.maxLineSearchSteps(); tried++, step *= factor) {
            landscape.move(from, direction, step, run.trial());
            run.evaluate(run.trial(), null);
            if (run.trial().value == Double.NEGATIVE_INFINITY) {
                return StopReason.UNBOUNDED;
            }
            double next = smooth ? wolfe(from, slope, step, run.trial()) : armijo(from, factor, run.trial());
            boolean last = tried == options.maxLineSearchSteps();
            if (next == 1 || (last && next == STRETCH)) { // too short, but low enough
                run.took(step);
                return null;
            }
            factor = next;
        }
        return StopReason.LINE_SEARCH_FAILED;
    }

    /** By what the step is to be multiplied; 1 to keep it. */
    private double wolfe(Point from, double slope, double step, Point to) {
        if (!(to.value <= from.value + DECREASE * step * slope)) {
            return CUT;
        }
        return problem.vectors().dot(to.gradient, direction) < FLATNESS * slope ? STRETCH : 1;
    }

    private double armijo(Point from, double factor, Point to) {
        double[] before = from.x;
        double[] after = to.x;
        double moved = problem.vectors().sum(before.length, (begin, end) -> {
            double sum = 0;
            for (int i = begin; i < end; i++) {
                sum += (after[i] - before[i]) * direction[i];
            }
            return sum;
        });
        return to.value < from.value + DECREASE * moved ? 1 : factor;
    }

    /**
     * direction ← H·direction by the two-loop recursion (Nocedal 1980), from the oldest pair to the latest and back. That
     * is Wapiti's order; the usual one is the reverse.
     */
    private void multiply(Vectors vectors) {
        int count = steps.size();
        double[] curvatures = new double[count];
        double[] alphas = new double[count];
        for (int k = 0; k < count; k++) {
            curvatures[k] = vectors.dot(changes.get(k), steps.get(k));
            alphas[k] = vectors.dot(steps.get(k), direction) / curvatures[k];
            vectors.addScaled(-alphas[k], changes.get(k), direction);
        }
        if (count > 0) {
            double[] latest = changes.get(count - 1);
            vectors.scale(curvatures[count - 1] / vectors.dot(latest, latest), direction);
        }
        for (int k = count - 1; k >= 0; k--) {
            double beta = vectors.dot(changes.get(k), direction) / curvatures[k];
            vectors.addScaled(alphas[k] - beta, steps.get(k), direction);
        }
    }

    @Override
    public void accept(BatchRun run, Point from, Point to) {
        if (steps.size() == options.memory()) {
            steps.remove(0);
            changes.remove(0);
        }
        double[] step = difference(to.x, from.x);
        double[] change = difference(to.gradient, from.gradient);
        if (problem.vectors().dot(step, change) > 0) {
            steps.add(step);
            changes.add(change);
        }
    }

    private double[] difference(double[] a, double[] b) {
        double[] result = new double[a.length];
        problem.vectors().sum(a, -1, b, result);
        return result;
    }

    @Override
    public @Nullable StopReason stopReason(BatchRun run, Criteria criteria) {
        int iteration = run.iteration();
        double norm = smooth || iteration == 0 ? run.gradientNorm() : normBefore;
        if (run.gradientNorm() == 0 || criteria.isFlat(norm, run.xNorm())) {
            return StopReason.CONVERGED_GRADIENT;
        }
        boolean steady = iteration > options.period() + 1
                && run.trace().steady(run.value(), options.objectiveTolerance(), options.period());
        return steady ? StopReason.CONVERGED_OBJECTIVE : criteria.limit(iteration);
    }
}
