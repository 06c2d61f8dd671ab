package org.espalier.examples;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.espalier.graph.GraphAnswer;
import org.espalier.graph.GraphFormat;
import org.espalier.graph.GraphMethod;
import org.espalier.graph.GraphModel;
import org.espalier.graph.GraphOptions;
import org.espalier.graph.GraphSolver;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/** Asks a Bayesian network from a file, and a grid that is built here: the example of docs/factor-graphs.md. */
public final class AskGraph {
    private static final int SIDE = 8;

    private AskGraph() {}

    /** Expects {@code samples/graphs/lawn.uai}. */
    public static void main(String[] args) {
        GraphModel lawn = GraphFormat.UAI.read(Path.of(args[0]));
        AllowedValues wet = AllowedValues.evidence(3, Map.of(2, 1));
        GraphSolver solver = new GraphSolver(lawn, wet, GraphOptions.usual());
        GraphAnswer answer = solver.infer();
        System.out.printf(
                Locale.ROOT,
                "p(grass is wet) = %.5f, p(rain | grass is wet) = %.4f, exact: %s%n",
                Math.exp(answer.logZ()),
                answer.marginals().get(0)[1],
                answer.isExact());
        for (ScoredOutput<Assignment> best : solver.best(3).assignments()) {
            System.out.printf(
                    Locale.ROOT, "%s has probability %.4f%n", best.output(), Math.exp(best.score() - answer.logZ()));
        }

        GraphModel grid = grid();
        GraphAnswer exact = new GraphSolver(grid, GraphOptions.usual()).infer();
        GraphAnswer beliefs = new GraphSolver(grid, GraphOptions.usual().withMethod(GraphMethod.BP)).infer();
        System.out.printf(
                Locale.ROOT,
                "log Z of the grid is %.4f by the %s, %.4f by %s%n",
                exact.logZ(),
                exact.method(),
                beliefs.logZ(),
                beliefs.method());
    }

    /** Binary variables; neighbours that agree weigh twice as much as those that do not. */
    private static GraphModel grid() {
        int[] cardinalities = new int[SIDE * SIDE];
        Arrays.fill(cardinalities, 2);
        int[][] scopes = new int[2 * SIDE * (SIDE - 1)][];
        int factors = 0;
        for (int v = 0; v < cardinalities.length; v++) {
            if (v % SIDE + 1 < SIDE) {
                scopes[factors++] = new int[] {v, v + 1};
            }
            if (v + SIDE < cardinalities.length) {
                scopes[factors++] = new int[] {v, v + SIDE};
            }
        }
        double[] potentials = new double[4 * factors];
        for (int entry = 0; entry < potentials.length; entry++) {
            potentials[entry] = entry % 4 == 0 || entry % 4 == 3 ? 2 : 1;
        }
        return GraphModel.of(GraphModel.Kind.MARKOV, FactorGraph.of(cardinalities, scopes), potentials);
    }
}
