/**
 * Probabilities that can be believed.
 *
 * <p>A model that says 0.9 should be right nine times out of ten. {@link org.espalier.confidence.Calibrator} compares what a model says with what is
 * right, on data that it was not trained on, and gives a model that knows the difference: all its weights are divided by a
 * {@linkplain org.espalier.confidence.Temperature temperature}, which keeps the labels and makes every probability more or less sure, and a
 * {@linkplain org.espalier.model.ConfidenceCurve curve} turns the probability of a span into the share that is right. {@link
 * org.espalier.evaluate.Reliability} and {@link org.espalier.evaluate.Coverage} measure the result. Formulas and figures are in {@code
 * docs/confidence.md}.
 */
@NullMarked
package org.espalier.confidence;

import org.jspecify.annotations.NullMarked;
