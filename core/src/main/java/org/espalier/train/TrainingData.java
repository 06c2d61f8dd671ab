package org.espalier.train;

import org.espalier.data.Labels;
import org.espalier.feature.Encoder;

/**
 * The training data as numbers.
 *
 * @param encoder with the vocabulary of the data, frozen
 * @param labels the labels of the data, sorted; those of an initial model come first
 * @param instances the sequences whose weight is not 0
 * @param columns how many observed columns the first token has
 * @param fingerprint a digest of the content
 */
record TrainingData(Encoder encoder, Labels labels, InstanceStore instances, int columns, String fingerprint)
        implements AutoCloseable {

    @Override
    public void close() {
        instances.close();
    }
}
