/**
 * The recipe: options and data in, model out; deterministic parallel sums; checkpoints.
 *
 * <p>{@code TrainingData} turns sequences into numbers, {@code TrainingRun} lays out the weights, {@code Objective} sums the
 * loss over blocks of the data, an optimiser moves the weights, {@code DevSet} watches, and what is
 * not zero becomes the {@link org.espalier.model.Model}. The bits depend on data and options only, never on the number of
 * threads nor on interruptions. More in {@code docs/training.md}.
 */
@NullMarked
package org.espalier.train;

import org.jspecify.annotations.NullMarked;
