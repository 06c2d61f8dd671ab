package org.espalier.model;

import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.Structure;

/** Scores sequences by their weights alone. */
final class PlainScorer<S extends Structure> implements SequenceScorer<S> {
    private final LinearScorer<S> scorer;
    private final double[] weights;
    private final Workspace workspace = new Workspace();

    /** The scorer's own structure says how many shared parts there are: S² of them only where all pairs have one. */
    PlainScorer(LinearScorer<S> scorer, double[] weights) {
        this.scorer = scorer;
        this.weights = weights;
        workspace.reserve(scorer.structure(EncodedSequence.empty()));
        scorer.scoreShared(weights, workspace.scores());
        workspace.sharedChanged();
    }

    @Override
    public S score(EncodedSequence sequence) {
        S structure = scorer.structure(sequence);
        workspace.reserve(structure);
        scorer.score(weights, sequence, structure, workspace.scores());
        return structure;
    }

    @Override
    public Workspace workspace() {
        return workspace;
    }
}
