/**
 * Extractors for rows of a table, whose columns have names.
 *
 * <p>{@link org.espalier.feature.table.NamedColumns} is for rows that are instances: a number is one attribute, a word is one for each of
 * its values. {@link org.espalier.feature.table.FrameFeatures} is for rows that are frames of a signal: it looks at a window of frames, at
 * their slopes, squares and products. Both find out from the training data which columns there are and how large their numbers
 * are. A {@link org.espalier.feature.table.Standardisation} then makes the numbers of a column comparable with those of others.
 */
@NullMarked
package org.espalier.feature.table;

import org.jspecify.annotations.NullMarked;
