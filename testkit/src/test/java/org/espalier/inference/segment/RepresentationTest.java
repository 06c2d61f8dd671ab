package org.espalier.inference.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.testkit.ScoredSegmentation;
import org.espalier.testkit.SegmentEnumerator;
import org.espalier.testkit.SegmentGenerators;
import org.espalier.testkit.SegmentGenerators.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The two representations of sums: when the scaled one must give up, and that both say the same where both can speak. */
class RepresentationTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private static ScaledRows scaled(ScoredSegmentation scored) {
        return new ScaledRows(scored.segmentation(), scored.workspace(), Kernels.scalar());
    }

    private static LogRows logs(ScoredSegmentation scored) {
        LogRows rows = new LogRows(scored.segmentation(), scored.workspace());
        rows.runForward();
        return rows;
    }

    private static double[] marginals(SumRows rows) {
        double[] marginals = new double[rows.segmentation.parts()];
        rows.addMarginals(1, marginals);
        return marginals;
    }

    private static double[] derivatives(SumRows rows) {
        double[] derivatives = new double[rows.segmentation.parts()];
        double[] direction = new SegmentGenerators(3).normal(derivatives.length, 1);
        new MarginalDerivatives(rows, direction).add(1, derivatives);
        return derivatives;
    }

    private static void assertClose(double[] found, double[] expected, double tolerance, Object origin) {
        for (int part = 0; part < expected.length; part++) {
            double allowed = tolerance * Math.max(1, Math.abs(expected[part]));
            if (!(Math.abs(found[part] - expected[part]) <= allowed)) {
                assertThat(found[part]).as("part %d of %s", part, origin).isCloseTo(expected[part], within(allowed));
            }
        }
    }

    /** Logarithms take over for hostile scores only, so the grid of the contract hardly reaches them. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void logarithmsAgreeWithAllOutputs(Kind kind) {
        for (int seed = 0; seed < 60; seed++) {
            ScoredSegmentation scored = new SegmentGenerators(seed).tiny(kind);
            SegmentEnumerator enumerator = SegmentEnumerator.of(scored);
            if (enumerator.count() == 0) {
                assertThat(logs(scored).logSum()).as(scored.toString()).isEqualTo(NONE);
                assertThat(marginals(logs(scored))).as(scored.toString()).containsOnly(0.0);
                assertThat(derivatives(logs(scored))).as(scored.toString()).containsOnly(0.0);
                continue;
            }
            double tolerance = 1e-10 * Math.max(1, Math.abs(enumerator.logSum()));
            assertThat(logs(scored).logSum()).as(scored.toString()).isCloseTo(enumerator.logSum(), within(tolerance));
            assertClose(marginals(logs(scored)), enumerator.marginals(), 1e-10, scored);
            double[] direction = new SegmentGenerators(3).normal(scored.scores().length, 1);
            assertClose(derivatives(logs(scored)), enumerator.covariances(direction), 1e-10, scored);
        }
    }

    /** Scores of every steepness, every block of parts forbidden here and there: where the scaled rows answer, they are right. */
    @Test
    void whereBothAnswerTheyAgree() {
        int answered = 0;
        int cases = 4_000;
        for (int seed = 0; seed < cases; seed++) {
            SegmentGenerators generators = new SegmentGenerators(seed);
            Random random = generators.random();
            ScoredSegmentation scored = generators.segmentation(
                    Kind.ZERO, 1 + random.nextInt(30), 1 + random.nextInt(4), 1 + random.nextInt(12), seed % 3 * 0.1);
            Segmentation segmentation = scored.segmentation();
            int squares = segmentation.labels() * segmentation.labels();
            int[] blocks = {
                0,
                squares,
                segmentation.sharedParts(),
                segmentation.boundaryOffset(0),
                segmentation.ownOffset(0),
                segmentation.parts()
            };
            double[] scores = scored.scores().clone();
            for (int block = 0; block + 1 < blocks.length; block++) {
                double steepness = new double[] {0, 1, 10, 40, 100, 220}[random.nextInt(6)];
                double forbidden = random.nextInt(3) == 0 ? 0.3 * random.nextDouble() : 0;
                for (int part = blocks[block]; part < blocks[block + 1]; part++) {
                    scores[part] = random.nextDouble() < forbidden ? NONE : steepness * (random.nextDouble() - 0.5);
                }
            }
            ScoredSegmentation drawn = scored.withScores(scores, "blocks of their own steepness");
            ScaledRows fast = scaled(drawn);
            if (!fast.runForward()) {
                continue;
            }
            answered++;
            LogRows slow = logs(drawn);
            assertThat(fast.logSum())
                    .as(drawn.toString())
                    .isCloseTo(slow.logSum(), within(1e-10 * Math.max(1, Math.abs(slow.logSum()))));
            assertClose(derivatives(fast), derivatives(slow), 1e-9, drawn);
            assertClose(marginals(fast), marginals(slow), 1e-9, drawn);
        }
        assertThat(answered).as("cases in which the scaled rows answered").isBetween(cases / 2, cases - cases / 10);
    }

    /** One segment over all tokens, whose label is 0 or 1; the second falls by exp(−150) five times and comes back. */
    @Test
    void aSegmentThatFallsAndComesBackIsNoticedBeforeItVanishes() {
        int length = 11;
        Segmentation segmentation = Segmentation.of(length, SegmentLengths.same(2, length));
        double[] scores = new double[segmentation.parts()];
        for (int t = 1; t < length; t++) {
            scores[segmentation.boundaryOffset(t) + Segmentation.BEGINS] = NONE;
            scores[segmentation.stateOffset(t) + 1] = t <= 5 ? -150 : 150;
        }
        ScoredSegmentation scored = new ScoredSegmentation(segmentation, scores, "falls and comes back");
        assertThat(scaled(scored).runForward()).isFalse();
        assertThat(new SegmentInference(Kernels.scalar()).logSum(segmentation, scored.workspace()))
                .isCloseTo(Math.log(2), within(1e-12));
    }

    /** A long segment of a label that is bad everywhere vanishes, and nobody misses it: a short one of the label is far better. */
    @Test
    void whatIsNegligibleIsDroppedInsteadOfGivingUp() {
        int length = 60;
        Segmentation segmentation = Segmentation.of(length, SegmentLengths.same(3, 40));
        double[] scores = new SegmentGenerators(5).normal(segmentation.parts(), 1);
        for (int t = 0; t < length; t++) {
            scores[segmentation.stateOffset(t) + 2] -= 30;
        }
        ScoredSegmentation scored = new ScoredSegmentation(segmentation, scores, "a bad label");
        ScaledRows fast = scaled(scored);
        assertThat(fast.runForward()).isTrue();
        assertThat(Arrays.stream(fast.scratch.open, 0, 40 * 4)
                        .filter(value -> value > 0)
                        .min()
                        .getAsDouble())
                .as("40 tokens make exp(−1200), which no number can hold")
                .isGreaterThanOrEqualTo(UnderflowGuard.VANISHING);
        LogRows slow = logs(scored);
        assertThat(fast.logSum()).isCloseTo(slow.logSum(), within(1e-11));
        assertClose(marginals(fast), marginals(slow), 1e-11, scored);
    }

    /**
     * Two labels: 0, whose scores are 0, and 1 with its own. A segment may begin at the first two tokens and where else a boundary
     * has a score.
     */
    private static ScoredSegmentation twoLabels(SegmentLengths lengths, double[] states, double... begins) {
        Segmentation segmentation = Segmentation.of(states.length, lengths);
        double[] scores = new double[segmentation.parts()];
        for (int t = 0; t < states.length; t++) {
            scores[segmentation.stateOffset(t) + 1] = states[t];
            scores[segmentation.boundaryOffset(t) + Segmentation.BEGINS] = begins[t];
        }
        return new ScoredSegmentation(segmentation, scores, "label 1 has states " + Arrays.toString(states));
    }

    /** Inference must give up scaled rows here, and be right. */
    private static void assertGivesUpAndIsRight(ScoredSegmentation scored) {
        assertThat(scaled(scored).runForward()).as(scored.toString()).isFalse();
        SegmentEnumerator enumerator = SegmentEnumerator.of(scored);
        double[] marginals = new double[scored.scores().length];
        double logSum = new SegmentInference(Kernels.scalar())
                .addMarginals(scored.segmentation(), scored.workspace(), 1, marginals);
        assertThat(logSum).as(scored.toString()).isCloseTo(enumerator.logSum(), within(1e-10));
        assertClose(marginals, enumerator.marginals(), 1e-10, scored);
    }

    /** Where no step leads from one label to the other, label 1 falls below what α may hold, and is as good as label 0 in the end. */
    @Test
    void aLabelThatFallsAndComesBackIsNoticedBeforeItVanishes() {
        ScoredSegmentation scored =
                twoLabels(SegmentLengths.same(2, 1), new double[] {0, -225, -225, -50, 225, 225, 50}, new double[7]);
        scored.scores()[scored.segmentation().transitionPart(0, 1)] = NONE;
        scored.scores()[scored.segmentation().transitionPart(1, 0)] = NONE;
        assertGivesUpAndIsRight(scored);
    }

    /** With label 1 the segment from 1 on is far smaller than that from 0 on, but in the end the latter is too long. */
    @Test
    void aSegmentIsNotDroppedForAnOlderOne() {
        ScoredSegmentation scored = twoLabels(
                SegmentLengths.of(7, 6),
                new double[] {0, -222, -222, 222, 222, 222, 222},
                0,
                0,
                NONE,
                NONE,
                -229,
                NONE,
                NONE);
        scored.scores()[scored.segmentation().transitionPart(0, 1)] = -225;
        scored.scores()[scored.segmentation().transitionPart(1, 1)] = -225;
        assertGivesUpAndIsRight(scored);
    }

    /** With label 1 the segment from 0 on is far smaller than that from 1 on, but in the end its length makes up for it. */
    @Test
    void aSegmentIsNotDroppedWhenLengthsCanMakeUpForIt() {
        ScoredSegmentation scored = twoLabels(
                SegmentLengths.same(2, 6),
                new double[] {-222, -225, -222, 222, 222, 222},
                0,
                0,
                NONE,
                NONE,
                NONE,
                NONE);
        scored.scores()[scored.segmentation().lengthOffset(5) + 1] = -225;
        assertGivesUpAndIsRight(scored);
    }

    /** The same with a length that is forbidden, and with a place whose own score is. */
    @Test
    void aSegmentIsNotDroppedWhenTheOtherMayBeForbidden() {
        double[] states = {-222, -225, -222, 222, 222, 222, 0, 0};
        double[] begins = {0, 0, NONE, NONE, NONE, NONE, -229, NONE};
        SegmentLengths lengths = SegmentLengths.same(2, 8);
        ScoredSegmentation scored = twoLabels(lengths, states, begins);
        scored.scores()[scored.segmentation().lengthOffset(7) + 1] = NONE;
        assertGivesUpAndIsRight(scored);
        double[] allowed = twoLabels(lengths, states, begins).scores();
        Segmentation withPlace = Segmentation.of(8, lengths, new int[] {1}, new int[] {7});
        double[] scores = Arrays.copyOf(allowed, withPlace.parts());
        scores[withPlace.ownOffset(0) + 1] = NONE;
        assertGivesUpAndIsRight(new ScoredSegmentation(withPlace, scores, "a forbidden place"));
    }

    /** Nothing can end after tokens 0 and 1: their rows are zeros, and the sum goes on. */
    @Test
    void shortSegmentsMayBeForbidden() {
        Segmentation segmentation = Segmentation.of(20, SegmentLengths.of(6, 5));
        double[] scores = new SegmentGenerators(6).normal(segmentation.parts(), 2);
        for (int part = segmentation.lengthOffset(1); part < segmentation.lengthOffset(3); part++) {
            scores[part] = NONE;
        }
        ScoredSegmentation scored = new ScoredSegmentation(segmentation, scores, "at least three tokens");
        ScaledRows fast = scaled(scored);
        assertThat(fast.runForward()).isTrue();
        LogRows slow = logs(scored);
        assertThat(fast.logSum()).isCloseTo(slow.logSum(), within(1e-12));
        assertClose(marginals(fast), marginals(slow), 1e-12, scored);
        Workspace workspace = scored.workspace();
        for (int seed = 0; seed < 50; seed++) {
            assertThat(new SegmentInference(Kernels.scalar())
                            .sample(segmentation, workspace, new Random(seed))
                            .list())
                    .allMatch(segment -> segment.length() >= 3);
        }
    }

    @Test
    void aForbiddenLabelWithTemptingScoresDoesNotPoisonTheScale() {
        for (double lure : new double[] {10, 100, 190, 800}) {
            Segmentation segmentation = Segmentation.of(50, SegmentLengths.of(1, 3, 6));
            double[] scores = new SegmentGenerators(9).normal(segmentation.parts(), 1);
            for (int t = 0; t < segmentation.length(); t++) {
                scores[segmentation.stateOffset(t) + 2] += lure;
            }
            for (int i = 0; i < 2; i++) {
                scores[segmentation.transitionPart(i, 2)] = NONE; // nobody may step into label 2 …
            }
            scores[segmentation.stateOffset(0) + 2] = NONE; // … nor begin with it
            ScoredSegmentation scored = new ScoredSegmentation(segmentation, scores, "a lure of " + lure);
            double[] marginals = new double[segmentation.parts()];
            double logSum =
                    new SegmentInference(Kernels.scalar()).addMarginals(segmentation, scored.workspace(), 1, marginals);
            assertThat(logSum).as(scored.toString()).isCloseTo(logs(scored).logSum(), within(1e-10));
            assertClose(marginals, marginals(logs(scored)), 1e-10, scored);
            for (int t = 0; t < segmentation.length(); t++) {
                assertThat(marginals[segmentation.stateOffset(t) + 2])
                        .as(scored.toString())
                        .isZero();
            }
        }
    }

    @Test
    void logarithmsKeepTheirPrecisionOverLongSequences() {
        ScoredSegmentation scored =
                new SegmentGenerators(3).segmentation(Kind.NORMAL, 30_000, SegmentLengths.of(1, 4, 3), 0);
        ScaledRows fast = scaled(scored);
        assertThat(fast.runForward()).isTrue();
        LogRows slow = logs(scored);
        assertThat(slow.logSum()).isCloseTo(fast.logSum(), within(1e-11 * Math.abs(fast.logSum())));
        assertClose(marginals(slow), marginals(fast), 1e-11, scored);
    }
}
