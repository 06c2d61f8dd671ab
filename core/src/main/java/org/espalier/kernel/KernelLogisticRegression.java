package org.espalier.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.optimize.batch.LbfgsOptions;
import org.jspecify.annotations.Nullable;

/**
 * Multinomial logistic regression in a kernel's space: minimises
 * <pre>
 *   Σ_i w_i (log Σ_y exp F_iy − F_{i,y_i}) + ½λ Σ_y α_yᵀ K α_y,      F_y = K α_y + b_y
 * </pre>
 * The function is minimised by L-BFGS over β with K = L Lᵀ, β_y = Lᵀα_y (see {@link PivotedCholesky}): there the penalty is
 * ½λ‖β‖², which is as easy as a linear model, while in α its curvature is that of K. With all points O(n r²) to begin with
 * and O(n r Y) per evaluation, where r is the rank of K up to 10⁻¹⁰; with import vectors r is their number. Only the pivots
 * become support points. With the linear kernel and no bias this is linear logistic regression with the penalty ½λ‖θ‖².
 *
 * @param l2 λ, above 0
 * @param bias whether each label has a bias, which is not penalised
 * @param optimizer when the optimiser stops
 * @param importVectors how support points are chosen; null for all that the kernel's rank asks for
 * @param seed of the candidates for import vectors
 */
public record KernelLogisticRegression(
        double l2,
        boolean bias,
        LbfgsOptions optimizer,
        @Nullable ImportVectors importVectors,
        long seed) implements KernelLearner {

    /** λ = 1, with biases, all points. */
    public static final KernelLogisticRegression DEFAULTS =
            new KernelLogisticRegression(1, true, LbfgsOptions.DEFAULTS, null, 1);

    public KernelLogisticRegression {
        if (!(l2 > 0) || Double.isInfinite(l2)) {
            throw new IllegalArgumentException("l2 = " + l2
                    + "; expected a finite number above 0: without a penalty a kernel can fit any labels perfectly");
        }
    }

    public KernelLogisticRegression withL2(double value) {
        return new KernelLogisticRegression(value, bias, optimizer, importVectors, seed);
    }

    public KernelLogisticRegression withBias(boolean value) {
        return new KernelLogisticRegression(l2, value, optimizer, importVectors, seed);
    }

    public KernelLogisticRegression withOptimizer(LbfgsOptions value) {
        return new KernelLogisticRegression(l2, bias, value, importVectors, seed);
    }

    /** With import vectors, or null for all points. */
    public KernelLogisticRegression withImportVectors(@Nullable ImportVectors value) {
        return new KernelLogisticRegression(l2, bias, optimizer, value, seed);
    }

    public KernelLogisticRegression withSeed(long value) {
        return new KernelLogisticRegression(l2, bias, optimizer, importVectors, value);
    }

    @Override
    public DualSolution learn(KernelProblem problem) {
        return new LogisticRun(this, problem).run();
    }

    @Override
    public String name() {
        return "kernel-lr";
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("l2", l2);
        map.put("bias", bias);
        map.put("maxIterations", optimizer.maxIterations());
        map.put("tolerance", optimizer.objectiveTolerance());
        map.put("gradientTolerance", optimizer.gradientTolerance());
        if (importVectors != null) {
            map.put("importVectors", importVectors.most());
            map.put("importTolerance", importVectors.tolerance());
            map.put("candidates", importVectors.candidates());
            map.put("seed", seed);
        }
        return map;
    }
}
