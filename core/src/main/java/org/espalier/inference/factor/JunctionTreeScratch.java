package org.espalier.inference.factor;

import org.espalier.inference.Scratch;
import org.espalier.structure.factor.FactorGraph;
import org.jspecify.annotations.Nullable;

/**
 * The two plans that were used last: an instance is asked with and without its gold standard, in turn. And the order that was found
 * last, which a forecast and the inference after it need.
 */
final class JunctionTreeScratch implements Scratch {
    private @Nullable JunctionTree last;
    private @Nullable JunctionTree before;
    private @Nullable Searched searched;

    private record Searched(FactorGraph graph, LiveValues live, JunctionTreeOptions options, Elimination found) {}

    /** A good order, searched for unless it was the last time. */
    Elimination order(FactorGraph graph, LiveValues live, JunctionTreeOptions options) {
        Searched known = searched;
        if (known != null
                && known.graph.hasShapeOf(graph)
                && known.options.equals(options)
                && known.live.sameAs(live)) {
            return known.found;
        }
        Elimination found = JunctionTree.search(graph, live, options);
        searched = new Searched(graph, live, options, found);
        return found;
    }

    /** A plan for these live values, if it is one of the two. */
    @Nullable
    JunctionTree find(FactorGraph graph, LiveValues live) {
        if (fits(last, graph, live)) {
            return last;
        }
        JunctionTree found = before;
        if (fits(found, graph, live)) {
            before = last;
            last = found;
            return found;
        }
        return null;
    }

    private static boolean fits(@Nullable JunctionTree tree, FactorGraph graph, LiveValues live) {
        return tree != null && tree.graph().hasShapeOf(graph) && tree.live().sameAs(live);
    }

    void keep(JunctionTree tree) {
        before = last;
        last = tree;
    }
}
