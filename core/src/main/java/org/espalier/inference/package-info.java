/**
 * Sums, maxima, n-best lists and samples over the outputs of a structure.
 */
@NullMarked
package org.espalier.inference;

import org.jspecify.annotations.NullMarked;
