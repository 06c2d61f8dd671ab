/**
 * Smaller models.
 *
 * <p>A {@link org.espalier.compress.Compression} is a recipe: which weights are left out, and how many bits the others
 * keep. It takes a model and gives a smaller one. {@link org.espalier.compress.Measure} tells what that costs on labelled
 * data, and how much may be left out at a stated cost. Figures are in {@code docs/compression.md}.
 */
@NullMarked
package org.espalier.compress;

import org.jspecify.annotations.NullMarked;
