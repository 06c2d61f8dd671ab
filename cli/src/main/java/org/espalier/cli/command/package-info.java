/**
 * What every command is: a {@link org.espalier.cli.command.Subcommand} of a {@link org.espalier.cli.command.Host}, which gives
 * it the streams. Also how commands end: exit codes, Ctrl-C, and what to do when memory does not suffice.
 */
@NullMarked
package org.espalier.cli.command;

import org.jspecify.annotations.NullMarked;
