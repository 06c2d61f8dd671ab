package org.espalier.inference.chain;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Reach;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Exact inference on chains: forward–backward in O(T·S²), Viterbi, and what follows from them.
 *
 * <p>With {@linkplain Transitions sparse transitions} a step costs what the pairs with a part cost.
 * The empty chain has one path, whose score is 0. States that may not begin or end ({@link ClosedBorders}) are forbidden there.
 */
@SuppressWarnings("try") // closed borders are not asked anything, they only end
public final class ChainInference implements Inference<Trellis> {
    private final Kernels kernels;

    public ChainInference(Kernels kernels) {
        this.kernels = kernels;
    }

    @Override
    public double logSum(Trellis trellis, Workspace workspace) {
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            return forward(trellis, workspace).logSum();
        }
    }

    @Override
    public double addMarginals(Trellis trellis, Workspace workspace, double weight, double[] into) {
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            SumRows rows = forward(trellis, workspace);
            rows.runBackward(weight, into);
            return rows.logSum();
        }
    }

    /** O(T S²), or O(T (S + N)) when only N pairs have a part. */
    @Override
    public void addMarginalDerivatives(
            Trellis trellis, Workspace workspace, double[] direction, double weight, double[] into) {
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            MarginalDerivatives.of(forward(trellis, workspace), direction).add(weight, into);
        }
    }

    @Override
    public ScoredOutput<Path> best(Trellis trellis, Workspace workspace) {
        int[] path = new int[trellis.length()];
        double score = best(trellis, workspace, path);
        return new ScoredOutput<>(new Path(trellis, path), score);
    }

    /** The best path (Viterbi), written to {@code path}; returns its score, −∞ when every path is forbidden. */
    public double best(Trellis trellis, Workspace workspace, int[] path) {
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            MaxRows rows = new MaxRows(trellis, workspace, kernels);
            rows.runForward();
            return rows.trace(path);
        }
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
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            new BeamRows(trellis, workspace, width).runForward();
            return new MaxRows(trellis, workspace, kernels).trace(path);
        }
    }

    /**
     * The most probable state of each position, argmax<sub>s</sub> p(y<sub>t</sub> = s | x), written to {@code path}; of equal
     * ones the state with the smallest number. As a whole the path may be improbable, even forbidden.
     *
     * @return Σ<sub>t</sub> p(y<sub>t</sub> = path<sub>t</sub> | x), the expected number of right states, which no other path
     *     exceeds; −1 when every path is forbidden
     * @throws IllegalArgumentException when {@linkplain Trellis#stateMap states share parts}: the marginals are then those of labels
     */
    public double posterior(Trellis trellis, Workspace workspace, int[] path) {
        if (trellis.stateMap() != null) {
            throw new IllegalArgumentException(
                    "states share parts, so marginals tell labels apart, not states; decode labels instead");
        }
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
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            MaxRows rows = new MaxRows(trellis, workspace, kernels);
            rows.runForward();
            System.arraycopy(rows.delta, 0, into, 0, trellis.length() * trellis.states());
        }
    }

    @Override
    public List<ScoredOutput<Path>> nBest(Trellis trellis, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            MaxRows rows = new MaxRows(trellis, workspace, kernels);
            rows.runForward();
            return new NBest(rows).take(n);
        }
    }

    @Override
    public Path sample(Trellis trellis, Workspace workspace, RandomGenerator random) {
        try (ClosedBorders closed = ClosedBorders.of(trellis, workspace)) {
            SumRows rows = forward(trellis, workspace);
            if (rows.logSum() == Double.NEGATIVE_INFINITY) {
                throw new IllegalStateException("every path is forbidden: there is nothing to draw from");
            }
            int[] path = new int[trellis.length()];
            rows.runSample(random, path);
            return new Path(trellis, path);
        }
    }

    private SumRows forward(Trellis trellis, Workspace workspace) {
        Transitions arcs = trellis.forbidsOthers() ? trellis.transitions() : null;
        ScaledRows scaled = scaled(trellis, arcs, workspace);
        if (scaled.prepare() && scaled.runForward()) {
            return scaled;
        }
        LogRows logs = arcs == null ? new LogRows(trellis, workspace) : new LogArcRows(trellis, arcs, workspace);
        logs.runForward();
        return logs;
    }

    private ScaledRows scaled(Trellis trellis, @Nullable Transitions arcs, Workspace workspace) {
        if (arcs == null) {
            return new ScaledRows(trellis, workspace, kernels);
        }
        Reach reach = trellis.reach();
        return trellis.stateMap() == null || reach == null
                ? new ScaledArcRows(trellis, arcs, workspace, kernels)
                : new ScaledBlockRows(trellis, reach, workspace, kernels);
    }
}
