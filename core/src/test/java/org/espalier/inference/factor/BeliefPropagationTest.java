package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs with loops, against messages that are all sent at once, as numbers and not as logarithms, until nothing changes. */
class BeliefPropagationTest {

    /** The textbook: every message anew from all old ones. */
    private static final class Flooding {
        private final FactorGraph graph;
        private final double[] scores;
        private double[][][] messages; // [factors][arity][values]

        Flooding(FactorGraph graph, double[] scores) {
            this.graph = graph;
            this.scores = scores;
            this.messages = new double[graph.factors()][][];
            for (int f = 0; f < messages.length; f++) {
                messages[f] = new double[graph.arity(f)][];
                for (int k = 0; k < messages[f].length; k++) {
                    messages[f][k] = new double[graph.cardinality(graph.variable(f, k))];
                    Arrays.fill(messages[f][k], 1);
                }
            }
        }

        private double[] belief(int v, int without) {
            double[] belief = new double[graph.cardinality(v)];
            for (int x = 0; x < belief.length; x++) {
                belief[x] = Math.exp(scores[graph.variableOffset(v) + x]);
            }
            for (int f = 0; f < messages.length; f++) {
                for (int k = 0; k < messages[f].length; k++) {
                    for (int x = 0; x < belief.length && graph.variable(f, k) == v && f != without; x++) {
                        belief[x] *= messages[f][k][x];
                    }
                }
            }
            return belief;
        }

        private double[] table(int f, int without) {
            double[] table = new double[graph.factorSize(f)];
            for (int entry = 0; entry < table.length; entry++) {
                table[entry] = Math.exp(scores[graph.factorOffset(f) + entry]);
                for (int k = 0; k < graph.arity(f); k++) {
                    int x = entry / graph.stride(f, k) % graph.cardinality(graph.variable(f, k));
                    table[entry] *= k == without ? 1 : belief(graph.variable(f, k), f)[x];
                }
            }
            return table;
        }

        void round() {
            double[][][] next = new double[messages.length][][];
            for (int f = 0; f < next.length; f++) {
                next[f] = new double[messages[f].length][];
                for (int k = 0; k < next[f].length; k++) {
                    double[] table = table(f, k);
                    next[f][k] = new double[messages[f][k].length];
                    for (int entry = 0; entry < table.length; entry++) {
                        next[f][k][entry / graph.stride(f, k) % next[f][k].length] += table[entry];
                    }
                    normalise(next[f][k]);
                }
            }
            messages = next;
        }

        private static void normalise(double[] numbers) {
            double sum = Arrays.stream(numbers).sum();
            for (int x = 0; x < numbers.length; x++) {
                numbers[x] /= sum;
            }
        }

        /** Bethe's log Z, and beliefs. */
        double logSum(double[] marginals) {
            double logSum = 0;
            for (int v = 0; v < graph.variables(); v++) {
                int degree = 0;
                for (int f = 0; f < graph.factors(); f++) {
                    for (int u : graph.scope(f)) {
                        degree += u == v ? 1 : 0;
                    }
                }
                logSum += settle(belief(v, -1), graph.variableOffset(v), 1 - degree, marginals);
            }
            for (int f = 0; f < graph.factors(); f++) {
                logSum += settle(table(f, -1), graph.factorOffset(f), 1, marginals);
            }
            return logSum;
        }

        private double settle(double[] belief, int offset, int times, double[] marginals) {
            normalise(belief);
            double sum = 0;
            for (int x = 0; x < belief.length; x++) {
                marginals[offset + x] = belief[x];
                if (belief[x] > 0) {
                    sum += belief[x] * scores[offset + x] - times * belief[x] * Math.log(belief[x]);
                }
            }
            return sum;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4})
    void beliefsAndBethesLogZAreThoseOfTheTextbook(double damping) {
        for (FactorGraph graph : List.of(SmallGraphs.loopy(), SmallGraphs.grid(3, 3, 2))) {
            for (long seed = 0; seed < 4; seed++) {
                Workspace workspace = SmallGraphs.scored(graph, seed, 0.5);
                if (seed == 3) {
                    workspace.scores()[graph.variableOffset(1)] = Double.NEGATIVE_INFINITY;
                }
                Flooding plain = new Flooding(graph, workspace.scores());
                for (int round = 0; round < 300; round++) {
                    plain.round();
                }
                double[] marginals = new double[graph.parts()];
                double logSum = plain.logSum(marginals);

                BeliefPropagation tested = new BeliefPropagation(
                        IterationOptions.DEFAULTS.withDamping(damping).withTolerance(1e-13));
                Approximation found = tested.approximate(graph, workspace);
                assertThat(found.convergence().converged()).isTrue();
                assertThat(found.convergence().change()).isZero();
                assertThat(found.convergence().iterations()).isBetween(2, 500);
                assertThat(found.logSum()).as("seed %d", seed).isCloseTo(logSum, within(1e-9));
                assertThat(found.marginals()).containsExactly(marginals, within(1e-9));
                assertThat(tested.logSum(graph, workspace)).isEqualTo(found.logSum());
            }
        }
    }

    @Test
    void itSaysWhenTheMessagesHaveNotSettled() {
        FactorGraph graph = SmallGraphs.grid(3, 3, 2);
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        for (int rounds = 1; rounds <= 3; rounds++) {
            Convergence found = new BeliefPropagation(
                            IterationOptions.DEFAULTS.withIterations(rounds).withTolerance(1e-14))
                    .approximate(graph, workspace)
                    .convergence();
            assertThat(found.converged()).isFalse();
            assertThat(found.iterations()).isEqualTo(rounds);
            assertThat(found.change()).isBetween(1e-14, 1.0);
        }
        Convergence early = new BeliefPropagation(IterationOptions.DEFAULTS.withTolerance(1e-2))
                .approximate(graph, workspace)
                .convergence();
        Convergence late = new BeliefPropagation(IterationOptions.DEFAULTS)
                .approximate(graph, workspace)
                .convergence();
        assertThat(early.converged()).isTrue();
        assertThat(early.iterations()).isLessThan(late.iterations());
        FactorGraph alone = FactorGraph.of(new int[] {3}, new int[0][]);
        assertThat(new BeliefPropagation(IterationOptions.DEFAULTS)
                        .approximate(alone, SmallGraphs.scored(alone, 1, 1))
                        .convergence())
                .isEqualTo(new Convergence(true, 0, 0));
    }

    @Test
    void marginalsAreAddedWithTheirWeight() {
        FactorGraph graph = SmallGraphs.loopy();
        Workspace workspace = SmallGraphs.scored(graph, 5, 1);
        BeliefPropagation tested = new BeliefPropagation(IterationOptions.DEFAULTS);
        Approximation plain = tested.approximate(graph, workspace);
        double[] into = new double[graph.parts()];
        Arrays.fill(into, 2);
        assertThat(tested.addMarginals(graph, workspace, -3, into)).isEqualTo(plain.logSum());
        for (int part = 0; part < into.length; part++) {
            assertThat(into[part]).isCloseTo(2 - 3 * plain.marginals()[part], within(1e-12));
        }
    }

    /** No single change improves it, and it is the best of all where couplings are weak. */
    @Test
    void theBestAssignmentIsALocalOptimum() {
        FactorGraph graph = SmallGraphs.loopy();
        BeliefPropagation tested = new BeliefPropagation(IterationOptions.DEFAULTS.withIterations(50));
        for (long seed = 0; seed < 60; seed++) {
            double[] scores;
            Workspace workspace = SmallGraphs.scored(graph, seed, 3);
            scores = workspace.scores();
            ScoredOutput<Assignment> best = tested.best(graph, workspace);
            int[] values = best.output().values();
            assertThat(best.score()).isEqualTo(SmallGraphs.score(graph, values, scores));
            for (int v = 0; v < values.length; v++) {
                for (int x = 0; x < graph.cardinality(v); x++) {
                    int[] other = values.clone();
                    other[v] = x;
                    assertThat(SmallGraphs.score(graph, other, scores))
                            .as("seed %d", seed)
                            .isLessThanOrEqualTo(best.score() + 1e-12);
                }
            }
            assertThat(tested.nBest(graph, workspace, 3))
                    .singleElement()
                    .satisfies(only -> assertThat(only.score()).isEqualTo(best.score()));
            Workspace weak = SmallGraphs.scored(graph, seed, 1);
            for (int part = graph.factorOffset(0); part < graph.parts(); part++) {
                weak.scores()[part] *= 0.05;
            }
            double most = SmallGraphs.assignments(graph).stream()
                    .mapToDouble(all -> SmallGraphs.score(graph, all, weak.scores()))
                    .max()
                    .getAsDouble();
            assertThat(tested.best(graph, weak).score()).isCloseTo(most, within(1e-12));
        }
    }

    @Test
    void whereNothingIsPossibleThereIsNothingToFind() {
        FactorGraph graph = FactorGraph.of(new int[] {2, 2}, new int[][] {{0, 1}});
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        for (int entry = 0; entry < 4; entry++) {
            workspace.scores()[graph.factorOffset(0) + entry] = Double.NEGATIVE_INFINITY;
        }
        BeliefPropagation tested = new BeliefPropagation(IterationOptions.DEFAULTS);
        assertThat(tested.logSum(graph, workspace)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(tested.approximate(graph, workspace).marginals()).containsOnly(0);
        assertThat(tested.nBest(graph, workspace, 2)).isEmpty();
        assertThat(tested.nBest(graph, workspace, 1)).isEmpty();
        assertThatThrownBy(() -> tested.nBest(graph, workspace, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("n = 0; expected at least 1");
        assertThatThrownBy(() -> tested.sample(graph, workspace, new Random(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("every assignment is forbidden");
    }

    @Test
    void samplesHaveTheMarginalsOfTheGraph() {
        FactorGraph graph = SmallGraphs.loopy();
        Workspace workspace = SmallGraphs.scored(graph, 6, 1);
        workspace.scores()[graph.variableOffset(1) + 1] = Double.NEGATIVE_INFINITY;
        for (int part = graph.factorOffset(0); part < graph.parts(); part++) {
            workspace.scores()[part] *= 2; // so that variables depend on each other
        }
        BeliefPropagation tested = new BeliefPropagation(IterationOptions.DEFAULTS);
        double[] expected = new double[graph.parts()];
        new JunctionTreeInference().addMarginals(graph, workspace, 1, expected);
        double[] found = new double[graph.parts()];
        Random random = new Random(2);
        int draws = 1_000;
        for (int n = 0; n < draws; n++) {
            tested.sample(graph, workspace, random).addTo(found, 1.0 / draws);
        }
        assertThat(found).containsExactly(expected, within(5 * 0.5 / Math.sqrt(draws)));
        assertThat(found[graph.variableOffset(1) + 1]).isZero();
    }

    @Test
    void thereAreNoDerivatives() {
        BeliefPropagation tested = new BeliefPropagation(IterationOptions.DEFAULTS);
        assertThat(tested.hasMarginalDerivatives()).isFalse();
        FactorGraph graph = SmallGraphs.loopy();
        assertThatThrownBy(() -> tested.addMarginalDerivatives(
                        graph, SmallGraphs.scored(graph, 1, 1), new double[graph.parts()], 1, new double[0]))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void optionsAreChecked() {
        IterationOptions options = new IterationOptions(1, 0, 0);
        assertThat(options.withIterations(3).withTolerance(0.5).withDamping(0.25))
                .isEqualTo(new IterationOptions(3, 0.5, 0.25));
        assertThatThrownBy(() -> options.withIterations(0)).hasMessageContaining("iterations = 0; expected at least 1");
        for (double bad : new double[] {-1e-9, 1, Double.NaN}) {
            assertThatThrownBy(() -> options.withTolerance(bad)).hasMessageContaining("tolerance = " + bad);
            assertThatThrownBy(() -> options.withDamping(bad)).hasMessageContaining("damping = " + bad);
        }
    }
}
