package org.espalier.feature;

import org.espalier.data.Sequence;

/**
 * Observes a sequence: tells the attributes of each position. Immutable and safe to share between threads.
 */
public interface AttributeExtractor {

    /**
     * Reports the attributes of a position, always in the same order.
     *
     * @throws org.espalier.data.DataFormatException when the sequence lacks something the extractor needs (a column, a number)
     */
    void extract(Sequence sequence, int position, AttributeSink sink);

    /**
     * Whether label pairs have weights of their own that do not depend on the observation (a bare {@code B} in a template).
     */
    boolean sharedTransitions();

    /** All that is needed to build this extractor again, kept in the model file. */
    FeatureDefinition definition();
}
