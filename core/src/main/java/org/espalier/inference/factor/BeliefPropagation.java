package org.espalier.inference.factor;

import org.espalier.inference.Workspace;
import org.espalier.math.LogSpace;
import org.espalier.structure.factor.FactorGraph;

/**
 * Belief propagation: exact on graphs without loops, an approximation on others (Pearl 1988; Yedidia, Freeman &amp; Weiss 2005).
 *
 * <p>log Z is Bethe's approximation: Σ<sub>f</sub> H(b<sub>f</sub>) − Σ<sub>v</sub> (d<sub>v</sub> − 1) H(b<sub>v</sub>) + the expected score, where
 * d<sub>v</sub> is the number of factors of a variable. The best assignment is that of max-product messages, improved by single changes; samples
 * are those of a Gibbs chain. It says that it is not {@linkplain #isExact exact}, whatever the graph is. A round costs O(Σ factors: entries ·
 * arity²).
 */
public final class BeliefPropagation extends ApproximateInference {
    /** In which order messages are sent. */
    public enum Schedule {
        /** The one that would change most comes first: the fewest messages. */
        RESIDUAL,
        /** Factor by factor, forwards and backwards: the fewest nanoseconds per message, as training wants it. */
        SWEEPS
    }

    private final IterationOptions options;
    private final Schedule schedule;

    /** The messages that change most come first. */
    public BeliefPropagation(IterationOptions options) {
        this(options, Schedule.RESIDUAL);
    }

    public BeliefPropagation(IterationOptions options, Schedule schedule) {
        this.options = options;
        this.schedule = schedule;
    }

    /** Log Z, marginals, and whether the messages settled. */
    @Override
    public Approximation approximate(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        if (schedule == Schedule.SWEEPS) {
            return SweptMessages.unweighted(graph, scores, false).run(options);
        }
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
    int[] guess(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        if (schedule == Schedule.SWEEPS) {
            return SweptMessages.unweighted(graph, scores, true).decode(options);
        }
        FactorMessages messages = new FactorMessages(graph, scores, true);
        new ResidualSchedule(graph, messages, options).run();
        int[] values = new int[graph.variables()];
        for (int v = 0; v < values.length; v++) {
            values[v] = argmax(messages.belief(v, -1), 0, graph.cardinality(v));
        }
        return values;
    }
}
