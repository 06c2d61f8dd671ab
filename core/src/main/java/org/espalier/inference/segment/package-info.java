/**
 * The algorithms on segments: forward–backward, Viterbi, n-best, samples, derivatives of marginals.
 *
 * <p>{@link org.espalier.inference.segment.SegmentInference} is the door. As on chains, the algebra is plugged in per row, never per
 * cell. There are two kinds of rows: α<sub>e</sub>(y) adds up everything before e whose last segment has label y and ends at e, and an
 * <em>open</em> row adds up what ends with a segment that began at b and goes on. At every token all open rows are multiplied by
 * the token's states, a new one begins, and the sum of all of them, each times the weight of its length, is the next α. So a segment
 * of any length costs one product per token, and no score of a segment is ever written down: O(T (L² + D L)) time, O(T L + D L)
 * memory.
 *
 * <p>{@code SumRows} says what follows from the forward rows, whatever numbers they are made of: {@code ScaledRows}, which are
 * probabilities and fast, or {@code LogRows}, which are logarithms and take over before a number can vanish; {@code UnderflowGuard}
 * decides when. {@code MaxRows} are Viterbi's.
 *
 * <p>An example: two tokens, one label, segments of one or two tokens, all scores 0 but that of length 2, which is log 2. There are
 * two segmentations: one segment (weight 2) or two (weight 1). Then
 *
 * <pre>
 *   enter_0 = 1     α_1 = enter_0 · 1 = 1
 *   enter_1 = 1     α_2 = enter_1 · 1 + enter_0 · 2 = 3 = Z
 * </pre>
 *
 * and p(one segment) = enter_0 · 2 / Z = 2/3. In {@code ScaledRows} the largest length weight is 1, so that Λ<sub>1</sub> = ½,
 * Λ<sub>2</sub> = 1 and every further segment has the factor F = 2. The first row sums to c<sub>0</sub> = ½, the open rows at the
 * second token are o(0) = 1 / c<sub>0</sub> = 2 and o(1) = F = 2, their sum is c<sub>1</sub> = ½ · 2 + 1 · 2 = 3, and log Z = log 2 +
 * log ½ + log 3.
 */
@NullMarked
package org.espalier.inference.segment;

import org.jspecify.annotations.NullMarked;
