package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;

/**
 * The votes on one position by itself, whose scores move along with the weight vectors: what a step changes them by is added up
 * from the entries of the position's own features, so that no vector is ever scored as a whole. For one thread.
 *
 * <p>O(entries + V + S · vectors that differ), in blocks of steps whose changes fit into a fast cache.
 */
final class PositionVote {
    private static final int BLOCK = 1 << 14;

    private final FeatureLists lists;
    private final VotedWeights votes;
    private final int states;
    private final int blockSteps;
    private final double[] moves; // [blockSteps][S]: what the scores change by in a step
    private final boolean[] moved; // [blockSteps]
    private final double[] row; // [S]: the scores of one vector
    private int occurrences; // of features in the position
    private int[] cursors = new int[64]; // [occurrences]: the next entry
    private int[] ends = new int[64];
    private int[] targets = new int[64];
    private double[] values = new double[64];

    PositionVote(ParameterLayout layout, VotedWeights votes) {
        this.lists = layout.stateFeatures();
        this.votes = votes;
        this.states = layout.states();
        this.blockSteps = Math.min(votes.vectors(), Math.max(64, BLOCK / states));
        this.moves = new double[blockSteps * states];
        this.moved = new boolean[blockSteps];
        this.row = new double[states];
    }

    /** Adds the votes on position t to {@code shares} // [T][S]. */
    void vote(EncodedSequence sequence, int t, double[] shares) {
        findOccurrences(sequence, t);
        Arrays.fill(row, 0.0);
        long cast = 0;
        for (int begin = 0; begin < votes.vectors(); begin += blockSteps) {
            int end = Math.min(votes.vectors(), begin + blockSteps);
            collectMoves(begin, end);
            for (int v = begin; v < end; v++) {
                if (moved[v - begin]) {
                    shares[t * states + best()] += votes.before(v) - cast;
                    cast = votes.before(v);
                    int at = (v - begin) * states;
                    for (int s = 0; s < states; s++) {
                        row[s] += moves[at + s];
                    }
                }
            }
        }
        shares[t * states + best()] += votes.total() - cast;
    }

    private int best() {
        int best = 0;
        for (int s = 1; s < states; s++) {
            best = row[s] > row[best] ? s : best;
        }
        return best;
    }

    private void findOccurrences(EncodedSequence sequence, int t) {
        occurrences = 0;
        for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
            int attribute = sequence.attribute(k);
            for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                if (occurrences == cursors.length) {
                    cursors = Arrays.copyOf(cursors, 2 * occurrences);
                    ends = Arrays.copyOf(ends, 2 * occurrences);
                    targets = Arrays.copyOf(targets, 2 * occurrences);
                    values = Arrays.copyOf(values, 2 * occurrences);
                }
                cursors[occurrences] = votes.begin(f);
                ends[occurrences] = votes.begin(f + 1);
                targets[occurrences] = lists.target(attribute, f);
                values[occurrences++] = sequence.value(k);
            }
        }
    }

    /** What the steps from {@code begin} to {@code end} change the scores by. */
    private void collectMoves(int begin, int end) {
        Arrays.fill(moves, 0, (end - begin) * states, 0.0);
        Arrays.fill(moved, 0, end - begin, false);
        for (int n = 0; n < occurrences; n++) {
            int last = ends[n];
            int target = targets[n];
            double value = values[n];
            int e = cursors[n];
            for (; e < last && votes.step(e) < end; e++) {
                int step = votes.step(e) - begin;
                moves[step * states + target] += value * votes.change(e);
                moved[step] = true;
            }
            cursors[n] = e;
        }
    }
}
