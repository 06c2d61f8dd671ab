package org.espalier.train.remote;

import org.espalier.data.Labels;
import org.espalier.feature.Vocabulary;

/**
 * Training data that are kept elsewhere, and what is known of them here.
 *
 * @param shards the instances, with the numbers of these vocabularies and labels
 * @param attributes of tokens
 * @param pairAttributes of pairs of tokens
 * @param labels the labels of the data, sorted
 * @param sequences how many instances there are; those of weight 0 do not count
 * @param tokens how many tokens they have together
 * @param columns how many observed columns a token has
 * @param fingerprint a digest of the content, which the order of the data does not change
 */
public record RemoteCorpus(
        RemoteShards shards,
        Vocabulary attributes,
        Vocabulary pairAttributes,
        Labels labels,
        int sequences,
        long tokens,
        int columns,
        String fingerprint) {}
