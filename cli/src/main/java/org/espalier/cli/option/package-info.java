/**
 * Options: one class for each group that commands have in common, mixed in by picocli, and what is said of wrong ones.
 *
 * <p>A group holds the fields, says what they mean to the library, and complains to its {@link org.espalier.cli.option.Caller}.
 * Options of files say by {@link org.espalier.cli.option.UsedFile} what becomes of them.
 */
@NullMarked
package org.espalier.cli.option;

import org.jspecify.annotations.NullMarked;
