package org.espalier.inference.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.inference.spanning.MatrixTreeInference;
import org.espalier.structure.Structure;
import org.espalier.structure.forest.Eisner;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;
import org.espalier.testkit.EisnerCases;
import org.espalier.testkit.Generators;
import org.junit.jupiter.api.Test;

/** Projective trees beside all trees: the arcs have the same parts. */
class EisnerLadderTest {
    private final ForestInference forests = new ForestInference();
    private final MatrixTreeInference spanning = new MatrixTreeInference();

    private static Workspace workspace(Structure structure, double[] scores) {
        Workspace workspace = new Workspace();
        workspace.reserve(structure);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        return workspace;
    }

    @Test
    void upToTwoWordsAllTreesAreProjective() {
        for (int seed = 0; seed < 60; seed++) {
            int words = seed % 3;
            SpanningTrees trees = seed % 2 == 0
                    ? SpanningTrees.singleRoot(words, 1 + seed % 4)
                    : SpanningTrees.anyRoots(words, 1 + seed % 4);
            Forest forest = new Eisner(trees.arcs(), trees.hasSingleRoot(), false, false).forest();
            double[] scores = new Generators(seed).normal(trees.parts(), 3);
            double[] expected = new double[trees.parts()];
            double[] found = new double[trees.parts()];
            double logSum = spanning.addMarginals(trees, workspace(trees, scores), 1, expected);
            assertThat(forests.addMarginals(forest, workspace(forest, scores), 1, found))
                    .isCloseTo(logSum, within(1e-12));
            for (int part = 0; part < found.length; part++) {
                assertThat(found[part]).isCloseTo(expected[part], within(1e-12));
            }
        }
    }

    /** Where arcs cross, they are forbidden one by one until the best of all trees is projective: then it is the best of those. */
    @Test
    void aBestTreeThatIsProjectiveIsTheBestProjectiveTree() {
        int compared = 0;
        for (int seed = 0; seed < 200; seed++) {
            int words = 3 + seed % 8;
            SpanningTrees trees = new SpanningTrees(new Arcs(words, 2), seed % 2 == 0);
            Random random = new Random(seed);
            double[] scores = new double[trees.parts()];
            for (int part = 0; part < scores.length; part++) { // short arcs are better, so that few cross
                int arc = part / 2;
                int distance = Math.abs(trees.arcs().head(arc) - trees.arcs().modifier(arc));
                scores[part] = random.nextGaussian() - 1.5 * distance;
            }
            DependencyTree best = spanning.best(trees, workspace(trees, scores)).output();
            assertThat(best.isProjective()).isEqualTo(!EisnerCases.hasCrossing(best.heads()));
            Eisner eisner = new Eisner(trees.arcs(), trees.hasSingleRoot(), false, false);
            Forest forest = eisner.forest();
            DependencyTree projective =
                    eisner.tree(forests.best(forest, workspace(forest, scores)).output());
            if (best.isProjective()) {
                compared++;
                assertThat(projective).as("seed %d", seed).isEqualTo(best);
            } else {
                assertThat(projective.score(scores)).isLessThan(best.score(scores));
                assertThatThrownBy(() -> eisner.gold(forest, best))
                        .hasMessageContaining("not a projective tree: heads");
            }
        }
        assertThat(compared).isGreaterThan(50);
    }

    /** Second order with scores of first order only is first order. */
    @Test
    void withoutScoresOfSecondOrderAllOrdersAreTheSame() {
        for (int seed = 0; seed < 12; seed++) {
            Eisner first = Eisner.firstOrder(1 + seed, 1 + seed % 2, seed % 3 == 0);
            double[] scores = new Generators(seed).normal(first.parts(), 2);
            Forest forest = first.forest();
            double[] expected = new double[first.parts()];
            double logSum = forests.addMarginals(forest, workspace(forest, scores), 1, expected);
            for (Eisner second : new Eisner[] {
                first.withSiblings(),
                first.withGrandparents(),
                first.withSiblings().withGrandparents()
            }) {
                Forest other = second.forest();
                double[] found = new double[second.parts()];
                double[] padded = Arrays.copyOf(scores, second.parts());
                assertThat(forests.addMarginals(other, workspace(other, padded), 1, found))
                        .as(second.toString())
                        .isCloseTo(logSum, within(1e-10));
                for (int part = 0; part < expected.length; part++) {
                    assertThat(found[part]).isCloseTo(expected[part], within(1e-10));
                }
            }
        }
    }

    @Test
    void treesWithSeveralRootsAreRefusedWhereOneIsWanted() {
        Eisner eisner = Eisner.firstOrder(2, 1, true);
        Forest forest = eisner.forest();

        assertThatThrownBy(() -> eisner.gold(forest, DependencyTree.of(eisner.arcs(), 0, 0)))
                .hasMessageContaining("2 words have the root as their head");
        assertThatThrownBy(() -> eisner.gold(forest, new int[1], new int[1])).hasMessageContaining("for 2 words");
    }
}
