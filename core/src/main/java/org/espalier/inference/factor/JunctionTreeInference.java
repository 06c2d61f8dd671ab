package org.espalier.inference.factor;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * Exact inference on any factor graph, by messages along a junction tree (Lauritzen &amp; Spiegelhalter 1988, Dechter 1999).
 *
 * <p>Variables are summed out one by one. The cost grows exponentially with the number of variables that a message has, the
 * {@linkplain Forecast#width width} of the order; the order is searched for, and values that are forbidden by single tables are left out
 * before. A {@link #forecast} says what it takes. What takes more memory than the options allow is refused by a
 * {@link GraphTooLargeException} before anything is computed. Components that are not connected cost the sum of what each costs.
 */
public final class JunctionTreeInference implements Inference<FactorGraph> {
    private static final int BYTES = Double.BYTES;

    /** Scores, gradient, and what marginals are added to. */
    private static final int ARRAYS_OF_PARTS = 3;

    private final JunctionTreeOptions options;
    private final WalkSizes sizes;

    public JunctionTreeInference() {
        this(JunctionTreeOptions.usual());
    }

    public JunctionTreeInference(JunctionTreeOptions options) {
        this(options, WalkSizes.USUAL);
    }

    JunctionTreeInference(JunctionTreeOptions options, WalkSizes sizes) {
        this.options = options;
        this.sizes = sizes;
    }

    /** What marginals of this graph take, with the parts that are forbidden now. */
    public Forecast forecast(FactorGraph graph, Workspace workspace) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        if (live.isEmpty()) {
            return new Forecast(0, 0, 0, 0, 0, (double) BYTES * ARRAYS_OF_PARTS * graph.parts(), "none");
        }
        Elimination found = scratch(workspace).order(graph, live, options);
        return forecast(graph, live, found, CliquePlan.of(graph, live, found.order(), sizes.rowEntries()));
    }

    private Forecast forecast(FactorGraph graph, LiveValues live, Elimination found, CliquePlan plan) {
        double bytes = BYTES * (plan.messageEntries() + plan.mostSums() + (double) ARRAYS_OF_PARTS * graph.parts())
                + TreeObjects.bytes(graph, live, found.order(), plan, sizes.blockEntries());
        return new Forecast(
                found.order().length,
                found.width(),
                plan.largestClique(),
                plan.largestMessage(),
                plan.cliqueEntries(),
                bytes,
                found.rule());
    }

    @Override
    public double logSum(FactorGraph graph, Workspace workspace) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        return live.isEmpty()
                ? Double.NEGATIVE_INFINITY
                : Messages.logSum(tree(graph, live, workspace), workspace.scores());
    }

    @Override
    public double addMarginals(FactorGraph graph, Workspace workspace, double weight, double[] into) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        if (live.isEmpty()) {
            return Double.NEGATIVE_INFINITY;
        }
        Messages sums = Messages.sums(tree(graph, live, workspace), workspace.scores());
        if (sums.total() != Double.NEGATIVE_INFINITY) {
            new Marginals(sums).add(weight, into);
        }
        return sums.total();
    }

    /** Of equal ones, the one that has the smallest value where they differ first, from the variable that is eliminated last on. */
    @Override
    public ScoredOutput<Assignment> best(FactorGraph graph, Workspace workspace) {
        List<ScoredOutput<Assignment>> best = nBest(graph, workspace, 1);
        return best.isEmpty()
                ? new ScoredOutput<>(new Assignment(graph, new int[graph.variables()]), Double.NEGATIVE_INFINITY)
                : best.get(0);
    }

    @Override
    public List<ScoredOutput<Assignment>> nBest(FactorGraph graph, Workspace workspace, int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        LiveValues live = LiveValues.of(graph, workspace.scores());
        if (live.isEmpty()) {
            return List.of();
        }
        JunctionTree tree = tree(graph, live, workspace);
        Messages maxima = Messages.maxima(tree, workspace.scores());
        return maxima.total() == Double.NEGATIVE_INFINITY
                ? List.of()
                : new NBest(new Completion(maxima), workspace.scores()).take(n, maxima.total());
    }

    @Override
    public Assignment sample(FactorGraph graph, Workspace workspace, RandomGenerator random) {
        return samples(graph, workspace, 1, random).get(0);
    }

    /** Draws several assignments independently; the messages are computed once. */
    public List<Assignment> samples(FactorGraph graph, Workspace workspace, int count, RandomGenerator random) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        Messages sums = live.isEmpty() ? null : Messages.sums(tree(graph, live, workspace), workspace.scores());
        if (sums == null || sums.total() == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("every assignment is forbidden: there is nothing to draw from");
        }
        Completion completion = new Completion(sums);
        int[] chosen = completion.room();
        return IntStream.range(0, count)
                .mapToObj(k -> {
                    completion.sample(chosen, random);
                    return completion.assignment(chosen);
                })
                .toList();
    }

    /** Twice the time of marginals. */
    @Override
    public void addMarginalDerivatives(
            FactorGraph graph, Workspace workspace, double[] direction, double weight, double[] into) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        if (live.isEmpty()) {
            return;
        }
        Messages sums = Messages.sums(tree(graph, live, workspace), workspace.scores());
        if (sums.total() != Double.NEGATIVE_INFINITY) {
            new MarginalDerivatives(sums, direction).add(weight, into);
        }
    }

    private static JunctionTreeScratch scratch(Workspace workspace) {
        return workspace.scratch(JunctionTreeScratch.class, JunctionTreeScratch::new);
    }

    private JunctionTree tree(FactorGraph graph, LiveValues live, Workspace workspace) {
        JunctionTreeScratch scratch = scratch(workspace);
        JunctionTree kept = scratch.find(graph, live);
        if (kept != null) {
            return kept;
        }
        Elimination found = scratch.order(graph, live, options);
        CliquePlan plan = CliquePlan.of(graph, live, found.order(), sizes.rowEntries());
        Forecast forecast = forecast(graph, live, found, plan);
        if (!forecast.fits(options.memory())) {
            throw new GraphTooLargeException(forecast, options.memory());
        }
        JunctionTree made = JunctionTree.of(graph, live, found, plan, sizes.blockEntries());
        scratch.keep(made);
        return made;
    }
}
