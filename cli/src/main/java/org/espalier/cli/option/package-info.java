/**
 * Options: one class for each group that commands have in common, mixed in by picocli, and the messages for wrong ones.
 *
 * <p>A group holds the fields, says what they mean to the library, and complains to its {@link org.espalier.cli.option.Caller}.
 * Options that name files declare with {@link org.espalier.cli.option.UsedFile} how the files are used.
 */
@NullMarked
package org.espalier.cli.option;

import org.jspecify.annotations.NullMarked;
