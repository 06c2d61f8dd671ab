/**
 * The layer between files and the library: guards that refuse data in the wrong format, readers that continue after a bad line, and
 * what a model remembers about how its data were read.
 *
 * <p>A guard is a {@code Consumer} of sequences that throws; guards are chained, and
 * {@link org.espalier.cli.input.GuardedReader} shows them every sequence.
 */
@NullMarked
package org.espalier.cli.input;

import org.jspecify.annotations.NullMarked;
