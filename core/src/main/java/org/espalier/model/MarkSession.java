package org.espalier.model;

import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.math.Kernels;
import org.espalier.structure.Structure;

/**
 * One thread's answers about the trees of sentences: scores a sentence, then asks inference.
 *
 * @param <S> the structure of a sentence
 */
final class MarkSession<S extends Structure> {
    private final SequenceScorer<S> scorer;
    private final Inference<S> inference;
    private final MarkDecoding<S> decoding;

    private MarkSession(SequenceScorer<S> scorer, LabelStructure<S> structure, Decoder decoder) {
        this.scorer = scorer;
        this.inference = structure.inference(Kernels.scalar());
        this.decoding = structure.markDecoding(inference, decoder);
    }

    static <S extends Structure> MarkSession<S> of(Model model, ScoredStructure<S> scored, Decoder decoder) {
        SequenceScorer<S> scorer = SequenceScorer.of(
                scored.scorer(), scored.structure(), model.weights(), model.normalisation(), model.votes());
        return new MarkSession<>(scorer, scored.structure(), decoder);
    }

    MarkDecoding.ScoredMarks best(EncodedSequence sequence) {
        return decoding.best(scorer.score(sequence), scorer.workspace());
    }

    double logSum(EncodedSequence sequence) {
        return inference.logSum(scorer.score(sequence), scorer.workspace());
    }

    double score(EncodedSequence sequence, Marks marks) {
        return decoding.score(scorer.score(sequence), scorer.workspace(), marks);
    }

    double[] probabilities(EncodedSequence sequence, Marks marks) {
        return decoding.probabilities(scorer.score(sequence), scorer.workspace(), marks);
    }

    List<MarkDecoding.ScoredMarks> nBest(EncodedSequence sequence, int n) {
        return decoding.nBest(scorer.score(sequence), scorer.workspace(), n);
    }

    Marks sample(EncodedSequence sequence, RandomGenerator random) {
        return decoding.sample(scorer.score(sequence), scorer.workspace(), random);
    }

    double entropy(EncodedSequence sequence) {
        return inference.entropy(scorer.score(sequence), scorer.workspace());
    }
}
