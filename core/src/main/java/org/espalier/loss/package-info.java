/**
 * Losses turn part scores and supervision into a value and a part gradient.
 *
 * <p>Those with a margin (hinge, squared hinge, softmax-margin) add a cost to the state parts that are wrong, which
 * {@code Margin} does, and then ask the same inference as {@link org.espalier.loss.LogLoss}.
 */
@NullMarked
package org.espalier.loss;

import org.jspecify.annotations.NullMarked;
