/**
 * Scorers turn parameters into part scores, and part gradients into parameter gradients.
 */
@NullMarked
package org.espalier.scoring;

import org.jspecify.annotations.NullMarked;
