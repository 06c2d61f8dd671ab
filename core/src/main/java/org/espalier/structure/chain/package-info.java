/**
 * The chain: one state per token, and a step from each state to the next.
 *
 * <p>{@link org.espalier.structure.chain.Trellis} numbers the parts, {@link org.espalier.structure.chain.Transitions} says
 * which steps have one, {@link org.espalier.structure.chain.Path} is an output, and
 * {@link org.espalier.structure.chain.AllowedStates} is the gold standard: the states that each token may have.
 */
@NullMarked
package org.espalier.structure.chain;

import org.jspecify.annotations.NullMarked;
