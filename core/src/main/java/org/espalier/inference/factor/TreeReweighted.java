package org.espalier.inference.factor;

import org.espalier.inference.Workspace;
import org.espalier.structure.factor.FactorGraph;

/**
 * Tree-reweighted belief propagation: an upper bound of log Z, and pseudo-marginals (Wainwright, Jaakkola &amp; Willsky 2005).
 *
 * <pre>
 *   log Z ≤ max over μ that agree locally of Σ score · μ + Σ_v H(μ_v) − Σ_f ρ_f I(μ_f)
 * </pre>
 *
 * ρ<sub>f</sub> is the share of spanning forests that have the factor. The bound is a convex function of the scores, whose derivatives are
 * the pseudo-marginals, so a model that is trained with it has one optimum, and is best tagged with it too. On graphs without loops all is
 * exact. The number is a bound only where the messages {@linkplain Convergence#converged settled}. A round costs O(Σ factors: entries · arity).
 */
public final class TreeReweighted extends ApproximateInference {
    private final IterationOptions options;

    public TreeReweighted(IterationOptions options) {
        this.options = options;
    }

    /** The bound, the pseudo-marginals, and whether the messages settled. */
    @Override
    public Approximation approximate(FactorGraph graph, Workspace workspace) {
        return SweptMessages.weighted(graph, workspace.scores(), shares(graph, workspace), false)
                .run(options);
    }

    @Override
    int[] guess(FactorGraph graph, Workspace workspace) {
        return SweptMessages.weighted(graph, workspace.scores(), shares(graph, workspace), true)
                .decode(options);
    }

    /** The weights of the factors, kept from one question about a graph to the next. */
    private static double[] shares(FactorGraph graph, Workspace workspace) {
        return workspace.scratch(ForestScratch.class, ForestScratch::new).shares(graph);
    }
}
