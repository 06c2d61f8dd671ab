package org.espalier.testkit;

import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;

/** A structure with scores for its parts. */
public interface Scored {

    Structure structure();

    /** One score per part; −∞ forbids. */
    double[] scores();

    /** A workspace of its own that holds these scores. */
    default Workspace workspace() {
        Workspace workspace = new Workspace();
        load(workspace);
        return workspace;
    }

    /** Writes these scores into a workspace that may have served other instances. */
    default void load(Workspace workspace) {
        workspace.reserve(structure());
        System.arraycopy(scores(), 0, workspace.scores(), 0, scores().length);
        workspace.sharedChanged();
    }

    /** The same where the shared scores stand in the workspace already. */
    default void loadOwn(Workspace workspace) {
        workspace.reserve(structure());
        int shared = structure().sharedParts();
        System.arraycopy(scores(), shared, workspace.scores(), shared, scores().length - shared);
    }
}
