/**
 * Measurements by JMH, run by hand: one class per question.
 */
@NullMarked
package org.espalier.benchmarks;

import org.jspecify.annotations.NullMarked;
