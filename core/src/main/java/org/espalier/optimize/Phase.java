package org.espalier.optimize;

/** What an optimiser is doing. */
public enum Phase {
    /** Epochs of stochastic dual coordinate ascent: one iteration is one traversal of the terms. */
    DUAL_ASCENT,
    /** Epochs of a stochastic optimiser: one iteration is one traversal of the terms. */
    STOCHASTIC,
    /** Quasi-Newton steps with the whole function: one iteration is one step. */
    QUASI_NEWTON,
    /** Steps of another method with the whole function: one iteration is one step. */
    BATCH
}
