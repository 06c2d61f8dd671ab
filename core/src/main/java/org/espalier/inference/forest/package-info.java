/**
 * The algorithms on forests: inside–outside, the best derivation, lazy n-best lists, samples, derivatives of marginals.
 *
 * <p>{@link org.espalier.inference.forest.ForestInference} is the door. {@code InsideOutside} sums from the smallest pieces up to the
 * goal; on the way every node learns how its sum is shared between its edges. From the goal down, these shares are all that marginals,
 * samples and the entropy need. {@code BestDerivation} takes maxima instead of sums, and {@code LazyBest} finds further derivations
 * from it, no more of any node than are asked for.
 *
 * <p>An example: three words can be bracketed in two ways. The two parts score log 3 and 0. Then
 *
 * <pre>
 *   inside([old men]) = log 3      inside([men laughed]) = 0
 *   inside(goal) = log(3 + 1) = log 4 = log Z
 *   share(goal from [old men] and [laughed]) = 3/4      share(goal from [old] and [men laughed]) = 1/4
 * </pre>
 *
 * and the marginals of the two parts are the shares, since the goal is built once: 3/4 and 1/4. The best derivation is the first, the
 * 2-best list has both, a sample is the first three times of four, and the entropy is −¾ log ¾ − ¼ log ¼ = 0.562.
 */
@NullMarked
package org.espalier.inference.forest;

import org.jspecify.annotations.NullMarked;
