/**
 * Losses turn part scores and supervision into a value and a part gradient.
 *
 * <p>They are written once for every structure. {@link org.espalier.loss.LogLoss} is log Z(all) − log Z(allowed): it asks the
 * structure's inference for the marginals of all outputs, and subtracts those of the allowed ones. The losses with a margin
 * (hinge, squared hinge, softmax-margin) let the supervision add the cost of an error to the parts that are wrong, and then ask
 * the same inference.
 *
 * <p>An example: one token, two labels, scores (1, 0), the second is right. The log-loss is log(e + 1) − 0 = 1.31, its gradient
 * (0.73, −0.73). The hinge loss with cost 1 is (1 + 1) − 0 = 2, its gradient (1, −1).
 */
@NullMarked
package org.espalier.loss;

import org.jspecify.annotations.NullMarked;
