package org.espalier.inference.chain;

import static org.espalier.inference.Workspace.grown;

import java.util.Arrays;
import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Reach;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The rows and matrices of the algorithms on chains, for one thread.
 *
 * <p>Rows and matrices in probability space are padded: R is {@link Kernels#stride}(S).
 */
final class ChainScratch implements Scratch {
    double[] alpha = {}; // [T][R]: forward rows; as logarithms, or the best scores of prefixes, [T][S]
    double[] psi = {}; // [T][R]: exponentials of state scores, then the backward rows b; [T][labels, padded] where
    // states share parts
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
    double[] ownExp = {}; // [C][R][R]: exponentials at positions with own transitions; [C][parts] when others are
    // forbidden
    double[] ownMax = {}; // [C]
    int[] covered = {}; // [S]
    double[] betaBefore = {}; // [places of a row]: where states share parts, as are those below
    double[] labelSums = {}; // [labels, padded]
    double[] blockExp = {}; // [entries of all blocks]: exponentials of the shared transitions
    double[] blockOuter = {}; // [entries of all blocks]
    double[] left = {}; // [T][S]: of derivatives, as are those below
    double[] right = {}; // [S]
    double[] rightBefore = {}; // [S]
    double[] posterior = {}; // [S]
    double[] posteriorBefore = {}; // [S]
    double[] predecessors = {}; // [S][S]; when only some pairs have a part, [parts]
    double[] others = {}; // [S]: predecessors without a part
    double[] pairs = {}; // [S][S]
    double[] directionTransposed = {}; // [S][S]

    double[] sharedExp = {}; // [R][R]: exp(shared − sharedMax); when only some pairs have a part, [parts]
    double[] sharedTransposed = {}; // [R][R]: the same, from j to i; when only some have a part, by columns
    double sharedBase; // when only some pairs have a part: exp(0 − sharedMax)
    double sharedMax;
    double sharedSpread;
    boolean sharedForbids; // whether any shared transition is −∞
    private long sharedVersion = -1; // of the workspace, when the exponentials were computed
    private @Nullable Trellis reserved;

    /** The scratch of a workspace, with room for this trellis. */
    static ChainScratch of(Workspace workspace, Trellis trellis) {
        ChainScratch scratch = workspace.scratch(ChainScratch.class, ChainScratch::new);
        if (scratch.reserved != trellis) {
            scratch.reserve(trellis);
            scratch.reserved = trellis;
        }
        return scratch;
    }

    private void reserve(Trellis trellis) {
        int length = trellis.length();
        int stride = Kernels.stride(trellis.states());
        alpha = grown(alpha, length * stride);
        psi = grown(psi, trellis.stateMap() == null ? length * stride : 0);
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
        int own = trellis.forbidsOthers() ? shared : stride * stride;
        if (transitions == null || (trellis.ownCount() > 0 && !trellis.forbidsOthers())) {
            matrix = grown(matrix, stride * stride);
        }
        if (transitions != null && covered.length < trellis.states()) {
            covered = new int[trellis.states()];
        }
        outer = grown(outer, shared);
        sharedExp = grown(sharedExp, shared);
        sharedTransposed = grown(sharedTransposed, trellis.forbidsOthers() ? 0 : shared);
        ownExp = grown(ownExp, trellis.ownCount() * own);
        ownMax = grown(ownMax, trellis.ownCount());
        Reach reach = trellis.reach();
        if (trellis.stateMap() != null && reach != null) {
            int labels = Kernels.stride(trellis.stateParts());
            int places = reach.longestRow();
            alpha = grown(alpha, length * places);
            psi = grown(psi, Math.max(length * labels, stride)); // rows of logarithms want one row of all states
            row = grown(row, Math.max(places, reach.mostEntries()));
            beta = grown(beta, Math.max(places, stride));
            betaBefore = grown(betaBefore, beta.length);
            labelSums = grown(labelSums, labels);
            blockExp = grown(blockExp, reach.entries());
            blockOuter = grown(blockOuter, reach.entries());
            outer = grown(outer, reach.mostEntries());
            ownExp = grown(ownExp, trellis.ownCount() * reach.mostEntries());
        }
    }

    void reserveDerivatives(Trellis trellis) {
        int states = trellis.states();
        left = grown(left, trellis.length() * states);
        right = grown(right, states);
        rightBefore = grown(rightBefore, states);
        posterior = grown(posterior, states);
        posteriorBefore = grown(posteriorBefore, states);
        predecessors = grown(predecessors, trellis.sharedParts());
        if (trellis.transitions() == null) {
            pairs = grown(pairs, states * states);
            directionTransposed = grown(directionTransposed, states * states);
        } else {
            others = grown(others, states);
        }
    }

    /** Whether the exponentials of the shared transitions must be computed; afterwards they count as computed. */
    boolean takeSharedChange(Workspace workspace) {
        boolean stale = sharedVersion != workspace.sharedVersion();
        sharedVersion = workspace.sharedVersion();
        return stale;
    }

    /** Fills a row of so many entries, which begins at the offset, before begin and from end on. */
    static void fillOutside(double[] row, int offset, int begin, int end, int size, double value) {
        Arrays.fill(row, offset, offset + begin, value);
        Arrays.fill(row, offset + end, offset + size, value);
    }

    /** The state scores of the first position into the first row; −∞ where no path can begin. */
    static void copyReached(Trellis trellis, double[] scores, double[] row) {
        int begin = trellis.stateBegin(0);
        int end = trellis.stateEnd(0);
        if (trellis.stateMap() == null) {
            System.arraycopy(scores, trellis.stateOffset(0) + begin, row, begin, end - begin);
        } else {
            for (int s = begin; s < end; s++) {
                row[s] = scores[trellis.statePart(0, s)];
            }
        }
        fillOutside(row, 0, begin, end, trellis.states(), Double.NEGATIVE_INFINITY);
    }

    /** Writes the sums of shared and own transitions of one position into the matrix, unpadded // [S][S]. */
    void addOwn(Trellis trellis, double[] scores, int ownOffset) {
        Transitions transitions = trellis.transitions();
        double[] shared = scores;
        if (transitions != null) {
            SparseRows.expand(transitions, scores, matrix);
            shared = matrix;
        }
        int pairs = trellis.states() * trellis.states();
        for (int k = 0; k < pairs; k++) {
            matrix[k] = shared[k] + scores[ownOffset + k];
        }
    }
}
