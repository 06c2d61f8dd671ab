/**
 * Structures number the smallest scored pieces, the parts, of every possible output.
 *
 * <p>A chain of two tokens and two labels has these parts: four steps (which all chains share), and two states at each token,
 * eight in all. The output <em>second label, then first label</em> is the set of three parts {step 2→1, state 2 at token 0,
 * state 1 at token 1}. Its score is the sum of three numbers of a {@code double[8]}. That is all that losses and update rules
 * know: a {@link org.espalier.structure.Structure} says how many parts there are, an {@link org.espalier.structure.Output} is
 * a set of them, and a {@link org.espalier.structure.Supervision} says which outputs are right.
 *
 * <p>Every kind of structure has a room of its own below this one, which translates between parts and what users call labels,
 * segments or trees. The algorithms are in the room of the same name in {@code inference}.
 */
@NullMarked
package org.espalier.structure;

import org.jspecify.annotations.NullMarked;
