/**
 * Losses that score tokens one by one, and so exist only for chains: the maximum-entropy Markov model and one-vs-rest
 * classifiers.
 *
 * <p>{@link org.espalier.loss.chain.LocalLoss} is Σ<sub>t</sub> of the log-loss of token t, given the gold label before it.
 * {@link org.espalier.loss.chain.OneVsRestLoss} adds up a binary loss for every token and label. Neither needs a sum over all
 * paths, which is why neither can be written for structures in general.
 */
@NullMarked
package org.espalier.loss.chain;

import org.jspecify.annotations.NullMarked;
