package org.espalier.inference.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.ForestBuilder;
import org.espalier.testkit.ChartCases;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Hyperedge;
import org.junit.jupiter.api.Test;

/** A chart with its hyperedges written down is a forest. */
class ChartLadderTest {
    private final ChartInference charts = new ChartInference();
    private final ForestInference forests = new ForestInference();

    private static Workspace workspace(Structure structure, double[] scores) {
        Workspace workspace = new Workspace();
        workspace.reserve(structure);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        return workspace;
    }

    private static Forest forest(Chart chart) {
        ForestBuilder builder = new ForestBuilder(chart.length(), chart.sharedParts(), chart.parts());
        List<Hyperedge> edges = new ChartCases().hyperedges(chart).toList();
        int nodes = edges.stream().mapToInt(Hyperedge::head).max().getAsInt() + 1;
        for (int node = 0; node < nodes; node++) {
            builder.node();
        }
        for (Hyperedge edge : edges) {
            switch (edge.tails().length) {
                case 0 -> builder.axiom(edge.head(), edge.parts());
                case 1 -> builder.step(edge.tails()[0], edge.head(), edge.parts());
                default -> builder.join(edge.tails()[0], edge.tails()[1], edge.head(), edge.parts());
            }
        }
        return builder.prune();
    }

    @Test
    void aChartAsAForestIsTheChart() {
        for (int seed = 0; seed < 40; seed++) {
            Chart chart = new ChartCases().larger(new Random(seed)).get();
            double[] scores = new Generators(seed).normal(chart.parts(), 1 + 10 * (seed % 3));
            Forest forest = forest(chart);
            Workspace one = workspace(chart, scores);
            Workspace other = workspace(forest, scores);
            double[] expected = new double[chart.parts()];
            double[] found = new double[chart.parts()];
            double logSum = charts.addMarginals(chart, one, 1, expected);
            double tolerance = 1e-10 * Math.max(1, Math.abs(logSum));
            assertThat(forests.addMarginals(forest, other, 1, found)).isCloseTo(logSum, within(tolerance));
            double[] direction = new Generators(9).normal(chart.parts(), 1);
            charts.addMarginalDerivatives(chart, one, direction, 1, expected);
            forests.addMarginalDerivatives(forest, other, direction, 1, found);
            for (int part = 0; part < found.length; part++) {
                assertThat(found[part]).as("part %d, seed %d", part, seed).isCloseTo(expected[part], within(1e-9));
            }
            List<Double> trees = charts.nBest(chart, one, 8).stream()
                    .map(ScoredOutput::score)
                    .toList();
            List<Double> derivations = forests.nBest(forest, other, 8).stream()
                    .map(ScoredOutput::score)
                    .toList();
            assertThat(trees).hasSameSizeAs(derivations);
            for (int k = 0; k < trees.size(); k++) {
                assertThat(trees.get(k)).isCloseTo(derivations.get(k), within(tolerance));
            }
        }
    }
}
