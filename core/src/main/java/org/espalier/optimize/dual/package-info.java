/**
 * Optimisers that move in the dual: every term of a sum has variables of its own, and x follows from them.
 *
 * <p>{@link org.espalier.optimize.dual.Hybrid} begins with dual coordinate ascent and ends with quasi-Newton steps; it is what
 * training uses unless told otherwise. {@code DualRun} is its first phase. {@code DualStep} finds the length of a step. {@code
 * DualOverlap} notices when steps of terms that move together would overshoot. {@link org.espalier.optimize.dual.FrankWolfe} is for
 * terms that are maxima of linear functions, such as hinges. It keeps the {@code Corner}s of each term that have weight, and knows
 * the duality gap. {@code Rounds} choose the term that it visits next. This room stands above {@code batch}, whose steps end a run of
 * {@code Hybrid}, and above {@code stochastic}, whose epochs {@code FrankWolfe} shares.
 */
@NullMarked
package org.espalier.optimize.dual;

import org.jspecify.annotations.NullMarked;
