/**
 * Kernels: similarities K(x, z) = ⟨φ(x), φ(z)⟩ of points, and the attributes that they make.
 *
 * <p>A {@link org.espalier.feature.kernel.Point} is a position of a sequence: its attributes as a sparse vector, and its
 * columns as texts. A {@link org.espalier.feature.kernel.KernelFunction} compares two of them: vectors (linear,
 * polynomial, Gaussian), strings (gap-weighted subsequences, spectrum), trees (subset trees), and sums, products and
 * normalised forms of these. {@link org.espalier.feature.kernel.KernelFeatures} is an extractor like any other: it reports
 * K(x₁, x), …, K(x_m, x) for the support points that it keeps. That makes a kernel machine a linear model over these
 * attributes, and all that works for linear models works for it.
 *
 * <p>Kernels are evaluated row by row ({@link org.espalier.feature.kernel.KernelRows}), never cell by cell: what can be
 * worked out once for a set of points (parsed trees, norms) is.
 */
@NullMarked
package org.espalier.feature.kernel;

import org.jspecify.annotations.NullMarked;
