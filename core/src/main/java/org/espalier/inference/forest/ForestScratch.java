package org.espalier.inference.forest;

import static org.espalier.inference.Workspace.grown;

import java.util.Arrays;
import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Forest;

/** The arrays of the algorithms on forests, for one thread. */
final class ForestScratch implements Scratch {
    double[] inside = {}; // [nodes]: log Σ over the derivations of a node; or the score of its best one
    double[] share = {}; // [edges]: p(edge | its head)
    double[] count = {}; // [nodes]: how often a node is expected, times the weight
    double[] insideSlope = {}; // [nodes]: derivatives of inside
    double[] shareSlope = {}; // [edges]: derivatives of share
    double[] countSlope = {}; // [nodes]: derivatives of count
    int[] choice = {}; // [nodes]: the best edge into a node
    int[] open = new int[16]; // the nodes that a walk from the goal has still to visit
    int[] found = new int[16]; // the edges that it has taken

    static ForestScratch of(Workspace workspace, Forest forest) {
        ForestScratch scratch = workspace.scratch(ForestScratch.class, ForestScratch::new);
        scratch.inside = grown(scratch.inside, forest.nodes());
        return scratch;
    }

    void reserveShares(Forest forest) {
        share = grown(share, forest.edges());
    }

    void reserveCounts(Forest forest) {
        count = grown(count, forest.nodes());
    }

    void reserveSlopes(Forest forest) {
        insideSlope = grown(insideSlope, forest.nodes());
        shareSlope = grown(shareSlope, forest.edges());
        countSlope = grown(countSlope, forest.nodes());
    }

    void reserveChoices(Forest forest) {
        if (choice.length < forest.nodes()) {
            choice = new int[forest.nodes()];
        }
    }

    /** Room for one more edge, and for its two tails. */
    void reserveWalk(int edges, int nodes) {
        if (edges >= found.length) {
            found = Arrays.copyOf(found, 2 * edges);
        }
        if (nodes + 2 > open.length) {
            open = Arrays.copyOf(open, 2 * nodes + 2);
        }
    }
}
