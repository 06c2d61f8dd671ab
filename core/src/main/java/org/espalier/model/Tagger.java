package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.chain.Decoder;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Trellis;

/**
 * Labels sequences with a model; immutable and safe to share between threads, each of which gets a workspace of its own.
 */
public final class Tagger {
    private final Model model;
    private final Labels labels;
    private final TagScheme scheme;
    private final Decoder decoder;
    // Not the best kernels: vectors need a second to be compiled, and in tagging inference is the smallest part.
    private final ChainInference inference = new ChainInference(Kernels.scalar());
    private final LabelDecoding decoding;
    private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(this::scratch);

    Tagger(Model model) {
        this(model, LabelDecoding.usual(model.states()));
    }

    private Tagger(Model model, Decoder decoder) {
        this.model = model;
        this.decoder = decoder;
        this.labels = model.labels();
        this.scheme = model.scheme();
        this.decoding = new LabelDecoding(inference, model.states(), decoder);
    }

    /** What one thread uses again for every sequence. */
    private static final class Scratch {
        private final Encoder.Reusable encoder;
        private final SequenceScorer scorer;
        private int[] path = {};

        Scratch(Model model) {
            this.encoder = model.encoder().reusable();
            this.scorer = model.sequenceScorer();
        }

        int[] path(int length) {
            if (path.length < length) {
                path = new int[Math.max(length, 2 * path.length)];
            }
            return path;
        }
    }

    private Scratch scratch() {
        return new Scratch(model);
    }

    public Model model() {
        return model;
    }

    /**
     * A tagger that chooses labels in another way than {@linkplain LabelDecoding#usual usual}; what {@link Tagging} computes when it is asked for, such as
     * n-best lists and probabilities, stays exact.
     */
    public Tagger withDecoder(Decoder value) {
        return new Tagger(model, value);
    }

    /** How labels are chosen. */
    public Decoder decoder() {
        return decoder;
    }

    /** The scheme that the model's labels follow, by which {@link Tagging#spans} reads them. */
    public TagScheme scheme() {
        return scheme;
    }

    /**
     * The labels of a sequence that the {@link #decoder} chooses; what else {@link Tagging} offers is computed when it is asked for.
     *
     * <p>Little more is allocated than the result.
     */
    public Tagging tag(Sequence sequence) {
        Scratch scratch = scratches.get();
        EncodedSequence encoded = scratch.encoder.encode(sequence);
        Trellis trellis = scratch.scorer.score(encoded);
        int[] path = scratch.path(trellis.length());
        double score = decoding.decode(trellis, scratch.scorer.workspace(), path);
        return new Tagging(this, sequence, names(path, trellis.length()), score);
    }

    EncodedSequence encode(Sequence sequence) {
        return model.encoder().encode(sequence);
    }

    private SequenceScorer scorer() {
        return scratches.get().scorer;
    }

    double logSum(EncodedSequence encoded) {
        SequenceScorer scorer = scorer();
        Trellis trellis = scorer.score(encoded);
        return inference.logSum(trellis, scorer.workspace());
    }

    /** The score of any labelling; −∞ when a label is not one of the model's. */
    double score(EncodedSequence encoded, List<String> wanted) {
        SequenceScorer scorer = scorer();
        int[] path = new int[wanted.size()];
        for (int t = 0; t < path.length; t++) {
            path[t] = labels.indexOf(wanted.get(t));
            if (path[t] < 0) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        Trellis trellis = scorer.score(encoded);
        return decoding.score(trellis, scorer.workspace(), path);
    }

    double[][] marginals(EncodedSequence encoded) {
        SequenceScorer scorer = scorer();
        Trellis trellis = scorer.score(encoded);
        return decoding.marginals(trellis, scorer.workspace());
    }

    List<Labelling> nBest(EncodedSequence encoded, int n) {
        SequenceScorer scorer = scorer();
        Trellis trellis = scorer.score(encoded);
        Workspace workspace = scorer.workspace();
        double logZ = inference.logSum(trellis, workspace);
        List<Labelling> list = new ArrayList<>();
        for (LabelDecoding.ScoredLabels found : decoding.nBest(trellis, workspace, n)) {
            list.add(new Labelling(
                    names(found.labels(), trellis.length()), found.score(), Math.min(0, found.score() - logZ)));
        }
        return list;
    }

    List<String> sample(EncodedSequence encoded, long seed) {
        SequenceScorer scorer = scorer();
        Trellis trellis = scorer.score(encoded);
        int[] path = inference
                .sample(trellis, scorer.workspace(), new SplittableRandom(seed))
                .states();
        return names(model.states().labels(path, path.length), path.length);
    }

    double entropy(EncodedSequence encoded) {
        SequenceScorer scorer = scorer();
        Trellis trellis = scorer.score(encoded);
        return inference.entropy(trellis, scorer.workspace());
    }

    private List<String> names(int[] path, int length) {
        String[] names = new String[length];
        for (int t = 0; t < length; t++) {
            names[t] = labels.name(path[t]);
        }
        return List.of(names);
    }
}
