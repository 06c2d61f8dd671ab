package org.espalier.model;

import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.labelling.LabelStructure;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Scores one sequence after the other; for one thread.
 *
 * @param <S> the structure of a sequence
 */
public interface SequenceScorer<S extends Structure> {

    /** Writes the scores of a sequence into the {@link #workspace} and returns their structure. */
    S score(EncodedSequence sequence);

    /** Where the scores are, ready for inference; the shared ones are not to be changed. */
    Workspace workspace();

    /**
     * Of weights that may be no model yet.
     *
     * @param weights θ, in the order of the scorer's layout; not copied
     * @param normalisation what makes scores probabilities; only chains and pairs have others than the global one
     * @param votes the weight vectors that decide instead, or null; only chains have them
     */
    static <S extends Structure> SequenceScorer<S> of(
            LinearScorer<S> scorer,
            LabelStructure<S> structure,
            double[] weights,
            Normalisation normalisation,
            @Nullable VotedWeights votes) {
        return normalisation == Normalisation.GLOBAL && votes == null
                ? new PlainScorer<>(scorer, weights)
                : normalised(scorer, structure, weights, normalisation, votes);
    }

    @SuppressWarnings("unchecked") // the structure of a plain chain is a Trellis, as that of pairs is
    private static <S extends Structure> SequenceScorer<S> normalised(
            LinearScorer<S> scorer,
            LabelStructure<S> structure,
            double[] weights,
            Normalisation normalisation,
            @Nullable VotedWeights votes) {
        if (!structure.isNormalisedBy(normalisation)
                || votes != null && !structure.isPlainChain()
                || structure.constraint() != null) {
            throw new IllegalArgumentException(
                    "the normalisation " + normalisation
                            + (votes == null ? "" : " and votes") + " of " + structure.kind()
                            + "; expected a chain whose states are the labels, or pairs of labels for votes and coupling, without constraints");
        }
        LinearScorer<Trellis> chain = (LinearScorer<Trellis>) scorer;
        return (SequenceScorer<S>) new NormalisedScorer(structure.labels(), chain, weights, normalisation, votes);
    }
}
