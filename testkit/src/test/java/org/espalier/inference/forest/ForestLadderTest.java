package org.espalier.inference.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.math.Kernels;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.Trellis;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.ForestBuilder;
import org.espalier.structure.segment.Segmentation;
import org.espalier.testkit.ChainCases;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Hyperedge;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredSegmentation;
import org.espalier.testkit.ScoredTrellis;
import org.espalier.testkit.SegmentCases;
import org.espalier.testkit.SegmentGenerators;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A chain as a forest is the chain, and the lattice of all segmentations is the semi-Markov chain; parts have the same numbers. */
class ForestLadderTest {
    private static final int CASES = 25;

    private final ForestInference forests = new ForestInference();

    private static Forest forest(Structure structure, Stream<Hyperedge> edges) {
        ForestBuilder builder = new ForestBuilder(structure.length(), structure.sharedParts(), structure.parts());
        List<Hyperedge> all = edges.toList();
        int nodes = all.stream().mapToInt(Hyperedge::head).max().getAsInt() + 1;
        IntStream.range(0, nodes).forEach(node -> builder.node());
        for (Hyperedge edge : all) {
            if (edge.tails().length == 0) {
                builder.axiom(edge.head(), edge.parts());
            } else {
                builder.step(edge.tails()[0], edge.head(), edge.parts());
            }
        }
        return builder.prune(); // segments that are too long for the tokens before them lead nowhere
    }

    private static Workspace workspace(Structure structure, double[] scores) {
        Workspace workspace = new Workspace();
        workspace.reserve(structure);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        workspace.sharedChanged();
        return workspace;
    }

    private <S extends Structure> void compare(
            S structure, Inference<S> inference, Forest forest, double[] scores, String origin) {
        Workspace one = workspace(structure, scores);
        Workspace other = workspace(forest, scores);
        double[] expected = new double[structure.parts()];
        double[] found = new double[structure.parts()];
        double logSum = inference.addMarginals(structure, one, 1, expected);
        check(new double[] {forests.addMarginals(forest, other, 1, found)}, new double[] {logSum}, origin);
        check(found, expected, origin);
        check(
                new double[] {forests.best(forest, other).score()},
                new double[] {inference.best(structure, one).score()},
                origin);
        check(scores(forests.nBest(forest, other, 10)), scores(inference.nBest(structure, one, 10)), origin);
        double magnitude = 0;
        for (int part = 0; part < expected.length; part++) {
            magnitude += expected[part] > 0 ? expected[part] * Math.abs(scores[part]) : 0;
        }
        assertThat(forests.entropy(forest, other))
                .as(origin)
                .isCloseTo(inference.entropy(structure, one), within(1e-10 * Math.max(1, magnitude)));
        double[] direction = new Generators(2).normal(expected.length, 1);
        double[] slopes = new double[expected.length];
        double[] same = new double[expected.length];
        inference.addMarginalDerivatives(structure, one, direction, 1.5, slopes);
        forests.addMarginalDerivatives(forest, other, direction, 1.5, same);
        check(same, slopes, origin);
    }

    private static double[] scores(List<? extends ScoredOutput<?>> outputs) {
        return outputs.stream().mapToDouble(ScoredOutput::score).toArray();
    }

    private static void check(double[] found, double[] expected, String origin) {
        assertThat(found).as(origin).hasSameSizeAs(expected);
        for (int k = 0; k < found.length; k++) {
            if (found[k] != expected[k]) {
                assertThat(found[k])
                        .as("number %d of %s", k, origin)
                        .isCloseTo(expected[k], within(1e-10 * Math.max(1, Math.abs(expected[k]))));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aChainAsAForestIsTheChain(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored =
                    new Generators(seed).trellis(kind, new Random(seed).nextInt(25), 1 + seed % 5, seed % 2 * 0.3);
            Trellis trellis = scored.trellis();
            Forest forest = forest(trellis, new ChainCases().hyperedges(trellis));
            compare(trellis, new ChainInference(Kernels.scalar()), forest, scored.scores(), scored.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(SegmentGenerators.Kind.class)
    void theLatticeOfAllSegmentationsIsTheSemiMarkovChain(SegmentGenerators.Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredSegmentation scored = new SegmentGenerators(seed)
                    .segmentation(kind, new Random(seed).nextInt(25), 1 + seed % 4, 1 + seed % 6, seed % 2 * 0.4);
            Segmentation segmentation = scored.segmentation();
            Forest forest = forest(segmentation, new SegmentCases().hyperedges(segmentation));
            compare(segmentation, new SegmentInference(Kernels.scalar()), forest, scored.scores(), scored.toString());
        }
    }
}
