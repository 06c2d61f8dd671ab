/** Every method on every data set: what {@code docs/RESULTS.md} shows, and the commands that give it. */
@NullMarked
package org.espalier.benchmarks.results;

import org.jspecify.annotations.NullMarked;
