/**
 * What stands between a file and the library: guards that refuse data which can be read but cannot be meant, readers that go on
 * after a bad line, and what a model remembers of how its data were read.
 *
 * <p>A guard is a {@code Consumer} of sequences that throws; guards are chained, and
 * {@link org.espalier.cli.input.GuardedReader} shows them every sequence.
 */
@NullMarked
package org.espalier.cli.input;

import org.jspecify.annotations.NullMarked;
