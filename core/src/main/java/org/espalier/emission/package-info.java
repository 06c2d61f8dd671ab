/**
 * Conditional random fields on top of anybody's network.
 *
 * <p>A network gives a score to every label of every token: the <em>emissions</em>. A CRF layer adds a score for every pair of labels that follow
 * each other. Libraries export the network, and leave the layer behind. {@link org.espalier.emission.CrfLayer} reads its numbers;
 * {@link org.espalier.emission.EmissionDecoder} finds the best labels, n-best lists and exact probabilities.
 *
 * <p>There is no second decoder in here. An emission is an attribute with a value and the weight 1, so the layer is an ordinary {@link
 * org.espalier.model.Model}, which can be saved, constrained, inspected and trained on.
 */
@NullMarked
package org.espalier.emission;

import org.jspecify.annotations.NullMarked;
