/**
 * What labels mean in a structure: how the labels of a model become outputs, and outputs become labels.
 *
 * <p>Losses, learners and optimisers speak of parts and outputs. Users speak of a label for every token. Between the two stands a
 * {@link org.espalier.labelling.LabelStructure}. In a plain chain the labels {@code [B, O]} are the states themselves. In a
 * latent-dynamic chain with two substates the label {@code B} allows the states 0 and 1, and its probability is the sum of
 * theirs. In a semi-Markov model the labels {@code [B-X, I-X, O]} are one segment of two tokens and one of a single token.
 *
 * <p>A user asks for a structure by a {@link org.espalier.labelling.StructureSpec}. Training settles it on the labels of the data,
 * the model file keeps what was settled, and {@code kinds.StructureKinds} knows who reads it again. That list is
 * the only place where structures are registered.
 */
@NullMarked
package org.espalier.labelling;

import org.jspecify.annotations.NullMarked;
