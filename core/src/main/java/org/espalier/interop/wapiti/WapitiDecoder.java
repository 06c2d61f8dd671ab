package org.espalier.interop.wapiti;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.Encoder;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.model.SequenceScorer;
import org.espalier.structure.Constraint;
import org.espalier.structure.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The answers of {@code wapiti label} with the scores that it prints; for one thread.
 *
 * <p>A conditional random field or maximum-entropy model is decoded on its scores, which are printed as they are. A
 * maximum-entropy Markov model is decoded on its local log-probabilities, and probabilities are printed. By posteriors, the
 * score of a labelling is the product of the marginals of its labels: the logarithms of the marginals are the state scores of a
 * chain without transitions. Known labels are a constraint, put on after normalising, as Wapiti does.
 */
public final class WapitiDecoder {
    /** Longer lists are made without slots, which take time in the square of their number; equal labellings may then change places. */
    private static final int MOST_SLOTS = 256;

    private final Encoder.Reusable encoder;
    private final SequenceScorer scorer;
    private final Inference inference = new Inference(Kernels.scalar());
    private final boolean local;
    private final boolean posterior;
    private final Workspace marginals = new Workspace();
    private double[] parts = {};

    /**
     * A decoder.
     *
     * @param posterior whether to decode by marginals, which Wapiti does not do for a maximum-entropy Markov model
     */
    public WapitiDecoder(Model model, boolean posterior) {
        this.encoder = model.encoder().reusable();
        this.scorer = model.sequenceScorer();
        this.local = WapitiType.of(model) == WapitiType.MEMM;
        this.posterior = posterior && !local;
        Trellis empty = Trellis.chain(0, model.labels().size());
        marginals.reserve(empty);
        Arrays.fill(marginals.scores(), 0, empty.sharedParts(), 0.0);
        marginals.sharedChanged();
    }

    /**
     * A labelling and its scores.
     *
     * @param states the numbers of the labels
     * @param score the score of the whole
     * @param scores the score of each token: its part of the whole
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Decoding(int[] states, double score, double[] scores) {}

    /**
     * The n best labellings, best first; fewer when there are fewer.
     *
     * @param known what is allowed, or null for everything
     */
    public List<Decoding> decode(Sequence sequence, int n, @Nullable Constraint known) {
        Trellis trellis = scorer.score(encoder.encode(sequence));
        Workspace workspace = scorer.workspace();
        if (posterior) {
            trellis = takeMarginals(trellis, workspace);
            workspace = marginals;
        }
        if (known != null) {
            known.forbid(trellis, workspace.scores());
        }
        if (n > MOST_SLOTS) {
            Trellis scored = trellis;
            double[] scores = workspace.scores();
            return inference.nBest(trellis, workspace, n).stream()
                    .map(path -> decoding(scored, scores, path.states()))
                    .toList();
        }
        if (n > 1) {
            return nBest(trellis, workspace.scores(), n);
        }
        int[] path = new int[trellis.length()];
        inference.best(trellis, workspace, path);
        return List.of(decoding(trellis, workspace.scores(), path));
    }

    private List<Decoding> nBest(Trellis trellis, double[] scores, int n) {
        int[] owns = new int[trellis.length()];
        Arrays.fill(owns, -1);
        for (int c = 0; c < trellis.ownCount(); c++) {
            owns[trellis.ownPosition(c)] = trellis.ownOffset(c);
        }
        boolean probabilities = local || posterior;
        SlotSearch.Arcs arcs = (t, i, j) -> {
            double score = arc(trellis, scores, owns[t], t, i, j);
            return probabilities ? Math.exp(score) : score;
        };
        return new SlotSearch(trellis.states(), n, probabilities, arcs)
                .paths(trellis.length()).stream()
                        .filter(path -> trellis.score(scores, path) != Double.NEGATIVE_INFINITY)
                        .map(path -> decoding(trellis, scores, path))
                        .toList();
    }

    private static double arc(Trellis trellis, double[] scores, int own, int t, int i, int j) {
        double score = scores[trellis.stateOffset(t) + j];
        if (t == 0) {
            return score;
        }
        int shared = trellis.sharedPart(i, j);
        double transition = shared < 0 ? 0 : scores[shared];
        return score + (own < 0 ? transition : transition + scores[own + i * trellis.states() + j]);
    }

    private Trellis takeMarginals(Trellis trellis, Workspace workspace) {
        if (parts.length < trellis.parts()) {
            parts = new double[Math.max(trellis.parts(), 2 * parts.length)];
        }
        Arrays.fill(parts, 0, trellis.parts(), 0.0);
        inference.addMarginals(trellis, workspace, 1, parts);
        Trellis states = Trellis.chain(trellis.length(), trellis.states());
        marginals.reserve(states);
        int from = trellis.stateOffset(0);
        int to = states.stateOffset(0);
        for (int k = 0; k < trellis.length() * trellis.states(); k++) {
            // Not −∞ for a marginal that vanished: unlikely is not forbidden.
            marginals.scores()[to + k] = Math.log(Math.max(parts[from + k], Double.MIN_VALUE));
        }
        return states;
    }

    /** Sums from the first token to the last, as Wapiti does: its order of labellings that differ in the last bits only. */
    private Decoding decoding(Trellis trellis, double[] scores, int[] states) {
        double[] each = new double[trellis.length()];
        int own = 0;
        for (int t = 0; t < each.length; t++) {
            boolean has = own < trellis.ownCount() && trellis.ownPosition(own) == t;
            each[t] =
                    arc(trellis, scores, has ? trellis.ownOffset(own++) : -1, t, t == 0 ? 0 : states[t - 1], states[t]);
        }
        boolean probabilities = local || posterior;
        double score = probabilities ? 1 : 0;
        for (int t = 0; t < each.length; t++) {
            each[t] = probabilities ? Math.exp(each[t]) : each[t];
            score = probabilities ? score * each[t] : score + each[t];
        }
        return new Decoding(states, score, each);
    }
}
