/**
 * The command line: each command reads its options, calls the library and writes results to standard output, and everything
 * else to standard error.
 */
@NullMarked
package org.espalier.cli;

import org.jspecify.annotations.NullMarked;
