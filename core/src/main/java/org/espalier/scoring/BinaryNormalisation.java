package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.Trellis;

/**
 * Makes log-probabilities of labels from the scores of binary classifiers, at every position by itself; for one thread.
 *
 * <p>{@link Normalisation#ONE_VERSUS_REST}: the score of a state becomes log σ(s) = −log(1 + e<sup>−s</sup>), which keeps the order of the
 * labels; the sum over states then normalises it. That a share of sigmoids is p(y | x) is a convention, not a theorem.
 *
 * <p>The only family of a pairwise model is that of pairs: what is observed at the position gives the pair i &lt; j the
 * score s<sub>ij</sub>, which is above 0 where i is the better label, and r<sub>ij</sub> = σ(s<sub>ij</sub>) = 1 − r<sub>ji</sub>.
 *
 * <ul>
 *   <li>{@link Normalisation#VOTES}: p<sub>i</sub> ∝ ½ + votes of i: the label with most votes is the best, and of equal ones the
 *       first.
 *   <li>{@link Normalisation#COUPLED}: p minimises Σ<sub>i</sub> Σ<sub>j≠i</sub> (r<sub>ji</sub> p<sub>i</sub> − r<sub>ij</sub>
 *       p<sub>j</sub>)² with Σ p = 1, found by coordinate steps in O(S²) each (Wu, Lin and Weng, 2004, who improve on the coupling of
 *       Hastie and Tibshirani, 1998).
 * </ul>
 */
public final class BinaryNormalisation {

    /** Probabilities of pairs are kept away from 0 and 1, so that every label has some probability. */
    private static final double LEAST = 1e-10;

    private final ParameterLayout layout;
    private final double[] weights;
    private final Normalisation normalisation;
    private final int states;
    private final double[] pairs; // [S(S−1)/2]: scores of the pairs (0, 1), (0, 2), …, (1, 2), …
    private final double[] better; // [S][S]: the probability of i against j
    private final double[] matrix; // [S][S]
    private final double[] product; // [S]
    private final double[] probabilities; // [S]

    /**
     * A normalisation.
     *
     * @param labels S
     * @param layout the features of the labels, or of their pairs
     */
    public BinaryNormalisation(int labels, ParameterLayout layout, double[] weights, Normalisation normalisation) {
        int targets = normalisation.isPairwise() ? Math.toIntExact((long) labels * (labels - 1) / 2) : labels;
        if (layout.states() != targets) {
            throw new IllegalArgumentException("features of " + layout.states() + " targets for " + labels
                    + " labels with the normalisation " + normalisation + "; expected " + targets);
        }
        this.layout = layout;
        this.weights = weights;
        this.normalisation = normalisation;
        this.states = labels;
        this.pairs = new double[normalisation.isPairwise() ? targets : 0];
        int square = normalisation == Normalisation.COUPLED ? states * states : 0;
        this.better = new double[square];
        this.matrix = new double[square];
        this.product = new double[states];
        this.probabilities = new double[states];
    }

    /** The trellis of the label's scores: no transitions. */
    public Trellis trellis(EncodedSequence sequence) {
        return Trellis.chain(sequence.length(), states);
    }

    /**
     * Writes log-probabilities, up to a constant of each position, into the state parts.
     *
     * @param scores for a model of one label against the rest the linear scores, which are replaced // [parts]
     */
    public void apply(EncodedSequence sequence, Trellis trellis, double[] scores) {
        for (int t = 0; t < sequence.length(); t++) {
            int row = trellis.stateOffset(t);
            if (normalisation == Normalisation.ONE_VERSUS_REST) {
                for (int k = row; k < row + states; k++) {
                    scores[k] = logSigmoid(scores[k]);
                }
                continue;
            }
            scorePairs(sequence, t);
            if (normalisation == Normalisation.VOTES) {
                vote();
            } else {
                couple();
            }
            for (int k = 0; k < states; k++) {
                scores[row + k] = Math.log(probabilities[k]);
            }
        }
    }

    static double logSigmoid(double score) {
        return score > 0 ? -Math.log1p(Math.exp(-score)) : score - Math.log1p(Math.exp(score));
    }

    private void scorePairs(EncodedSequence sequence, int t) {
        Arrays.fill(pairs, 0);
        FeatureLists lists = layout.lists(0);
        for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
            int attribute = sequence.attribute(k);
            double value = sequence.value(k);
            for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                pairs[lists.target(attribute, f)] += weights[f] * value;
            }
        }
    }

    private void vote() {
        Arrays.fill(probabilities, 0.5);
        int pair = 0;
        for (int i = 0; i < states; i++) {
            for (int j = i + 1; j < states; j++) {
                probabilities[pairs[pair++] >= 0 ? i : j]++;
            }
        }
    }

    private void couple() {
        int pair = 0;
        for (int i = 0; i < states; i++) {
            for (int j = i + 1; j < states; j++) {
                double r = 1 / (1 + Math.exp(-pairs[pair++]));
                r = Math.min(Math.max(r, LEAST), 1 - LEAST);
                better[i * states + j] = r;
                better[j * states + i] = 1 - r;
            }
        }
        PairwiseCoupling.couple(states, better, matrix, product, probabilities);
    }
}
