/**
 * Sequences, labels, spans and tag schemes, and the readers and writers of text formats.
 */
@NullMarked
package org.espalier.data;

import org.jspecify.annotations.NullMarked;
