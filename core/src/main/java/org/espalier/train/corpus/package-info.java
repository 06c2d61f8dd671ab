/**
 * The data of a training: read once, kept as numbers in memory or on disk.
 *
 * <p>A {@link org.espalier.train.corpus.Collector} reads sequences in windows. Its batches extract attributes in parallel, and numbers are given
 * in the order of the data, so they do not depend on the number of threads. What comes out is {@link
 * org.espalier.train.corpus.TrainingData}: labels, an encoder with its vocabulary, and an {@link
 * org.espalier.train.corpus.InstanceStore} of chunks.
 *
 * <p>For example, three sequences of 4, 2 and 3 tokens become one chunk of 9 positions. Each {@link org.espalier.train.corpus.Instance}
 * is a view of it: the attributes of its positions, the labels that are right, a weight. With a folder for the data the chunks are written to
 * a scratch file, and every pass reads them back in the same order.
 *
 * <p>{@link org.espalier.train.corpus.LayoutChoice} decides which features get a weight. A {@link org.espalier.train.corpus.Fingerprint} tells
 * data from others, for checkpoints and for the provenance of models.
 */
@NullMarked
package org.espalier.train.corpus;

import org.jspecify.annotations.NullMarked;
