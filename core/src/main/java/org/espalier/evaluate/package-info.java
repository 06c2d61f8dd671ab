/**
 * Token, span and sequence scores, and the confusion matrix.
 *
 * <p>An {@link org.espalier.evaluate.Evaluation} is fed gold and predicted labels, one sequence at a time, and gives
 * {@link org.espalier.evaluate.Scores}, which are plain counts; {@link org.espalier.evaluate.ScoreReport} turns them
 * into conlleval's report, readable tables, or a map for JSON. A {@link
 * org.espalier.evaluate.Convention} defines what counts as a span, and its name travels with the scores, because scores by different conventions
 * must not be compared.
 */
@NullMarked
package org.espalier.evaluate;

import org.jspecify.annotations.NullMarked;
