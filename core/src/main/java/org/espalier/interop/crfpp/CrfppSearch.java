package org.espalier.interop.crfpp;

import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.online.RivalSearch;
import org.espalier.structure.Output;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;

/**
 * The best path and its margin as CRF++ finds them, ties and rounding included.
 *
 * <p>CRF++ compares the states before a step by their scores with the step <em>and</em> with the state that it leads to, so
 * more of them are equal after rounding. The steps of its MIRA are short fractions: ties are common, and the weights soon
 * follow from how they are broken.
 */
final class CrfppSearch implements RivalSearch<Trellis> {
    private final ChainInference inference;

    CrfppSearch(ChainInference inference) {
        this.inference = inference;
    }

    @Override
    public ScoredOutput<Path> best(Trellis trellis, Workspace workspace) {
        int length = trellis.length();
        int[] path = new int[length];
        if (length == 0) {
            return new ScoredOutput<>(new Path(trellis, path), 0);
        }
        int states = trellis.states();
        double[] prefixes = new double[length * states]; // [T][S]: the best score up to each state
        inference.bestPrefixes(trellis, workspace, prefixes);
        int last = (length - 1) * states;
        int best = 0;
        for (int s = 1; s < states; s++) {
            best = prefixes[last + s] > prefixes[last + best] ? s : best;
        }
        double score = prefixes[last + best];
        int own = trellis.ownCount() - 1;
        for (int t = length - 1; t > 0; t--) {
            path[t] = best;
            boolean hasOwn = own >= 0 && trellis.ownPosition(own) == t;
            best = bestBefore(trellis, workspace.scores(), prefixes, t, best, hasOwn ? own-- : -1);
        }
        path[0] = best;
        return new ScoredOutput<>(new Path(trellis, path), score);
    }

    private static int bestBefore(Trellis trellis, double[] scores, double[] prefixes, int t, int next, int own) {
        int before = (t - 1) * trellis.states();
        double state = scores[trellis.stateOffset(t) + next];
        int best = 0;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < trellis.states(); i++) {
            double candidate = prefixes[before + i] + trellis.stepScore(scores, i, next, own) + state;
            if (candidate > max) {
                max = candidate;
                best = i;
            }
        }
        return best;
    }

    @Override
    public double margin(Output gold, ScoredOutput<?> rival, Workspace workspace) {
        Path right = (Path) gold;
        return difference(right.trellis(), workspace.scores(), right.states(), ((Path) rival.output()).states());
    }

    /**
     * score(one) − score(other), added position by position: the state and the step of one, then those of the other. Its
     * rounding is not that of the difference of two scores.
     */
    static double difference(Trellis trellis, double[] scores, int[] one, int[] other) {
        double sum = 0;
        int c = 0;
        for (int t = 0; t < trellis.length(); t++) {
            boolean hasOwn = c < trellis.ownCount() && trellis.ownPosition(c) == t;
            int own = hasOwn ? c++ : -1;
            sum += scores[trellis.stateOffset(t) + one[t]];
            sum += t == 0 ? 0 : trellis.stepScore(scores, one[t - 1], one[t], own);
            sum -= scores[trellis.stateOffset(t) + other[t]];
            sum -= t == 0 ? 0 : trellis.stepScore(scores, other[t - 1], other[t], own);
        }
        return sum;
    }
}
