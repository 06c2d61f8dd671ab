/**
 * The command line: {@link org.espalier.cli.Main} and one file per command. Each command reads its options ({@code option}), opens its
 * data ({@code input}), calls the library, and writes results to standard output and everything else to standard error
 * ({@code output}, {@code report}).
 */
@NullMarked
package org.espalier.cli;

import org.jspecify.annotations.NullMarked;
