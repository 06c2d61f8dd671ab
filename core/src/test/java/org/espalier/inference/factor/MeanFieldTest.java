package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every round of the ascent, compared with expectations over all assignments. */
class MeanFieldTest {

    /** The same coordinate ascent, by listing all assignments. */
    private static final class Plain {
        private final FactorGraph graph;
        private final double[] scores;
        private final double[][] q;
        private double change;

        Plain(FactorGraph graph, double[] scores) {
            this.graph = graph;
            this.scores = scores;
            this.q = new double[graph.variables()][];
            for (int v = 0; v < q.length; v++) {
                q[v] = new double[graph.cardinality(v)];
                int live = 0;
                for (int x = 0; x < q[v].length; x++) {
                    live += isForbidden(graph.variableOffset(v) + x) ? 0 : 1;
                }
                for (int x = 0; x < q[v].length; x++) {
                    boolean dead = live > 0 && isForbidden(graph.variableOffset(v) + x);
                    q[v][x] = dead ? 0 : 1.0 / (live == 0 ? q[v].length : live);
                }
            }
        }

        private boolean isForbidden(int part) {
            return scores[part] == Double.NEGATIVE_INFINITY;
        }

        double probability(int[] values, int without) {
            double p = 1;
            for (int u = 0; u < values.length; u++) {
                p *= u == without ? 1 : q[u][values[u]];
            }
            return p;
        }

        void round(double damping) {
            change = 0;
            for (int v = 0; v < q.length; v++) {
                double[] expected = new double[q[v].length];
                double[] forbidden = new double[q[v].length];
                for (int[] values : SmallGraphs.assignments(graph)) {
                    double p = probability(values, v);
                    double[] counts = SmallGraphs.parts(graph, values);
                    for (int part = 0; part < counts.length; part++) {
                        if (counts[part] > 0 && isForbidden(part)) {
                            forbidden[values[v]] += p;
                        } else if (counts[part] > 0) {
                            expected[values[v]] += p * scores[part];
                        }
                    }
                }
                double least = Arrays.stream(forbidden).min().getAsDouble();
                double sum = 0;
                for (int x = 0; x < expected.length; x++) {
                    expected[x] = forbidden[x] > least + 1e-9 ? 0 : Math.exp(expected[x]);
                    sum += expected[x];
                }
                for (int x = 0; x < expected.length; x++) {
                    double next = (1 - damping) * expected[x] / sum + damping * q[v][x];
                    change = Math.max(change, Math.abs(next - q[v][x]));
                    q[v][x] = next;
                }
            }
        }

        /** E_q[score] + H(q), and the marginals under q. */
        double bound(double[] marginals) {
            double bound = 0;
            for (int[] values : SmallGraphs.assignments(graph)) {
                double p = probability(values, -1);
                if (p > 0) {
                    bound += p * (SmallGraphs.score(graph, values, scores) - Math.log(p));
                    double[] counts = SmallGraphs.parts(graph, values);
                    for (int part = 0; part < counts.length; part++) {
                        marginals[part] += p * counts[part];
                    }
                }
            }
            return bound;
        }
    }

    private static void compare(FactorGraph graph, Workspace workspace, int rounds, double damping) {
        Plain plain = new Plain(graph, workspace.scores());
        for (int k = 0; k < rounds; k++) {
            plain.round(damping);
        }
        double[] marginals = new double[graph.parts()];
        double bound = plain.bound(marginals);
        Approximation found = new MeanField(new IterationOptions(rounds, 0, damping)).approximate(graph, workspace);
        assertThat(found.marginals()).containsExactly(marginals, within(1e-10));
        if (bound == Double.NEGATIVE_INFINITY) {
            assertThat(found.logSum()).isEqualTo(bound);
        } else {
            assertThat(found.logSum()).isCloseTo(bound, within(1e-9));
        }
        assertThat(found.convergence().iterations()).isEqualTo(rounds);
        assertThat(found.convergence().change()).isCloseTo(plain.change, within(1e-10));
        assertThat(found.convergence().converged()).isEqualTo(plain.change == 0);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "5, 0", "1, 0.3", "4, 0.3"})
    void roundsAreThoseOfTheFormula(int rounds, double damping) {
        FactorGraph graph = SmallGraphs.loopy();
        for (long seed = 0; seed < 5; seed++) {
            compare(graph, SmallGraphs.scored(graph, seed, 1), rounds, damping);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "3, 0.5"})
    void forbiddenValuesAndEntriesHaveNoProbability(int rounds, double damping) {
        FactorGraph graph = SmallGraphs.loopy();
        for (long seed = 0; seed < 5; seed++) {
            Workspace workspace = SmallGraphs.scored(graph, seed, 1);
            double[] scores = workspace.scores();
            scores[graph.variableOffset(1) + 2] = Double.NEGATIVE_INFINITY;
            scores[graph.factorOffset(5) + 1] = Double.NEGATIVE_INFINITY;
            compare(graph, workspace, rounds, damping);
        }
    }

    /** Every value of a variable is forbidden: it begins with all of them, and the bound says that none is possible. */
    @Test
    void whereNothingIsPossibleTheBoundSaysSo() {
        FactorGraph graph = SmallGraphs.loopy();
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        workspace.scores()[graph.variableOffset(2)] = Double.NEGATIVE_INFINITY;
        workspace.scores()[graph.variableOffset(2) + 1] = Double.NEGATIVE_INFINITY;
        compare(graph, workspace, 2, 0);
        assertThat(new MeanField(IterationOptions.DEFAULTS)
                        .approximate(graph, workspace)
                        .logSum())
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void itEndsWhereNoProbabilityChangesByMore() {
        FactorGraph graph = SmallGraphs.loopy();
        Workspace workspace = SmallGraphs.scored(graph, 3, 0.5);
        IterationOptions coarse = IterationOptions.DEFAULTS.withTolerance(1e-3);
        Convergence early = new MeanField(coarse).approximate(graph, workspace).convergence();
        Convergence late = new MeanField(IterationOptions.DEFAULTS)
                .approximate(graph, workspace)
                .convergence();
        assertThat(early.converged()).isTrue();
        assertThat(early.change()).isBetween(1e-12, 1e-3);
        assertThat(late.change()).isLessThanOrEqualTo(1e-10);
        assertThat(late.iterations()).isGreaterThan(early.iterations());
        Plain plain = new Plain(graph, workspace.scores());
        int rounds = 0;
        do {
            plain.round(0);
            rounds++;
        } while (plain.change > 1e-3);
        assertThat(early.iterations()).isEqualTo(rounds);
    }
}
