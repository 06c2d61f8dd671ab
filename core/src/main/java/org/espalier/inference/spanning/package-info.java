/**
 * The algorithms on spanning trees: the matrix–tree theorem, maximum spanning trees, n-best lists, samples.
 *
 * <p>{@link org.espalier.inference.spanning.MatrixTreeInference} is the door. {@code Elimination} computes sums, one word after the
 * other, in {@code Level}s that never subtract; {@code PlainNumbers} are fast, and {@code WideNumbers} take over before a number is
 * too small. {@code MaximumTree} contracts cycles, {@code BestTrees} divides the set of all trees to find the next best, and
 * {@code TreeSampler} walks at random.
 *
 * <p>An example: the words <em>birds</em> (1) and <em>sing</em> (2). The arcs weigh, not as logarithms, root → 1: 1, 2 → 1: 4, root → 2: 3,
 * 1 → 2: 2. The trees with any roots weigh 4·3 (<em>sing</em> is the root), 1·2 (<em>birds</em> is) and 1·3 (both are): Z = 17. The
 * textbook takes the determinant of the Laplacian, (1 + 4)(3 + 2) − 4·2 = 25 − 8. Here word 2 is eliminated:
 *
 * <pre>
 *   D_2 = 3 + 2 = 5         the way up from 2 goes to the root with 3/5, to 1 with 2/5
 *   d = 1 + 4 · 3/5 = 17/5  into 1 from the root: directly, or by way of 2; what comes back to 1 does not count
 *   Z = D_2 · d = 17
 * </pre>
 *
 * and p(2 → 1) = 4 · 3/5 / d = 12/17. With one root, arcs from the root weigh ε: D<sub>2</sub> = 2, d = ε · (1 + 4 · 3/2) = 7 ε, Z = 14
 * ε, which are the first two trees.
 */
@NullMarked
package org.espalier.inference.spanning;

import org.jspecify.annotations.NullMarked;
