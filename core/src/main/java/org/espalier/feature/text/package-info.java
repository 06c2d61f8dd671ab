/**
 * Extractors for words.
 *
 * <p>A {@link org.espalier.feature.text.FeatureSet} is made of items such as {@code lower(-2..2)}, in Java of {@link
 * org.espalier.feature.text.Feature}s. They know words, shapes, prefixes, suffixes, numbers, phrases of gazetteers, and {@link
 * org.espalier.feature.text.WordClasses}; {@link org.espalier.feature.text.FeatureFiles} finds the files that hold them. {@code FeatureSpecification} parses the items. {@code Observed} is the sequence as
 * they see it, and works each form of a word out once. {@link org.espalier.feature.text.BagOfWords} counts the words of a document.
 * {@link org.espalier.feature.text.WordOrClass} tells a word that it knows, and the class of any other.
 */
@NullMarked
package org.espalier.feature.text;

import org.jspecify.annotations.NullMarked;
