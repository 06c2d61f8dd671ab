/**
 * What a command writes: {@link org.espalier.cli.output.Streams} for results and messages,
 * {@link org.espalier.cli.output.OutputFiles} for files, and the forms that results take as text, tables and JSON.
 */
@NullMarked
package org.espalier.cli.output;

import org.jspecify.annotations.NullMarked;
