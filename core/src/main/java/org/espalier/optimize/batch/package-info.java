/**
 * Optimisers that see the whole function in every iteration.
 *
 * <p>{@link org.espalier.optimize.batch.Lbfgs} is for smooth penalties (none or L2). {@link org.espalier.optimize.batch.Owlqn} is
 * for those with an L1 part, which sets weights to exactly 0. The others are {@link org.espalier.optimize.batch.TrustRegionNewton},
 * {@link org.espalier.optimize.batch.Newton}, {@link org.espalier.optimize.batch.Bfgs}, {@link
 * org.espalier.optimize.batch.ConjugateGradient}, {@link org.espalier.optimize.batch.GradientDescent}, {@link
 * org.espalier.optimize.batch.Rprop}, {@link org.espalier.optimize.batch.BlockCoordinateDescent} and {@link
 * org.espalier.optimize.batch.IterativeScaling}. One run is a {@link org.espalier.optimize.batch.BatchRun}: the loop, the stop
 * {@code Criteria} and the snapshots are its own; a {@code Method} says what a step is. {@code QuasiNewton} is the method of the
 * first two. The {@code History} turns the gradient into a direction. The {@code Landscape} knows what paths along it look like:
 * straight, or bent at the orthant's borders. The {@code LineSearch} walks along the path. The {@code Preconditioner} tells it how
 * steep each coordinate is.
 */
@NullMarked
package org.espalier.optimize.batch;

import org.jspecify.annotations.NullMarked;
