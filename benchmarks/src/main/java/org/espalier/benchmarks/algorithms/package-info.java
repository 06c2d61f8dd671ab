/** Measures the algorithm that trains unless told otherwise against plain L-BFGS, on data of different shapes. */
@NullMarked
package org.espalier.benchmarks.algorithms;

import org.jspecify.annotations.NullMarked;
