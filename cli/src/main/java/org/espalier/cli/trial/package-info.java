/**
 * Measurements by trial: how long training will take, which of two taggers is faster, which optimiser converges fastest.
 */
@NullMarked
package org.espalier.cli.trial;

import org.jspecify.annotations.NullMarked;
