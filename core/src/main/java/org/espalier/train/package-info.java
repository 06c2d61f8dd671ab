/**
 * Training: options and data in, a model out.
 *
 * <p>{@link org.espalier.train.Learner} is what tuning and the command line know of any training; {@link org.espalier.train.Trainer} is the one of
 * conditional random fields and their relatives.
 *
 * <p>{@code TrainingData} turns sequences into numbers, {@code TrainingRun} lays out the weights, {@code Objective} sums the
 * loss over blocks of the data, an optimiser moves the weights, {@code DevSet} watches, and what is not zero becomes the
 * {@link org.espalier.model.Model}. A {@code Task} says what is learnt: how instances are scored, which outputs their labels
 * allow, and who sums and searches over outputs. The bits depend on data and options only, never on the number of threads nor on
 * interruptions.
 *
 * <pre>{@code
 * Model model = new Trainer(FeatureSet.text(), TrainingOptions.DEFAULTS.withL2(0.5)).train(data);
 * }</pre>
 *
 * More in {@code docs/training.md}.
 */
@NullMarked
package org.espalier.train;

import org.jspecify.annotations.NullMarked;
