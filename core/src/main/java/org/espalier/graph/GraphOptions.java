package org.espalier.graph;

import java.util.Objects;
import org.espalier.inference.factor.GibbsOptions;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.JunctionTreeOptions;

/**
 * How questions to a graph are answered.
 *
 * @param method by which method
 * @param junctionTree how large the junction tree may be, and how its order is looked for
 * @param iteration when belief propagation and mean field stop
 * @param gibbs how long Gibbs chains run
 */
public record GraphOptions(
        GraphMethod method, JunctionTreeOptions junctionTree, IterationOptions iteration, GibbsOptions gibbs) {

    public GraphOptions {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(junctionTree, "junctionTree");
        Objects.requireNonNull(iteration, "iteration");
        Objects.requireNonNull(gibbs, "gibbs");
    }

    /** Exact if it fits in four fifths of this JVM's memory. */
    public static GraphOptions usual() {
        return new GraphOptions(
                GraphMethod.AUTO, JunctionTreeOptions.usual(), IterationOptions.DEFAULTS, GibbsOptions.DEFAULTS);
    }

    public GraphOptions withMethod(GraphMethod newMethod) {
        return new GraphOptions(newMethod, junctionTree, iteration, gibbs);
    }

    public GraphOptions withJunctionTree(JunctionTreeOptions options) {
        return new GraphOptions(method, options, iteration, gibbs);
    }

    public GraphOptions withIteration(IterationOptions options) {
        return new GraphOptions(method, junctionTree, options, gibbs);
    }

    public GraphOptions withGibbs(GibbsOptions options) {
        return new GraphOptions(method, junctionTree, iteration, options);
    }
}
