/**
 * Commands that replace another toolkit's program: the same options, the same bytes on standard output, the same exit
 * codes. One sub-package per toolkit.
 */
@NullMarked
package org.espalier.cli.dropin;

import org.jspecify.annotations.NullMarked;
