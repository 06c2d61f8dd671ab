package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.math.LogSpace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * Belief propagation: exact on graphs without loops, an approximation on others (Pearl 1988; Yedidia, Freeman &amp; Weiss 2005).
 *
 * <p>log Z is Bethe's approximation: Σ<sub>f</sub> H(b<sub>f</sub>) − Σ<sub>v</sub> (d<sub>v</sub> − 1) H(b<sub>v</sub>) + the expected score, where
 * d<sub>v</sub> is the number of factors of a variable. The best assignment is that of max-product messages, improved by single changes; samples
 * are those of a Gibbs chain. It says that it is not {@linkplain #isExact exact}, whatever the graph is. A round costs O(Σ factors: entries ·
 * arity²).
 */
public final class BeliefPropagation implements Inference<FactorGraph> {
    private static final int SWEEPS = 100;

    private final IterationOptions options;

    public BeliefPropagation(IterationOptions options) {
        this.options = options;
    }

    @Override
    public boolean isExact() {
        return false;
    }

    /** Log Z, marginals, and whether the messages settled. */
    public Approximation approximate(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        FactorMessages messages = new FactorMessages(graph, scores, false);
        Convergence convergence = new ResidualSchedule(graph, messages, options).run();
        double[] marginals = new double[graph.parts()];
        double logSum = 0;
        for (int v = 0; v < graph.variables(); v++) {
            double[] belief = messages.belief(v, -1);
            int degree = messages.factors(v).length;
            logSum += settle(belief, graph.variableOffset(v), scores, 1 - degree, marginals);
        }
        for (int f = 0; f < graph.factors(); f++) {
            logSum += settle(messages.entries(f, -1), graph.factorOffset(f), scores, 1, marginals);
        }
        if (logSum == Double.NEGATIVE_INFINITY || Double.isNaN(logSum)) {
            return new Approximation(Double.NEGATIVE_INFINITY, new double[graph.parts()], convergence);
        }
        return new Approximation(logSum, marginals, convergence);
    }

    /** Writes the probabilities of a table; its expected score and times · its entropy. */
    private static double settle(double[] belief, int offset, double[] scores, double times, double[] marginals) {
        double logSum = LogSpace.logSum(belief, 0, belief.length);
        if (logSum == Double.NEGATIVE_INFINITY) {
            return Double.NEGATIVE_INFINITY;
        }
        double sum = 0;
        for (int x = 0; x < belief.length; x++) {
            double log = belief[x] - logSum;
            double p = StrictMath.exp(log);
            marginals[offset + x] = p;
            sum += p > 0 ? p * (scores[offset + x] - times * log) : 0;
        }
        return sum;
    }

    @Override
    public double logSum(FactorGraph graph, Workspace workspace) {
        return approximate(graph, workspace).logSum();
    }

    @Override
    public double addMarginals(FactorGraph graph, Workspace workspace, double weight, double[] into) {
        Approximation found = approximate(graph, workspace);
        double[] marginals = found.marginals();
        for (int part = 0; part < marginals.length; part++) {
            into[part] += weight * marginals[part];
        }
        return found.logSum();
    }

    /** The best that was found. */
    @Override
    public ScoredOutput<Assignment> best(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        FactorMessages messages = new FactorMessages(graph, scores, true);
        new ResidualSchedule(graph, messages, options).run();
        int[] values = new int[graph.variables()];
        for (int v = 0; v < values.length; v++) {
            double[] belief = messages.belief(v, -1);
            for (int x = 1; x < belief.length; x++) {
                values[v] = belief[x] > belief[values[v]] ? x : values[v];
            }
        }
        new Conditionals(graph, scores).climb(values);
        Assignment found = new Assignment(graph, values);
        return new ScoredOutput<>(found, found.score(scores));
    }

    /** Only the best that was found: messages do not tell the others apart. */
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
    public boolean hasMarginalDerivatives() {
        return false;
    }

    @Override
    public void addMarginalDerivatives(
            FactorGraph graph, Workspace workspace, double[] direction, double weight, double[] into) {
        throw new UnsupportedOperationException("belief propagation has no derivatives of marginals");
    }
}
