/**
 * Models of p(x, y) whose weights are logarithms of smoothed relative frequencies: the hidden Markov model and naive Bayes.
 *
 * <p>Their parameters are in a {@link org.espalier.scoring.ParameterLayout}, so the scorer and the inference of the
 * conditional models serve them too: what back-propagation of marginals gives is their expected counts.
 */
@NullMarked
package org.espalier.generative;

import org.jspecify.annotations.NullMarked;
