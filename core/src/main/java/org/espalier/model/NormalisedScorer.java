package org.espalier.model;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.scoring.BinaryNormalisation;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.LocalNormalisation;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.VoteScorer;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/** Scores the sequences of a chain as the model's normalisation or its votes want it; for one thread. */
final class NormalisedScorer implements SequenceScorer<Trellis> {
    private final LinearScorer<Trellis> scorer;
    private final double[] weights;
    private final Workspace workspace = new Workspace();
    private final @Nullable BinaryNormalisation binary; // null when there are no binary classifiers
    private final boolean pairwise;
    private final @Nullable VoteScorer voting; // null when the weights decide
    private final @Nullable Workspace linear; // the scores before they are normalised, or null when they are not

    /**
     * Of weights that are no model yet.
     *
     * @param labels how many there are
     * @param weights θ, in the order of the scorer's layout; not copied
     * @param votes the weight vectors that decide instead, or null
     */
    NormalisedScorer(
            int labels,
            LinearScorer<Trellis> scorer,
            double[] weights,
            Normalisation normalisation,
            @Nullable VotedWeights votes) {
        this.voting = votes == null ? null : new VoteScorer(scorer, votes);
        this.scorer = scorer;
        this.weights = weights;
        this.linear = normalisation == Normalisation.LOCAL ? new Workspace() : null;
        this.pairwise = normalisation.isPairwise();
        this.binary = pairwise || normalisation == Normalisation.ONE_VERSUS_REST
                ? new BinaryNormalisation(labels, scorer.layout(), weights, normalisation)
                : null;
        scoreShared();
    }

    /** The scorer's own structure says how many shared parts there are: S² of them only where all pairs have one. */
    private void scoreShared() {
        EncodedSequence nothing = EncodedSequence.empty();
        if (voting != null) {
            reserveZeros(voting.trellis(nothing));
        } else if (linear != null) {
            Trellis empty = scorer.structure(nothing);
            linear.reserve(empty);
            scorer.scoreShared(weights, linear.scores());
            reserveZeros(LocalNormalisation.trellis(empty));
        } else if (binary != null && pairwise) {
            reserveZeros(binary.trellis(nothing));
        } else {
            Trellis empty = scorer.structure(nothing);
            workspace.reserve(empty);
            scorer.scoreShared(weights, workspace.scores());
        }
        workspace.sharedChanged();
    }

    private void reserveZeros(Trellis empty) {
        workspace.reserve(empty);
        Arrays.fill(workspace.scores(), 0, empty.sharedParts(), 0.0);
    }

    @Override
    public Trellis score(EncodedSequence sequence) {
        if (voting != null) {
            Trellis trellis = voting.trellis(sequence);
            workspace.reserve(trellis);
            voting.score(sequence, trellis, workspace.scores());
            return trellis;
        }
        if (binary != null) {
            return score(sequence, binary);
        }
        Trellis trellis = scorer.structure(sequence);
        if (linear == null) {
            workspace.reserve(trellis);
            scorer.score(weights, sequence, trellis, workspace.scores());
            return trellis;
        }
        linear.reserve(trellis);
        scorer.score(weights, sequence, trellis, linear.scores());
        Trellis normalised = LocalNormalisation.trellis(trellis);
        workspace.reserve(normalised);
        LocalNormalisation.apply(trellis, linear.scores(), normalised, workspace.scores());
        return normalised;
    }

    private Trellis score(EncodedSequence sequence, BinaryNormalisation normalisation) {
        Trellis trellis = pairwise ? normalisation.trellis(sequence) : scorer.structure(sequence);
        workspace.reserve(trellis);
        if (!pairwise) {
            scorer.score(weights, sequence, trellis, workspace.scores());
        }
        normalisation.apply(sequence, trellis, workspace.scores());
        return trellis;
    }

    @Override
    public Workspace workspace() {
        return workspace;
    }
}
