/**
 * What it means to observe: attributes, their names and their numbers.
 *
 * <p>An {@link org.espalier.feature.AttributeExtractor} looks at a position of a sequence. It reports the names
 * and values of what it sees to an {@link org.espalier.feature.AttributeSink}. {@link org.espalier.feature.GivenAttributes} is the
 * simplest one: the data bring their own attributes. The others have their own rooms: {@code template}, {@code text}, {@code
 * table} and {@code kernel}. An {@link org.espalier.feature.AttributeIndex} numbers the names. A {@link
 * org.espalier.feature.Vocabulary} is one; it hashes the UTF-8 bytes of a name as it goes, and its bytes are a section of the model
 * file as they are. Names are spelt into one buffer per position ({@link org.espalier.feature.AttributeName}) and are never Strings.
 * An {@link org.espalier.feature.EncodedSequence} is a sequence as numbers. A {@link org.espalier.feature.FeatureDefinition} is what a
 * model file keeps of an extractor. The room {@code encoding} is above all others: it rebuilds extractors and encodes data.
 * Nothing in these rooms knows labels, weights or models.
 */
@NullMarked
package org.espalier.feature;

import org.jspecify.annotations.NullMarked;
