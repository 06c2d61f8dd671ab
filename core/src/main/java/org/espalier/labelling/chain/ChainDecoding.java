package org.espalier.labelling.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.LabelDecoding;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * From scored states to labels, where a label may have several states.
 *
 * <pre>
 *   p(y_t = label) = Σ_{states s of the label} p(s_t = s)      p(labels) = Σ_{paths of states with these labels} p(path)
 * </pre>
 *
 * The most probable labelling cannot be found exactly when labels share paths (the problem is NP-hard). What can be found is the
 * most probable label of every token, which {@link Decoder#POSTERIOR} gives, and the labels of the best path of states, which
 * {@link Decoder#VITERBI} gives. Probabilities of a given labelling are exact. Immutable and safe to share.
 */
final class ChainDecoding implements LabelDecoding<Trellis> {
    /** How many paths of states are looked at for each labelling that is wanted. */
    private static final int PATHS_PER_LABELLING = 64;

    private final ChainInference inference;
    private final StateMap states;
    private final Decoder decoder;
    private final @Nullable OnlyPath onlyPath; // null when labels may have several paths

    /** The states of labels that have one path at most. */
    interface OnlyPath {

        /** The path of states, or null when the labels have none. */
        int @Nullable [] of(int[] labels);
    }

    /** Labels that may have several paths of states, unless they are the states. */
    ChainDecoding(ChainInference inference, StateMap states, Decoder decoder) {
        this(inference, states, decoder, null);
    }

    ChainDecoding(ChainInference inference, StateMap states, Decoder decoder, @Nullable OnlyPath onlyPath) {
        this.inference = inference;
        this.states = states;
        this.decoder = decoder;
        this.onlyPath = onlyPath;
    }

    @Override
    public double decode(Trellis trellis, Workspace workspace, int[] labels) {
        if (states.isIdentity()) {
            return decoder.decode(inference, trellis, workspace, labels);
        }
        if (decoder.method() != Decoder.Method.POSTERIOR) {
            double score = decoder.decode(inference, trellis, workspace, labels);
            if (score == Double.NEGATIVE_INFINITY) {
                return score;
            }
            System.arraycopy(states.labels(labels, trellis.length()), 0, labels, 0, trellis.length());
            return onlyPath == null ? score(trellis, workspace, labels) : score;
        }
        double[] marginals = new double[trellis.parts()];
        if (inference.addMarginals(trellis, workspace, 1, marginals) == Double.NEGATIVE_INFINITY) {
            Arrays.fill(labels, 0, trellis.length(), 0);
            return Double.NEGATIVE_INFINITY;
        }
        for (int t = 0; t < trellis.length(); t++) {
            double[] sums = byLabel(trellis, t, marginals);
            int best = 0;
            for (int label = 1; label < sums.length; label++) {
                best = sums[label] > sums[best] ? label : best;
            }
            labels[t] = best;
        }
        return score(trellis, workspace, labels);
    }

    @Override
    public double score(Trellis trellis, Workspace workspace, int[] labels) {
        if (states.isIdentity()) {
            return trellis.score(workspace.scores(), labels);
        }
        if (onlyPath != null) {
            int[] path = onlyPath.of(Arrays.copyOf(labels, trellis.length()));
            return path == null ? Double.NEGATIVE_INFINITY : trellis.score(workspace.scores(), path);
        }
        AllowedStates allowed = states.states(AllowedStates.path(Arrays.copyOf(labels, trellis.length())));
        workspace.save(trellis);
        allowed.forbid(trellis, workspace.scores());
        double sum = inference.logSum(trellis, workspace);
        workspace.restore(trellis);
        return sum;
    }

    @Override
    public double[][] marginals(Trellis trellis, Workspace workspace) {
        double[] parts = new double[trellis.parts()];
        inference.addMarginals(trellis, workspace, 1, parts);
        double[][] rows = new double[trellis.length()][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = byLabel(trellis, t, parts);
        }
        return rows;
    }

    /** The marginals of the labels of a position, from those of its state parts. */
    private double[] byLabel(Trellis trellis, int t, double[] parts) {
        int offset = trellis.stateOffset(t);
        return states.isIdentity() || trellis.stateMap() != null
                ? Arrays.copyOfRange(parts, offset, offset + trellis.stateParts())
                : states.sum(parts, offset);
    }

    /**
     * The n best labellings, best first. Where labels have one path of states at most, they are exact. Else they are the best among the labellings of
     * the best {@value #PATHS_PER_LABELLING}·n paths of states, with exact scores; a labelling with many improbable paths may be
     * missed.
     */
    @Override
    public List<ScoredLabels> nBest(Trellis trellis, Workspace workspace, int n) {
        if (states.isIdentity() || onlyPath != null) {
            return inference.nBest(trellis, workspace, n).stream()
                    .map(path ->
                            new ScoredLabels(states.labels(path.output().states(), trellis.length()), path.score()))
                    .toList();
        }
        Map<String, int[]> found = new LinkedHashMap<>();
        int most = (int) Math.min(Integer.MAX_VALUE, (long) PATHS_PER_LABELLING * n);
        for (ScoredOutput<Path> path : inference.nBest(trellis, workspace, most)) {
            int[] labels = states.labels(path.output().states(), trellis.length());
            found.putIfAbsent(Arrays.toString(labels), labels);
        }
        List<ScoredLabels> all = new ArrayList<>();
        for (int[] labels : found.values()) {
            all.add(new ScoredLabels(labels, score(trellis, workspace, labels)));
        }
        all.sort(Comparator.comparingDouble((ScoredLabels one) -> -one.score()));
        return all.subList(0, Math.min(n, all.size()));
    }

    @Override
    public int[] sample(Trellis trellis, Workspace workspace, RandomGenerator random) {
        int[] path = inference.sample(trellis, workspace, random).states();
        return states.labels(path, path.length);
    }
}
