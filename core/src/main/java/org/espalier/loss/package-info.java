/**
 * Losses turn part scores and supervision into a value and a part gradient.
 */
@NullMarked
package org.espalier.loss;

import org.jspecify.annotations.NullMarked;
