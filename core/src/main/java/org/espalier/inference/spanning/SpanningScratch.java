package org.espalier.inference.spanning;

import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;

/** The arrays of the algorithms on spanning trees, for one thread. */
final class SpanningScratch implements Scratch {
    final ArcWeights weights = new ArcWeights();
    final Elimination plain = new Elimination(new PlainNumbers());
    final Elimination wide = new Elimination(new WideNumbers());
    final MaximumTree search = new MaximumTree();
    double[] directions = {}; // [n][n+1]: of arcs
    double[] likely = {}; // [n][n+1]: weights of arcs, not as logarithms

    static SpanningScratch of(Workspace workspace) {
        return workspace.scratch(SpanningScratch.class, SpanningScratch::new);
    }
}
