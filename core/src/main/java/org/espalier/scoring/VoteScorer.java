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
 * labels have no transitions, every position is voted on by itself and O(its entries in {@link VotedWeights} + V) is all that
 * is done beside scoring; a chain costs a Viterbi pass per vector, since most steps touch a transition.
 */
public final class VoteScorer {
    private final LinearScorer scorer;
    private final ParameterLayout layout;
    private final VotedWeights votes;
    private final int states;
    private final boolean isChain;
    private final Inference inference = new Inference(Kernels.scalar());
    private final Workspace workspace = new Workspace(); // of one vector
    private final double[] weights; // [parameters]: of one vector, in the features of the sequence; else 0
    private final boolean[] present; // [parameters]: whether a place is in the list
    private final int[] ends; // [V]: where the entries of a step end
    private final double[] row; // [S]
    private int[] places = new int[64]; // of the sequence
    private int size;
    private int[] entryPlaces = {}; // the entries of these places by step
    private double[] entryChanges = {};
    private int[] path = {};
    private double[] shares = {}; // [T][S]

    public VoteScorer(LinearScorer scorer, VotedWeights votes) {
        this.scorer = scorer;
        this.layout = scorer.layout();
        this.votes = votes;
        this.states = layout.states();
        this.isChain = layout.sharedCount() > 0 || layout.transitionFeatures().features() > 0;
        this.weights = new double[votes.parameters()];
        this.present = new boolean[votes.parameters()];
        this.ends = new int[votes.vectors()];
        this.row = new double[states];
    }

    /** The trellis of the shares. */
    public Trellis trellis(EncodedSequence sequence) {
        return Trellis.chain(sequence.length(), states);
    }

    /** Writes log shares into the state parts of the {@link #trellis}. */
    public void score(EncodedSequence sequence, Trellis trellis, double[] scores) {
        int length = sequence.length();
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
        double total = votes.total();
        int first = trellis.stateOffset(0);
        for (int k = 0; k < length * states; k++) {
            scores[first + k] = Math.log(shares[k] / total);
        }
    }

    private void voteOnPosition(EncodedSequence sequence, int t) {
        FeatureLists lists = layout.stateFeatures();
        for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
            collect(lists, sequence.attributes()[k], 0);
        }
        arrange();
        int next = 0;
        long cast = 0;
        for (int v = 0; v < ends.length; v++) {
            if (next < ends[v]) {
                castOnPosition(sequence, t, votes.before(v) - cast);
                cast = votes.before(v);
                next = move(next, ends[v]);
            }
        }
        castOnPosition(sequence, t, votes.total() - cast);
        clear();
    }

    private void castOnPosition(EncodedSequence sequence, int t, long amount) {
        if (amount == 0) {
            return;
        }
        Arrays.fill(row, 0.0);
        scorer.scoreState(weights, sequence, t, row, 0);
        int best = 0;
        for (int s = 1; s < states; s++) {
            best = row[s] > row[best] ? s : best;
        }
        shares[t * states + best] += amount;
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
        for (int v = 0; v < ends.length; v++) {
            if (next < ends[v]) {
                castOnPath(sequence, trellis, votes.before(v) - cast);
                cast = votes.before(v);
                next = move(next, ends[v]);
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
        Arrays.fill(ends, 0);
        int entries = 0;
        for (int n = 0; n < size; n++) {
            int end = votes.begin(places[n] + 1);
            for (int e = votes.begin(places[n]); e < end; e++) {
                ends[votes.step(e)]++;
                entries++;
            }
        }
        int sum = 0;
        for (int v = 0; v < ends.length; v++) {
            int count = ends[v];
            ends[v] = sum;
            sum += count;
        }
        if (entryPlaces.length < entries) {
            entryPlaces = new int[entries + (entries >> 1)];
            entryChanges = new double[entryPlaces.length];
        }
        for (int n = 0; n < size; n++) {
            int end = votes.begin(places[n] + 1);
            for (int e = votes.begin(places[n]); e < end; e++) {
                int at = ends[votes.step(e)]++;
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
