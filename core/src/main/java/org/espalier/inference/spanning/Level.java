package org.espalier.inference.spanning;

import java.util.Arrays;

/**
 * A matrix of arcs between some words, of which some are eliminated: row i has the weights of the arcs into the i-th word, column
 * 0 is the root.
 *
 * <pre>
 *   D_k = Σ_h A[k][h]                             over the words that are left, and the root
 *   q_k[h] = A[k][h] / D_k                        row k becomes this
 *   A[m][h] += A[m][k] · q_k[h]                   for all words m ≠ h that are left
 *   Z(with k) = D_k · Z(without k)
 * </pre>
 *
 * This is Gaussian elimination of the Laplacian of the matrix–tree theorem, written without its diagonal, which would be the sum of
 * the rest of its row. So nothing is subtracted, and nothing can cancel (Grassmann, Taksar &amp; Heyman 1985; O'Cinneide 1993).
 *
 * <p>Where one root is wanted, root arcs weigh ε times as much, and what is asked for is the factor of ε in Z: D has no root as long as
 * it has anything else. When a word k has nothing else, D<sub>k</sub> = ε · A[k][0], one of the words that are gone must be the root, and
 * from then on k stands for the root: A[m][0] = A[m][k], and the level <em>is absorbing</em>.
 */
final class Level {
    /** How elimination ended. */
    enum Outcome {
        /** All is well. */
        DONE,
        /** There is no tree: Z = 0. */
        NO_TREE,
        /** The numbers are too small for their kind. */
        UNSAFE
    }

    private final Numbers numbers;
    int[] order = {}; // [size + 1]: what the i-th word is called in the level above; the 0-th is the root
    private boolean[] isMinor = {}; // [size + 1]: whether the root weighed ε when a word was eliminated
    int size;
    int begin; // where the matrix stands: [size + 1][size + 1], of which row 0 is used for sums
    int left; // how many words are left; they come first
    boolean isAbsorbing;
    private int standIn; // the word that stands for the root since it was eliminated; 0 for none
    double logProduct; // Σ log D_k

    Level(Numbers numbers) {
        this.numbers = numbers;
    }

    /** Begins with room for so many words. */
    void start(int words, int at, boolean startsAbsorbing) {
        size = words;
        left = words;
        begin = at;
        isAbsorbing = startsAbsorbing;
        standIn = 0;
        logProduct = 0;
        if (order.length <= words) {
            order = new int[words + 1];
            isMinor = new boolean[words + 1];
        }
    }

    int row(int i) {
        return begin + i * (size + 1);
    }

    /** Takes over the words that are left in the level above, in this level's order. */
    void takeFrom(Level above) {
        for (int i = 1; i <= size; i++) {
            for (int h = 0; h <= size; h++) {
                numbers.copy(above.row(order[i]) + order[h], row(i) + h);
            }
        }
    }

    /** Eliminates words from the last on, until so many are left. */
    Outcome eliminate(int remaining) {
        while (left > remaining) {
            Outcome outcome = eliminateLast();
            if (outcome != Outcome.DONE) {
                return outcome;
            }
        }
        return Outcome.DONE;
    }

    private Outcome eliminateLast() {
        int k = left;
        int row = row(k);
        int first = isAbsorbing ? 0 : 1;
        numbers.sum(row + first, k - first, begin);
        if (numbers.isTooSmall(begin)) {
            return Outcome.UNSAFE;
        }
        if (numbers.isZero(begin)) {
            if (isAbsorbing || numbers.isZero(row)) {
                return Outcome.NO_TREE;
            }
            becomeRoot(k);
            return Outcome.DONE;
        }
        isMinor[k] = !isAbsorbing;
        logProduct += numbers.logarithm(begin);
        numbers.divide(row, k, begin);
        left--;
        for (int m = 1; m < k; m++) {
            if (!numbers.isZero(row(m) + k)) {
                numbers.addScaled(row(m), row, row(m) + k, k);
                numbers.setZero(row(m) + m);
            }
        }
        return Outcome.DONE;
    }

    private void becomeRoot(int k) {
        logProduct += numbers.logarithm(row(k));
        numbers.setOne(row(k));
        isMinor[k] = false;
        isAbsorbing = true;
        standIn = k;
        left--;
        for (int m = 1; m < k; m++) {
            numbers.copy(row(m) + k, row(m));
        }
    }

    /**
     * The probabilities that the way up from each word, one head after the other, comes to the root before it comes to one chosen word.
     *
     * <p>Those of the words that are left stand at {@code vector}; those of the others are added: e[k] = Σ_h q_k[h] · e[h]. Where the
     * root weighs ε, they are multiples of ε; where it does not in the end, those arcs to the root that weighed ε do not count.
     */
    void substitute(int vector, boolean endsAbsorbing) {
        for (int k = left + 1; k <= size; k++) {
            int first = endsAbsorbing && isMinor[k] ? 1 : 0;
            numbers.dot(row(k) + first, vector + first, k - first, vector + k);
        }
    }

    /** Turns weights of arcs from all words into weights from those that are left: whoever goes to k goes on by q_k. */
    void pushDown(int vector) {
        for (int k = size; k > left; k--) {
            if (k == standIn) {
                numbers.setZero(vector); // what weighed ε does not count from here on
            }
            if (!numbers.isZero(vector + k)) {
                numbers.addScaled(vector, row(k), vector + k, k);
            }
        }
    }

    /** In the order of the level above: some words first, which are to be left. */
    void order(int firstLeft, int count, int words) {
        order[0] = 0;
        int next = 1;
        for (int i = 0; i < count; i++) {
            order[next++] = firstLeft + i;
        }
        for (int i = 1; i <= words; i++) {
            if (i < firstLeft || i >= firstLeft + count) {
                order[next++] = i;
            }
        }
    }

    @Override
    public String toString() {
        return size + " words, " + left + " of them left, order " + Arrays.toString(Arrays.copyOf(order, size + 1));
    }
}
