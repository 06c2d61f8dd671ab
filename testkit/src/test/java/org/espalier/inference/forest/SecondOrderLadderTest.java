package org.espalier.inference.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;
import org.espalier.structure.forest.Eisner;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.GoldHeads;
import org.espalier.structure.forest.RelatedArcs;
import org.espalier.structure.forest.SecondOrderTree;
import org.espalier.structure.forest.SecondOrderTrees;
import org.espalier.structure.spanning.ArcSet;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.SpanningTrees;
import org.espalier.testkit.Generators;
import org.junit.jupiter.api.Test;

/** Trees of second order beside those of first order, and beside the forest of all of them. */
class SecondOrderLadderTest {
    private final SecondOrderInference second = new SecondOrderInference();

    private static Workspace workspace(Structure structure, double[] scores) {
        Workspace workspace = new Workspace();
        workspace.reserve(structure);
        System.arraycopy(scores, 0, workspace.scores(), 0, structure.parts());
        return workspace;
    }

    private static <S extends Structure> double[] marginals(Inference<S> inference, S structure, double[] scores) {
        double[] marginals = new double[structure.parts()];
        inference.addMarginals(structure, workspace(structure, scores), 1, marginals);
        return marginals;
    }

    private static SecondOrderTrees all(int words, int relations, int seed) {
        return new SecondOrderTrees(ArcSet.all(words), relations, seed % 2 == 0, seed % 3 != 1, seed % 3 != 2);
    }

    /** Where nothing is learnt of pairs of arcs, the parser is the one of first order. */
    @Test
    void withoutScoresOfSecondOrderItIsFirstOrder() {
        EisnerInference first = new EisnerInference();
        for (int seed = 0; seed < 60; seed++) {
            int words = 1 + seed % 9;
            int relations = 1 + seed % 3;
            SecondOrderTrees trees = all(words, relations, seed);
            SpanningTrees arcs = (seed % 2 == 0
                            ? SpanningTrees.singleRoot(words, relations)
                            : SpanningTrees.anyRoots(words, relations))
                    .projective();
            double[] drawn = new Generators(seed).normal(arcs.parts(), 3);
            double[] scores = Arrays.copyOf(drawn, trees.parts());
            assertThat(second.logSum(trees, workspace(trees, scores)))
                    .isCloseTo(first.logSum(arcs, workspace(arcs, drawn)), within(1e-10));
            double[] expected = marginals(first, arcs, drawn);
            double[] found = marginals(second, trees, scores);
            for (int part = 0; part < expected.length; part++) {
                assertThat(found[part]).isCloseTo(expected[part], within(1e-10));
            }
            SecondOrderTree best = second.best(trees, workspace(trees, scores)).output();
            assertThat(best.heads())
                    .isEqualTo(first.best(arcs, workspace(arcs, drawn)).output().heads());
        }
    }

    /** Arcs that are not there are arcs that score −∞; and all arcs together are the forest of all trees. */
    @Test
    void anArcThatIsNotThereIsForbidden() {
        for (int seed = 0; seed < 80; seed++) {
            Random random = new Random(seed);
            int words = 1 + seed % 8;
            SecondOrderTrees whole = all(words, 1 + seed % 2, seed);
            SecondOrderTrees some = new SecondOrderTrees(
                    withTree(words, random),
                    whole.relations(),
                    whole.hasSingleRoot(),
                    whole.hasSiblings(),
                    whole.hasGrandparents());
            double[] scores = new Generators(seed).normal(whole.parts(), 2);
            Eisner eisner = new Eisner(
                    new Arcs(words, whole.relations()),
                    whole.hasSingleRoot(),
                    whole.hasSiblings(),
                    whole.hasGrandparents());
            Forest forest = eisner.forest();
            double[] ofForest = new double[forest.parts()];
            double[] ofSome = new double[some.parts()];
            for (int arc = 0; arc < whole.arcs().size(); arc++) {
                int head = whole.arcs().head(arc);
                int word = whole.arcs().modifier(arc);
                for (int r = 0; r < whole.relations(); r++) {
                    boolean isThere = some.arcs().has(head, word);
                    double score = scores[whole.arcPart(head, word, r)];
                    ofForest[eisner.arcs().part(head, word, r)] = isThere ? score : Double.NEGATIVE_INFINITY;
                    if (isThere) {
                        ofSome[some.arcPart(head, word, r)] = score;
                    }
                }
            }
            RelatedArcs pairs = whole.related();
            pairs.forEachSibling((h, s, m) -> {
                if (whole.hasSiblings()) {
                    double score = scores[whole.siblingPart(h, s, m)];
                    ofForest[eisner.siblingPart(h, s, m)] = score;
                    if (some.arcs().has(h, m)
                            && (s == RelatedArcs.NONE || some.arcs().has(h, s))) {
                        ofSome[some.siblingPart(h, s, m)] = score;
                    }
                }
            });
            pairs.forEachGrandparent((g, h, m) -> {
                if (whole.hasGrandparents()) {
                    double score = scores[whole.grandparentPart(g, h, m)];
                    ofForest[eisner.grandparentPart(g, h, m)] = score;
                    if (some.arcs().has(h, m) && some.arcs().has(g, h)) {
                        ofSome[some.grandparentPart(g, h, m)] = score;
                    }
                }
            });
            ForestInference forests = new ForestInference();
            assertThat(second.logSum(some, workspace(some, ofSome)))
                    .isCloseTo(forests.logSum(forest, workspace(forest, ofForest)), within(1e-10));
            assertThat(second.best(some, workspace(some, ofSome)).score())
                    .isCloseTo(forests.best(forest, workspace(forest, ofForest)).score(), within(1e-10));
        }
    }

    /** A chain of words, and each other arc with a chance of one half. */
    private static ArcSet withTree(int words, Random random) {
        int[] pairs = new int[2 * words * words];
        int count = 0;
        for (int m = 1; m <= words; m++) {
            for (int h = 0; h <= words; h++) {
                if (h == m - 1 || h != m && random.nextBoolean()) {
                    pairs[count++] = h;
                    pairs[count++] = m;
                }
            }
        }
        return ArcSet.of(words, Arrays.copyOf(pairs, count));
    }

    /** A sentence of 150 words with four heads each is parsed; its marginals are probabilities. */
    @Test
    void longSentences() {
        Random random = new Random(5);
        int words = 150;
        int[] pairs = new int[2 * words * 6];
        int count = 0;
        for (int m = 1; m <= words; m++) {
            for (int h = Math.max(0, m - 3); h <= Math.min(words, m + 1); h++) {
                if (h != m) {
                    pairs[count++] = h;
                    pairs[count++] = m;
                }
            }
        }
        SecondOrderTrees trees =
                new SecondOrderTrees(ArcSet.of(words, Arrays.copyOf(pairs, count)), 3, true, true, true);
        double[] scores = new double[trees.parts()];
        Arrays.setAll(scores, part -> 800 * random.nextGaussian());
        double[] marginals = marginals(second, trees, scores);
        double sum = 0;
        for (int part = 0; part < trees.arcParts(); part++) {
            assertThat(marginals[part]).isBetween(0.0, 1 + 1e-9);
            sum += marginals[part];
        }
        assertThat(sum).isCloseTo(words, within(1e-7));
    }

    @Test
    void whatIsNoneOfTheTreesIsRefused() {
        SecondOrderTrees trees = new SecondOrderTrees(ArcSet.of(2, 0, 1, 1, 2), 2, true, true, false);
        assertThat(new GoldHeads(new int[] {0, 1}, new int[] {0, 1}).isSingle()).isTrue();
        assertThatThrownBy(() -> new GoldHeads(new int[] {2, 0}, new int[] {0, 0}).requireFit(trees))
                .hasMessageContaining("word 1 has head 2");
        assertThatThrownBy(() -> new GoldHeads(new int[] {0, 1}, new int[] {0, 2}).requireFit(trees))
                .hasMessageContaining("relation 2");
        assertThatThrownBy(() -> new SecondOrderTree(trees, new int[] {2, 0}, new int[2]))
                .hasMessageContaining("not among the 2 arcs");
        assertThatThrownBy(() -> ArcSet.of(2, 1, 2, 0, 1)).hasMessageContaining("rising word");
        assertThatThrownBy(() -> ArcSet.of(2, 1, 1)).hasMessageContaining("two different words");
    }
}
