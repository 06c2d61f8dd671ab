/**
 * Dual learners: kernel perceptron, kernel logistic regression and support vector machines.
 *
 * <p>{@link org.espalier.kernel.KernelTrainer} is the recipe: it reads one-token sequences into points, hands a
 * {@link org.espalier.kernel.KernelProblem} (labels, weights, and the {@link org.espalier.kernel.GramCache} that computes
 * rows of the Gram matrix when they are asked for) to a {@link org.espalier.kernel.KernelLearner}, and makes a
 * {@code Model} of the {@link org.espalier.kernel.DualSolution} that comes back: an ordinary linear model whose attributes
 * are kernels with the support points ({@link org.espalier.feature.kernel.KernelFeatures}) and whose weights are the dual
 * coefficients; for machines of pairs of labels the weights are those of pairs. Learners know indices and kernel values only, never what a point is.
 */
@NullMarked
package org.espalier.kernel;

import org.jspecify.annotations.NullMarked;
