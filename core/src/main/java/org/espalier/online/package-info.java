/**
 * Online learners: instance after instance is decoded with the current weights, and an {@link org.espalier.online.UpdateRule}
 * moves the weights when the gold standard does not win.
 *
 * <p>A rule sees {@link org.espalier.online.Rivals}: for one or several of the best outputs y that contain errors the
 * difference Φ(x, gold) − Φ(x, y) of the features, as sparse numbers, by how much the gold standard leads, and how many
 * errors y has. It knows nothing of sequences, so it serves every structure. Who decodes and visits the instances, epoch
 * after epoch, is {@code train}. What is learnt are weights of a linear model like any other; usually their
 * {@linkplain org.espalier.online.OnlineWeights average} over all steps.
 */
@NullMarked
package org.espalier.online;

import org.jspecify.annotations.NullMarked;
