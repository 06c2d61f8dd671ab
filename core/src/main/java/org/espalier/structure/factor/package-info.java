/**
 * Factor graphs: variables with finitely many values, and factors that score the values of a few variables at a time.
 *
 * <p>{@link org.espalier.structure.factor.FactorGraph} numbers the parts,
 * {@link org.espalier.structure.factor.Assignment} is an output, and
 * {@link org.espalier.structure.factor.AllowedValues} is the gold standard, or evidence: the values that variables may have.
 *
 * <p>An example: two variables with two values each, and one factor over both. There are eight parts:
 *
 * <pre>
 *   variable 0 is 0 | is 1 | variable 1 is 0 | is 1 | both: 00 | 01 | 10 | 11
 * </pre>
 *
 * The assignment <em>1, 0</em> is the set of the parts 1, 2 and 6. A chain is a factor graph whose factors are the pairs of
 * neighbours; a grid of pixels is one, and so is a Bayesian network, where a factor is the table of a variable given its parents.
 */
@NullMarked
package org.espalier.structure.factor;

import org.jspecify.annotations.NullMarked;
