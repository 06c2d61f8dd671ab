package org.espalier.inference.spanning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;
import org.junit.jupiter.api.Test;

/**
 * Words that hold on to each other much more than to the root: a random walk among them would take ages to get away, so heads are
 * drawn in turn. The trees must come as often as their marginals say all the same.
 */
class LongWalksTest {
    private static final int DRAWS = 4_000;

    private static Workspace scored(SpanningTrees trees, double toRoot) {
        Random random = new Random(5);
        Workspace workspace = new Workspace();
        workspace.reserve(trees);
        int n = trees.arcs().words();
        for (int m = 1; m <= n; m++) {
            for (int h = 0; h <= n; h++) {
                for (int r = 0; r < trees.arcs().relations() && h != m; r++) {
                    workspace.scores()[trees.arcs().part(h, m, r)] = random.nextGaussian() + (h == 0 ? toRoot : 0);
                }
            }
        }
        return workspace;
    }

    private static void check(SpanningTrees trees, double toRoot) {
        Workspace workspace = scored(trees, toRoot);
        MatrixTreeInference inference = new MatrixTreeInference();
        double[] expected = new double[trees.parts()];
        inference.addMarginals(trees, workspace, 1, expected);
        double[] found = new double[trees.parts()];
        Random random = new Random(1);
        for (int k = 0; k < DRAWS; k++) {
            DependencyTree tree = inference.sample(trees, workspace, random);
            int roots = 0;
            for (int head : tree.heads()) {
                roots += head == 0 ? 1 : 0;
            }
            assertThat(roots).isBetween(1, trees.hasSingleRoot() ? 1 : tree.heads().length);
            tree.addTo(found, 1.0 / DRAWS);
        }
        assertThat(found).containsExactly(expected, within(4.5 * 0.5 / Math.sqrt(DRAWS)));
    }

    @Test
    void treesWithAnyRoots() {
        check(SpanningTrees.anyRoots(4, 1), -40);
        check(SpanningTrees.anyRoots(3, 2), -40);
        check(SpanningTrees.anyRoots(4, 2), 0);
    }

    /** The walks avoid the root; here two pairs of words hold on to each other. */
    @Test
    void treesWithASingleRoot() {
        SpanningTrees trees = SpanningTrees.singleRoot(5, 1);
        check(trees, -40);
        Workspace workspace = scored(trees, 0);
        double[] scores = workspace.scores();
        scores[trees.arcs().part(1, 2, 0)] += 40;
        scores[trees.arcs().part(2, 1, 0)] += 40;
        scores[trees.arcs().part(3, 4, 0)] += 40;
        scores[trees.arcs().part(4, 3, 0)] += 40;
        MatrixTreeInference inference = new MatrixTreeInference();
        double[] expected = new double[trees.parts()];
        inference.addMarginals(trees, workspace, 1, expected);
        double[] found = new double[trees.parts()];
        Random random = new Random(2);
        for (int k = 0; k < DRAWS; k++) {
            inference.sample(trees, workspace, random).addTo(found, 1.0 / DRAWS);
        }
        assertThat(found).containsExactly(expected, within(4.5 * 0.5 / Math.sqrt(DRAWS)));
    }
}
