/**
 * The algorithms on lattices of words: sums over all paths, the best path; n-best lists, samples and derivatives by way of a forest.
 *
 * <p>{@link org.espalier.inference.lattice.LatticeInference} is the door. {@code LatticeSums} walks over the stops once forward and once
 * back, with one exponential per connection and word, {@code BestPath} takes maxima.
 */
@NullMarked
package org.espalier.inference.lattice;

import org.jspecify.annotations.NullMarked;
