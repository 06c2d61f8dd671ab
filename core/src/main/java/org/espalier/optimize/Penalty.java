package org.espalier.optimize;

/**
 * The elastic net λ₁‖x‖₁ + ½λ₂‖x‖²; either part may be zero.
 *
 * <p>The λ₂ part is smooth and joins the function's gradient. The λ₁ part has a kink at 0 in every coordinate; there
 * the {@linkplain #pseudoGradient(double, double) pseudo-gradient} takes the place of the gradient. With λ₁ = 0 every
 * method gives exactly, bit for bit, what the pure L2 penalty gives.
 *
 * @param l1 λ₁, not negative
 * @param l2 λ₂, not negative
 */
public record Penalty(double l1, double l2) {

    /** No penalty at all. */
    public static final Penalty NONE = new Penalty(0, 0);

    /** Checks both weights. */
    public Penalty {
        requireWeight("l1", l1);
        requireWeight("l2", l2);
    }

    /** The lasso λ₁‖x‖₁. */
    public static Penalty l1(double l1) {
        return new Penalty(l1, 0);
    }

    /** The ridge ½λ₂‖x‖². */
    public static Penalty l2(double l2) {
        return new Penalty(0, l2);
    }

    /** The penalty λ₁‖x‖₁ + ½λ₂‖x‖² of a point. */
    public double value(double[] x) {
        return value(x, Vectors.SEQUENTIAL);
    }

    /** The same, on the workers of the vectors. */
    public double value(double[] x, Vectors vectors) {
        double value = 0;
        if (l2 > 0) {
            value += 0.5 * l2 * vectors.dot(x, x);
        }
        if (l1 > 0) {
            value += l1 * vectors.absoluteSum(x);
        }
        return value;
    }

    /** Adds λ₂x, the gradient of the smooth part, to the gradient. */
    public void addSmoothGradient(double[] x, double[] gradient) {
        addSmoothGradient(x, gradient, Vectors.SEQUENTIAL);
    }

    /** The same, on the workers of the vectors. */
    public void addSmoothGradient(double[] x, double[] gradient, Vectors vectors) {
        if (l2 > 0) {
            vectors.addScaled(l2, x, gradient);
        }
    }

    /**
     * How far at most a penalised convex function lies above its minimum, where its (pseudo-)gradient has the given norm:
     * F(x) − min F ≤ ‖∇F(x)‖² / (2λ₂), because ½λ₂‖x‖² makes F strongly convex; +∞ for λ₂ = 0.
     */
    public double gapBound(double gradientNorm) {
        return l2 > 0 ? gradientNorm * gradientNorm / (2 * l2) : Double.POSITIVE_INFINITY;
    }

    /**
     * The derivative of smallest magnitude of the penalised function in one coordinate: 0 exactly when the coordinate
     * is optimal.
     *
     * <p>◇ᵢ = gᵢ + λ₁ sign(xᵢ) for xᵢ ≠ 0, and gᵢ shrunk towards 0 by λ₁ for xᵢ = 0 (Andrew &amp; Gao 2007, equation
     * 4).
     *
     * @param x the coordinate's value
     * @param gradient its smooth derivative: that of the function and of ½λ₂‖x‖²
     */
    public double pseudoGradient(double x, double gradient) {
        if (x > 0) {
            return gradient + l1;
        }
        if (x < 0) {
            return gradient - l1;
        }
        if (gradient > l1) {
            return gradient - l1;
        }
        return gradient < -l1 ? gradient + l1 : 0;
    }

    /**
     * The {@linkplain #pseudoGradient(double, double) pseudo-gradient} of every coordinate; target may be the
     * gradient itself.
     */
    public void pseudoGradient(double[] x, double[] gradient, double[] target) {
        for (int i = 0; i < x.length; i++) {
            target[i] = pseudoGradient(x[i], gradient[i]);
        }
    }

    private static void requireWeight(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " = " + value + "; expected a finite number of at least 0");
        }
    }
}
