/**
 * Sums, maxima, n-best lists and samples over the outputs of a scored structure.
 *
 * <p>{@link org.espalier.inference.Inference} is what losses, learners and taggers ask; every kind of structure has an
 * implementation in its own room below this one. The scores are in a {@link org.espalier.inference.Workspace}, one per
 * thread, together with the gradient that a loss writes and the scratch arrays of the algorithms.
 *
 * <p>The protocol for one instance is always the same:
 *
 * <pre>{@code
 * workspace.reserve(structure);                      // room for its parts
 * tape.scoreShared(parameters, workspace.scores());  // once per change of the parameters …
 * workspace.sharedChanged();                         // … and inference must know
 * tape.score(parameters, x, structure, workspace.scores());
 * double logZ = inference.logSum(structure, workspace);
 * }</pre>
 *
 * {@code scoring.Session} keeps it, so that callers need not.
 */
@NullMarked
package org.espalier.inference;

import org.jspecify.annotations.NullMarked;
