package org.espalier.inference.forest;

import java.util.Arrays;
import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.inference.spanning.ArcWeights;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * Eisner's chart of one sentence, for one thread: sums and marginals of projective trees in O(n³).
 *
 * <pre>
 *   arc(i, j)    = log Σ_{i≤k&lt;j} exp(right(i, k) + left(k+1, j))      i and j are linked, all words between are below one of them
 *   right(i, j)  = log Σ_{i&lt;k≤j} exp(weight(i, k) + arc(i, k) + right(k, j))        i has all its dependents up to j
 *   left(i, j)   = log Σ_{i≤k&lt;j} exp(left(i, k) + weight(j, k) + arc(k, j))          j has all its dependents from i on
 * </pre>
 *
 * Where one root is wanted, the chart has words only: log Z = log Σ_m exp(weight(0, m) + left(1, m) + right(m, n)). Else the root is the word 0
 * of the chart, and log Z = right(0, n). Marginals are the derivatives of log Z, by the chain rule from the last sum to the first.
 */
final class EisnerChart implements Scratch {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    final ArcWeights weights = new ArcWeights();
    private int size; // n + 1
    private int first; // word of the chart
    private double[] between = {}; // [n+1][n+1]: arc(i, j)
    private double[] right = {};
    private double[] left = {};
    private double[] terms = {}; // [n+1]
    private double[] toBetween = {}; // derivatives of log Z
    private double[] toRight = {};
    private double[] toLeft = {};
    private double[] toWeight = {}; // [n][n+1], as the weights of arcs

    static EisnerChart of(Workspace workspace) {
        return workspace.scratch(EisnerChart.class, EisnerChart::new);
    }

    /** log Z of the trees, relative to the scale of the weights. */
    double logSum(int words, boolean hasSingleRoot) {
        size = words + 1;
        first = hasSingleRoot ? 1 : 0;
        between = Workspace.grown(between, size * size);
        right = Workspace.grown(right, size * size);
        left = Workspace.grown(left, size * size);
        terms = Workspace.grown(terms, size);
        for (int i = first; i < size; i++) {
            right[at(i, i)] = 0;
            left[at(i, i)] = 0;
        }
        for (int width = 1; width < size - first; width++) {
            for (int i = first; i + width < size; i++) {
                fill(i, i + width);
            }
        }
        if (!hasSingleRoot) {
            return right[at(0, words)];
        }
        for (int m = 1; m <= words; m++) {
            terms[m - 1] = weights.weight(0, m) + left[at(1, m)] + right[at(m, words)];
        }
        return logSum(words);
    }

    private int at(int i, int j) {
        return i * size + j;
    }

    private void fill(int i, int j) {
        between[at(i, j)] = logSum(betweenTerms(i, j));
        right[at(i, j)] = logSum(rightTerms(i, j));
        left[at(i, j)] = logSum(leftTerms(i, j));
    }

    private int betweenTerms(int i, int j) {
        for (int k = i; k < j; k++) {
            terms[k - i] = right[at(i, k)] + left[at(k + 1, j)];
        }
        return j - i;
    }

    private int rightTerms(int i, int j) {
        for (int k = i + 1; k <= j; k++) {
            terms[k - i - 1] = weights.weight(i, k) + between[at(i, k)] + right[at(k, j)];
        }
        return j - i;
    }

    private int leftTerms(int i, int j) {
        for (int k = i; k < j; k++) {
            terms[k - i] = j == 0 ? NONE : left[at(i, k)] + (k == 0 ? NONE : weights.weight(j, k) + between[at(k, j)]);
        }
        return j - i;
    }

    private double logSum(int count) {
        double max = NONE;
        for (int k = 0; k < count; k++) {
            max = Math.max(max, terms[k]);
        }
        if (max == NONE || count == 1) {
            return max;
        }
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += Exponential.of(terms[k] - max);
        }
        return max + Logarithm.of(sum);
    }

    /** The probability of every arc; after {@link #logSum}, when that is above −∞. */
    void marginals(double logSum) {
        int words = size - 1;
        toBetween = zeros(toBetween, size * size);
        toRight = zeros(toRight, size * size);
        toLeft = zeros(toLeft, size * size);
        toWeight = zeros(toWeight, words * size);
        if (first == 0) {
            toRight[at(0, words)] = 1;
        }
        for (int m = 1; m <= words && first == 1; m++) {
            double p = Exponential.of(weights.weight(0, m) + left[at(1, m)] + right[at(m, words)] - logSum);
            toWeight[weights.at(0, m)] = p;
            toLeft[at(1, m)] += p;
            toRight[at(m, words)] += p;
        }
        for (int width = size - first - 1; width > 0; width--) {
            for (int i = first; i + width < size; i++) {
                share(i, i + width);
            }
        }
    }

    /** The probability of an arc, after {@link #marginals}. */
    double probability(int head, int modifier) {
        return toWeight[weights.at(head, modifier)];
    }

    private void share(int i, int j) {
        double amount = toLeft[at(i, j)];
        if (amount > 0) {
            leftTerms(i, j);
            for (int k = i; k < j; k++) {
                double p = amount * Exponential.of(terms[k - i] - left[at(i, j)]);
                if (p > 0) {
                    toLeft[at(i, k)] += p;
                    toBetween[at(k, j)] += p;
                    toWeight[weights.at(j, k)] += p;
                }
            }
        }
        amount = toRight[at(i, j)];
        if (amount > 0) {
            rightTerms(i, j);
            for (int k = i + 1; k <= j; k++) {
                double p = amount * Exponential.of(terms[k - i - 1] - right[at(i, j)]);
                toRight[at(k, j)] += p;
                toBetween[at(i, k)] += p;
                toWeight[weights.at(i, k)] += p;
            }
        }
        amount = toBetween[at(i, j)];
        if (amount > 0) {
            betweenTerms(i, j);
            for (int k = i; k < j; k++) {
                double p = amount * Exponential.of(terms[k - i] - between[at(i, j)]);
                toRight[at(i, k)] += p;
                toLeft[at(k + 1, j)] += p;
            }
        }
    }

    private static double[] zeros(double[] array, int length) {
        double[] grown = Workspace.grown(array, length);
        Arrays.fill(grown, 0, length, 0.0);
        return grown;
    }
}
