package org.espalier.model;

import java.util.List;
import java.util.SplittableRandom;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.math.Kernels;
import org.espalier.math.LogSpace;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.AllowedStates;
import org.jspecify.annotations.Nullable;

/**
 * One thread's answers about the labels of sequences, whatever the structure: scores a sequence, then asks inference.
 *
 * @param <S> the structure of a sequence
 */
final class LabelSession<S extends Structure> {
    private final LabelStructure<S> structure;
    private final SequenceScorer<S> scorer;
    private final Inference<S> inference;
    private final LabelDecoding<S> decoding;
    private int[] labels = {};

    private LabelSession(SequenceScorer<S> scorer, LabelStructure<S> structure, Decoder decoder) {
        this.structure = structure;
        this.scorer = scorer;
        // Not the best kernels: vectors need a second to be compiled, and in tagging inference is the smallest part.
        this.inference = structure.inference(Kernels.scalar());
        this.decoding = structure.decoding(inference, decoder);
    }

    static <S extends Structure> LabelSession<S> of(Model model, ScoredStructure<S> scored, Decoder decoder) {
        SequenceScorer<S> scorer = SequenceScorer.of(
                scored.scorer(), scored.structure(), model.weights(), model.normalisation(), model.votes());
        return new LabelSession<>(scorer, scored.structure(), decoder);
    }

    /** The scores of a sequence, in which outputs with other labels than the allowed ones score −∞; null allows all. */
    private S scored(EncodedSequence sequence, @Nullable AllowedStates allowed) {
        S instance = scorer.score(sequence);
        if (allowed != null) {
            structure
                    .supervision(Gold.of(allowed), instance)
                    .forbid(instance, scorer.workspace().scores());
        }
        return instance;
    }

    /** What the decoder chooses; the labels are in {@link #labels()} until the next call. */
    double decode(EncodedSequence sequence, @Nullable AllowedStates allowed) {
        S structure = scored(sequence, allowed);
        if (labels.length < structure.length()) {
            labels = new int[Math.max(structure.length(), 2 * labels.length)];
        }
        return decoding.decode(structure, scorer.workspace(), labels);
    }

    /** The labels that were decoded last; longer than the sequence. */
    int[] labels() {
        return labels;
    }

    double logSum(EncodedSequence sequence, @Nullable AllowedStates allowed) {
        S structure = scored(sequence, allowed);
        return inference.logSum(structure, scorer.workspace());
    }

    /** log Σ exp(score) over the labellings of disjoint sets; −∞ when none is possible. */
    double logSum(EncodedSequence sequence, @Nullable AllowedStates allowed, List<AllowedStates> sets) {
        S structure = scored(sequence, allowed);
        Workspace workspace = scorer.workspace();
        double[] sums = new double[sets.size()];
        for (int k = 0; k < sums.length; k++) {
            workspace.save(structure);
            this.structure.supervision(Gold.of(sets.get(k)), structure).forbid(structure, workspace.scores());
            sums[k] = inference.logSum(structure, workspace);
            workspace.restore(structure);
        }
        return sums.length == 0 ? Double.NEGATIVE_INFINITY : LogSpace.logSum(sums, 0, sums.length);
    }

    double score(EncodedSequence sequence, @Nullable AllowedStates allowed, int[] wanted) {
        S structure = scored(sequence, allowed);
        return decoding.score(structure, scorer.workspace(), wanted);
    }

    double[][] marginals(EncodedSequence sequence, @Nullable AllowedStates allowed) {
        S structure = scored(sequence, allowed);
        return decoding.marginals(structure, scorer.workspace());
    }

    /** Labellings, best first, and log Z. */
    record Ranked(List<LabelDecoding.ScoredLabels> labellings, double logSum) {}

    Ranked nBest(EncodedSequence sequence, @Nullable AllowedStates allowed, int n) {
        S structure = scored(sequence, allowed);
        double logSum = inference.logSum(structure, scorer.workspace());
        return new Ranked(decoding.nBest(structure, scorer.workspace(), n), logSum);
    }

    int[] sample(EncodedSequence sequence, @Nullable AllowedStates allowed, long seed) {
        S structure = scored(sequence, allowed);
        return decoding.sample(structure, scorer.workspace(), new SplittableRandom(seed));
    }

    double entropy(EncodedSequence sequence, @Nullable AllowedStates allowed) {
        S structure = scored(sequence, allowed);
        return inference.entropy(structure, scorer.workspace());
    }
}
