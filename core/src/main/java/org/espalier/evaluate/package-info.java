/**
 * Token, span and sequence scores, and the confusion matrix.
 */
@NullMarked
package org.espalier.evaluate;

import org.jspecify.annotations.NullMarked;
