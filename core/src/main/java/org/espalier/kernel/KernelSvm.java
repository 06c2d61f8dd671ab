package org.espalier.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Support vector machine: for two labels
 * <pre>
 *   minimise ½‖w‖² + Σ_i C w_i max(0, 1 − s_i f(x_i)),      f(x) = ⟨w, φ(x)⟩ + b = b + Σ_i s_i α_i K(x_i, x)
 * </pre>
 * solved in its dual by {@link Smo sequential minimal optimisation}; for more labels there are several such machines, see
 * {@link Multiclass}, whose objectives are summed.
 *
 * <p>With probabilities, the machines are scaled by what is fitted to decision values of held-out points, which come from
 * cross-validation. One machine per label: {@link PlattScaling} (two labels) or {@link ScoreScaling}, so that exp(score) is
 * proportional to p(y | x). One per pair: a {@link PlattScaling} each, so that its score is the log-odds of the two labels,
 * and {@link org.espalier.scoring.PairwiseCoupling} of these. The label is then the most probable one, which may differ from
 * the sign of f near it.
 *
 * @param cost C: how dear a point on the wrong side is, times its own weight
 * @param tolerance how much the optimality conditions may be violated
 * @param probabilities whether scores are scaled to probabilities
 * @param folds parts of the cross-validation for that
 * @param maxSteps the most steps per machine
 * @param seed of the cross-validation's parts
 * @param multiclass how more than two labels are told apart
 */
public record KernelSvm(
        double cost, double tolerance, boolean probabilities, int folds, int maxSteps, long seed, Multiclass multiclass)
        implements KernelLearner {

    /** C = 1, tolerance 0.001, no probabilities (5 parts when they are wanted), one machine per label. */
    public static final KernelSvm DEFAULTS = new KernelSvm(1, 1e-3, false, 5, 10_000_000, 1, Multiclass.ONE_VS_REST);

    /** How binary machines tell more than two labels apart. */
    public enum Multiclass {
        /** One machine per label, which tells it from all others; the largest f wins. Y problems of n points. */
        ONE_VS_REST,
        /**
         * One machine per pair of labels, trained on the points of these two, as in libsvm ("one against one"): Y(Y − 1)/2
         * problems of 2n/Y points on average, which together take less time. Every machine has a vote, and the first of equals
         * wins; with probabilities the label with the highest coupled probability does.
         */
        ALL_PAIRS
    }

    public KernelSvm {
        Objects.requireNonNull(multiclass, "multiclass");
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
        return new KernelSvm(value, tolerance, probabilities, folds, maxSteps, seed, multiclass);
    }

    public KernelSvm withTolerance(double value) {
        return new KernelSvm(cost, value, probabilities, folds, maxSteps, seed, multiclass);
    }

    public KernelSvm withProbabilities(boolean value) {
        return new KernelSvm(cost, tolerance, value, folds, maxSteps, seed, multiclass);
    }

    public KernelSvm withFolds(int value) {
        return new KernelSvm(cost, tolerance, probabilities, value, maxSteps, seed, multiclass);
    }

    public KernelSvm withMaxSteps(int value) {
        return new KernelSvm(cost, tolerance, probabilities, folds, value, seed, multiclass);
    }

    public KernelSvm withSeed(long value) {
        return new KernelSvm(cost, tolerance, probabilities, folds, maxSteps, value, multiclass);
    }

    public KernelSvm withMulticlass(Multiclass value) {
        return new KernelSvm(cost, tolerance, probabilities, folds, maxSteps, seed, value);
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
        if (multiclass == Multiclass.ALL_PAIRS) {
            map.put("multiclass", multiclass.name());
        }
        if (probabilities) {
            map.put("folds", folds);
            map.put("seed", seed);
        }
        return map;
    }
}
