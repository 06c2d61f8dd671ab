/** Measures a pass over the training data of one structure against that of another. */
@NullMarked
package org.espalier.benchmarks.passes;

import org.jspecify.annotations.NullMarked;
