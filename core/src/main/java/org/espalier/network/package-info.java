/**
 * Learns networks below any structure, such as a BiLSTM-CNN-CRF.
 *
 * <pre>
 *   scores = linear scores of attributes + emissions of the network      → loss of the structure (forward–backward)
 *   gradient of the scores → weights of attributes, and the emissions    → the network, backwards
 * </pre>
 *
 * <p>{@link org.espalier.network.NetworkScorer} is a {@link org.espalier.scoring.Scorer} whose tape keeps activations. Everything between
 * scores and their gradient is what a linear model has: structures, supervision, losses. {@link org.espalier.network.NetworkTrainer} hands the
 * problem to {@link org.espalier.train.run.Learning}, as all trainings are, with {@link org.espalier.optimize.stochastic.Descent} for an
 * optimiser. The model is an ordinary one: its extractor is the trained network ({@link org.espalier.feature.network.NetworkFeatures}).
 */
@NullMarked
package org.espalier.network;

import org.jspecify.annotations.NullMarked;
