package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Trellis;

/**
 * The votes of the best paths of a chain: its entries are sorted by step, and whenever a weight vector differs from the one
 * before in a feature of the sequence, it is scored and decoded again. For one thread.
 *
 * <p>O(entries + V), and scoring and a Viterbi pass for every vector that differs; most do, in a transition.
 */
final class PathVote {
    private final LinearScorer<Trellis> scorer;
    private final ParameterLayout layout;
    private final VotedWeights votes;
    private final ChainInference inference = new ChainInference(Kernels.scalar());
    private final Session<Trellis> session;
    private final double[] weights; // [parameters]: of one vector, in the features of the sequence; else 0
    private final boolean[] present; // [parameters]: whether a place is in the list
    private final int[] stepEnds; // [V]: where the entries of a step end
    private int[] places = new int[64]; // of the sequence
    private int size;
    private int[] entryPlaces = {}; // the entries of these places by step
    private double[] entryChanges = {};
    private int[] path = {};

    PathVote(LinearScorer<Trellis> scorer, VotedWeights votes) {
        this.scorer = scorer;
        this.session = new Session<>(scorer);
        this.layout = scorer.layout();
        this.votes = votes;
        this.weights = new double[votes.parameters()];
        this.present = new boolean[votes.parameters()];
        this.stepEnds = new int[votes.vectors()];
    }

    /** Adds the votes on all positions to {@code shares} // [T][S]. */
    void vote(EncodedSequence sequence, double[] shares) {
        for (int k = sequence.begin(0); k < sequence.begin(sequence.length()); k++) {
            collect(layout.stateFeatures(), sequence.attribute(k), 0);
        }
        for (int place = layout.sharedBegin(); place < layout.sharedEnd(); place++) {
            collect(place);
        }
        for (int k = sequence.transitionBegin(0); k < sequence.transitionBegin(sequence.length()); k++) {
            collect(layout.transitionFeatures(), sequence.transitionAttribute(k), layout.transitionBegin());
        }
        arrange();
        Trellis trellis = scorer.structure(sequence);
        path = path.length < trellis.length() ? new int[trellis.length()] : path;
        int next = 0;
        long cast = 0;
        for (int v = 0; v < stepEnds.length; v++) {
            if (next < stepEnds[v]) {
                cast(sequence, trellis, shares, votes.before(v) - cast);
                cast = votes.before(v);
                next = move(next, stepEnds[v]);
            }
        }
        cast(sequence, trellis, shares, votes.total() - cast);
        clear();
    }

    private void cast(EncodedSequence sequence, Trellis trellis, double[] shares, long amount) {
        if (amount == 0) {
            return;
        }
        session.use(weights);
        session.score(sequence, trellis);
        inference.best(trellis, session.workspace(), path);
        for (int t = 0; t < trellis.length(); t++) {
            shares[t * trellis.states() + path[t]] += amount;
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
