package org.espalier.kernel;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Support vector machine: for two labels
 * <pre>
 *   minimise ½‖w‖² + Σ_i C w_i max(0, 1 − s_i f(x_i)),      f(x) = ⟨w, φ(x)⟩ + b = b + Σ_i s_i α_i K(x_i, x)
 * </pre>
 * solved in its dual by {@link Smo sequential minimal optimisation}; for more labels one such machine per label against the
 * rest, the largest f_y wins, and their objectives are summed. {@link OneVsOne} is the other way.
 *
 * <p>With probabilities, the machines are scaled so that exp(score) is proportional to p(y | x): decision values of held-out
 * points come from cross-validation, and {@link PlattScaling} (two labels) or {@link ScoreScaling} is fitted to them. The
 * label is then the most probable one, which may differ from the sign of f near it.
 *
 * @param cost C: how dear a point on the wrong side is, times its own weight
 * @param tolerance how much the optimality conditions may be violated
 * @param probabilities whether scores are scaled to probabilities
 * @param folds parts of the cross-validation for that
 * @param maxSteps the most steps per machine
 * @param seed of the cross-validation's parts
 */
public record KernelSvm(double cost, double tolerance, boolean probabilities, int folds, int maxSteps, long seed)
        implements KernelLearner {

    /** C = 1, tolerance 0.001, no probabilities (5 parts when they are wanted). */
    public static final KernelSvm DEFAULTS = new KernelSvm(1, 1e-3, false, 5, 10_000_000, 1);

    public KernelSvm {
        if (!(cost > 0) || Double.isInfinite(cost)) {
            throw new IllegalArgumentException("cost = " + cost + "; expected a finite number above 0");
        }
        if (!(tolerance > 0) || Double.isInfinite(tolerance)) {
            throw new IllegalArgumentException("tolerance = " + tolerance + "; expected a finite number above 0");
        }
        if (folds < 2) {
            throw new IllegalArgumentException("folds = " + folds + "; expected at least 2");
        }
        if (maxSteps < 1) {
            throw new IllegalArgumentException("maxSteps = " + maxSteps + "; expected at least 1");
        }
    }

    public KernelSvm withCost(double value) {
        return new KernelSvm(value, tolerance, probabilities, folds, maxSteps, seed);
    }

    public KernelSvm withTolerance(double value) {
        return new KernelSvm(cost, value, probabilities, folds, maxSteps, seed);
    }

    public KernelSvm withProbabilities(boolean value) {
        return new KernelSvm(cost, tolerance, value, folds, maxSteps, seed);
    }

    public KernelSvm withFolds(int value) {
        return new KernelSvm(cost, tolerance, probabilities, value, maxSteps, seed);
    }

    public KernelSvm withMaxSteps(int value) {
        return new KernelSvm(cost, tolerance, probabilities, folds, value, seed);
    }

    public KernelSvm withSeed(long value) {
        return new KernelSvm(cost, tolerance, probabilities, folds, maxSteps, value);
    }

    @Override
    public DualSolution learn(KernelProblem problem) {
        return new SvmRun(this, problem).run();
    }

    @Override
    public String name() {
        return "kernel-svm";
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cost", cost);
        map.put("tolerance", tolerance);
        map.put("probabilities", probabilities);
        map.put("maxSteps", maxSteps);
        if (probabilities) {
            map.put("folds", folds);
            map.put("seed", seed);
        }
        return map;
    }
}
