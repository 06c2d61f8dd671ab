package org.espalier.network;

import org.espalier.feature.network.NetworkInput;
import org.espalier.structure.Structure;
import org.espalier.train.corpus.Instance;

/**
 * A sequence to learn from.
 *
 * @param instance what attributes and gold standard say
 * @param input what the network sees
 * @param structure its structure
 */
record NetworkInstance<S extends Structure>(Instance instance, NetworkInput input, S structure) {}
