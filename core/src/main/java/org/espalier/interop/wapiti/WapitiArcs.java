package org.espalier.interop.wapiti;

import java.util.Arrays;
import org.espalier.structure.chain.Trellis;

/**
 * The scores of the steps of a chain as Wapiti has them: the score of the label and, added to it, that of the pair, in this
 * order; or probabilities, which are multiplied along a labelling.
 */
final class WapitiArcs implements SlotSearch.Arcs {
    private final Trellis trellis;
    private final int states;
    private final double[] scores;
    private final double[] marginals; // [T][S] as computed, or empty when the scores are no logarithms of marginals
    private final boolean probabilities;
    private final int[] owns; // [T]: the number of the position among those with own transitions, or −1
    private double[] shared = {}; // [S][S] when the trellis does not have all pairs

    WapitiArcs(Trellis trellis, double[] scores, double[] marginals, boolean probabilities) {
        this.trellis = trellis;
        this.states = trellis.states();
        this.scores = scores;
        this.marginals = marginals;
        this.probabilities = probabilities;
        this.owns = new int[trellis.length()];
        Arrays.fill(owns, -1);
        for (int c = 0; c < trellis.ownCount(); c++) {
            owns[trellis.ownPosition(c)] = c;
        }
    }

    /** The log-domain score of the transition into t. */
    double transition(int t, int i, int j) {
        return trellis.stepScore(scores, i, j, owns[t]);
    }

    /** What Wapiti prints of state j at t after state i; i does not matter at the first position. */
    double score(int t, int i, int j) {
        double state = scores[trellis.stateOffset(t) + j];
        if (marginals.length > 0) {
            return state == Double.NEGATIVE_INFINITY ? 0 : marginals[t * states + j];
        }
        double score = t == 0 ? state : state + transition(t, i, j);
        return probabilities ? Math.exp(score) : score;
    }

    @Override
    public void fill(int t, double[] into) {
        if (t == 0 || marginals.length > 0) {
            for (int j = 0; j < states; j++) {
                into[j] = score(t, 0, j);
            }
            for (int i = 1; i < states; i++) {
                System.arraycopy(into, 0, into, i * states, states);
            }
            return;
        }
        double[] transitions = transitions();
        int row = trellis.stateOffset(t);
        for (int i = 0, k = 0; i < states; i++) {
            for (int j = 0; j < states; j++, k++) {
                into[k] = scores[row + j] + (owns[t] < 0 ? transitions[k] : transition(t, i, j));
            }
        }
        for (int k = 0; probabilities && k < into.length; k++) {
            into[k] = Math.exp(into[k]);
        }
    }

    /** The shared transitions of all pairs // [S][S]. */
    private double[] transitions() {
        if (trellis.transitions() == null) {
            return scores;
        }
        if (shared.length == 0) {
            shared = new double[states * states];
            for (int k = 0; k < shared.length; k++) {
                shared[k] = trellis.stepScore(scores, k / states, k % states, -1);
            }
        }
        return shared;
    }
}
