/**
 * Smaller models.
 *
 * <p>A {@link org.espalier.compress.Compression} is a recipe: which weights are dropped, and how many bits the others
 * keep. It takes a model and gives a smaller one. {@link org.espalier.compress.Measure} measures what that costs on
 * labelled data, and how much can be dropped at a given cost. Figures are in {@code docs/compression.md}.
 */
@NullMarked
package org.espalier.compress;

import org.jspecify.annotations.NullMarked;
