package org.espalier.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import org.espalier.inference.forest.ChartInference;
import org.espalier.inference.forest.ForestInference;
import org.espalier.inference.spanning.MatrixTreeInference;
import org.espalier.structure.Structure;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.ForestBuilder;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.spanning.SpanningTrees;
import org.junit.jupiter.api.Test;

/** The numbers of the examples in the package descriptions and on the pages about forests and spanning trees. */
class TreeExamplesTest {

    private static Workspace workspace(Structure structure, double... weights) {
        Workspace workspace = new Workspace();
        workspace.reserve(structure);
        for (int part = 0; part < weights.length; part++) {
            workspace.scores()[part] = Math.log(weights[part]);
        }
        return workspace;
    }

    @Test
    void threeWordsInTwoBracketings() {
        ForestBuilder builder = new ForestBuilder(3, 0, 2);
        int old = builder.node();
        int men = builder.node();
        int laughed = builder.node();
        int oldMen = builder.node();
        int menLaughed = builder.node();
        int all = builder.node();
        builder.axiom(old).axiom(men).axiom(laughed);
        builder.join(old, men, oldMen, 0).join(men, laughed, menLaughed, 1);
        builder.join(oldMen, laughed, all).join(old, menLaughed, all);
        Forest forest = builder.build();
        Workspace workspace = workspace(forest, 3, 1);
        ForestInference inference = new ForestInference();
        double[] marginals = new double[2];

        assertThat(inference.addMarginals(forest, workspace, 1, marginals)).isCloseTo(Math.log(4), within(1e-15));
        assertThat(marginals[0]).isCloseTo(0.75, within(1e-15));
        assertThat(inference.best(forest, workspace).output().toString()).isEqualTo("edges [5, 3, 0, 1, 2]");
        assertThat(inference.entropy(forest, workspace)).isCloseTo(0.562, within(5e-4));
        assertThat(inference.nBest(forest, workspace, 5)).hasSize(2);
        assertThat(forest.nodes()).isEqualTo(6);
        assertThat(forest.edges()).isEqualTo(7);
    }

    @Test
    void birdsSing() {
        MatrixTreeInference inference = new MatrixTreeInference();
        SpanningTrees any = SpanningTrees.anyRoots(2, 1);
        SpanningTrees single = SpanningTrees.singleRoot(2, 1);
        Workspace workspace = workspace(any, 1, 4, 3, 2);
        double[] marginals = new double[4];

        assertThat(inference.addMarginals(any, workspace, 1, marginals)).isCloseTo(Math.log(17), within(1e-14));
        assertThat(marginals[1]).isCloseTo(12.0 / 17, within(1e-15));
        assertThat(inference.logSum(single, workspace)).isCloseTo(Math.log(14), within(1e-14));
        assertThat(inference.best(single, workspace).output().heads()).containsExactly(2, 0);
    }

    @Test
    void birdsEatWormsWithForks() {
        // 0 S, 1 NP, 2 VP, 3 PP, 4 N, 5 V, 6 P
        BitSet words = new BitSet();
        words.set(4, 7);
        int[][] binary = {{0, 1, 2}, {2, 5, 1}, {2, 2, 3}, {1, 1, 3}, {3, 6, 1}};
        int[][] unary = {{1, 4}};
        Chart chart = Chart.of(Grammar.of(7, 0, words, binary, unary), 5);
        Workspace workspace = new Workspace();
        workspace.reserve(chart);
        int[] tags = {4, 5, 4, 6, 4}; // birds eat worms with forks
        for (int t = 0; t < 5; t++) {
            for (int tag = 4; tag < 7; tag++) {
                workspace.scores()[chart.offset(Chart.WORDS, t) + tag] = tag == tags[t] ? 0 : Double.NEGATIVE_INFINITY;
            }
        }
        workspace.scores()[2] = Math.log(3); // VP → VP PP is three times as good as NP → NP PP
        ChartInference inference = new ChartInference();
        double[] marginals = new double[chart.parts()];

        assertThat(inference.addMarginals(chart, workspace, 1, marginals)).isCloseTo(Math.log(4), within(1e-14));
        assertThat(marginals[chart.upperOffset(chart.span(1, 3)) + 2]).isCloseTo(0.75, within(1e-14)); // eat worms
    }
}
