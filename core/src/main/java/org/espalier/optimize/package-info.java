/**
 * What it means to minimise: a {@link org.espalier.optimize.Function} plus a {@link org.espalier.optimize.Penalty}; models are
 * never seen here.
 *
 * <p>A caller brings a {@code Function} with its gradient. A {@link org.espalier.optimize.SumFunction} has terms that can be
 * visited one by one. An {@link org.espalier.optimize.Optimizer} returns a {@link org.espalier.optimize.Result}, which says where
 * it ended and why ({@link org.espalier.optimize.StopReason}). It calls a {@link org.espalier.optimize.Monitor} after every
 * iteration. The monitor sees the {@link org.espalier.optimize.Progress}, may stop the run, and may keep a snapshot ({@link
 * org.espalier.optimize.OptimizerState}), from which a later run goes on with the same bits. The optimisers stand in rooms of
 * their own: {@code batch} holds those that see the whole function in every iteration, {@code stochastic} those that visit terms,
 * {@code dual} those that move in the dual. A new optimiser implements {@code Optimizer}, and a {@link org.espalier.optimize.Run}
 * for its progress. Loops over vectors ({@link org.espalier.optimize.Vectors}) are cut and added up in a fixed order, so that the
 * result depends on the input only.
 */
@NullMarked
package org.espalier.optimize;

import org.jspecify.annotations.NullMarked;
