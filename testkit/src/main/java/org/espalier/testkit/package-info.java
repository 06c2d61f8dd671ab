/**
 * Oracles and contract suites: what the engine computes fast, computed again slowly and independently.
 *
 * <p>{@link org.espalier.testkit.Enumerator} sums over every path of a tiny trellis, {@link
 * org.espalier.testkit.GradientCheck} takes central differences of any function, and {@link
 * org.espalier.testkit.Generators} draws the awkward cases from a seed that every failure prints. The abstract {@code
 * …Contract} classes are inherited by each implementation of kernels: a new provider is tested by one subclass of each.
 */
@NullMarked
package org.espalier.testkit;

import org.jspecify.annotations.NullMarked;
