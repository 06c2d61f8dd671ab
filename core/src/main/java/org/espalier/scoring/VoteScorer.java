package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.Trellis;

/**
 * Scores labels by the votes of many weight vectors; for one thread.
 *
 * <pre>
 *   score(t, s) = log (Σ_v c_v · [ŷ_v(t) = s] / Σ_v c_v),      ŷ_v = argmax_y w_v·Φ(x, y)
 * </pre>
 *
 * There are no transitions, so that log Z is 0, the marginals are the shares of the votes, and the best path has the label with
 * most votes at every position, of equal ones the first. A label without votes scores −∞.
 *
 * <p>A sequence is decoded again only for those vectors that differ from the one before in a feature of the sequence. Where
 * labels have no transitions, every position is voted on by itself: its scores move along with the vectors, in O(its entries in
 * {@link VotedWeights} + V + S · vectors that differ). A chain costs scoring and a Viterbi pass per such vector, and most do
 * differ in a transition. The shares of the last sequence are kept, for whoever asks for its labels first and for their
 * probabilities then.
 */
public final class VoteScorer {
    /** Numbers of moved scores that fit into a fast cache. */
    private static final int BLOCK = 1 << 14;

    private final LinearScorer scorer;
    private final ParameterLayout layout;
    private final VotedWeights votes;
    private final int states;
    private final boolean isChain;
    private double[] shares = {}; // [T][S]
    private double[] key = {}; // what the shares are those of
    private int keySize = -1;
    private double[] newKey = {};

    // Of positions by themselves
    private final int blockSteps;
    private final double[] moves; // [blockSteps][S]: what the scores change by in a step
    private final boolean[] moved; // [blockSteps]
    private final double[] row; // [S]: the scores of one vector
    private int occurrences; // of features in the position
    private int[] cursors = new int[64]; // [occurrences]: the next entry
    private int[] ends = new int[64];
    private int[] targets = new int[64];
    private double[] values = new double[64];

    // Of chains
    private final Inference inference = new Inference(Kernels.scalar());
    private final Workspace workspace = new Workspace();
    private final double[] weights; // [parameters]: of one vector, in the features of the sequence; else 0
    private final boolean[] present; // [parameters]: whether a place is in the list
    private final int[] stepEnds; // [V]: where the entries of a step end
    private int[] places = new int[64]; // of the sequence
    private int size;
    private int[] entryPlaces = {}; // the entries of these places by step
    private double[] entryChanges = {};
    private int[] path = {};

    public VoteScorer(LinearScorer scorer, VotedWeights votes) {
        this.scorer = scorer;
        this.layout = scorer.layout();
        this.votes = votes;
        this.states = layout.states();
        this.isChain = layout.sharedCount() > 0 || layout.transitionFeatures().features() > 0;
        this.blockSteps = Math.min(votes.vectors(), Math.max(64, BLOCK / states));
        this.moves = new double[blockSteps * states];
        this.moved = new boolean[blockSteps];
        this.row = new double[states];
        int forChains = isChain ? votes.parameters() : 0;
        this.weights = new double[forChains];
        this.present = new boolean[forChains];
        this.stepEnds = new int[isChain ? votes.vectors() : 0];
    }

    /** The trellis of the shares. */
    public Trellis trellis(EncodedSequence sequence) {
        return Trellis.chain(sequence.length(), states);
    }

    /** Writes log shares into the state parts of the {@link #trellis}. */
    public void score(EncodedSequence sequence, Trellis trellis, double[] scores) {
        int length = sequence.length();
        if (!isLast(sequence)) {
            vote(sequence, length);
        }
        double total = votes.total();
        int first = trellis.stateOffset(0);
        for (int k = 0; k < length * states; k++) {
            scores[first + k] = Math.log(shares[k] / total);
        }
    }

    private void vote(EncodedSequence sequence, int length) {
        if (shares.length < length * states) {
            shares = new double[length * states];
        }
        Arrays.fill(shares, 0, length * states, 0.0);
        if (isChain && length > 1) {
            voteOnPaths(sequence);
        } else {
            for (int t = 0; t < length; t++) {
                voteOnPosition(sequence, t);
            }
        }
    }

    /** Whether the sequence has the same attributes as the last one; buffers are used again, so that it may be the same object. */
    private boolean isLast(EncodedSequence sequence) {
        int length = sequence.length();
        int stateEnd = sequence.begin(length);
        int transitionEnd = sequence.transitionBegin(length);
        int needed = 2 * (length + stateEnd + transitionEnd);
        if (newKey.length < needed) {
            newKey = new double[needed + (needed >> 1)];
        }
        int n = 0;
        for (int t = 0; t < length; t++) {
            newKey[n++] = sequence.begin(t + 1);
            newKey[n++] = sequence.transitionBegin(t + 1);
        }
        for (int k = 0; k < stateEnd; k++) {
            newKey[n++] = sequence.attribute(k);
            newKey[n++] = sequence.value(k);
        }
        for (int k = 0; k < transitionEnd; k++) {
            newKey[n++] = sequence.transitionAttribute(k);
            newKey[n++] = sequence.transitionValue(k);
        }
        boolean same = n == keySize && Arrays.equals(newKey, 0, n, key, 0, n);
        double[] old = key;
        key = newKey;
        keySize = n;
        newKey = old;
        return same;
    }

    private void voteOnPosition(EncodedSequence sequence, int t) {
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
        FeatureLists lists = layout.stateFeatures();
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

    private void voteOnPaths(EncodedSequence sequence) {
        for (int k = 0; k < sequence.begin(sequence.length()); k++) {
            collect(layout.stateFeatures(), sequence.attributes()[k], 0);
        }
        for (int place = layout.sharedBegin(); place < layout.transitionBegin(); place++) {
            collect(place);
        }
        for (int k = sequence.transitionBegin(0); k < sequence.transitionBegin(sequence.length()); k++) {
            collect(layout.transitionFeatures(), sequence.transitionAttribute(k), layout.transitionBegin());
        }
        arrange();
        Trellis trellis = scorer.trellis(sequence);
        workspace.reserve(trellis);
        path = path.length < trellis.length() ? new int[trellis.length()] : path;
        int next = 0;
        long cast = 0;
        for (int v = 0; v < stepEnds.length; v++) {
            if (next < stepEnds[v]) {
                castOnPath(sequence, trellis, votes.before(v) - cast);
                cast = votes.before(v);
                next = move(next, stepEnds[v]);
            }
        }
        castOnPath(sequence, trellis, votes.total() - cast);
        clear();
    }

    private void castOnPath(EncodedSequence sequence, Trellis trellis, long amount) {
        if (amount == 0) {
            return;
        }
        scorer.scoreShared(weights, workspace.scores());
        workspace.sharedChanged();
        scorer.score(weights, sequence, trellis, workspace.scores());
        inference.best(trellis, workspace, path);
        for (int t = 0; t < trellis.length(); t++) {
            shares[t * states + path[t]] += amount;
        }
    }

    private void collect(FeatureLists lists, int attribute, int begin) {
        for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
            collect(begin + f);
        }
    }

    private void collect(int place) {
        if (!present[place]) {
            present[place] = true;
            if (size == places.length) {
                places = Arrays.copyOf(places, 2 * size);
            }
            places[size++] = place;
        }
    }

    /** Sorts the entries of all collected places by step, in O(entries + V). */
    private void arrange() {
        Arrays.fill(stepEnds, 0);
        int entries = 0;
        for (int n = 0; n < size; n++) {
            int end = votes.begin(places[n] + 1);
            for (int e = votes.begin(places[n]); e < end; e++) {
                stepEnds[votes.step(e)]++;
                entries++;
            }
        }
        int sum = 0;
        for (int v = 0; v < stepEnds.length; v++) {
            int count = stepEnds[v];
            stepEnds[v] = sum;
            sum += count;
        }
        if (entryPlaces.length < entries) {
            entryPlaces = new int[entries + (entries >> 1)];
            entryChanges = new double[entryPlaces.length];
        }
        for (int n = 0; n < size; n++) {
            int end = votes.begin(places[n] + 1);
            for (int e = votes.begin(places[n]); e < end; e++) {
                int at = stepEnds[votes.step(e)]++;
                entryPlaces[at] = places[n];
                entryChanges[at] = votes.change(e);
            }
        }
    }

    /** To the weights of the next vector. */
    private int move(int begin, int end) {
        for (int k = begin; k < end; k++) {
            weights[entryPlaces[k]] += entryChanges[k];
        }
        return end;
    }

    private void clear() {
        for (int n = 0; n < size; n++) {
            weights[places[n]] = 0;
            present[places[n]] = false;
        }
        size = 0;
    }
}
