package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.structure.chain.Transitions;
import org.junit.jupiter.api.Test;

/** Rows times sparse matrices with closed states, against the whole matrix in plain loops. */
class LimitedRowsTest {
    private static final double BASE = 0.7; // of pairs without a part

    /**
     * A case.
     *
     * @param matrix the factor of every step; 0 where it is forbidden // [S][S]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Case(Transitions transitions, double[][] matrix, double[] rows, double[] columns) {}

    private static Case draw(Random random) {
        int states = 1 + random.nextInt(7);
        BitSet sources = new BitSet();
        BitSet targets = new BitSet();
        for (int s = 0; s < states; s++) {
            sources.set(s, random.nextInt(3) == 0);
            targets.set(s, random.nextInt(3) == 0);
        }
        int[] arcs = IntStream.range(0, states * states)
                .filter(pair -> random.nextInt(3) == 0)
                .toArray();
        Transitions transitions = Transitions.limited(states, arcs, sources, targets);
        double[][] matrix = new double[states][states];
        double[] rows = new double[transitions.parts()];
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states; j++) {
                int part = transitions.part(i, j);
                if (part >= 0) {
                    rows[part] = random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
                }
                matrix[i][j] = part >= 0 ? rows[part] : sources.get(i) || targets.get(j) ? 0 : BASE;
            }
        }
        double[] columns = new double[rows.length];
        for (int k = 0; k < columns.length; k++) {
            columns[k] = rows[transitions.columnPart(k)];
        }
        return new Case(transitions, matrix, rows, columns);
    }

    /** Numbers of very different sizes, so that a difference would cancel. */
    private static double[] numbers(Random random, int count) {
        double[] numbers = new double[count];
        for (int k = 0; k < count; k++) {
            numbers[k] = random.nextInt(5) == 0 ? 0 : random.nextDouble() * Math.pow(10, -random.nextInt(20));
        }
        return numbers;
    }

    private static void close(double found, double expected, long seed) {
        assertThat(found).as("seed %d", seed).isCloseTo(expected, within(1e-13 * Math.abs(expected)));
    }

    @Test
    void productsHaveAllTheirDigits() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Case drawn = draw(random);
            int states = drawn.transitions.states();
            int offset = random.nextInt(3);
            double[] a = numbers(random, offset + states);
            double[] after = new double[states];
            double[] before = new double[states];
            LimitedRows.rowTimesMatrix(drawn.transitions, BASE, drawn.columns, a, offset, after);
            LimitedRows.matrixTimesRow(drawn.transitions, BASE, drawn.rows, a, offset, before);
            for (int s = 0; s < states; s++) {
                double column = 0;
                double row = 0;
                for (int other = 0; other < states; other++) {
                    column += a[offset + other] * drawn.matrix[other][s];
                    row += drawn.matrix[s][other] * a[offset + other];
                }
                close(after[s], column, seed);
                close(before[s], row, seed);
            }
        }
    }

    @Test
    void closedStatesHaveNoStepsButThoseWithParts() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Transitions transitions = draw(random).transitions;
            int states = transitions.states();
            int offset = random.nextInt(3);
            double[] a = new double[offset + states];
            for (int k = 0; k < a.length; k++) {
                a[k] = random.nextGaussian();
            }
            for (int j = 0; j < states; j++) {
                double best = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < states; i++) {
                    boolean open = !transitions.isClosedSource(i) && !transitions.isClosedTarget(j);
                    assertThat(LimitedRows.absent(transitions, i, j)).isEqualTo(open ? 0 : Double.NEGATIVE_INFINITY);
                    if (open && transitions.part(i, j) < 0) {
                        best = Math.max(best, a[offset + i]);
                    }
                }
                assertThat(LimitedRows.bestWithout(transitions, j, a, offset))
                        .as("seed %d", seed)
                        .isEqualTo(best);
            }
        }
    }
}
