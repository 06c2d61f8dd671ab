package org.espalier.train;

import java.util.Locale;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Penalty;

/** How the weights are learnt: by minimising the objective, or online. */
public enum Algorithm {
    /**
     * Stochastic dual coordinate ascent, then L-BFGS preconditioned with the Hessian's diagonal; with λ₁ &gt; 0 OWL-QN with
     * the same preconditioner. Dual ascent is for the log-loss only; for losses with kinks it is Frank–Wolfe.
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
    /** Stochastic gradient descent with an L2 penalty, CRFsuite's l2sgd. */
    SGD,
    /** Stochastic gradient descent whose result is the mean of its points. */
    ASGD,
    /** Stochastic gradient descent with an L1 penalty, Wapiti's sgd-l1. */
    SGD_L1,
    /** AdaGrad, with L1 and L2 penalties. */
    ADAGRAD,
    /** Adam over mini-batches. */
    ADAM,
    /** The stochastic average gradient, which converges to the minimum itself. */
    SAG,
    /** Block-coordinate Frank–Wolfe: the support vector machine in the dual, with its duality gap. */
    FRANK_WOLFE,
    /** The stochastic subgradient method with averaging, as Pegasos. */
    SUBGRADIENT,
    /** The averaged structured perceptron. */
    PERCEPTRON,
    /** Passive–aggressive steps: PA, PA-I or PA-II. */
    PA,
    /** MIRA over the k best outputs. */
    MIRA,
    /** Adaptive regularisation of weights, with a diagonal covariance. */
    AROW;

    /** Whether it visits the instances one by one, all along. */
    public boolean isStochastic() {
        return switch (this) {
            case SGD, ASGD, SGD_L1, ADAGRAD, ADAM, SAG, FRANK_WOLFE, SUBGRADIENT -> true;
            default -> false;
        };
    }

    /**
     * Refuses a loss or a penalty that does not go together with it.
     *
     * @throws IllegalArgumentException that says what to use instead
     */
    void check(LossFunction loss, Penalty penalty) {
        if (isOnline()) {
            return; // neither concerns it
        }
        boolean dual = this == FRANK_WOLFE || (this == AUTO && !loss.isSmooth());
        String name = this == AUTO ? "auto with the loss " + loss : toString();
        if (penalty.l1() > 0 && (dual || !takesL1())) {
            throw new IllegalArgumentException(name + " cannot minimise an L1 penalty (l1 = " + penalty.l1() + "); use "
                    + (loss.isSmooth() ? "owlqn or auto" : "adagrad") + ", or l1 = 0");
        }
        if ((dual || this == SUBGRADIENT) && penalty.l2() == 0) {
            throw new IllegalArgumentException(
                    name + " needs an L2 penalty, found l2 = 0; use l2 above 0, or sgd or adagrad");
        }
        if (this == SGD_L1 && penalty.l2() > 0) {
            throw new IllegalArgumentException("sgd-l1 works with an L1 penalty only, found l2 = " + penalty.l2()
                    + "; use l2 = 0, or adagrad or owlqn for both");
        }
        if (this == FRANK_WOLFE && loss.isSmooth()) {
            throw new IllegalArgumentException("frank-wolfe is for the losses hinge and one-vs-rest-hinge, found "
                    + loss + "; use one of these losses, or the algorithm auto");
        }
        if ((needsHessian() || needsMoments()) && loss != LossFunction.LOG) {
            throw new IllegalArgumentException(name + " is for the log-loss of conditional random fields and maximum"
                    + " entropy only, found the loss " + loss + "; use lbfgs or auto");
        }
        if (this == BCD && loss != LossFunction.LOG && loss != LossFunction.LOCAL) {
            throw new IllegalArgumentException("bcd supports only the curvature of the log-losses, found the loss "
                    + loss + "; use lbfgs or owlqn");
        }
        if (!loss.isSmooth() && this != AUTO && needsSmoothLoss()) {
            throw new IllegalArgumentException(name + " needs a smooth loss, found " + loss
                    + ", which has kinks; use frank-wolfe or subgradient, or the loss squared-hinge");
        }
    }

    /** Whether it goes astray at kinks; auto chooses another way for the losses with kinks that it knows. */
    public boolean needsSmoothLoss() {
        return this == SAG || !isStochastic();
    }

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
            case SGD, ASGD, ADAM, SAG, FRANK_WOLFE, SUBGRADIENT -> false;
            default -> true;
        };
    }

    /** Whether it needs second derivatives, which only the log-loss has. */
    public boolean needsHessian() {
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
