/**
 * One training run: from a plan and data to the weights of a model.
 *
 * <p>A {@link org.espalier.train.run.TrainingPlan} is what the trainer asks for. {@link org.espalier.train.run.Learning} drives every training, whatever is
 * learnt: a {@link org.espalier.train.run.TrainingProblem}. Where that is labelled sequences, {@link org.espalier.train.run.TrainingRun} lays out the weights,
 * {@code Objective} sums the loss over blocks of the data, an optimiser moves the weights, {@code DevSet} watches, and what is not zero
 * becomes the {@link org.espalier.model.Model}. A {@code Task} says what is learnt: how instances are scored, which outputs their labels
 * allow, and who sums and searches over outputs. Nothing here knows which structure it is.
 *
 * <p>For example, with L-BFGS and a development set an iteration goes: {@code Objective} evaluates loss and gradient at x, the optimiser
 * steps, {@code Watch} scores the development set at the new x, tells the listener, keeps a {@code Checkpoint} when it is time, and says
 * whether to continue. At the end {@code ModelAssembly} takes the best x, drops the weights that are 0, and records where the model comes from.
 *
 * <p>The bits depend on data and plan only, never on the number of threads nor on interruptions.
 */
@NullMarked
package org.espalier.train.run;

import org.jspecify.annotations.NullMarked;
