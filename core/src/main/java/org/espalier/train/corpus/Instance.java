package org.espalier.train.corpus;

import org.espalier.feature.EncodedSequence;
import org.espalier.labelling.Gold;

/**
 * One training instance.
 *
 * @param sequence what is observed
 * @param gold what the gold standard says
 * @param weight how much it counts
 */
public record Instance(EncodedSequence sequence, Gold gold, double weight) {}
