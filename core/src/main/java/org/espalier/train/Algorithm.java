package org.espalier.train;

/** How the objective is minimised. */
public enum Algorithm {
    /** OWL-QN when λ₁ &gt; 0, L-BFGS otherwise. */
    AUTO,
    /** L-BFGS; λ₁ must be 0. */
    LBFGS,
    /** OWL-QN: L-BFGS for an objective with an L1 penalty. */
    OWLQN
}
