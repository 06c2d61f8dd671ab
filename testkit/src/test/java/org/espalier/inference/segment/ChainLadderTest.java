package org.espalier.inference.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments of one token without length scores are the chain. */
class ChainLadderTest {
    private static final int CASES = 40;

    private final ChainInference chain = new ChainInference(Kernels.scalar());
    private final SegmentInference segments = new SegmentInference(Kernels.scalar());

    private static ScoredTrellis draw(Kind kind, int seed) {
        return new Generators(seed).trellis(kind, new Random(seed).nextInt(25), 1 + seed % 5, 0);
    }

    private static Segmentation segmentation(ScoredTrellis scored) {
        Trellis trellis = scored.trellis();
        return Segmentation.of(trellis.length(), SegmentLengths.same(trellis.states(), 1));
    }

    /** Transitions and states at their parts of a segmentation; lengths and boundaries 0. */
    private static double[] widen(double[] parts, Trellis trellis, Segmentation segmentation) {
        double[] wide = new double[segmentation.parts()];
        System.arraycopy(parts, 0, wide, 0, trellis.sharedParts());
        System.arraycopy(
                parts, trellis.stateOffset(0), wide, segmentation.stateOffset(0), trellis.length() * trellis.states());
        return wide;
    }

    /** What is there in a chain too. */
    private static double[] narrow(double[] wide, Trellis trellis, Segmentation segmentation) {
        double[] parts = new double[trellis.parts()];
        System.arraycopy(wide, 0, parts, 0, trellis.sharedParts());
        System.arraycopy(
                wide, segmentation.stateOffset(0), parts, trellis.stateOffset(0), trellis.length() * trellis.states());
        return parts;
    }

    private static Workspace workspace(ScoredTrellis scored, Segmentation segmentation) {
        Workspace workspace = new Workspace();
        workspace.reserve(segmentation);
        double[] wide = widen(scored.scores(), scored.trellis(), segmentation);
        System.arraycopy(wide, 0, workspace.scores(), 0, wide.length);
        workspace.sharedChanged();
        return workspace;
    }

    private static void assertClose(double[] found, double[] expected, Object origin) {
        for (int part = 0; part < expected.length; part++) {
            assertThat(found[part])
                    .as("part %d of %s", part, origin)
                    .isCloseTo(expected[part], within(1e-12 * Math.max(1, Math.abs(expected[part]))));
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void sumsAndMarginals(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored = draw(kind, seed);
            Segmentation segmentation = segmentation(scored);
            double[] expected = new double[scored.trellis().parts()];
            double logSum = chain.addMarginals(scored.trellis(), scored.workspace(), 1, expected);
            double[] found = new double[segmentation.parts()];
            double same = segments.addMarginals(segmentation, workspace(scored, segmentation), 1, found);
            if (logSum == Double.NEGATIVE_INFINITY) {
                assertThat(same).as(scored.toString()).isEqualTo(logSum);
            } else {
                assertThat(same).as(scored.toString()).isCloseTo(logSum, within(1e-12 * Math.max(1, Math.abs(logSum))));
            }
            assertClose(narrow(found, scored.trellis(), segmentation), expected, scored);
            double one = logSum == Double.NEGATIVE_INFINITY ? 0 : 1;
            for (int t = 0; t < segmentation.length(); t++) {
                int boundary = segmentation.boundaryOffset(t);
                assertThat(found[boundary + Segmentation.BEGINS]).isCloseTo(one, within(1e-12));
                assertThat(found[boundary + Segmentation.INSIDE]).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void derivatives(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored = draw(kind, seed);
            Segmentation segmentation = segmentation(scored);
            double[] direction = new Generators(seed).normal(scored.trellis().parts(), 1);
            double[] expected = new double[direction.length];
            chain.addMarginalDerivatives(scored.trellis(), scored.workspace(), direction, 1.5, expected);
            double[] found = new double[segmentation.parts()];
            segments.addMarginalDerivatives(
                    segmentation,
                    workspace(scored, segmentation),
                    widen(direction, scored.trellis(), segmentation),
                    1.5,
                    found);
            assertClose(narrow(found, scored.trellis(), segmentation), expected, scored);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void bestAndNBestWithTies(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored = draw(kind, seed);
            Segmentation segmentation = segmentation(scored);
            Workspace workspace = workspace(scored, segmentation);
            ScoredOutput<Path> expected = chain.best(scored.trellis(), scored.workspace());
            ScoredOutput<Segments> found = segments.best(segmentation, workspace);
            assertThat(found.score()).as(scored.toString()).isEqualTo(expected.score());
            if (expected.score() != Double.NEGATIVE_INFINITY) {
                assertThat(found.output().tokenLabels())
                        .as(scored.toString())
                        .isEqualTo(expected.output().states());
            }
            List<Double> scores = chain.nBest(scored.trellis(), scored.workspace(), 9).stream()
                    .map(ScoredOutput::score)
                    .toList();
            List<Double> same = segments.nBest(segmentation, workspace, 9).stream()
                    .map(ScoredOutput::score)
                    .toList();
            assertThat(same).as(scored.toString()).hasSameSizeAs(scores);
            for (int k = 0; k < same.size(); k++) {
                assertThat(same.get(k))
                        .as("place %d of %s", k, scored)
                        .isCloseTo(scores.get(k), within(1e-12 * Math.max(1, Math.abs(scores.get(k)))));
            }
        }
    }

    /** Cuts are forced everywhere by forbidden boundaries instead of by the longest length: the chain again. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void forcedCutsMakeAChainOfLongerSegmentsToo(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored = draw(kind, seed);
            Trellis trellis = scored.trellis();
            Segmentation longer = Segmentation.of(trellis.length(), SegmentLengths.same(trellis.states(), 4));
            double[] wide = new double[longer.parts()];
            System.arraycopy(scored.scores(), 0, wide, 0, trellis.sharedParts());
            System.arraycopy(
                    scored.scores(),
                    trellis.stateOffset(0),
                    wide,
                    longer.stateOffset(0),
                    trellis.length() * trellis.states());
            for (int t = 0; t < trellis.length(); t++) {
                wide[longer.boundaryOffset(t) + Segmentation.INSIDE] = Double.NEGATIVE_INFINITY;
            }
            Workspace workspace = new Workspace();
            workspace.reserve(longer);
            System.arraycopy(wide, 0, workspace.scores(), 0, wide.length);
            workspace.sharedChanged();
            double[] found = new double[longer.parts()];
            segments.addMarginals(longer, workspace, 1, found);
            double[] expected = new double[trellis.parts()];
            chain.addMarginals(trellis, scored.workspace(), 1, expected);
            double[] states = Arrays.copyOfRange(found, longer.stateOffset(0), longer.stateOffset(trellis.length()));
            assertClose(
                    states,
                    Arrays.copyOfRange(expected, trellis.stateOffset(0), trellis.stateOffset(trellis.length())),
                    scored);
        }
    }
}
