package org.espalier.testkit;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.structure.segment.Segmentation;

/**
 * A segmentation with scores for its parts, and the words that say where it came from.
 *
 * @param segmentation the structure
 * @param scores one per part; −∞ forbids // [parts]
 * @param origin kind and seed, printed by every failure
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record ScoredSegmentation(Segmentation segmentation, double[] scores, String origin) {

    /** A workspace of its own that holds these scores. */
    public Workspace workspace() {
        Workspace workspace = new Workspace();
        load(workspace);
        return workspace;
    }

    /** Writes these scores into a workspace that may have served other instances. */
    public void load(Workspace workspace) {
        workspace.reserve(segmentation);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        workspace.sharedChanged();
    }

    /** The same structure with other scores. */
    public ScoredSegmentation withScores(double[] newScores, String change) {
        return new ScoredSegmentation(segmentation, newScores, origin + ", " + change);
    }

    /** The same, moved by step · direction. */
    public ScoredSegmentation moved(double[] direction, double step) {
        double[] moved = scores.clone();
        Arrays.setAll(moved, part -> moved[part] + step * direction[part]);
        return withScores(moved, "moved by " + step);
    }

    @Override
    public String toString() {
        StringBuilder longest = new StringBuilder();
        for (int y = 0; y < segmentation.labels(); y++) {
            longest.append(y == 0 ? "" : ", ").append(segmentation.lengths().longest(y));
        }
        return origin + ": " + segmentation.length() + " tokens, longest segments " + longest + ", "
                + segmentation.places() + " places";
    }
}
