/**
 * Optimisers minimise a {@link org.espalier.optimize.Function} plus a {@link org.espalier.optimize.Penalty}; they
 * never see a model.
 *
 * <p>{@link org.espalier.optimize.Lbfgs} is for smooth penalties (none or L2), {@link org.espalier.optimize.Owlqn}
 * for those with an L1 part, which sets weights to exactly 0; {@link org.espalier.optimize.Hybrid} is for sums of terms,
 * which it first visits one by one. {@link
 * org.espalier.optimize.TrustRegionNewton}, {@link org.espalier.optimize.Newton}, {@link org.espalier.optimize.Bfgs}, {@link
 * org.espalier.optimize.ConjugateGradient}, {@link org.espalier.optimize.GradientDescent}, {@link org.espalier.optimize.Rprop}, {@link
 * org.espalier.optimize.BlockCoordinateDescent} and {@link org.espalier.optimize.IterativeScaling} are the other batch methods. All return a {@link org.espalier.optimize.Result} that
 * says where they ended and why ({@link org.espalier.optimize.StopReason}), and call a {@link
 * org.espalier.optimize.Monitor} after every iteration, which may stop them or keep a snapshot ({@link
 * org.espalier.optimize.OptimizerState}) from which a later run goes on with the same bits.
 *
 * <p>Inside, one run of a batch method is a {@code BatchRun}: the loop, the stop {@code Criteria} and the snapshots are its own, what a
 * step is a {@code Method} says. That of the first two is {@code QuasiNewton}: the {@code History} turns the gradient into a direction,
 * the {@code Landscape} knows what paths along it look like (straight, or bent at the orthant's borders), the {@code
 * LineSearch} walks along the path, the {@code Preconditioner} tells it how steep each coordinate is. {@code DualRun} is
 * the phase before it. Loops over vectors are cut and added up in a fixed order, so that the result depends on the input
 * only.
 */
@NullMarked
package org.espalier.optimize;

import org.jspecify.annotations.NullMarked;
