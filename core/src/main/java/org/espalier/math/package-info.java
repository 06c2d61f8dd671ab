/**
 * Vectors, log-sum-exp and the row kernels of inference, behind one provider chosen at start.
 */
@NullMarked
package org.espalier.math;

import org.jspecify.annotations.NullMarked;
