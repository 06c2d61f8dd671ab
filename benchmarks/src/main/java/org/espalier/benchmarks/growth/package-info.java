/** The growth study: time and memory against tokens, labels, pairs of labels, attributes and threads. */
@NullMarked
package org.espalier.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
