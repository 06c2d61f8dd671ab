package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

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
 * <p>Where labels have no transitions, every position is voted on by itself ({@link PositionVote}), which is fast; a chain is
 * decoded again for every vector that differs from the one before in a feature of the sequence ({@link PathVote}). The shares of the last sequence are kept, for whoever asks for its labels first and for their
 * probabilities then.
 */
public final class VoteScorer {
    private final VotedWeights votes;
    private final int states;
    private final PositionVote positions;
    private final @Nullable PathVote paths; // null when there are no transitions
    private double[] shares = {}; // [T][S]
    private double[] key = {}; // what the shares are those of
    private int keySize = -1;
    private double[] newKey = {};

    public VoteScorer(LinearScorer<Trellis> scorer, VotedWeights votes) {
        ParameterLayout layout = scorer.layout();
        boolean isChain =
                layout.sharedCount() > 0 || layout.transitionFeatures().features() > 0;
        this.votes = votes;
        this.states = layout.states();
        this.positions = new PositionVote(layout, votes);
        this.paths = isChain ? new PathVote(scorer, votes) : null;
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
        if (paths != null && length > 1) {
            paths.vote(sequence, shares);
        } else {
            for (int t = 0; t < length; t++) {
                positions.vote(sequence, t, shares);
            }
        }
    }

    /** Whether the sequence has the same attributes as the last one; buffers are used again, so that it may be the same object. */
    private boolean isLast(EncodedSequence sequence) {
        int length = sequence.length();
        int stateBegin = sequence.begin(0);
        int stateEnd = sequence.begin(length);
        int transitionEnd = sequence.transitionBegin(length);
        int needed = 2 * (length + sequence.size() + transitionEnd);
        if (newKey.length < needed) {
            newKey = new double[needed + (needed >> 1)];
        }
        int n = 0;
        for (int t = 0; t < length; t++) {
            newKey[n++] = sequence.begin(t + 1) - stateBegin;
            newKey[n++] = sequence.transitionBegin(t + 1);
        }
        for (int k = stateBegin; k < stateEnd; k++) {
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
}
