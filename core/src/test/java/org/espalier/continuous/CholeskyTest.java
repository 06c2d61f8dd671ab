package org.espalier.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Banded and sparse factors against dense matrices. */
class CholeskyTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13, 30, 60})
    void bothAnswerAsADenseMatrixDoes(int size) {
        Random random = new Random(size);
        for (int trial = 0; trial < 20; trial++) {
            NeighbourGraph graph = Dense.graph(size, Math.min(0.5, 2.0 * random.nextDouble() / size), random);
            int[] from = IntStream.range(0, graph.edges()).map(graph::from).toArray();
            int[] to = IntStream.range(0, graph.edges()).map(graph::to).toArray();
            double[][] regressors = {Dense.values(size, 0, random)};
            double[] alpha = {0.2 + random.nextDouble()};
            double[] beta = {random.nextDouble(), 3 * random.nextDouble()};
            double[][] precision = Dense.precision(graph, regressors, alpha, beta);
            check(new BandedCholesky(size, graph.bandwidth(), from, to), graph, precision, beta);
            check(new SparseCholesky(Elimination.minimumDegree(size, from, to), from, to), graph, precision, beta);
            check(Cholesky.of(size, from, to), graph, precision, beta);
        }
    }

    private static void check(Cholesky cholesky, NeighbourGraph graph, double[][] precision, double[] beta) {
        int n = graph.positions();
        double[] diagonal = new double[n];
        Arrays.setAll(diagonal, i -> precision[i][i]);
        double[] pairs = new double[graph.edges()];
        Arrays.setAll(pairs, e -> -2 * beta[graph.kind(e)] * graph.similarity(e));
        double[][] inverse = Dense.inverse(Arrays.copyOf(precision, n));
        for (int again = 0; again < 2; again++) { // numbers may be replaced
            assertThat(cholesky.factor(diagonal, pairs)).isTrue();
            assertThat(cholesky.logDeterminant())
                    .isEqualTo(inverse[n][0], within(1e-10 * (1 + Math.abs(inverse[n][0]))));
            double[] solution = precision[n].clone();
            cholesky.solve(solution);
            double[] variances = new double[n];
            double[] covariances = new double[graph.edges()];
            cholesky.inverse(variances, covariances);
            for (int i = 0; i < n; i++) {
                double expected = 0;
                for (int j = 0; j < n; j++) {
                    expected += inverse[i][j] * precision[n][j];
                }
                assertThat(solution[i]).isEqualTo(expected, within(1e-10));
                assertThat(variances[i]).isEqualTo(inverse[i][i], within(1e-10));
            }
            for (int e = 0; e < graph.edges(); e++) {
                assertThat(covariances[e]).isEqualTo(inverse[graph.from(e)][graph.to(e)], within(1e-10));
            }
        }
    }

    @Test
    void whatIsNotPositiveDefiniteIsTold() {
        int[] from = {0};
        int[] to = {1};
        Cholesky sparse = new SparseCholesky(Elimination.minimumDegree(2, from, to), from, to);
        for (Cholesky cholesky : new Cholesky[] {new BandedCholesky(2, 1, from, to), sparse}) {
            assertThat(cholesky.factor(new double[] {1, 1}, new double[] {-1})).isFalse();
            assertThat(cholesky.factor(new double[] {0, 1}, new double[] {0})).isFalse();
            assertThat(cholesky.factor(new double[] {Double.NaN, 1}, new double[] {0}))
                    .isFalse();
            assertThat(cholesky.factor(new double[] {2, 2}, new double[] {-1})).isTrue();
            assertThat(cholesky.logDeterminant()).isEqualTo(Math.log(3), within(1e-15));
        }
    }

    @Test
    void aFullMatrixIsABandOfAllColumns() {
        BandedCholesky cholesky = BandedCholesky.full(3);
        assertThat(cholesky.factor(new double[] {4, 2, 5, 2, 3, 6})).isTrue();
        double[] solution = {8, 10, 11};
        cholesky.solve(solution);
        assertThat(solution).containsExactly(new double[] {1, 1, 1}, within(1e-15));
    }

    @Test
    void aBandThatDoesNotFitIntoMemoryIsRefused() {
        assertThatThrownBy(() -> new BandedCholesky(2_000_000, 2_000, new int[0], new int[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use smaller lags");
    }

    /** Eliminates row by row, writing every new neighbour out. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 10, 25, 40})
    void columnsAreTheNeighboursAtTheTime(int size) {
        Random random = new Random(100 + size);
        for (int trial = 0; trial < 20; trial++) {
            NeighbourGraph graph = Dense.graph(size, 1.5 * random.nextDouble() / size, random);
            int[] from = IntStream.range(0, graph.edges()).map(graph::from).toArray();
            int[] to = IntStream.range(0, graph.edges()).map(graph::to).toArray();
            Elimination elimination = Elimination.minimumDegree(size, from, to);
            boolean[][] adjacent = new boolean[size][size];
            for (int e = 0; e < from.length; e++) {
                adjacent[from[e]][to[e]] = true;
                adjacent[to[e]][from[e]] = true;
            }
            boolean[] gone = new boolean[size];
            for (int k = 0; k < size; k++) {
                int row = elimination.order()[k];
                assertThat(elimination.place()[row]).isEqualTo(k);
                int[] left = IntStream.range(0, size)
                        .filter(i -> !gone[i] && adjacent[row][i])
                        .toArray();
                int least = IntStream.range(0, size)
                        .filter(i -> !gone[i])
                        .map(i -> (int) IntStream.range(0, size)
                                .filter(j -> !gone[j] && adjacent[i][j])
                                .count())
                        .min()
                        .orElseThrow();
                assertThat(left).hasSize(least);
                assertThat(elimination.columns()[k])
                        .containsExactly(Arrays.stream(left)
                                .map(i -> elimination.place()[i])
                                .sorted()
                                .toArray());
                for (int i : left) {
                    for (int j : left) {
                        adjacent[i][j] |= i != j;
                    }
                }
                gone[row] = true;
            }
        }
    }

    @Test
    void aTreeHasNoFillAndAGridLessThanItsBand() {
        int[] from = IntStream.range(1, 500).map(i -> (i - 1) / 3).toArray();
        int[] to = IntStream.range(1, 500).toArray();
        assertThat(Elimination.minimumDegree(500, from, to).entries()).isEqualTo(499);
        int side = 30;
        int[] across = IntStream.range(0, side * side).filter(i -> i % side > 0).toArray();
        int[] down = IntStream.range(side, side * side).toArray();
        int[] lower = IntStream.concat(
                        Arrays.stream(across).map(i -> i - 1),
                        Arrays.stream(down).map(i -> i - side))
                .toArray();
        int[] upper =
                IntStream.concat(Arrays.stream(across), Arrays.stream(down)).toArray();
        assertThat(Elimination.minimumDegree(side * side, lower, upper).entries())
                .isLessThan(side * side * side / 2);
    }
}
