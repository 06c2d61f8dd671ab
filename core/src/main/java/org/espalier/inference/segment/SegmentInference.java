package org.espalier.inference.segment;

import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;

/**
 * Exact inference on segments: forward–backward and Viterbi in O(T (L² + D L)), and what follows from them (Sarawagi &amp; Cohen
 * 2004). The memory is O(T L + D L).
 *
 * <p>No tokens have one segmentation, whose score is 0.
 */
public final class SegmentInference implements Inference<Segmentation> {
    private final Kernels kernels;

    public SegmentInference(Kernels kernels) {
        this.kernels = kernels;
    }

    @Override
    public double logSum(Segmentation segmentation, Workspace workspace) {
        return forward(segmentation, workspace).logSum();
    }

    @Override
    public double addMarginals(Segmentation segmentation, Workspace workspace, double weight, double[] into) {
        SumRows rows = forward(segmentation, workspace);
        rows.addMarginals(weight, into);
        return rows.logSum();
    }

    /**
     * Where each token stands in its segment, with each label: what the probabilities of BIO labels and the like are made of. The
     * marginals of the parts do not tell, because a boundary part has no label.
     *
     * <p>O(T (L² + D L)) time; the result has five numbers per token and label.
     */
    public TokenMarginals tokenMarginals(Segmentation segmentation, Workspace workspace) {
        return forward(segmentation, workspace).tokenMarginals();
    }

    /** O(T (L² + D L)). */
    @Override
    public void addMarginalDerivatives(
            Segmentation segmentation, Workspace workspace, double[] direction, double weight, double[] into) {
        new MarginalDerivatives(forward(segmentation, workspace), direction).add(weight, into);
    }

    /** Of equal outputs the one whose last segment has the label with the smallest number, then the shortest, and so on leftward. */
    @Override
    public ScoredOutput<Segments> best(Segmentation segmentation, Workspace workspace) {
        MaxRows rows = new MaxRows(segmentation, workspace, kernels);
        rows.runForward();
        return new ScoredOutput<>(rows.trace(), rows.best());
    }

    @Override
    public List<ScoredOutput<Segments>> nBest(Segmentation segmentation, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        MaxRows rows = new MaxRows(segmentation, workspace, kernels);
        rows.runForward();
        return new NBest(rows).take(n);
    }

    @Override
    public Segments sample(Segmentation segmentation, Workspace workspace, RandomGenerator random) {
        SumRows rows = forward(segmentation, workspace);
        if (rows.logSum() == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("every segmentation is forbidden: there is nothing to draw from");
        }
        return rows.sample(random);
    }

    private SumRows forward(Segmentation segmentation, Workspace workspace) {
        SumRows scaled = new ScaledRows(segmentation, workspace, kernels);
        if (scaled.runForward()) {
            return scaled;
        }
        SumRows logs = new LogRows(segmentation, workspace);
        logs.runForward();
        return logs;
    }
}
