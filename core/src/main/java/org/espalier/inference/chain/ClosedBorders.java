package org.espalier.inference.chain;

import org.espalier.inference.Workspace;
import org.espalier.structure.chain.Borders;
import org.espalier.structure.chain.Reach;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Forbids what the borders of a trellis forbid for the time of one question: −∞ stands over the scores of these states, and when
 * this is closed the scores are back.
 *
 * <p>No algorithm on rows needs to know of borders, and a chain without them pays nothing, nor does one whose {@link Reach} says the same. Else it is O(S)
 * per question.
 */
final class ClosedBorders implements AutoCloseable {
    private final double[] scores;
    private final int parts; // of a position
    private final int first; // where the scores of the first position begin
    private final int last;
    private final double[] kept; // [2][parts]

    private ClosedBorders(Trellis trellis, double[] scores) {
        this.scores = scores;
        this.parts = trellis.stateParts();
        this.first = trellis.stateOffset(0);
        this.last = trellis.stateOffset(trellis.length() - 1);
        this.kept = new double[2 * parts];
        System.arraycopy(scores, first, kept, 0, parts);
        System.arraycopy(scores, last, kept, parts, parts);
    }

    /** Closes the borders; null when there is nothing to forbid. */
    static @Nullable ClosedBorders of(Trellis trellis, Workspace workspace) {
        Borders borders = trellis.borders();
        Reach reach = trellis.reach();
        if (borders == null || trellis.length() == 0 || (reach != null && reach.impliesBorders())) {
            return null;
        }
        ClosedBorders closed = new ClosedBorders(trellis, workspace.scores());
        borders.forbid(trellis, workspace.scores());
        return closed;
    }

    @Override
    public void close() {
        System.arraycopy(kept, 0, scores, first, parts);
        System.arraycopy(kept, parts, scores, last, parts);
    }
}
