package org.espalier.train;

import java.util.Locale;

/** How the weights are learnt: by minimising the objective, or online. */
public enum Algorithm {
    /**
     * Stochastic dual coordinate ascent, then L-BFGS preconditioned with the Hessian's diagonal; with λ₁ &gt; 0 OWL-QN with
     * the same preconditioner.
     */
    AUTO,
    /** L-BFGS alone; λ₁ must be 0. */
    LBFGS,
    /** OWL-QN alone: L-BFGS for an objective with an L1 penalty. */
    OWLQN,
    /** BFGS with the whole inverse Hessian, for small problems; λ₁ must be 0. */
    BFGS,
    /** Non-linear conjugate gradients, preconditioned; λ₁ must be 0. */
    CG,
    /** Newton–Raphson with the whole Hessian, for small problems; λ₁ must be 0. */
    NEWTON,
    /** Trust-region Newton with exact Hessian·vector products; λ₁ must be 0. */
    TRUST_REGION,
    /** Generalised iterative scaling: features that are not negative, fully labelled data; λ₁ must be 0. */
    GIS,
    /** Improved iterative scaling: features that are not negative, fully labelled data; λ₁ must be 0. */
    IIS,
    /** Gradient descent with a line search. */
    GRADIENT_DESCENT,
    /** Resilient propagation. */
    RPROP,
    /** Block coordinate descent, one attribute after the other; for L1 penalties. */
    BCD,
    /** The averaged structured perceptron. */
    PERCEPTRON,
    /** Passive–aggressive steps: PA, PA-I or PA-II. */
    PA,
    /** MIRA over the k best outputs. */
    MIRA,
    /** Adaptive regularisation of weights, with a diagonal covariance. */
    AROW;

    /** Whether it moves the weights after every instance by an update rule, and minimises no penalised objective. */
    public boolean isOnline() {
        return switch (this) {
            case PERCEPTRON, PA, MIRA, AROW -> true;
            default -> false;
        };
    }

    /** Whether λ₁ may be above 0. */
    boolean takesL1() {
        return switch (this) {
            case LBFGS, BFGS, CG, NEWTON, TRUST_REGION, GIS, IIS -> false;
            default -> true;
        };
    }

    /** Whether it needs second derivatives, which only the log-loss has. */
    boolean needsHessian() {
        return this == NEWTON || this == TRUST_REGION;
    }

    /** Whether it needs what is observed and what is expected of every feature, of which only the log-loss is made. */
    boolean needsMoments() {
        return this == GIS || this == IIS;
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
