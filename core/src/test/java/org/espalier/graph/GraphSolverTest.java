package org.espalier.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.JunctionTreeOptions;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every method, on random models, against the list of all assignments in plain loops. */
class GraphSolverTest {
    private static final IterationOptions MANY = new IterationOptions(20_000, 1e-12, 0.5);

    private static GraphModel model(Random random, int[][] scopes, int variables, double zeros) {
        FactorGraph graph = FactorGraph.of(random.ints(variables, 1, 4).toArray(), scopes);
        double[] potentials = new double[graph.parts() - graph.factorOffset(0)];
        Arrays.setAll(potentials, entry -> random.nextDouble() < zeros ? 0 : Math.exp(1.5 * random.nextGaussian()));
        return GraphModel.of(GraphModel.Kind.MARKOV, graph, potentials);
    }

    private static int[][] anyScopes(Random random, int variables) {
        int[][] scopes = new int[1 + random.nextInt(8)][];
        for (int f = 0; f < scopes.length; f++) {
            scopes[f] = random.ints(0, variables)
                    .distinct()
                    .limit(random.nextInt(Math.min(3, variables) + 1))
                    .toArray();
        }
        return scopes;
    }

    private static int[][] treeScopes(Random random, int variables) {
        int[][] scopes = new int[variables - 1][];
        for (int v = 1; v < variables; v++) {
            int other = random.nextInt(v);
            scopes[v - 1] = random.nextBoolean() ? new int[] {v, other} : new int[] {other, v};
        }
        return scopes;
    }

    /** Σ and maximum of the products of potentials over all assignments with the evidence. */
    private static double[] listed(GraphModel model, int evidence) {
        FactorGraph graph = model.graph();
        int[] values = new int[graph.variables()];
        double sum = 0;
        double most = 0;
        boolean more = true;
        while (more) {
            double product = evidence < 0 || values[0] == evidence ? 1 : 0;
            for (int f = 0; f < graph.factors(); f++) {
                int entry = 0;
                for (int v : graph.scope(f)) {
                    entry = entry * graph.cardinality(v) + values[v];
                }
                product *= model.potential(f, entry);
            }
            sum += product;
            most = Math.max(most, product);
            int v = 0;
            while (v < values.length && ++values[v] == graph.cardinality(v)) {
                values[v++] = 0;
            }
            more = v < values.length;
        }
        return new double[] {sum, most};
    }

    private static GraphSolver solver(GraphModel model, int evidence, GraphMethod method) {
        int[][] allowed = new int[model.graph().variables()][];
        allowed[0] = evidence < 0 ? null : new int[] {evidence};
        return new GraphSolver(
                model,
                AllowedValues.of(allowed),
                GraphOptions.usual()
                        .withMethod(method)
                        .withIteration(method == GraphMethod.TRW_S ? MANY.withDamping(0) : MANY));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26})
    void treeReweightedMessagesBoundZFromAbove(int seed) {
        Random random = new Random(seed);
        int variables = 1 + random.nextInt(6);
        GraphModel model = model(random, anyScopes(random, variables), variables, seed % 4 == 0 ? 0.1 : 0);
        int evidence = seed % 3 == 0 ? 0 : -1;
        double sum = listed(model, evidence)[0];
        if (sum == 0) {
            return;
        }
        GraphAnswer answer = solver(model, evidence, GraphMethod.TRW).infer();
        assertThat(answer.isExact()).isFalse();
        assertThat(answer.bound()).isEqualTo(GraphAnswer.Bound.UPPER);
        assertThat(answer.logZ()).isGreaterThan(Math.log(sum) - 1e-8);
        GraphAnswer below = solver(model, evidence, GraphMethod.MEAN_FIELD).infer();
        assertThat(below.bound()).isEqualTo(GraphAnswer.Bound.LOWER);
        assertThat(below.logZ()).isLessThan(Math.log(sum) + 1e-8);
        assertThat(solver(model, evidence, GraphMethod.JUNCTION_TREE).infer().logZ())
                .isCloseTo(Math.log(sum), within(1e-10));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void onTreesTheBoundIsZ(int seed) {
        Random random = new Random(seed);
        int variables = 2 + random.nextInt(6);
        GraphModel model = model(random, treeScopes(random, variables), variables, 0);
        double sum = listed(model, 0)[0];
        assertThat(solver(model, 0, GraphMethod.TRW).infer().logZ()).isCloseTo(Math.log(sum), within(1e-8));
        assertThat(solver(model, 0, GraphMethod.BP).infer().logZ()).isCloseTo(Math.log(sum), within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26})
    void theBestIsAtMostTheBestOfTheListAndTheBoundAtLeast(int seed) {
        Random random = new Random(seed);
        int variables = 1 + random.nextInt(6);
        GraphModel model = model(random, anyScopes(random, variables), variables, seed % 4 == 0 ? 0.1 : 0);
        int evidence = seed % 3 == 0 ? 0 : -1;
        double most = Math.log(listed(model, evidence)[1]);
        if (most == Double.NEGATIVE_INFINITY) {
            return;
        }
        for (GraphMethod method : GraphMethod.values()) {
            if (!method.maximises()) {
                continue;
            }
            GraphBest found;
            try {
                found = solver(model, evidence, method).best(1);
            } catch (IllegalArgumentException refused) { // a graph cut knows few graphs, and messages may find nothing
                assertThat(method).isNotIn(GraphMethod.AUTO, GraphMethod.JUNCTION_TREE);
                continue;
            }
            double score = found.assignments().get(0).score();
            assertThat(score).as(method.toString()).isLessThan(most + 1e-9);
            assertThat(found.bound()).as(method.toString()).isGreaterThan(most - 1e-8);
            assertThat(found.bytes()).isGreaterThanOrEqualTo(0);
            if (found.isExact()) {
                assertThat(score).as(method.toString()).isCloseTo(most, within(1e-7));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(GraphMethod.class)
    void whatAMethodCannotAnswerIsRefused(GraphMethod method) {
        Random random = new Random(1);
        GraphModel model = model(random, treeScopes(random, 4), 4, 0);
        GraphSolver solver = solver(model, -1, method);
        if (!method.infers()) {
            assertThatThrownBy(solver::infer)
                    .hasMessage("method = " + method
                            + "; expected junction-tree, bp, trw, mean-field or gibbs for log Z and marginals");
        }
        if (!method.samples()) {
            assertThatThrownBy(() -> solver.sample(1)).hasMessageContaining("expected junction-tree or gibbs");
        }
        if (!method.maximises()) {
            assertThatThrownBy(() -> solver.best(1)).hasMessageContaining("for the best assignments");
        }
    }

    /** What does not fit: a cut where it can answer, else TRW-S, and belief propagation where a factor is too large for that. */
    @Test
    void autoTakesTheBestMethodThatCanAnswer() {
        FactorGraph pair = FactorGraph.of(new int[] {2, 2}, new int[][] {{0, 1}});
        assertThat(best(pair, 2, 1, 1, 2).method()).isEqualTo(GraphMethod.GRAPH_CUT);
        GraphBest found = best(pair, 1, 2, 2, 1);
        assertThat(found.method()).isEqualTo(GraphMethod.TRW_S);
        assertThat(found.isExact()).isTrue();
        FactorGraph large = FactorGraph.of(new int[] {100, 100, 100}, new int[][] {{0, 1, 2}});
        double[] potentials = new double[1_000_000];
        Arrays.fill(potentials, 1);
        assertThat(best(large, potentials).method()).isEqualTo(GraphMethod.BP);
    }

    private static GraphBest best(FactorGraph graph, double... potentials) {
        GraphModel model = GraphModel.of(GraphModel.Kind.MARKOV, graph, potentials);
        return new GraphSolver(
                        model,
                        GraphOptions.usual()
                                .withJunctionTree(JunctionTreeOptions.usual().withMemory(1)))
                .best(1);
    }
}
