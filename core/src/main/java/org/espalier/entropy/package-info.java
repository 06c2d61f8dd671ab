/**
 * Entropy, and the distribution of highest entropy among all that have given expected values.
 */
@NullMarked
package org.espalier.entropy;

import org.jspecify.annotations.NullMarked;
