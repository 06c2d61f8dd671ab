/**
 * Oracles and contract suites: what the engine computes fast, computed again slowly and independently.
 *
 * <p>Two oracles know nothing but part numbers. {@link org.espalier.testkit.Enumeration} sums over the list of all outputs of a
 * tiny structure; {@link org.espalier.testkit.Hypergraph} walks over the hyperedges of larger ones, with one of the scalar
 * {@linkplain org.espalier.testkit.Semiring semirings}. {@link org.espalier.testkit.GradientCheck} takes central differences of
 * any function. Every failure prints the {@link org.espalier.testkit.Kind} of scores and the seed that it was drawn from.
 *
 * <p>{@link org.espalier.testkit.StructureContract} is the suite that every structure inherits. A structure brings {@link
 * org.espalier.testkit.StructureCases}: random instances, all outputs of the tiny ones as lists of parts, gold standards with
 * the errors of every output, and perhaps hyperedges. Two tokens with labels A and B are a chain with 8 parts: 4 shared
 * steps, then 2 states per token. Its list of outputs is
 *
 * <pre>
 *   AA   0 4 6
 *   AB   1 4 7
 *   BA   2 5 6
 *   BB   3 5 7
 * </pre>
 *
 * and from these twelve numbers and eight scores follow log Z, all marginals, entropy, n-best list and every loss. The cases are
 * apart from the suite: a suite of another layer, such as training on many instances, takes the same cases.
 *
 * <p>The other {@code …Contract} classes are about the kernels and about what a chain promises beyond that: a new provider of
 * kernels is tested by one subclass of each.
 */
@NullMarked
package org.espalier.testkit;

import org.jspecify.annotations.NullMarked;
