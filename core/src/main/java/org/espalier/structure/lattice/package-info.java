/**
 * Lattices of words: all ways to cut a text into words of a dictionary, and what each of them is.
 *
 * <p>{@link org.espalier.structure.lattice.Lattice} holds the words between the stops of a text and the connections of words that meet at
 * a stop, {@link org.espalier.structure.lattice.LatticeBuilder} makes one, {@link org.espalier.structure.lattice.LatticePath} is an output,
 * and {@link org.espalier.structure.lattice.GoldWords} is the gold standard: a path, or the words that are wrong.
 *
 * <p>An example: the text <em>ab</em> with the words <em>a</em>, <em>b</em> and <em>ab</em>, of which <em>b</em> is a noun or a verb.
 *
 * <pre>
 *   stop 0           stop 1                    stop 2
 *   begin ─┬─ a ─────●─┬─ b (noun) ────────────┬─ end
 *          │           └─ b (verb) ────────────┤
 *          └─ ab ──────────────────────────────┘
 * </pre>
 *
 * Four words, two connections at stop 0 (begin with a, begin with ab), two at stop 1, and three at stop 2: three paths.
 */
@NullMarked
package org.espalier.structure.lattice;

import org.jspecify.annotations.NullMarked;
