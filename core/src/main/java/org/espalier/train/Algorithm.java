package org.espalier.train;

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
            case AUTO, LBFGS, OWLQN -> false;
            case PERCEPTRON, PA, MIRA, AROW -> true;
        };
    }
}
