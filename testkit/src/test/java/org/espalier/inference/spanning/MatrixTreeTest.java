package org.espalier.inference.spanning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sentences that are too long to list all trees, against determinants with thousands of digits, and by what must hold of them. */
class MatrixTreeTest {
    private static final MathContext DIGITS = new MathContext(4_500);

    private final MatrixTreeInference inference = new MatrixTreeInference();

    private static Workspace workspace(SpanningTrees trees, double[] scores) {
        Workspace workspace = new Workspace();
        workspace.reserve(trees);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        return workspace;
    }

    /** exp(x) = exp(x/2ᵏ)^(2ᵏ), by the power series. */
    private static BigDecimal exp(double x) {
        MathContext some = new MathContext(60);
        BigDecimal small = new BigDecimal(x).divide(BigDecimal.valueOf(4096), some);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = term;
        for (int k = 1; k < 60; k++) {
            term = term.multiply(small, some).divide(BigDecimal.valueOf(k), some);
            sum = sum.add(term, some);
        }
        return sum.pow(4096, some);
    }

    /** log of the determinant of the Laplacian; with one root, of that whose first row are the root's weights (Koo et al. 2007). */
    private static double oracle(SpanningTrees trees, double[] scores) {
        int n = trees.length();
        Arcs arcs = trees.arcs();
        BigDecimal[][] laplacian = new BigDecimal[n][n];
        for (int m = 1; m <= n; m++) {
            BigDecimal diagonal = BigDecimal.ZERO;
            BigDecimal root = exp(scores[arcs.part(0, m, 0)]);
            for (int h = 1; h <= n; h++) {
                if (h != m) {
                    BigDecimal weight = exp(scores[arcs.part(h, m, 0)]);
                    laplacian[h - 1][m - 1] = weight.negate();
                    diagonal = diagonal.add(weight);
                }
            }
            laplacian[m - 1][m - 1] = trees.hasSingleRoot() ? diagonal : diagonal.add(root);
            if (trees.hasSingleRoot()) {
                laplacian[0][m - 1] = root;
            }
        }
        return log(determinant(laplacian));
    }

    private static BigDecimal determinant(BigDecimal[][] a) {
        BigDecimal product = BigDecimal.ONE;
        for (int k = 0; k < a.length; k++) {
            int pivot = k;
            for (int i = k; i < a.length; i++) {
                pivot = a[i][k].abs().compareTo(a[pivot][k].abs()) > 0 ? i : pivot;
            }
            BigDecimal[] row = a[pivot];
            product = pivot == k ? product : product.negate();
            a[pivot] = a[k];
            a[k] = row;
            product = product.multiply(row[k], DIGITS);
            for (int i = k + 1; i < a.length; i++) {
                BigDecimal factor = a[i][k].divide(row[k], DIGITS);
                for (int j = k + 1; j < a.length; j++) {
                    a[i][j] = a[i][j].subtract(factor.multiply(row[j], DIGITS), DIGITS);
                }
            }
        }
        return product;
    }

    private static double log(BigDecimal x) {
        int digits = x.precision() - x.scale();
        return Math.log(x.movePointLeft(digits).doubleValue()) + digits * Math.log(10);
    }

    private static double[] scores(Random random, Arcs arcs, double spread, double root) {
        double[] scores = new double[arcs.parts()];
        for (int arc = 0; arc < arcs.count(); arc++) {
            scores[arc] = spread == 800 ? (random.nextBoolean() ? 800 : -800) : spread * random.nextGaussian();
            scores[arc] += arcs.head(arc) == 0 ? root : 0;
        }
        return scores;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 30, 800})
    void sumsHaveAllTheirDigits(double spread) {
        for (int seed = 0; seed < 3; seed++) {
            Arcs arcs = new Arcs(5, 1);
            for (double root : new double[] {0, -40, -700}) {
                double[] scores = scores(new Random(seed), arcs, spread, root);
                for (boolean single : new boolean[] {true, false}) {
                    SpanningTrees trees = new SpanningTrees(arcs, single);
                    double expected = oracle(trees, scores);
                    assertThat(inference.logSum(trees, workspace(trees, scores)))
                            .as("spread %s, root %s, seed %d, %s", spread, root, seed, trees)
                            .isCloseTo(expected, within(1e-12 * Math.max(1, Math.abs(expected))));
                }
            }
        }
    }

    /** A root arc of −40 makes the determinant 10¹⁷ times as small as its terms: a difference of two sums has no digit left there. */
    @Test
    void marginalsOfNearCyclesAreLimitsOfDifferences() {
        for (int seed = 0; seed < 6; seed++) {
            for (boolean single : new boolean[] {true, false}) {
                SpanningTrees trees = new SpanningTrees(new Arcs(9, 1), single);
                double[] scores = scores(new Random(seed), trees.arcs(), 2, -40);
                double[] found = new double[trees.parts()];
                inference.addMarginals(trees, workspace(trees, scores), 1, found);
                for (int part = 0; part < found.length; part += 5) {
                    double step = 1e-4;
                    double[] up = scores.clone();
                    double[] down = scores.clone();
                    up[part] += step;
                    down[part] -= step;
                    double slope = (inference.logSum(trees, workspace(trees, up))
                                    - inference.logSum(trees, workspace(trees, down)))
                            / (2 * step);
                    assertThat(found[part]).as("part %d of %s", part, trees).isCloseTo(slope, within(1e-8));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 20, 800})
    void twoHundredWords(double spread) {
        for (boolean single : new boolean[] {true, false}) {
            SpanningTrees trees = new SpanningTrees(new Arcs(200, 1), single);
            double[] scores = scores(new Random(1), trees.arcs(), spread, 0);
            Workspace workspace = workspace(trees, scores);
            double[] marginals = new double[trees.parts()];
            double logSum = inference.addMarginals(trees, workspace, 1, marginals);
            DependencyTree best = inference.best(trees, workspace).output();

            assertThat(logSum).isCloseTo(inference.logSum(trees, workspace), within(1e-11 * Math.abs(logSum)));
            assertThat(best.score(scores)).isLessThanOrEqualTo(logSum + 1e-11 * Math.abs(logSum));
            assertThat(best.roots()).isGreaterThanOrEqualTo(1);
            double roots = 0;
            for (int m = 1; m <= 200; m++) {
                int first = trees.arcs().part(0, m, 0);
                assertThat(Arrays.stream(marginals, first, first + 200).sum()).isCloseTo(1, within(1e-11));
                roots += marginals[first];
            }
            if (single) {
                assertThat(roots).isCloseTo(1, within(1e-10));
                assertThat(best.roots()).isEqualTo(1);
            }
            DependencyTree sample = inference.sample(trees, workspace, new Random(2));
            assertThat(sample.score(scores)).isLessThanOrEqualTo(best.score(scores));
        }
    }

    /** The two kinds of numbers, each on its own. */
    @Test
    void plainAndWideNumbersAgree() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            int n = 1 + random.nextInt(30);
            double[] weights = new double[n * (n + 1)];
            for (int at = 0; at < weights.length; at++) {
                boolean isItself = at % (n + 1) == at / (n + 1) + 1;
                weights[at] = isItself ? Double.NEGATIVE_INFINITY : 3 * random.nextGaussian();
            }
            for (boolean single : new boolean[] {true, false}) {
                Elimination plain = new Elimination(new PlainNumbers());
                Elimination wide = new Elimination(new WideNumbers());
                double logSum = plain.marginals(n, weights, single, new double[0]);
                assertThat(wide.marginals(n, weights, single, new double[0])).isCloseTo(logSum, within(1e-12 * n));
                for (int at = 0; at < weights.length; at++) {
                    assertThat(wide.probabilities[at]).isCloseTo(plain.probabilities[at], within(1e-13));
                }
            }
        }
    }

    /** Given the heads that are drawn already, the probabilities of the next word are those of the trees that have them. */
    @Test
    void headsThatAreDrawnInTurnHaveTheirConditionalProbabilities() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int n = 1 + random.nextInt(9);
            boolean single = seed % 2 == 0;
            double[] weights = new double[n * (n + 1)];
            for (int at = 0; at < weights.length; at++) {
                boolean isItself = at % (n + 1) == at / (n + 1) + 1;
                boolean isForbidden = isItself || (at % (n + 1) > 0 && random.nextInt(4) == 0);
                weights[at] = isForbidden ? Double.NEGATIVE_INFINITY : 3 * random.nextGaussian();
            }
            double[] given = weights.clone();
            Elimination drawn = new Elimination(new WideNumbers());
            double[] product = {0};
            double logSum = drawn.draw(n, weights, single, word -> {
                Elimination fresh = new Elimination(new WideNumbers());
                double rest = fresh.marginals(n, given, single, new double[0]);
                int first = (word - 1) * (n + 1);
                int head = -1;
                for (int h = 0; h <= n; h++) {
                    assertThat(drawn.probabilities[first + h])
                            .isCloseTo(
                                    rest == Double.NEGATIVE_INFINITY ? 0 : fresh.probabilities[first + h],
                                    within(1e-12));
                    head = drawn.probabilities[first + h] > 0 && (head < 0 || random.nextBoolean()) ? h : head;
                }
                product[0] += Math.log(drawn.probabilities[first + head]);
                double kept = given[first + head];
                Arrays.fill(given, first, first + n + 1, Double.NEGATIVE_INFINITY);
                given[first + head] = kept;
                return head;
            });
            if (logSum > Double.NEGATIVE_INFINITY) {
                double score = Arrays.stream(given).filter(Double::isFinite).sum();
                assertThat(product[0])
                        .as("seed %d", seed)
                        .isCloseTo(score - logSumOf(n, weights, single), within(1e-10));
            }
        }
    }

    private static double logSumOf(int n, double[] weights, boolean single) {
        return new Elimination(new WideNumbers()).logSum(n, weights, single);
    }

    @Test
    void theBestTreeHasOneRootAlsoWhereMoreWouldBeBetter() {
        SpanningTrees trees = SpanningTrees.singleRoot(3, 1);
        double[] scores = new double[trees.parts()];
        for (int m = 1; m <= 3; m++) {
            scores[trees.arcs().part(0, m, 0)] = 1e6;
        }
        scores[trees.arcs().part(2, 1, 0)] = 1;
        scores[trees.arcs().part(2, 3, 0)] = 1;

        assertThat(inference.best(trees, workspace(trees, scores)).output().heads())
                .containsExactly(2, 0, 2);
        assertThat(inference
                        .best(SpanningTrees.anyRoots(3, 1), workspace(trees, scores))
                        .output()
                        .roots())
                .isEqualTo(3);
    }
}
