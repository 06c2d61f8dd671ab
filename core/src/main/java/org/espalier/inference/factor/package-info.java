/**
 * The algorithms on factor graphs: exact ones along a junction tree, and approximate ones.
 *
 * <p>{@link org.espalier.inference.factor.JunctionTreeInference} is the door to the exact ones. A question goes through these steps:
 *
 * <ol>
 *   <li>{@code LiveValues}: values that evidence or a single table forbids are left out;
 *   <li>{@code EliminationSearch}: an order to sum the variables out; its cost is the forecast;
 *   <li>{@code JunctionTree}: the plan; a {@code Clique} eliminates one or a few variables, and has a {@code TableMap} for every table that it adds up;
 *   <li>{@code Messages} towards the roots, by sums or maxima: log Z, the best assignment;
 *   <li>{@code Marginals} back to the leaves; or {@code Completion}, which chooses a value for one variable after the other, at random or
 *       the best; {@code NBest} over it; {@code MarginalDerivatives}, the tangent of both ways.
 * </ol>
 *
 * <p>An example: three binary variables a – b – c, whose pairs score 1 when they agree. Eliminate a: its clique is {a, b}, its message
 * m(b) = log(e + 1) for both values of b. Eliminate b: its clique is {b, c}, it adds m(b), and m(c) = 2 log(e + 1). Eliminate c: log Z =
 * log 2 + 2 log(e + 1).
 */
@NullMarked
package org.espalier.inference.factor;

import org.jspecify.annotations.NullMarked;
