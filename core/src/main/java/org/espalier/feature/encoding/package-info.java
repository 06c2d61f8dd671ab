/**
 * From sequences to numbers.
 *
 * <p>An {@link org.espalier.feature.encoding.Encoder} has an extractor and a frozen vocabulary; it encodes one sequence after the other,
 * and unknown attributes vanish. A {@link org.espalier.feature.encoding.CorpusEncoder} encodes a whole corpus on several threads while it
 * collects the vocabulary. The order of a training run: {@code fit} the extractor to the data, encode batches, {@code merge} them in
 * their order, {@code cut} rare names, freeze. {@link org.espalier.feature.encoding.Extractors} finds the extractor that a definition
 * means, and combines several into one. This room knows all built-in extractors, and none of them knows it. {@code ValueLimit}
 * refuses values from which nothing could be computed.
 */
@NullMarked
package org.espalier.feature.encoding;

import org.jspecify.annotations.NullMarked;
