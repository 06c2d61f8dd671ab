package org.espalier.train;

/** How the objective is minimised. */
public enum Algorithm {
    /**
     * Stochastic dual coordinate ascent, then L-BFGS preconditioned with the Hessian's diagonal; with λ₁ &gt; 0 OWL-QN with
     * the same preconditioner.
     */
    AUTO,
    /** L-BFGS alone; λ₁ must be 0. */
    LBFGS,
    /** OWL-QN alone: L-BFGS for an objective with an L1 penalty. */
    OWLQN
}
