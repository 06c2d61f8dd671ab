package org.espalier.train;

import java.util.Locale;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Penalty;

/** How the objective is minimised. */
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
    SUBGRADIENT;

    /** Whether it visits the instances one by one, all along. */
    boolean isStochastic() {
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
        boolean dual = this == FRANK_WOLFE || (this == AUTO && !loss.isSmooth());
        if (penalty.l1() > 0 && (dual || !takesL1())) {
            throw new IllegalArgumentException(name(loss) + " cannot minimise an L1 penalty (l1 = " + penalty.l1()
                    + "); use OWL-QN or AdaGrad" + (loss.isSmooth() ? "" : " (AdaGrad only, for the loss " + loss + ")")
                    + ", or l1 = 0");
        }
        if ((dual || this == SUBGRADIENT) && penalty.l2() == 0) {
            throw new IllegalArgumentException(
                    name(loss) + " needs an L2 penalty, found l2 = 0; use l2 above 0, or SGD or AdaGrad");
        }
        if (this == SGD_L1 && penalty.l2() > 0) {
            throw new IllegalArgumentException("SGD-L1 is for an L1 penalty alone, found l2 = " + penalty.l2()
                    + "; use l2 = 0, or AdaGrad or OWL-QN for both");
        }
        if (this == FRANK_WOLFE && loss.isSmooth()) {
            throw new IllegalArgumentException("Frank–Wolfe is for the loss hinge or one-vs-rest-hinge, found " + loss
                    + "; use one of these losses, or the algorithm auto");
        }
        if (!loss.isSmooth() && needsSmoothLoss()) {
            throw new IllegalArgumentException(name(loss) + " needs a smooth loss, found " + loss
                    + ", which has kinks; use Frank–Wolfe or the subgradient method, or the loss squared-hinge");
        }
    }

    private boolean takesL1() {
        return switch (this) {
            case AUTO, OWLQN, SGD_L1, ADAGRAD -> true;
            default -> false;
        };
    }

    private boolean needsSmoothLoss() {
        return switch (this) {
            case LBFGS, OWLQN, SAG -> true;
            default -> false;
        };
    }

    /** As people write it. */
    private String name(LossFunction loss) {
        return switch (this) {
            case AUTO -> "the algorithm for the loss " + loss;
            case LBFGS -> "L-BFGS";
            case OWLQN -> "OWL-QN";
            case SUBGRADIENT -> "the subgradient method";
            case FRANK_WOLFE -> "Frank–Wolfe";
            case ADAGRAD -> "AdaGrad";
            case ADAM -> "Adam";
            default -> name().replace('_', '-');
        };
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
