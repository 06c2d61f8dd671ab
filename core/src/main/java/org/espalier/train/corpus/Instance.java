package org.espalier.train.corpus;

import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.AllowedStates;

/**
 * One training instance.
 *
 * @param sequence what is observed
 * @param gold the states that the gold standard allows
 * @param weight how much it counts
 */
public record Instance(EncodedSequence sequence, AllowedStates gold, double weight) {}
