package org.espalier.interop.crfpp;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;

/**
 * Tags with CRF++'s numbers: weights are added in single precision and multiplied by a cost factor, then inference is the
 * same as everywhere. For one thread; {@link Model#tagger} is the one to share, and differs in the sixth decimal at most.
 */
public final class CrfppTagger {
    private static final int LARGEST_AGENDA = 1 << 20;

    private final Model model;
    private final SinglePrecision scores;
    private final Encoder.Reusable encoder;
    private final ChainInference inference = new ChainInference(Kernels.scalar());
    private final Workspace workspace = new Workspace();

    private CrfppTagger(Model model, double costFactor) {
        this.model = model;
        this.scores = new SinglePrecision(model, costFactor);
        this.encoder = model.encoder().reusable();
    }

    /**
     * A tagger.
     *
     * @param costFactor what all scores are multiplied by, 1 for none; larger is surer of itself
     */
    public static CrfppTagger of(Model model, double costFactor) {
        if (!(costFactor > 0) || Double.isInfinite(costFactor)) {
            throw new IllegalArgumentException("cost factor " + costFactor + "; expected a number above 0");
        }
        CrfppTagger tagger = new CrfppTagger(model, costFactor);
        Trellis empty = model.scorer().structure(model.encoder().encode(Sequence.ofWords()));
        tagger.workspace.reserve(empty);
        tagger.scores.scoreShared(empty, tagger.workspace.scores());
        tagger.workspace.sharedChanged();
        return tagger;
    }

    /**
     * One labelling.
     *
     * @param labels the numbers of the labels // [T]
     * @param probability p(labels | tokens); NaN when it was not asked for
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record ProbablePath(int[] labels, double probability) {}

    /**
     * What is said of a sequence.
     *
     * @param paths best first
     * @param marginals p(label at t | tokens) // [T][S], or [0] when they were not asked for
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Answer(List<ProbablePath> paths, double[][] marginals) {}

    public Labels labels() {
        return model.labels();
    }

    /**
     * Tags a sequence.
     *
     * @param nBest how many labellings, those of equal score in the order of CRF++; 0 for the best one alone
     * @param probabilities whether probabilities and marginals are wanted; the n best always have theirs
     */
    public Answer tag(Sequence sequence, int nBest, boolean probabilities) {
        EncodedSequence encoded = encoder.encode(sequence);
        Trellis trellis = model.scorer().structure(encoded);
        workspace.reserve(trellis);
        scores.score(encoded, trellis, workspace.scores());
        double[][] marginals = {};
        double logZ = Double.NaN;
        if (probabilities) {
            double[] parts = new double[trellis.parts()];
            logZ = inference.addMarginals(trellis, workspace, 1, parts);
            marginals = new double[trellis.length()][];
            for (int t = 0; t < marginals.length; t++) {
                marginals[t] = Arrays.copyOfRange(parts, trellis.stateOffset(t), trellis.stateOffset(t + 1));
            }
        } else if (nBest > 0) {
            logZ = inference.logSum(trellis, workspace);
        }
        return new Answer(paths(trellis, nBest, logZ), marginals);
    }

    private List<ProbablePath> paths(Trellis trellis, int nBest, double logZ) {
        if (nBest == 0) {
            int[] path = new int[trellis.length()];
            double score = inference.best(trellis, workspace, path);
            return List.of(new ProbablePath(path, Math.exp(score - logZ)));
        }
        double[] prefixes = new double[trellis.length() * trellis.states()];
        inference.bestPrefixes(trellis, workspace, prefixes);
        List<ScoredOutput<Path>> paths =
                new AgendaSearch(trellis, workspace.scores(), prefixes).take(nBest, LARGEST_AGENDA);
        if (paths == null) {
            paths = inference.nBest(trellis, workspace, nBest);
        }
        return paths.stream()
                .map(path -> new ProbablePath(path.output().states(), Math.exp(path.score() - logZ)))
                .toList();
    }
}
