package org.espalier.inference.segment;

import static org.espalier.inference.Workspace.grown;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.Segmentation;

/** The exponentials of transitions and lengths, computed once per change of the shared parts; rows are padded to R. */
final class SharedExponentials {
    double[] transitions = {}; // [R][R]: E(i, j) = exp(w(i, j) − max w)
    double[] transposed = {}; // [R][R]: E(j, i)
    double[] lengths = {}; // [D][R]: Λ_d(y) = exp(length(d, y) − max length), 0 where d is more than label y may have
    double transitionMax;
    double transitionSpread; // the largest minus the smallest finite score
    boolean forbidsTransitions; // whether one is −∞
    double lengthMax;
    double lengthSpread;
    boolean forbidsLengths; // whether one that its label may have is −∞
    double step; // F = exp(max w + max length)
    private long version = -1; // of the workspace, when all this was computed

    void update(Segmentation segmentation, Workspace workspace, Kernels kernels) {
        if (version != workspace.sharedVersion()) {
            version = workspace.sharedVersion();
            int stride = Kernels.stride(segmentation.labels());
            updateTransitions(segmentation, workspace.scores(), stride, kernels);
            updateLengths(segmentation, workspace.scores(), stride);
            step = Exponential.of(transitionMax + lengthMax);
        }
    }

    private void updateTransitions(Segmentation segmentation, double[] scores, int stride, Kernels kernels) {
        int labels = segmentation.labels();
        transitions = grown(transitions, stride * stride);
        transposed = grown(transposed, stride * stride);
        double smallest = Double.POSITIVE_INFINITY;
        transitionMax = Double.NEGATIVE_INFINITY;
        forbidsTransitions = false;
        for (int k = 0; k < labels * labels; k++) {
            transitionMax = Math.max(transitionMax, scores[k]);
            forbidsTransitions |= scores[k] == Double.NEGATIVE_INFINITY;
            smallest = scores[k] == Double.NEGATIVE_INFINITY ? smallest : Math.min(smallest, scores[k]);
        }
        transitionSpread = transitionMax - smallest;
        Arrays.fill(transitions, 0, stride * stride, 0.0);
        for (int i = 0; i < labels; i++) {
            kernels.exp(scores, i * labels, transitionMax, transitions, i * stride, labels);
        }
        for (int i = 0; i < stride; i++) {
            for (int j = 0; j < stride; j++) {
                transposed[j * stride + i] = transitions[i * stride + j];
            }
        }
    }

    private void updateLengths(Segmentation segmentation, double[] scores, int stride) {
        int longest = segmentation.longest();
        lengths = grown(lengths, longest * stride);
        double smallest = Double.POSITIVE_INFINITY;
        lengthMax = Double.NEGATIVE_INFINITY;
        forbidsLengths = false;
        for (int y = 0; y < segmentation.labels(); y++) {
            for (int d = 1; d <= segmentation.lengths().longest(y); d++) {
                double score = scores[segmentation.lengthOffset(d) + y];
                lengthMax = Math.max(lengthMax, score);
                forbidsLengths |= score == Double.NEGATIVE_INFINITY;
                smallest = score == Double.NEGATIVE_INFINITY ? smallest : Math.min(smallest, score);
            }
        }
        lengthSpread = lengthMax - smallest;
        Arrays.fill(lengths, 0, longest * stride, 0.0);
        for (int y = 0; y < segmentation.labels(); y++) {
            for (int d = 1; d <= segmentation.lengths().longest(y); d++) {
                lengths[(d - 1) * stride + y] = Exponential.of(scores[segmentation.lengthOffset(d) + y] - lengthMax);
            }
        }
    }
}
