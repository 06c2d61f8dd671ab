/**
 * Measurements, run by hand: kernels by JMH, one class per question; {@code race} against other toolkits; {@code growth}
 * of time and memory with the size of the problem.
 */
@NullMarked
package org.espalier.benchmarks;

import org.jspecify.annotations.NullMarked;
