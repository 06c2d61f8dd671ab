/**
 * Sequences, labels, spans and tag schemes, and the readers and writers of text formats.
 *
 * <p>A {@link org.espalier.data.Sequence} is a list of {@link org.espalier.data.Token}s, optionally with labels. It
 * comes from a file through {@link org.espalier.data.Sequences#open}, which streams over any number of sources; {@link
 * org.espalier.data.DataOptions} say what to expect. It goes to a file through a {@link
 * org.espalier.data.SequenceFormatter}. Any fault in the input causes a {@link
 * org.espalier.data.DataFormatException} that names file, line and, where it helps, character.
 * {@link org.espalier.data.TagScheme} turns labels such as {@code B-NP} into {@link org.espalier.data.Span}s and back.
 *
 * <p>This room imports {@link org.espalier.text} only. It has its own small {@link org.espalier.data.Json}, because the core has no
 * dependency.
 */
@NullMarked
package org.espalier.data;

import org.jspecify.annotations.NullMarked;
