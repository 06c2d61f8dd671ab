package org.espalier.inference.factor;

import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * TRW-S: a good assignment, and a bound of the best score, by sequential tree-reweighted message passing (Kolmogorov 2006).
 *
 * <pre>
 *   score of the assignment ≤ score of the best assignment ≤ bound
 * </pre>
 *
 * The bound never grows from round to round. Where both meet, the assignment is the best: always on graphs without loops once messages have
 * settled, and often on others. Where they do not, the gap says how much may be missing. Factors over more than two variables become variables
 * of their own ({@code PairwiseModel}). A round costs O(entries of the tables of pairs), and so does the memory.
 */
public final class SequentialReweighted {
    private static final int PATIENCE = 10;

    private final IterationOptions options;

    /**
     * With these limits.
     *
     * @param options it stops after so many rounds, or when the bound has sunk by less than the tolerance, relative to its size, in ten rounds
     *     one after the other; messages are never damped
     */
    public SequentialReweighted(IterationOptions options) {
        if (options.damping() != 0) {
            throw new IllegalArgumentException(
                    "damping = " + options.damping() + "; expected 0, because damped messages of TRW-S give no bound");
        }
        this.options = options;
    }

    /** Why it cannot answer: a factor with too many joint values to become a variable; empty when it can. */
    public static String refusal(FactorGraph graph, Workspace workspace) {
        return PairwiseModel.refusal(graph, LiveValues.of(graph, workspace.scores()));
    }

    /**
     * The best assignment that it finds.
     *
     * @throws IllegalArgumentException when a factor has too many joint values to become a variable
     */
    public BoundedBest best(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        LiveValues live = LiveValues.of(graph, scores);
        if (live.isEmpty()) {
            Assignment any = new Assignment(graph, new int[graph.variables()]);
            return new BoundedBest(
                    new ScoredOutput<>(any, Double.NEGATIVE_INFINITY),
                    Double.NEGATIVE_INFINITY,
                    new Convergence(true, 0, 0));
        }
        return new Run(graph, scores, PairwiseModel.of(graph, live, scores)).until(options);
    }

    /** How many bytes the tables and messages take. */
    public double bytes(FactorGraph graph, Workspace workspace) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        if (live.isEmpty()) {
            return 0;
        }
        PairwiseModel model = PairwiseModel.of(graph, live, workspace.scores());
        double messages = model.edges().stream()
                .mapToDouble(edge -> model.values(edge.from()) + model.values(edge.to()))
                .sum();
        return model.bytes() + Double.BYTES * messages;
    }

    /** One search. */
    private static final class Run {
        private final FactorGraph graph;
        private final double[] scores;
        private final PairwiseModel model;
        private final SequentialMessages messages;
        private final Conditionals conditionals;
        private final int[] chosen;
        private Assignment best;
        private double bestScore;
        private double unclimbed = Double.NEGATIVE_INFINITY; // the best score of a decoded assignment

        Run(FactorGraph graph, double[] scores, PairwiseModel model) {
            this.graph = graph;
            this.scores = scores;
            this.model = model;
            this.messages = new SequentialMessages(model);
            this.conditionals = new Conditionals(graph, scores);
            this.chosen = new int[model.nodes()];
            this.best = new Assignment(graph, model.assignment(chosen));
            this.bestScore = best.score(scores);
        }

        BoundedBest until(IterationOptions options) {
            double bound = Double.POSITIVE_INFINITY;
            double change = Double.POSITIVE_INFINITY;
            int round = 0;
            int calm = 0;
            while (round < options.iterations()
                    && calm < PATIENCE
                    && !found(bound, 0, change).isOptimal()) {
                messages.forwards();
                double fresh = messages.backwards();
                change = round == 0 ? Double.POSITIVE_INFINITY : (bound - fresh) / Math.max(1, Math.abs(fresh));
                calm = change <= options.tolerance() ? calm + 1 : 0;
                bound = Math.min(bound, fresh);
                messages.decode(chosen);
                consider(model.assignment(chosen));
                round++;
            }
            BoundedBest last = found(bound, round, change);
            Convergence ended = new Convergence(calm == PATIENCE || last.isOptimal(), round, Math.max(0, change));
            return new BoundedBest(last.best(), bound, ended);
        }

        /** Keeps the assignment if it is better, or becomes so by single changes. */
        private void consider(int[] values) {
            double score = new Assignment(graph, values).score(scores);
            if (score > unclimbed || unclimbed == Double.NEGATIVE_INFINITY) {
                unclimbed = Math.max(unclimbed, score);
                conditionals.climb(values);
                Assignment climbed = new Assignment(graph, values);
                double own = climbed.score(scores);
                if (own > bestScore) {
                    best = climbed;
                    bestScore = own;
                }
            }
        }

        private BoundedBest found(double bound, int round, double change) {
            return new BoundedBest(new ScoredOutput<>(best, bestScore), bound, new Convergence(false, round, change));
        }
    }
}
