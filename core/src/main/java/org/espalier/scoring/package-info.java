/**
 * Scorers turn parameters into part scores, and part gradients into parameter gradients.
 *
 * <p>{@link org.espalier.scoring.LinearScorer} does so for one instance, family by family:
 *
 * <pre>
 *   score(offset(place) + k) = Σ_{attributes a of the place} θ(a, tie[k]) · value(a)
 * </pre>
 *
 * An example: a token has the attributes {@code w=flour} (1) and {@code length} (5), and there are two labels. Its two state
 * parts score θ(w=flour, y) + 5 · θ(length, y). {@link org.espalier.scoring.ParameterLayout} says where these four weights
 * stand in θ.
 *
 * <p>A {@link org.espalier.scoring.Scorer} gives every thread a {@link org.espalier.scoring.Tape}, and a {@link org.espalier.scoring.Session}
 * runs it through one instance after the other: reserve, score what is shared, score, infer, back-propagate.
 *
 * <p>{@link org.espalier.scoring.LinearPass} is the same function for passes over all of the data: {@code Places} say where
 * features fire, {@code FeatureBank} holds rows of weights that serve many tokens, {@code RowSharing} finds which attributes can
 * share a row.
 */
@NullMarked
package org.espalier.scoring;

import org.jspecify.annotations.NullMarked;
