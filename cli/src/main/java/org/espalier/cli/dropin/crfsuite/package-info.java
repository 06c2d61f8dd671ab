/**
 * {@code espalier crfsuite learn|tag|dump}: what the program {@code crfsuite} does, with its arguments, its files and its
 * output, done by Espalier's trainer and tagger.
 *
 * <p>Data, models and output are bytes here, read and written as ISO 8859-1, so that any encoding goes through unchanged.
 */
@NullMarked
package org.espalier.cli.dropin.crfsuite;

import org.jspecify.annotations.NullMarked;
