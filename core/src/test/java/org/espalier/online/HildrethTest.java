package org.espalier.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HildrethTest {

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.5, 3, Double.POSITIVE_INFINITY})
    void findsTheOptimumThatTryingAllActiveSetsFinds(double bound) {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int size = 1 + random.nextInt(4);
            double[] gram = gram(random, size, size + 3);
            double[] target = random.doubles(size, -2, 4).toArray();
            double[] alphas = new double[size];
            new Hildreth().solve(gram, target, size, bound, alphas);
            double reached = value(gram, target, alphas);
            double best = bestOfAllActiveSets(gram, target, size, bound);
            assertThat(reached).as("seed %d, C = %s", seed, bound).isCloseTo(best, within(1e-9 * (1 + Math.abs(best))));
            assertThat(Arrays.stream(alphas)).allMatch(alpha -> alpha >= 0 && alpha <= bound);
        }
    }

    /** G = ΔΔᵀ of fewer dimensions than rows is singular: the optimum is not unique, its value is. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void dependentConstraintsSatisfyTheConditionsOfOptimality(long seed) {
        Random random = new Random(seed);
        int size = 8;
        double bound = 0.7;
        double[] gram = gram(random, size, 3);
        double[] target = random.doubles(size, -1, 3).toArray();
        double[] alphas = new double[size];
        new Hildreth().solve(gram, target, size, bound, alphas);
        for (int i = 0; i < size; i++) {
            double gradient = target[i];
            for (int j = 0; j < size; j++) {
                gradient -= gram[i * size + j] * alphas[j];
            }
            if (alphas[i] == 0) {
                assertThat(gradient).isLessThan(1e-7);
            } else if (alphas[i] == bound) {
                assertThat(gradient).isGreaterThan(-1e-7);
            } else {
                assertThat(gradient).isCloseTo(0, within(1e-7));
            }
        }
    }

    private static double[] gram(Random random, int size, int dimensions) {
        double[][] rows = new double[size][];
        Arrays.setAll(rows, i -> random.doubles(dimensions, -1, 1).toArray());
        double[] gram = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                for (int k = 0; k < dimensions; k++) {
                    gram[i * size + j] += rows[i][k] * rows[j][k];
                }
            }
        }
        return gram;
    }

    private static double value(double[] gram, double[] target, double[] alphas) {
        double value = 0;
        for (int i = 0; i < alphas.length; i++) {
            value += alphas[i] * target[i];
            for (int j = 0; j < alphas.length; j++) {
                value -= 0.5 * alphas[i] * gram[i * alphas.length + j] * alphas[j];
            }
        }
        return value;
    }

    /** Every coordinate is 0, C or free; the free ones solve a linear system; the best feasible point wins. */
    private static double bestOfAllActiveSets(double[] gram, double[] target, int size, double bound) {
        double best = 0;
        for (int code = 0; code < Math.pow(3, size); code++) {
            double[] alphas = point(gram, target, size, bound, code);
            boolean feasible = Arrays.stream(alphas).allMatch(alpha -> alpha >= -1e-12 && alpha <= bound + 1e-12);
            if (feasible) {
                best = Math.max(best, value(gram, target, alphas));
            }
        }
        return best;
    }

    private static double[] point(double[] gram, double[] target, int size, double bound, int code) {
        double[] alphas = new double[size];
        int[] free = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++, code /= 3) {
            switch (code % 3) {
                case 0 -> alphas[i] = 0;
                case 1 -> alphas[i] = bound;
                default -> free[count++] = i;
            }
        }
        if (Arrays.stream(alphas).anyMatch(Double::isInfinite)) {
            Arrays.fill(alphas, -1); // not a point
            return alphas;
        }
        double[][] system = new double[count][count + 1];
        for (int r = 0; r < count; r++) {
            system[r][count] = target[free[r]];
            for (int j = 0; j < size; j++) {
                system[r][count] -= gram[free[r] * size + j] * alphas[j];
            }
            for (int c = 0; c < count; c++) {
                system[r][c] = gram[free[r] * size + free[c]];
            }
        }
        double[] solved = solve(system);
        for (int r = 0; r < count; r++) {
            alphas[free[r]] = solved[r];
        }
        return alphas;
    }

    /** Gauss–Jordan with pivots. */
    private static double[] solve(double[][] system) {
        int n = system.length;
        for (int c = 0; c < n; c++) {
            int pivot = c;
            for (int r = c + 1; r < n; r++) {
                pivot = Math.abs(system[r][c]) > Math.abs(system[pivot][c]) ? r : pivot;
            }
            double[] row = system[pivot];
            system[pivot] = system[c];
            system[c] = row;
            for (int r = 0; r < n; r++) {
                if (r != c) {
                    double factor = system[r][c] / row[c];
                    for (int k = c; k <= n; k++) {
                        system[r][k] -= factor * row[k];
                    }
                }
            }
        }
        double[] solution = new double[n];
        Arrays.setAll(solution, r -> system[r][n] / system[r][r]);
        return solution;
    }
}
