/**
 * Scorers turn parameters into part scores, and part gradients into parameter gradients.
 *
 * <p>{@link org.espalier.scoring.LinearScorer} does so for one sequence; {@link org.espalier.scoring.LinearPass} is the same
 * function for passes over all of the data: {@code Places} say where features fire, {@code FeatureBank} holds rows of
 * weights that serve many tokens, {@code RowSharing} finds which attributes can share a row.
 */
@NullMarked
package org.espalier.scoring;

import org.jspecify.annotations.NullMarked;
