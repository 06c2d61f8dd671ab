/**
 * The recipe: options and data in, model out; deterministic parallel sums; checkpoints.
 */
@NullMarked
package org.espalier.train;

import org.jspecify.annotations.NullMarked;
