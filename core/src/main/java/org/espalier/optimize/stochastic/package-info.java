/**
 * Optimisers that visit the terms of a sum, some at a time, and move after each visit.
 *
 * <p>{@link org.espalier.optimize.stochastic.Sgd} takes steps along the gradient of a term. {@link
 * org.espalier.optimize.stochastic.SgdL1} does so with an L1 penalty. {@link org.espalier.optimize.stochastic.AdaGrad} and {@link
 * org.espalier.optimize.stochastic.Adam} give every coordinate a rate of its own. {@link org.espalier.optimize.stochastic.Sag}
 * remembers the gradient of every term. {@link org.espalier.optimize.stochastic.Subgradient} is for hinges. A {@link
 * org.espalier.optimize.stochastic.StochasticRun} has the epochs, the batches and the progress; its subclasses say how a visit moves
 * x. A rate that nobody gave is found by {@code Calibration}, which tries some on a sample of the terms. The terms of a batch move x
 * in their order, so the result does not depend on the number of workers.
 */
@NullMarked
package org.espalier.optimize.stochastic;

import org.jspecify.annotations.NullMarked;
