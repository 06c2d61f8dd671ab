/**
 * From tokens to attributes: templates, built-in text features, vocabularies and the encoder.
 *
 * <p>An {@link org.espalier.feature.AttributeExtractor} looks at a position of a sequence and tells a
 * {@link org.espalier.feature.AttributeSink} the names and values of what it sees. There are several built in:
 * {@link org.espalier.feature.Template} (CRF++'s syntax), {@link org.espalier.feature.FeatureSet} (items such as
 * {@code lower(-2..2)}, which know words, shapes, gazetteers and numbers),
 * {@link org.espalier.feature.GivenAttributes} (the data bring their own), {@link org.espalier.feature.NamedColumns} (rows of a
 * table), {@link org.espalier.feature.BagOfWords} (documents) and {@link org.espalier.feature.FrameFeatures} (signals); {@link org.espalier.feature.Extractors}
 * combines them with each other and with your own, and builds them again from the
 * {@link org.espalier.feature.FeatureDefinition} that a model file keeps. Names are spelt into one buffer per position
 * and are never Strings; the {@link org.espalier.feature.Vocabulary} turns them into numbers by hashing their UTF-8
 * encoding as it goes, and its bytes are a section of the model file as they are.
 *
 * <p>The order of a training run: {@code fit} the extractor to the data, {@code observe} each sequence, count and cut
 * names in a {@code Vocabulary.Builder}, freeze. Nothing in this package knows labels, weights or models.
 */
@NullMarked
package org.espalier.feature;

import org.jspecify.annotations.NullMarked;
