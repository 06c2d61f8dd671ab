package org.espalier.kernel;

import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;

/**
 * Σ_i w_i (log Σ_y exp F_iy − F_{i,y_i}) over scores F, and its derivatives w_i (p_iy − [y = y_i]): the engine's log-loss
 * over trellises of length 1.
 */
final class SoftmaxLoss {
    private static final int BLOCK = 256;

    private final int[] labels; // [n]
    private final double[] weights; // [n]
    private final int classes;
    private final LocalSum sum;
    private final Trellis trellis;
    private final LogLoss<Trellis> loss = new LogLoss<>(new ChainInference(Kernels.scalar()));
    private final AllowedStates[] gold; // [Y]
    private final Workspace[] workspaces; // [threads]

    SoftmaxLoss(int[] labels, double[] weights, int classes, Workers workers) {
        this.labels = labels;
        this.weights = weights;
        this.classes = classes;
        this.sum = new LocalSum(workers);
        this.trellis = Trellis.chain(1, classes);
        this.gold = new AllowedStates[classes];
        for (int y = 0; y < classes; y++) {
            gold[y] = AllowedStates.path(y);
        }
        this.workspaces = new Workspace[workers.threads()];
        for (int k = 0; k < workspaces.length; k++) {
            workspaces[k] = new Workspace();
            workspaces[k].reserve(trellis);
        }
    }

    /** Computes the scores of points begin … end−1. */
    @FunctionalInterface
    interface Scores {
        void compute(double[] x, int begin, int end);
    }

    /**
     * The loss.
     *
     * @param x what the scores are computed from
     * @param scores F; overwritten with the derivatives // [Y][n]
     * @param fill computes the scores of a block, in a worker's thread
     */
    double evaluate(double[] x, double[][] scores, Scores fill) {
        int blocks = (labels.length + BLOCK - 1) / BLOCK;
        return sum.add(blocks, x, 0, (number, at, worker, none) -> {
            int begin = number * BLOCK;
            int end = Math.min(labels.length, begin + BLOCK);
            fill.compute(at, begin, end);
            return block(scores, begin, end, workspaces[worker]);
        });
    }

    private double block(double[][] scores, int begin, int end, Workspace workspace) {
        int offset = trellis.stateOffset(0);
        double value = 0;
        for (int i = begin; i < end; i++) {
            for (int y = 0; y < classes; y++) {
                workspace.scores()[offset + y] = scores[y][i];
            }
            value += loss.evaluate(trellis, gold[labels[i]], weights[i], workspace);
            for (int y = 0; y < classes; y++) {
                scores[y][i] = workspace.gradient()[offset + y];
            }
        }
        return value;
    }
}
