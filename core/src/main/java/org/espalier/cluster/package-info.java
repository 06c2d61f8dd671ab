/**
 * Clusters of words, found in text without labels.
 *
 * <p>{@link org.espalier.cluster.Bigrams} counts the words and pairs of neighbours of a text. {@link org.espalier.cluster.BrownClustering} merges
 * words that have the same neighbours, always those two clusters whose merger costs least, and keeps the order of mergers as a binary tree.
 * {@link org.espalier.cluster.WordPath} tells where a word stands in it. The feature item {@code clusters} reads what is written here.
 */
@NullMarked
package org.espalier.cluster;

import org.jspecify.annotations.NullMarked;
