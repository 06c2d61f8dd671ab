/**
 * Continuous conditional random fields: a real value per position instead of a label.
 *
 * <pre>
 *   p(y|x) ∝ exp(−Σ_t Σ_k α_k (y_t − f_k(x)_t)² − Σ_(i,j) β_m(i,j) s(i,j) (y_i − y_j − d_ij)²),   α, β &gt; 0
 * </pre>
 *
 * <p>d_ij is 0, or the change f(x)_i − f(x)_j that the first regressor predicts. This is a normal distribution. Its precision matrix has an entry per pair of neighbours, so it is banded on chains and sparse on
 * graphs. {@link org.espalier.continuous.NeighbourGraph} says who is whose neighbour, a Cholesky factor gives the determinant, the mean and
 * the covariances of neighbours, and {@code GaussianSum} makes log Z and its derivatives of them, with some values known or none. The
 * likelihood is, as for every other model here, log Z(all) − log Z(allowed), and the optimisers of {@code optimize.batch} minimise it.
 *
 * <p>{@link org.espalier.continuous.ContinuousTrainer} learns a {@link org.espalier.continuous.ContinuousCrf}, which predicts means,
 * variances and calibrated intervals. See docs/continuous-crf.md.
 */
@NullMarked
package org.espalier.continuous;

import org.jspecify.annotations.NullMarked;
