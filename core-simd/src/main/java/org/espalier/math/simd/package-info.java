/**
 * The row kernels on the Vector API, which is still incubating: optional, and found by the provider when the Java virtual
 * machine was started with {@code --add-modules jdk.incubator.vector}.
 *
 * <p>They use only operations whose result is defined to the bit (no reductions across lanes, no vector library
 * functions), so that interpreted and compiled code say the same and a run can be repeated. Machines with other vector
 * lengths add up in another order: for the same bits on every machine, {@code -Despalier.kernels=scalar}.
 */
@NullMarked
package org.espalier.math.simd;

import org.jspecify.annotations.NullMarked;
