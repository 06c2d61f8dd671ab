package org.espalier.inference.factor;

import java.util.HashMap;
import java.util.Map;
import org.espalier.inference.Scratch;
import org.espalier.structure.factor.FactorGraph;

/** The weights of graphs that were asked about: finding them takes longer than a round of messages. Forgets all when there are many. */
final class ForestScratch implements Scratch {
    private static final int MOST = 4096;

    private final Map<FactorGraph, double[]> known = new HashMap<>();

    double[] shares(FactorGraph graph) {
        if (known.size() >= MOST) {
            known.clear();
        }
        return known.computeIfAbsent(graph, SpanningForests::shares);
    }
}
