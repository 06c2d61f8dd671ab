package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.loss.factor.PseudoLikelihoodLoss;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.espalier.testkit.FactorCases;
import org.espalier.testkit.GradientCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pseudo-likelihood, against assignments that differ in one variable; its gradient, against differences. */
class PseudoLikelihoodLossTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void itPredictsEachVariableFromTheOthers(int seed) {
        Random random = new Random(seed);
        FactorGraph graph = new FactorCases().tiny(random).get();
        int[] values = new int[graph.variables()];
        Arrays.setAll(values, v -> random.nextInt(graph.cardinality(v)));
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        Arrays.setAll(workspace.scores(), part -> random.nextGaussian());
        double expected = 0;
        for (int v = 0; v < values.length; v++) {
            double sum = 0;
            for (int x = 0; x < graph.cardinality(v); x++) {
                int[] other = values.clone();
                other[v] = x;
                sum += Math.exp(new Assignment(graph, other).score(workspace.scores()));
            }
            expected -= new Assignment(graph, values).score(workspace.scores()) - Math.log(sum);
        }
        AllowedValues gold = AllowedValues.of(values);
        PseudoLikelihoodLoss loss = new PseudoLikelihoodLoss();
        assertThat(loss.evaluate(graph, gold, 2, workspace)).isCloseTo(2 * expected, within(1e-9));
        GradientCheck.check(
                new org.espalier.optimize.Function() {
                    @Override
                    public int dimension() {
                        return graph.parts();
                    }

                    @Override
                    public double evaluate(double[] x, double[] gradient) {
                        System.arraycopy(x, 0, workspace.scores(), 0, x.length);
                        double value = loss.evaluate(graph, gold, 2, workspace);
                        System.arraycopy(workspace.gradient(), 0, gradient, 0, x.length);
                        return value;
                    }
                },
                Arrays.copyOf(workspace.scores(), graph.parts()),
                1e-6,
                "seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void allValuesMustBeKnown(int variables) {
        int[] cardinalities = new int[variables];
        Arrays.fill(cardinalities, 2);
        FactorGraph graph = FactorGraph.of(cardinalities, new int[0][]);
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        assertThatThrownBy(() -> new PseudoLikelihoodLoss()
                        .evaluate(graph, AllowedValues.of(new int[variables][]), 1, workspace))
                .hasMessageContaining("must be known");
    }
}
