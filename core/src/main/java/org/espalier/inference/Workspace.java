package org.espalier.inference;

import java.util.Arrays;
import org.espalier.math.Kernels;
import org.espalier.structure.Transitions;
import org.espalier.structure.Trellis;

/**
 * One thread's scratch space: the only mutable thing in inference. It grows to the largest sequence it has seen.
 *
 * <p>Whoever writes the shared transitions into {@link #scores()} calls {@link #sharedChanged()}, because their
 * exponentials are kept from one sequence to the next.
 */
public final class Workspace {
    private double[] scores = {}; // [parts]
    private double[] gradient = {}; // [parts]

    // Rows and matrices in probability space are padded: R is Kernels.stride(S).
    double[] alpha = {}; // [T][R]: forward rows; as logarithms, or the best scores of prefixes, [T][S]
    double[] psi = {}; // [T][R]: exponentials of state scores, then the backward rows b
    double[] largest = {}; // [T]: the largest state score
    double[] rowLargest = {}; // [S]: the largest score of each row of a matrix
    double[] rowSmallest = {}; // [S]: the smallest
    double[] smallest = {}; // [T]: the smallest state score
    double[] scale = {}; // [T]: what each forward row was divided by
    double[] row = {}; // [R]
    double[] beta = {}; // [R]
    double[] expected = {}; // [S]: expected transitions from one state
    double[] matrix = {}; // [R][R]: the transitions of one position
    double[] outer = {}; // [R][R] or [parts]: Σ outer products of forward and backward rows
    double[] ownExp = {}; // [C][R][R]: exponentials at positions with own transitions
    double[] ownMax = {}; // [C]
    int[] covered = {}; // [S]
    private double[] direction = {}; // [parts]
    double[] left = {}; // [T][S]: of derivatives, as are those below
    double[] right = {}; // [S]
    double[] rightBefore = {}; // [S]
    double[] posterior = {}; // [S]
    double[] posteriorBefore = {}; // [S]
    double[] predecessors = {}; // [S][S]
    double[] pairs = {}; // [S][S]
    double[] directionTransposed = {}; // [S][S]
    private double[] saved = {};
    private double[] expanded = {};

    double[] sharedExp = {}; // [R][R]: exp(shared − sharedMax); when only some pairs have a part, [parts]
    double[]
            sharedTransposed = {}; // [R][R]: the same, from j to i; when only some have a part, in the order by columns
    double sharedBase; // when only some pairs have a part: exp(0 − sharedMax)
    double sharedMax;
    double sharedSpread;
    boolean sharedForbids; // whether any shared transition is −∞
    boolean sharedStale = true;

    /** Room for the parts of this trellis; the scores of shared transitions stay as they are. */
    public void reserve(Trellis trellis) {
        int length = trellis.length();
        int stride = Kernels.stride(trellis.states());
        scores = grown(scores, trellis.parts());
        gradient = grown(gradient, trellis.parts());
        alpha = grown(alpha, length * stride);
        psi = grown(psi, length * stride);
        largest = grown(largest, length);
        rowLargest = grown(rowLargest, trellis.states());
        rowSmallest = grown(rowSmallest, trellis.states());
        smallest = grown(smallest, length);
        scale = grown(scale, length);
        row = grown(row, stride);
        beta = grown(beta, stride);
        expected = grown(expected, stride);
        Transitions transitions = trellis.transitions();
        int shared = transitions == null ? stride * stride : transitions.parts();
        if (transitions == null || trellis.ownCount() > 0) {
            matrix = grown(matrix, stride * stride);
        }
        if (transitions != null && covered.length < trellis.states()) {
            covered = new int[trellis.states()];
        }
        outer = grown(outer, shared);
        sharedExp = grown(sharedExp, shared);
        sharedTransposed = grown(sharedTransposed, shared);
        ownExp = grown(ownExp, trellis.ownCount() * stride * stride);
        ownMax = grown(ownMax, trellis.ownCount());
    }

    /** Room for a direction; the direction of shared transitions stays as it is. */
    public void reserveDirection(Trellis trellis) {
        direction = grown(direction, trellis.parts());
    }

    void reserveDerivatives(Trellis trellis) {
        int states = trellis.states();
        left = grown(left, trellis.length() * states);
        right = grown(right, states);
        rightBefore = grown(rightBefore, states);
        posterior = grown(posterior, states);
        posteriorBefore = grown(posteriorBefore, states);
        predecessors = grown(predecessors, states * states);
        pairs = grown(pairs, states * states);
        directionTransposed = grown(directionTransposed, states * states);
    }

    /** The scores of all pairs of a trellis in which only some have a part // [S][S]. */
    double[] expanded(Transitions transitions) {
        expanded = grown(expanded, transitions.states() * transitions.states());
        SparseRows.expand(transitions, scores, expanded);
        return expanded;
    }

    /** The scores of the parts: written by a scorer, read by inference. */
    public double[] scores() {
        return scores;
    }

    /** A direction of the part scores, where second derivatives are asked for: written by a scorer, read by a loss. */
    public double[] direction() {
        return direction;
    }

    /** The gradient of the parts: written by a loss, read by a scorer. */
    public double[] gradient() {
        return gradient;
    }

    /** Says that the scores of the shared transitions were written anew. */
    public void sharedChanged() {
        sharedStale = true;
    }

    /** Zeroes the gradient of all parts of this trellis but the shared transitions, which add up over sequences. */
    public void clearGradient(Trellis trellis) {
        Arrays.fill(gradient, trellis.sharedParts(), trellis.parts(), 0.0);
    }

    /** Zeroes the gradient of the shared transitions. */
    public void clearSharedGradient(Trellis trellis) {
        Arrays.fill(gradient, 0, trellis.sharedParts(), 0.0);
    }

    /** Keeps the scores of all but the shared parts, so that a constraint can be taken back by {@link #restore}. */
    public void save(Trellis trellis) {
        int own = trellis.parts() - trellis.sharedParts();
        saved = grown(saved, own);
        System.arraycopy(scores, trellis.sharedParts(), saved, 0, own);
    }

    /** Puts the scores back that {@link #save} kept. */
    public void restore(Trellis trellis) {
        System.arraycopy(saved, 0, scores, trellis.sharedParts(), trellis.parts() - trellis.sharedParts());
    }

    private static double[] grown(double[] array, int size) {
        return array.length >= size ? array : Arrays.copyOf(array, capacity(array.length, size));
    }

    private static int capacity(int old, int size) {
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(size, old + (long) (old >> 1)));
    }
}
