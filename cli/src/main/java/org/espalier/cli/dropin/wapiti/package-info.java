/**
 * {@code espalier wapiti}: a replacement for Wapiti's program, with its modes, options, files and output.
 *
 * <p>Everything is read and written byte by byte (ISO 8859-1), so that data of any encoding pass through unharmed.
 */
@NullMarked
package org.espalier.cli.dropin.wapiti;

import org.jspecify.annotations.NullMarked;
