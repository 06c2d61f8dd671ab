/**
 * The algorithms on chains: forward–backward, Viterbi, n-best, samples, derivatives of marginals.
 *
 * <p>{@link org.espalier.inference.chain.ChainInference} is the door. Behind it the algebra is plugged in per row, never per
 * cell. {@code SumRows} drives forward and backward sweeps over two representations of numbers: {@code ScaledRows}, which are
 * probabilities and fast, and {@code LogRows}, which are logarithms and take over before a number can vanish. {@code MaxRows}
 * are Viterbi's. {@code SparseRows} are the steps when only some pairs of states have a transition part.
 *
 * <p>An example: two states, scores x<sub>0</sub> = (0, log 2) and x<sub>1</sub> = (0, 0), no transitions. The forward rows are
 * α<sub>0</sub> = (1, 2)/3 and α<sub>1</sub> = (1, 1)/2, each divided by its sum, and log Z = log 3 + log 2.
 */
@NullMarked
package org.espalier.inference.chain;

import org.jspecify.annotations.NullMarked;
