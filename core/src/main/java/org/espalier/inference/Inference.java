package org.espalier.inference;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.math.Kernels;
import org.espalier.structure.Trellis;

/**
 * Everything that is asked of a scored trellis: log-sum, marginals, best path, n-best, samples, entropy.
 *
 * <p>All methods read the part scores in the workspace, which has {@linkplain Workspace#reserve reserved} room for the
 * trellis, and leave them unchanged. Immutable and safe to share; a workspace belongs to one thread.
 */
public final class Inference {
    private final Kernels kernels;

    public Inference(Kernels kernels) {
        this.kernels = kernels;
    }

    /** log Z = log Σ<sub>y</sub> exp(score(y)); −∞ when every path is forbidden; 0 for the empty sequence. */
    public double logSum(Trellis trellis, Workspace workspace) {
        return forward(trellis, workspace).logSum();
    }

    /**
     * Adds weight · p(part | x) to {@code into} for every part and returns log Z.
     *
     * <p>For a shared transition that is the expected number of times it is taken. Nothing is added when every path is
     * forbidden.
     *
     * @param into the sums // [parts]
     */
    public double addMarginals(Trellis trellis, Workspace workspace, double weight, double[] into) {
        SumRows rows = forward(trellis, workspace);
        rows.runBackward(weight, into);
        return rows.logSum();
    }

    /**
     * Adds weight · d/dε p(part | x, scores + ε·direction) at ε = 0 to {@code into} for every part: weight times the Hessian
     * of log Z times the direction. Nothing is added when every path is forbidden. O(T S²).
     *
     * @param direction what is added to the part scores, finite // [parts]
     * @param into the sums // [parts]
     */
    public void addMarginalDerivatives(
            Trellis trellis, Workspace workspace, double[] direction, double weight, double[] into) {
        new MarginalDerivatives(forward(trellis, workspace), direction).add(weight, into);
    }

    /** The best path (Viterbi), written to {@code path}; returns its score, −∞ when every path is forbidden. */
    public double best(Trellis trellis, Workspace workspace, int[] path) {
        MaxRows rows = new MaxRows(trellis, workspace, kernels);
        rows.runForward();
        return rows.trace(path, false);
    }

    /**
     * The best path, as {@link #best} finds it, but for ties: states before a step are compared by their scores with the
     * step and with the state that it leads to, so that more of them may be equal after rounding. CRF++ decodes so.
     */
    public double bestByTotals(Trellis trellis, Workspace workspace, int[] path) {
        MaxRows rows = new MaxRows(trellis, workspace, kernels);
        rows.runForward();
        return rows.trace(path, true);
    }

    /**
     * The best path that a beam finds (see {@link BeamRows}), written to {@code path}. Width 1 is greedy; from S states on it
     * is {@link #best}, ties included.
     *
     * @param width how many states are followed at each position
     * @return its score; −∞ when every path that was followed ends in a forbidden part, though others may not
     */
    public double beam(Trellis trellis, Workspace workspace, int width, int[] path) {
        if (width < 1) {
            throw new IllegalArgumentException("a beam of " + width + " states; expected at least 1");
        }
        if (width >= trellis.states()) {
            return best(trellis, workspace, path);
        }
        new BeamRows(trellis, workspace, width).runForward();
        return new MaxRows(trellis, workspace, kernels).trace(path, false);
    }

    /**
     * The most probable state of each position, argmax<sub>s</sub> p(y<sub>t</sub> = s | x), written to {@code path}; of equal
     * ones the state with the smallest number. As a whole the path may be improbable, even forbidden.
     *
     * @return Σ<sub>t</sub> p(y<sub>t</sub> = path<sub>t</sub> | x), the expected number of right states, which no other path
     *     exceeds; −1 when every path is forbidden
     */
    public double posterior(Trellis trellis, Workspace workspace, int[] path) {
        double[] marginals = new double[trellis.parts()];
        if (addMarginals(trellis, workspace, 1, marginals) == Double.NEGATIVE_INFINITY) {
            Arrays.fill(path, 0, trellis.length(), 0);
            return -1;
        }
        double expected = 0;
        for (int t = 0; t < trellis.length(); t++) {
            int row = trellis.stateOffset(t);
            int best = 0;
            for (int s = 1; s < trellis.states(); s++) {
                best = marginals[row + s] > marginals[row + best] ? s : best;
            }
            path[t] = best;
            expected += marginals[row + best];
        }
        return expected;
    }

    /**
     * The score of the best path to each state, for searches that need a forecast: δ<sub>t</sub>(j) = x<sub>t</sub>(j) +
     * max<sub>i</sub> (δ<sub>t−1</sub>(i) + w<sub>t</sub>(i, j)).
     *
     * @param into δ // [T][S]
     */
    public void bestPrefixes(Trellis trellis, Workspace workspace, double[] into) {
        MaxRows rows = new MaxRows(trellis, workspace, kernels);
        rows.runForward();
        System.arraycopy(rows.delta, 0, into, 0, trellis.length() * trellis.states());
    }

    /** The n best paths, best first; fewer when there are fewer that are allowed. */
    public List<ScoredPath> nBest(Trellis trellis, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        MaxRows rows = new MaxRows(trellis, workspace, kernels);
        rows.runForward();
        return new NBest(rows).take(n);
    }

    /**
     * Draws a path from p(y | x).
     *
     * @return log Z
     */
    public double sample(Trellis trellis, Workspace workspace, RandomGenerator random, int[] path) {
        SumRows rows = forward(trellis, workspace);
        double logZ = rows.logSum();
        if (logZ == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("every path is forbidden: there is nothing to draw from");
        }
        rows.runSample(random, path);
        return logZ;
    }

    /** H(y | x) = log Z − Σ<sub>part</sub> p(part | x) · score(part), in nats. */
    public double entropy(Trellis trellis, Workspace workspace) {
        double[] marginals = new double[trellis.parts()];
        double logZ = addMarginals(trellis, workspace, 1, marginals);
        double expectedScore = 0;
        for (int part = 0; part < marginals.length; part++) {
            if (marginals[part] > 0) {
                expectedScore += marginals[part] * workspace.scores()[part];
            }
        }
        return Math.max(0, logZ - expectedScore);
    }

    private SumRows forward(Trellis trellis, Workspace workspace) {
        ScaledRows scaled = new ScaledRows(trellis, workspace, kernels);
        if (scaled.prepare() && scaled.runForward()) {
            return scaled;
        }
        LogRows logs = new LogRows(trellis, workspace);
        logs.runForward();
        return logs;
    }
}
