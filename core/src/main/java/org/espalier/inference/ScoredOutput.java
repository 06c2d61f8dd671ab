package org.espalier.inference;

import org.espalier.structure.Output;

/**
 * An output and its score.
 *
 * @param output what was found
 * @param score the sum of the scores of its parts
 * @param <O> what outputs of the structure look like
 */
public record ScoredOutput<O extends Output>(O output, double score) {}
