package org.espalier.interop.wapiti;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.interop.ConstantSteps;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.model.SequenceScorer;
import org.espalier.structure.Constraint;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The answers of {@code wapiti label} with the scores that it prints; for one thread.
 *
 * <p>A conditional random field or maximum-entropy model is decoded on its scores, which are printed as they are. A
 * maximum-entropy Markov model is decoded on its local log-probabilities, and probabilities are printed. By posteriors, the
 * score of a labelling is the product of the marginals of its labels: the logarithms of the marginals are the state scores of a
 * chain without transitions. Known labels are a constraint, put on after normalising, as Wapiti does.
 *
 * <p>Scores are added up in Wapiti's order, so that they have its bits, and of labellings with equal scores its choice is made.
 * Marginals and local probabilities have the same value to many digits, not the same bits.
 */
public final class WapitiDecoder {
    /** Longer lists are made without slots, which take time in the square of their number; equal labellings may then change places. */
    private static final int MOST_SLOTS = 256;

    /** Scores that differ by less, relatively, may be equal or change places in another order of additions. */
    private static final double NEAR = 1e-10;

    private final Encoder.Reusable encoder;
    private final SequenceScorer<Trellis> scorer;
    private final ChainInference inference = new ChainInference(Kernels.scalar());
    private final boolean local;
    private final boolean posterior;
    private final Workspace marginals = new Workspace();
    private double[] parts = {}; // of the sequence; by posteriors it begins with the marginals // [T][S]
    private double[] prefixes = {};

    /**
     * A decoder.
     *
     * @param posterior whether to decode by marginals, which Wapiti does not do for a maximum-entropy Markov model
     */
    public WapitiDecoder(Model model, boolean posterior) {
        Model decoded = ConstantSteps.inOrder(model);
        this.encoder = decoded.encoder().reusable();
        this.scorer = decoded.sequenceScorer();
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
    public List<Decoding> decode(Sequence sequence, int n, @Nullable Constraint<Trellis> known) {
        Trellis trellis = scorer.score(encoder.encode(sequence));
        Workspace workspace = scorer.workspace();
        if (posterior) {
            trellis = takeMarginals(trellis, workspace);
            workspace = marginals;
        }
        if (known != null) {
            known.forbid(trellis, workspace.scores());
        }
        WapitiArcs arcs =
                new WapitiArcs(trellis, workspace.scores(), posterior ? parts : new double[0], local || posterior);
        return paths(trellis, workspace, arcs, n).stream()
                .map(path -> decoding(arcs, path))
                .toList();
    }

    private List<int[]> paths(Trellis trellis, Workspace workspace, WapitiArcs arcs, int n) {
        if (n > MOST_SLOTS) {
            return inference.nBest(trellis, workspace, n).stream()
                    .map(found -> found.output().states())
                    .toList();
        }
        if (n == 1) {
            int[] path = best(trellis, workspace, arcs);
            if (path != null) {
                return List.of(path);
            }
        }
        return new SlotSearch(trellis.states(), n, local || posterior, arcs)
                .paths(trellis.length()).stream()
                        .filter(path -> trellis.score(workspace.scores(), path) != Double.NEGATIVE_INFINITY)
                        .toList();
    }

    /** The best labelling, or null when another one comes so near that Wapiti's order of additions decides between them. */
    private int @Nullable [] best(Trellis trellis, Workspace workspace, WapitiArcs arcs) {
        int length = trellis.length();
        int states = trellis.states();
        if (prefixes.length < length * states) {
            prefixes = new double[Math.max(length * states, 2 * prefixes.length)];
        }
        inference.bestPrefixes(trellis, workspace, prefixes); // δ // [T][S]
        int[] path = new int[length];
        double[] candidates = new double[states];
        for (int t = length - 1; t >= 0; t--) {
            for (int i = 0; i < states; i++) {
                double onwards = t == length - 1 ? 0 : arcs.transition(t + 1, i, path[t + 1]);
                candidates[i] = prefixes[t * states + i] + onwards;
            }
            path[t] = highest(candidates);
            if (path[t] < 0) {
                return null;
            }
        }
        return path;
    }

    /** The place of the highest number; −1 when another one is nearly as high, or all are −∞. */
    private static int highest(double[] numbers) {
        int best = 0;
        for (int k = 1; k < numbers.length; k++) {
            best = numbers[k] > numbers[best] ? k : best;
        }
        if (numbers[best] == Double.NEGATIVE_INFINITY) {
            return -1;
        }
        double near = numbers[best] - NEAR * (1 + Math.abs(numbers[best]));
        for (int k = 0; k < numbers.length; k++) {
            if (k != best && numbers[k] >= near) {
                return -1;
            }
        }
        return best;
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
            parts[k] = Math.max(parts[from + k], Double.MIN_VALUE);
            marginals.scores()[to + k] = Math.log(parts[k]);
        }
        return states;
    }

    /** Sums from the first token to the last, as Wapiti does: its order of labellings that differ in the last bits only. */
    private Decoding decoding(WapitiArcs arcs, int[] states) {
        boolean probabilities = local || posterior;
        double[] each = new double[states.length];
        double score = probabilities ? 1 : 0;
        for (int t = 0; t < each.length; t++) {
            each[t] = arcs.score(t, t == 0 ? 0 : states[t - 1], states[t]);
            score = probabilities ? score * each[t] : score + each[t];
        }
        return new Decoding(states, score, each);
    }
}
