/**
 * A network as an extractor: words and their letters in, a number per token and label out.
 *
 * <pre>
 *   input[t]  = vector of the word | letters (CNN or LSTM) | capitals | vectors of attributes
 *   layer     = LSTM from the left | LSTM from the right
 *   emission  = V · last layer + b                                       // [T][L]
 * </pre>
 *
 * <p>{@link org.espalier.feature.network.NetworkFeatures} reports the emissions of a trained network as attributes with values, so that any
 * model can stand on it: {@code network=B-NP} with the value 2.5 and the weight 1 adds 2.5 to the score of B-NP. {@link
 * org.espalier.feature.network.NetworkTape} has both directions for one sequence, in plain arrays of floats;
 * {@link org.espalier.feature.network.NetworkShape} says where the parameters are. Learning is the matter of {@code org.espalier.network}.
 */
@NullMarked
package org.espalier.feature.network;

import org.jspecify.annotations.NullMarked;
