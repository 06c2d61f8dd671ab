/** Losses that only factor graphs have: the pseudo-likelihood, which needs no inference. */
@NullMarked
package org.espalier.loss.factor;

import org.jspecify.annotations.NullMarked;
