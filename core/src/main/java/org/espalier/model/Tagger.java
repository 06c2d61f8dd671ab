package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.Encoder;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredPath;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.Trellis;

/**
 * Labels sequences with a model; immutable and safe to share between threads, each of which gets a workspace of its own.
 */
public final class Tagger {
    private final Model model;
    private final LinearScorer scorer;
    private final Labels labels;
    private final TagScheme scheme;
    // Not the best kernels: vectors need a second to be compiled, and in tagging inference is the smallest part.
    private final Inference inference = new Inference(Kernels.scalar());
    private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(this::newScratch);

    Tagger(Model model) {
        this.model = model;
        this.scorer = model.scorer();
        this.labels = model.labels();
        this.scheme = TagScheme.ofLabels(labels.names());
    }

    /** What one thread uses again for every sequence. */
    private static final class Scratch {
        private final Encoder.Reusable encoder;
        private final Workspace workspace = new Workspace();
        private int[] path = {};

        Scratch(Encoder.Reusable encoder) {
            this.encoder = encoder;
        }

        int[] path(int length) {
            if (path.length < length) {
                path = new int[Math.max(length, 2 * path.length)];
            }
            return path;
        }
    }

    private Scratch newScratch() {
        Scratch scratch = new Scratch(model.encoder().reusable());
        scratch.workspace.reserve(Trellis.chain(0, labels.size()));
        scorer.scoreShared(model.weights(), scratch.workspace.scores());
        scratch.workspace.sharedChanged();
        return scratch;
    }

    public Model model() {
        return model;
    }

    /** The scheme that the model's labels follow, by which {@link Tagging#spans} reads them. */
    public TagScheme scheme() {
        return scheme;
    }

    /**
     * The most probable labels of a sequence; what else {@link Tagging} offers is computed when it is asked for.
     *
     * <p>Little more is allocated than the result.
     */
    public Tagging tag(Sequence sequence) {
        Scratch scratch = scratches.get();
        EncodedSequence encoded = scratch.encoder.encode(sequence);
        Trellis trellis = scorer.trellis(encoded);
        int[] path = scratch.path(trellis.length());
        double score = inference.best(trellis, scored(scratch.workspace, encoded, trellis), path);
        return new Tagging(this, sequence, names(path, trellis.length()), score);
    }

    EncodedSequence encode(Sequence sequence) {
        return model.encoder().encode(sequence);
    }

    private Workspace scored(EncodedSequence encoded, Trellis trellis) {
        return scored(scratches.get().workspace, encoded, trellis);
    }

    private Workspace scored(Workspace workspace, EncodedSequence encoded, Trellis trellis) {
        workspace.reserve(trellis);
        scorer.score(model.weights(), encoded, trellis, workspace.scores());
        return workspace;
    }

    double logSum(EncodedSequence encoded) {
        Trellis trellis = scorer.trellis(encoded);
        return inference.logSum(trellis, scored(encoded, trellis));
    }

    /** The score of any labelling; −∞ when a label is not one of the model's. */
    double score(EncodedSequence encoded, List<String> wanted) {
        Trellis trellis = scorer.trellis(encoded);
        int[] path = new int[trellis.length()];
        for (int t = 0; t < path.length; t++) {
            path[t] = labels.indexOf(wanted.get(t));
            if (path[t] < 0) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        return trellis.score(scored(encoded, trellis).scores(), path);
    }

    double[][] marginals(EncodedSequence encoded) {
        Trellis trellis = scorer.trellis(encoded);
        double[] parts = new double[trellis.parts()];
        inference.addMarginals(trellis, scored(encoded, trellis), 1, parts);
        double[][] rows = new double[trellis.length()][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = java.util.Arrays.copyOfRange(parts, trellis.stateOffset(t), trellis.stateOffset(t + 1));
        }
        return rows;
    }

    List<Labelling> nBest(EncodedSequence encoded, int n) {
        Trellis trellis = scorer.trellis(encoded);
        Workspace workspace = scored(encoded, trellis);
        double logZ = inference.logSum(trellis, workspace);
        List<Labelling> list = new ArrayList<>();
        for (ScoredPath path : inference.nBest(trellis, workspace, n)) {
            list.add(new Labelling(
                    names(path.states(), trellis.length()), path.score(), Math.min(0, path.score() - logZ)));
        }
        return list;
    }

    List<String> sample(EncodedSequence encoded, long seed) {
        Trellis trellis = scorer.trellis(encoded);
        int[] path = new int[trellis.length()];
        inference.sample(trellis, scored(encoded, trellis), new SplittableRandom(seed), path);
        return names(path, path.length);
    }

    double entropy(EncodedSequence encoded) {
        Trellis trellis = scorer.trellis(encoded);
        return inference.entropy(trellis, scored(encoded, trellis));
    }

    private List<String> names(int[] path, int length) {
        String[] names = new String[length];
        for (int t = 0; t < length; t++) {
            names[t] = labels.name(path[t]);
        }
        return List.of(names);
    }
}
