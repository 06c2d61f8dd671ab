package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * What approximate methods have in common: they say so, their best assignment is a guess that is improved by single changes, and their
 * samples are those of a Gibbs chain that begins at their marginals.
 */
abstract class ApproximateInference implements Inference<FactorGraph> {
    private static final int SWEEPS = 100;

    /** Log Z, marginals, and how the method ended. */
    public abstract Approximation approximate(FactorGraph graph, Workspace workspace);

    /** A good assignment // [n]. */
    abstract int[] guess(FactorGraph graph, Workspace workspace);

    @Override
    public final boolean isExact() {
        return false;
    }

    @Override
    public double logSum(FactorGraph graph, Workspace workspace) {
        return approximate(graph, workspace).logSum();
    }

    @Override
    public double addMarginals(FactorGraph graph, Workspace workspace, double weight, double[] into) {
        Approximation found = approximate(graph, workspace);
        if (found.logSum() != Double.NEGATIVE_INFINITY) {
            double[] marginals = found.marginals();
            for (int part = 0; part < marginals.length; part++) {
                into[part] += weight * marginals[part];
            }
        }
        return found.logSum();
    }

    /** The best that was found. */
    @Override
    public ScoredOutput<Assignment> best(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        int[] values = guess(graph, workspace);
        new Conditionals(graph, scores).climb(values);
        Assignment found = new Assignment(graph, values);
        return new ScoredOutput<>(found, found.score(scores));
    }

    /** Only the best that was found: the method does not tell the others apart. */
    @Override
    public List<ScoredOutput<Assignment>> nBest(FactorGraph graph, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        ScoredOutput<Assignment> best = best(graph, workspace);
        return best.score() == Double.NEGATIVE_INFINITY ? List.of() : List.of(best);
    }

    @Override
    public Assignment sample(FactorGraph graph, Workspace workspace, RandomGenerator random) {
        Approximation found = approximate(graph, workspace);
        if (found.logSum() == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("every assignment is forbidden: there is nothing to draw from");
        }
        int[] values = new int[graph.variables()];
        for (int v = 0; v < values.length; v++) {
            int offset = graph.variableOffset(v);
            values[v] = Conditionals.draw(
                    Arrays.copyOfRange(found.marginals(), offset, offset + graph.cardinality(v)), random);
        }
        Conditionals conditionals = new Conditionals(graph, workspace.scores());
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            conditionals.sweep(values, random);
        }
        return new Assignment(graph, values);
    }

    @Override
    public final boolean hasMarginalDerivatives() {
        return false;
    }

    @Override
    public final void addMarginalDerivatives(
            FactorGraph graph, Workspace workspace, double[] direction, double weight, double[] into) {
        throw new UnsupportedOperationException("approximate inference has no derivatives of marginals");
    }

    /** Of each variable the value with the largest belief, the first of equal ones. */
    static int argmax(double[] belief, int offset, int values) {
        int best = 0;
        for (int x = 1; x < values; x++) {
            best = belief[offset + x] > belief[offset + best] ? x : best;
        }
        return best;
    }
}
