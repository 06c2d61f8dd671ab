package org.espalier.train;

import org.espalier.data.Labels;
import org.espalier.feature.Encoder;
import org.espalier.scoring.LinearScorer;

/**
 * The weights at some moment of a training run, and what they belong to.
 *
 * @param labels the labels
 * @param encoder gives the attributes their numbers
 * @param scorer turns weights into scores
 * @param values θ; not to be changed, nor kept after the call
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record TrainingWeights(Labels labels, Encoder encoder, LinearScorer scorer, double[] values) {}
