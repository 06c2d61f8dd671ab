/**
 * Forests: outputs that are built step by step from smaller pieces, such as trees and paths through lattices.
 *
 * <p>{@link org.espalier.structure.forest.Forest} holds all ways to build the goal as hyperedges with at most two tails,
 * {@link org.espalier.structure.forest.ForestBuilder} makes one, {@link org.espalier.structure.forest.Derivation} is an output,
 * and {@link org.espalier.structure.forest.GoldParts} is the gold standard: a derivation, or the parts that are wrong.
 *
 * <p>An example: three words, <em>old men laughed</em>, can be bracketed in two ways. The forest has a node for every span, and an edge
 * for every way to split it; part 0 says that the first two words belong together, part 1 that the last two do.
 *
 * <pre>
 *   node 0 [old], 1 [men], 2 [laughed]     from nothing
 *   node 3 [old men]                       from 0 and 1, part 0
 *   node 4 [men laughed]                   from 1 and 2, part 1
 *   node 5 [old men laughed], the goal     from 3 and 2; or from 0 and 4
 * </pre>
 *
 * The derivation ((old men) laughed) is the list of the edges into 5, 3, 0, 1 and 2, from the top. Its score is that of part 0.
 * Six nodes and seven edges hold two trees here; for thirty words, 465 nodes and 4,525 edges hold more trees than could ever be
 * listed.
 */
@NullMarked
package org.espalier.structure.forest;

import org.jspecify.annotations.NullMarked;
