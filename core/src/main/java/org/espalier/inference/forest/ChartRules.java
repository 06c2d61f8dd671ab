package org.espalier.inference.forest;

import org.espalier.math.Exponential;
import org.espalier.structure.forest.Grammar;

/**
 * The binary rules of a grammar as flat arrays, by left child, and the loops over them: one step per rule and split.
 *
 * <pre>
 *   sums(A)  += Σ_{A → B C} weight · left(B) · right(C)          inside, in products
 *   peaks(A) max= rule + left(B) + right(C)                      the same of the best, in logarithms
 *   share     = out(A) · weight · left(B) · right(C)             outside: what the rule, B and C are expected more often
 * </pre>
 */
final class ChartRules {
    final Grammar grammar;
    final int[] firsts; // [S + 1]: the rules by left child
    final int[] numbers; // [R]: of the rules, in this order
    final int[] parents; // [R]
    final int[] rights; // [R]
    final double[] weights; // [R]: exp(score − the largest score)
    private double scale; // the largest score
    private double lowest; // the smallest score above −∞, less the largest

    ChartRules(Grammar grammar) {
        this.grammar = grammar;
        int rules = grammar.binaryRules();
        this.firsts = new int[grammar.symbols() + 1];
        this.numbers = new int[rules];
        this.parents = new int[rules];
        this.rights = new int[rules];
        this.weights = new double[rules];
        for (int symbol = 0; symbol <= grammar.symbols(); symbol++) {
            firsts[symbol] = grammar.firstByLeft(symbol);
        }
        for (int k = 0; k < rules; k++) {
            numbers[k] = grammar.ruleByLeft(k);
            parents[k] = grammar.parent(numbers[k]);
            rights[k] = grammar.right(numbers[k]);
        }
    }

    double scale() {
        return scale;
    }

    double lowest() {
        return lowest;
    }

    /** Makes the weights of the scores; −∞ becomes 0. */
    void weigh(double[] scores) {
        double largest = Double.NEGATIVE_INFINITY;
        double smallest = Double.POSITIVE_INFINITY;
        for (int r = 0; r < numbers.length; r++) {
            double score = scores[r];
            if (score > Double.NEGATIVE_INFINITY) {
                largest = Math.max(largest, score);
                smallest = Math.min(smallest, score);
            }
        }
        boolean isEmpty = largest == Double.NEGATIVE_INFINITY;
        scale = isEmpty ? 0 : largest;
        lowest = isEmpty ? 0 : smallest - largest;
        for (int k = 0; k < numbers.length; k++) {
            double score = scores[numbers[k]];
            weights[k] = score == Double.NEGATIVE_INFINITY ? 0 : Exponential.of(score - scale);
        }
    }

    /**
     * Adds the products of one split.
     *
     * @param active the symbols of the left span, from {@code first} on
     * @param rows the rows of all spans; those of the two begin at {@code left} and {@code right}
     */
    void addProducts(
            int[] active, int first, int count, double[] rows, int left, int right, double factor, double[] sums) {
        for (int n = first; n < first + count; n++) {
            int b = active[n];
            double own = factor * rows[left + b];
            for (int k = firsts[b]; k < firsts[b + 1]; k++) {
                sums[parents[k]] += own * (weights[k] * rows[right + rights[k]]);
            }
        }
    }

    /** Raises the highest scores by those of one split. */
    void raise(
            int[] active, int first, int count, double[] values, int left, int right, double[] scores, double[] peaks) {
        for (int n = first; n < first + count; n++) {
            int b = active[n];
            double own = values[left + b];
            for (int k = firsts[b]; k < firsts[b + 1]; k++) {
                double term = scores[numbers[k]] + own + values[right + rights[k]];
                int a = parents[k];
                if (term > peaks[a]) {
                    peaks[a] = term;
                }
            }
        }
    }

    /**
     * Passes on the shares of one split.
     *
     * @param out how often each parent is expected, by its sum // [S]
     * @param counts how often nodes are expected; those of the two spans begin at {@code leftNode} and {@code rightNode}
     */
    void passShares(
            int[] active,
            int first,
            int count,
            double[] rows,
            int left,
            int right,
            double factor,
            double[] out,
            double[] counts,
            int leftNode,
            int rightNode,
            double[] into) {
        for (int n = first; n < first + count; n++) {
            int b = active[n];
            double own = factor * rows[left + b];
            double sum = 0;
            for (int k = firsts[b]; k < firsts[b + 1]; k++) {
                int c = rights[k];
                double share = own * (weights[k] * rows[right + c]) * out[parents[k]];
                into[numbers[k]] += share;
                counts[rightNode + c] += share;
                sum += share;
            }
            counts[leftNode + b] += sum;
        }
    }
}
