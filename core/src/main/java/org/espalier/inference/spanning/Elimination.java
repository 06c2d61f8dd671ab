package org.espalier.inference.spanning;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.espalier.inference.Workspace;
import org.espalier.inference.spanning.Level.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The matrix–tree theorem without subtractions: log Z, and p(head h | word m) for all pairs.
 *
 * <p>When all words but m are eliminated, Z = Π D · d with d = A[m][0]. What arc (h, m) adds to d is its weight times e(h), the
 * probability that the way up from h comes to the root before it comes to m. So
 *
 * <pre>
 *   p(h → m) = weight(h, m) · e(h) / d
 * </pre>
 *
 * Every word is the last one once: half of the words are eliminated, then half of the rest, and so on, and each level is used for
 * all words that are left in it. That takes about 1.3 n³ multiplications and 2 n² numbers; log Z alone n³/3.
 */
final class Elimination {
    private static final double[] NO_SLOPES = {};

    private final Numbers numbers;
    private final @Nullable WideNumbers wide; // the same, when they are wide
    private final List<Level> levels = new ArrayList<>();
    private final Level source;
    double[] probabilities = {}; // [n][n+1]: p(h → m)
    double[] slopes = {}; // [n][n+1]: their derivatives
    private int words;
    private boolean hasSingleRoot;
    private boolean hasSlopes;
    private int[]
            localWords = {}; // [levels + 1]: the word that is left in the end, as each level calls it, from the source
    // on
    private @Nullable IntUnaryOperator chooser; // while heads are drawn

    Elimination(Numbers numbers) {
        this.numbers = numbers;
        this.wide = numbers instanceof WideNumbers w ? w : null;
        this.source = new Level(numbers);
    }

    private Level level(int depth) {
        while (levels.size() <= depth) {
            levels.add(new Level(numbers));
        }
        return levels.get(depth);
    }

    /** Writes down the arcs; with derivatives, numbers must be wide. */
    private void load(int n, double[] weights, boolean single, double[] slopesOfWeights) {
        words = n;
        hasSingleRoot = single;
        hasSlopes = slopesOfWeights.length > 0;
        if (wide != null) {
            wide.keepSlopes(hasSlopes);
        }
        int size = n + 1;
        numbers.reserve(
                4 * size * size + 8 * size + 64); // two matrices, half of one at each further level, and vectors
        source.start(n, 0, !single);
        for (int m = 1; m <= n; m++) {
            for (int h = 0; h <= n; h++) {
                int at = (m - 1) * size + h;
                numbers.setExponential(source.row(m) + h, weights[at]);
                if (wide != null && hasSlopes && weights[at] > Double.NEGATIVE_INFINITY) {
                    wide.setSlope(source.row(m) + h, slopesOfWeights[at]);
                }
            }
        }
    }

    /** log Z of the scaled weights; NaN when the numbers are unsafe. At least one word. */
    double logSum(int n, double[] weights, boolean single) {
        load(n, weights, single, NO_SLOPES);
        Outcome outcome = source.eliminate(1);
        return outcome == Outcome.DONE ? last(source, source.logProduct) : of(outcome);
    }

    private double last(Level level, double logProduct) {
        if (numbers.isTooSmall(level.row(1))) {
            return Double.NaN;
        }
        return numbers.isZero(level.row(1)) ? Double.NEGATIVE_INFINITY : logProduct + numbers.logarithm(level.row(1));
    }

    private static double of(Outcome outcome) {
        return outcome == Outcome.UNSAFE ? Double.NaN : Double.NEGATIVE_INFINITY;
    }

    /** The same with all probabilities; with their derivatives where the weights have some. */
    double marginals(int n, double[] weights, boolean single, double[] slopesOfWeights) {
        load(n, weights, single, slopesOfWeights);
        probabilities = Workspace.grown(probabilities, n * (n + 1));
        slopes = hasSlopes ? Workspace.grown(slopes, n * (n + 1)) : slopes;
        return descend(0, source, 0);
    }

    /**
     * Draws the head of one word after the other, each given those before it, in O(n³) altogether: when a word has its head, its row
     * is written anew at every level that it is left in, and what is eliminated there stays valid.
     *
     * @param choose takes a word, whose {@link #probabilities} are those of its heads now, and gives the head
     * @return log Z, as before
     */
    double draw(int n, double[] weights, boolean single, IntUnaryOperator choose) {
        load(n, weights, single, NO_SLOPES);
        probabilities = Workspace.grown(probabilities, n * (n + 1));
        chooser = choose;
        try {
            return descend(0, source, 0);
        } finally {
            chooser = null;
        }
    }

    /** Gives a word, by its number in each level, its head. */
    private void fix(int depth, int head, int free) {
        for (int h = 0; h <= words; h++) {
            numbers.setZero(source.row(localWords[0]) + h);
        }
        numbers.setOne(source.row(localWords[0]) + head);
        Level above = source;
        for (int d = 0; d < depth; d++) {
            Level level = levels.get(d);
            for (int i = 0; i <= level.size; i++) {
                numbers.copy(above.row(localWords[d]) + level.order[i], free + i);
            }
            level.pushDown(free);
            for (int i = 0; i <= level.left; i++) {
                numbers.copy(free + i, level.row(localWords[d + 1]) + i);
            }
            numbers.setZero(level.row(localWords[d + 1]) + localWords[d + 1]);
            above = level;
        }
    }

    private double descend(int depth, Level above, double logProduct) {
        int left = above.left;
        if (left == 1) {
            return finish(depth, above, logProduct);
        }
        int half = left / 2;
        double logZ = branch(depth, above, logProduct, 1, half);
        return logZ > Double.NEGATIVE_INFINITY ? branch(depth, above, logProduct, half + 1, left - half) : logZ;
    }

    /** Eliminates all but some words of those that are left. */
    private double branch(int depth, Level above, double logProduct, int first, int count) {
        Level level = level(depth);
        int size = above.size + 1;
        level.start(above.left, above.begin + size * size, above.isAbsorbing);
        level.order(first, count, above.left);
        level.takeFrom(above);
        Outcome outcome = level.eliminate(count);
        if (outcome != Outcome.DONE) {
            return of(outcome);
        }
        return descend(depth + 1, level, logProduct + level.logProduct);
    }

    /** One word is left. */
    private double finish(int depth, Level last, double logProduct) {
        double logZ = last(last, logProduct);
        if (!(logZ > Double.NEGATIVE_INFINITY)) {
            return logZ;
        }
        int vector = last.begin + (last.size + 1) * (last.size + 1);
        numbers.setOne(vector);
        numbers.setZero(vector + 1);
        if (localWords.length <= depth) {
            localWords = new int[depth + 8];
        }
        localWords[depth] = 1;
        for (int d = depth - 1; d >= 0; d--) { // from the words of a level to those of the level above it
            Level level = levels.get(d);
            level.substitute(vector, last.isAbsorbing);
            int above = vector + level.size + 1;
            for (int i = 0; i <= level.size; i++) {
                numbers.copy(vector + i, above + level.order[i]);
            }
            localWords[d] = level.order[localWords[d + 1]];
            vector = above;
        }
        write(localWords[0], vector, last);
        if (chooser != null) {
            fix(depth, chooser.applyAsInt(localWords[0]), vector);
        }
        return logZ;
    }

    private void write(int word, int vector, Level last) {
        boolean rootCounts = !hasSingleRoot || !last.isAbsorbing;
        int divisor = last.row(1);
        for (int h = 0; h <= words; h++) {
            int to = (word - 1) * (words + 1) + h;
            int weight = source.row(word) + h;
            boolean counts = h != word && (h > 0 || rootCounts) && !numbers.isZero(weight);
            double p = counts ? numbers.ratio(weight, vector + h, divisor) : 0;
            probabilities[to] = p;
            if (wide != null && hasSlopes) {
                slopes[to] = p == 0 ? 0 : p * wide.slopeOfRatio(weight, vector + h, divisor);
            }
        }
    }
}
