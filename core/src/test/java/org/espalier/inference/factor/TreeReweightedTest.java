package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound of tree-reweighted messages, against the junction tree. */
class TreeReweightedTest {
    private static final IterationOptions MANY = new IterationOptions(5000, 1e-11, 0);

    private static FactorGraph grid(int rows, int columns, int values) {
        List<int[]> scopes = new ArrayList<>();
        for (int v = 0; v < rows * columns; v++) {
            if ((v + 1) % columns != 0) {
                scopes.add(new int[] {v, v + 1});
            }
            if (v + columns < rows * columns) {
                scopes.add(new int[] {v, v + columns});
            }
        }
        int[] cardinalities = new int[rows * columns];
        Arrays.fill(cardinalities, values);
        return FactorGraph.of(cardinalities, scopes.toArray(int[][]::new));
    }

    private static FactorGraph tree(Random random, int variables) {
        int[][] scopes = new int[variables - 1][];
        for (int v = 1; v < variables; v++) {
            scopes[v - 1] = new int[] {v, random.nextInt(v)};
        }
        int[] cardinalities = random.ints(variables, 1, 4).toArray();
        return FactorGraph.of(cardinalities, scopes);
    }

    private static Workspace scores(FactorGraph graph, Random random, double scale) {
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        for (int part = 0; part < graph.parts(); part++) {
            workspace.scores()[part] = scale * random.nextGaussian();
        }
        return workspace;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void itBoundsLogZFromAbove(int seed) {
        Random random = new Random(seed);
        FactorGraph graph = grid(3, 4, 3);
        Workspace workspace = scores(graph, random, 0.3 * seed);
        Approximation found = new TreeReweighted(MANY.withDamping(0.3)).approximate(graph, workspace);
        double exact = new JunctionTreeInference().logSum(graph, workspace);
        assertThat(found.convergence().converged()).isTrue();
        assertThat(found.logSum()).isGreaterThan(exact - 1e-8);
        assertThat(found.logSum()).isLessThan(exact + 0.25 * graph.variables());
    }

    /** The pseudo-marginals are the derivatives of the bound, so a training with it minimises a function. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void itsMarginalsAreTheGradientOfTheBound(int seed) {
        Random random = new Random(seed);
        FactorGraph graph = grid(2, 3, 2);
        Workspace workspace = scores(graph, random, 1);
        TreeReweighted inference = new TreeReweighted(MANY.withDamping(0.3));
        double[] marginals = inference.approximate(graph, workspace).marginals();
        double step = 1e-5;
        for (int part = 0; part < graph.parts(); part++) {
            double kept = workspace.scores()[part];
            workspace.scores()[part] = kept + step;
            double above = inference.logSum(graph, workspace);
            workspace.scores()[part] = kept - step;
            double below = inference.logSum(graph, workspace);
            workspace.scores()[part] = kept;
            assertThat((above - below) / (2 * step)).isCloseTo(marginals[part], within(1e-5));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void onTreesSweepsAreExact(int seed) {
        Random random = new Random(seed);
        FactorGraph graph = tree(random, 3 + seed);
        Workspace workspace = scores(graph, random, 2);
        double[] expected = new double[graph.parts()];
        double exact = new JunctionTreeInference().addMarginals(graph, workspace, 1, expected);
        List<ApproximateInference> all =
                List.of(new TreeReweighted(MANY), new BeliefPropagation(MANY, BeliefPropagation.Schedule.SWEEPS));
        for (ApproximateInference inference : all) {
            Approximation found = inference.approximate(graph, workspace);
            assertThat(found.logSum()).isCloseTo(exact, within(1e-8));
            assertThat(found.marginals()).containsExactly(expected, within(1e-8));
            assertThat(inference.best(graph, workspace).score())
                    .isCloseTo(
                            new JunctionTreeInference().best(graph, workspace).score(), within(1e-9));
        }
    }

    /** Both schedules have the same fixed points, here the only one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void sweepsAgreeWithTheResidualSchedule(int seed) {
        FactorGraph graph = grid(3, 3, 3);
        Workspace workspace = scores(graph, new Random(seed), 0.5);
        Approximation swept =
                new BeliefPropagation(MANY, BeliefPropagation.Schedule.SWEEPS).approximate(graph, workspace);
        Approximation residual = new BeliefPropagation(MANY).approximate(graph, workspace);
        assertThat(swept.logSum()).isCloseTo(residual.logSum(), within(1e-7));
        assertThat(swept.marginals()).containsExactly(residual.marginals(), within(1e-7));
    }

    /** Every factor of a forest is in it with certainty; of a square three of four. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void sharesAreThoseOfForests(int seed) {
        assertThat(SpanningForests.shares(tree(new Random(seed), 8))).containsOnly(1.0);
        double[] square = SpanningForests.shares(grid(2, 2, 2));
        assertThat(Arrays.stream(square).sum()).isCloseTo(3, within(1e-12));
        assertThat(Arrays.stream(square).allMatch(share -> share >= 0.5 && share < 1))
                .isTrue();
        FactorGraph triples = FactorGraph.of(new int[] {2, 2, 2, 2}, new int[][] {{0, 1, 2}, {1, 2, 3}, {3}});
        assertThat(SpanningForests.shares(triples)).containsExactly(0.5, 0.5, 1.0);
    }
}
