package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.espalier.testkit.SegmentGenerators.Kind;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What inference over segments promises, whatever kernels it runs on: every kind of scores against {@link SegmentEnumerator}. */
public abstract class SegmentInferenceContract {
    private static final int CASES = 60;
    private static final double NEGLIGIBLE = 1e-10;

    /** The kernels under test. */
    protected abstract Kernels kernels();

    private SegmentInference inference() {
        return new SegmentInference(kernels());
    }

    /** One test of {@value #CASES} random cases for every kind of scores. */
    private static Stream<DynamicTest> forEveryKind(Consumer<ScoredSegmentation> check) {
        return Arrays.stream(Kind.values())
                .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> {
                    for (int seed = 0; seed < CASES; seed++) {
                        check.accept(new SegmentGenerators(seed).tiny(kind));
                    }
                }));
    }

    private static void close(double found, double expected, ScoredSegmentation origin) {
        if (Double.isInfinite(expected)) {
            assertThat(found).as(origin.toString()).isEqualTo(expected);
        } else {
            double tolerance = NEGLIGIBLE * Math.max(1, Math.abs(expected));
            assertThat(found).as(origin.toString()).isCloseTo(expected, within(tolerance));
        }
    }

    private static void close(double[] found, double[] expected, double tolerance, ScoredSegmentation origin) {
        assertThat(found).as(origin.toString()).hasSameSizeAs(expected);
        for (int part = 0; part < expected.length; part++) {
            double allowed = tolerance * Math.max(1, Math.abs(expected[part]));
            if (!(Math.abs(found[part] - expected[part]) <= allowed)) { // an assertion for each of 300,000 is slow
                assertThat(found[part]).as("part %d of %s", part, origin).isCloseTo(expected[part], within(allowed));
            }
        }
    }

    private double logSum(ScoredSegmentation scored) {
        return inference().logSum(scored.segmentation(), scored.workspace());
    }

    private double[] marginals(ScoredSegmentation scored) {
        double[] marginals = new double[scored.segmentation().parts()];
        double logSum = inference().addMarginals(scored.segmentation(), scored.workspace(), 1, marginals);
        close(logSum, logSum(scored), scored);
        return marginals;
    }

    // ---- the grid against the enumerator ----

    @TestFactory
    Stream<DynamicTest> logSumIsThatOfAllOutputs() {
        return forEveryKind(
                scored -> close(logSum(scored), SegmentEnumerator.of(scored).logSum(), scored));
    }

    @TestFactory
    Stream<DynamicTest> marginalsOfAllPartsAreThoseOfAllOutputs() {
        return forEveryKind(scored -> {
            double[] expected = SegmentEnumerator.of(scored).marginals();
            double[] found = marginals(scored);
            close(found, expected, NEGLIGIBLE, scored);
            for (int part = 0; part < found.length; part++) {
                if (expected[part] == 0 && found[part] != 0) {
                    assertThat(scored.scores()[part])
                            .as("a forbidden part, %d of %s, has a marginal", part, scored)
                            .isNotEqualTo(Double.NEGATIVE_INFINITY);
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> marginalsAreAddedWithTheirWeight() {
        return forEveryKind(scored -> {
            double[] plain = marginals(scored);
            for (double weight : new double[] {-2.5, 0}) {
                double[] into = new SegmentGenerators(1).normal(plain.length, 1);
                double[] expected = into.clone();
                Arrays.setAll(expected, part -> expected[part] + weight * plain[part]);
                inference().addMarginals(scored.segmentation(), scored.workspace(), weight, into);
                close(into, expected, NEGLIGIBLE, scored);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> derivativesOfMarginalsAreTheCovariancesOfPartAndOutput() {
        return forEveryKind(scored -> {
            double[] direction = new SegmentGenerators(7).normal(scored.scores().length, 1);
            double[] expected = SegmentEnumerator.of(scored).covariances(direction);
            Arrays.setAll(expected, part -> -2.5 * expected[part]);
            double[] into = new double[expected.length];
            inference().addMarginalDerivatives(scored.segmentation(), scored.workspace(), direction, -2.5, into);
            close(into, expected, NEGLIGIBLE, scored);
        });
    }

    @TestFactory
    Stream<DynamicTest> theBestOutputIsTheBestOfAllWithTiesToSmallLabelsThenShortSegments() {
        return forEveryKind(scored -> {
            List<SegmentEnumerator.Entry> entries = SegmentEnumerator.of(scored).entries();
            ScoredOutput<Segments> best = inference().best(scored.segmentation(), scored.workspace());
            if (entries.isEmpty()) {
                assertThat(best.score()).as(scored.toString()).isEqualTo(Double.NEGATIVE_INFINITY);
            } else {
                close(best.score(), entries.get(0).score(), scored);
                assertThat(best.output())
                        .as(scored.toString())
                        .isEqualTo(entries.get(0).segments());
                assertThat(best.score())
                        .as("bits of the score of %s", scored)
                        .isEqualTo(best.output().score(scored.scores()));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nBestListsAllOutputsInOrderAndBeginsWithTheBest() {
        return forEveryKind(scored -> {
            List<SegmentEnumerator.Entry> expected =
                    SegmentEnumerator.of(scored).entries();
            List<ScoredOutput<Segments>> found =
                    inference().nBest(scored.segmentation(), scored.workspace(), expected.size() + 5);
            assertThat(found).as(scored.toString()).hasSameSizeAs(expected);
            for (int k = 0; k < found.size(); k++) {
                close(found.get(k).score(), expected.get(k).score(), scored);
            }
            assertThat(found.stream().map(output -> output.output().toString()))
                    .as(scored.toString())
                    .containsExactlyInAnyOrderElementsOf(expected.stream()
                            .map(entry -> entry.segments().toString())
                            .toList());
            if (!found.isEmpty()) {
                ScoredOutput<Segments> best = inference().best(scored.segmentation(), scored.workspace());
                assertThat(found.get(0)).as(scored.toString()).isEqualTo(best);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aShorterNBestListIsTheHeadOfALongerOne() {
        return forEveryKind(scored -> {
            List<ScoredOutput<Segments>> all = inference().nBest(scored.segmentation(), scored.workspace(), 5000);
            List<ScoredOutput<Segments>> three = inference().nBest(scored.segmentation(), scored.workspace(), 3);
            assertThat(three).as(scored.toString()).isEqualTo(all.subList(0, Math.min(3, all.size())));
        });
    }

    @TestFactory
    Stream<DynamicTest> entropyIsThatOfAllOutputs() {
        return forEveryKind(scored -> {
            double entropy = inference().entropy(scored.segmentation(), scored.workspace());
            assertThat(entropy)
                    .as(scored.toString())
                    .isCloseTo(SegmentEnumerator.of(scored).entropy(), within(1e-8));
        });
    }

    @TestFactory
    Stream<DynamicTest> samplesComeAsOftenAsTheirProbabilitySays() {
        return forEveryKind(scored -> {
            if (scored.origin().endsWith("7")) {
                checkSamples(scored);
            }
        });
    }

    private void checkSamples(ScoredSegmentation scored) {
        SegmentEnumerator enumerator = SegmentEnumerator.of(scored);
        Random random = new Random(42);
        Workspace workspace = scored.workspace();
        if (enumerator.count() == 0) {
            assertThatThrownBy(() -> inference().sample(scored.segmentation(), workspace, random))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("forbidden");
            return;
        }
        int draws = 4_000;
        Map<Segments, Integer> counts = new HashMap<>();
        for (int k = 0; k < draws; k++) {
            counts.merge(inference().sample(scored.segmentation(), workspace, random), 1, Integer::sum);
        }
        double distance = 0;
        int cells = 0;
        for (SegmentEnumerator.Entry entry : enumerator.entries()) {
            double expected = draws * enumerator.probability(entry);
            Integer count = counts.remove(entry.segments());
            if (expected >= 5) {
                double difference = (count == null ? 0 : count) - expected;
                distance += difference * difference / expected;
                cells++;
            }
        }
        assertThat(counts).as("impossible outputs were drawn from %s", scored).isEmpty();
        // χ² has mean k and variance 2k: five standard deviations, and some slack for the cells that were left out.
        assertThat(distance).as(scored.toString()).isLessThan(cells + 5 * Math.sqrt(2.0 * cells) + 5);
    }

    @TestFactory
    Stream<DynamicTest> clampsLeaveExactlyTheAllowedOutputs() {
        return forEveryKind(scored -> {
            SegmentGenerators generators = new SegmentGenerators(scored.scores().length);
            GoldSegments partial = generators.partial(scored.segmentation());
            GoldSegments single =
                    GoldSegments.of(generators.segments(scored.segmentation()).list());
            for (GoldSegments gold : List.of(partial, single)) {
                double[] clamped = scored.scores().clone();
                gold.forbid(scored.segmentation(), clamped);
                double expected = SegmentEnumerator.of(scored)
                        .logSumWithin(segments -> gold.errors(scored.segmentation(), segments) == 0);
                close(logSum(scored.withScores(clamped, "clamped")), expected, scored);
            }
        });
    }

    // ---- properties ----

    @TestFactory
    Stream<DynamicTest> marginalsAddUpToOnePerTokenAndToTheStepsBetweenSegments() {
        return forEveryKind(scored -> {
            Segmentation segmentation = scored.segmentation();
            double[] marginals = marginals(scored);
            double one = SegmentEnumerator.of(scored).count() > 0 ? 1 : 0;
            for (int t = 0; t < segmentation.length(); t++) {
                assertThat(sum(marginals, segmentation.stateOffset(t), segmentation.labels()))
                        .as("states of token %d of %s", t, scored)
                        .isCloseTo(one, within(NEGLIGIBLE));
                assertThat(sum(marginals, segmentation.boundaryOffset(t), 2))
                        .as("boundaries of token %d of %s", t, scored)
                        .isCloseTo(one, within(NEGLIGIBLE));
            }
            int squares = segmentation.labels() * segmentation.labels();
            double steps = sum(marginals, 0, squares);
            double segments = sum(marginals, squares, segmentation.sharedParts() - squares);
            assertThat(segments).as(scored.toString()).isCloseTo(steps + one, within(10 * NEGLIGIBLE));
        });
    }

    private static double sum(double[] a, int offset, int size) {
        return Arrays.stream(a, offset, offset + size).sum();
    }

    @TestFactory
    Stream<DynamicTest> addingAConstantAtATokenAddsItToTheLogSumAndChangesNoMarginal() {
        return forEveryKind(scored -> {
            Segmentation segmentation = scored.segmentation();
            int t = segmentation.length() / 2;
            for (boolean atStates : new boolean[] {true, false}) {
                double[] moved = scored.scores().clone();
                int offset = atStates ? segmentation.stateOffset(t) : segmentation.boundaryOffset(t);
                for (int k = offset; k < offset + (atStates ? segmentation.labels() : 2); k++) {
                    moved[k] += 37.25;
                }
                ScoredSegmentation other = scored.withScores(moved, "37.25 added at one token");
                close(logSum(other), logSum(scored) + 37.25, other);
                close(marginals(other), marginals(scored), 1e-9, other);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> renumberingTheLabelsRenumbersTheMarginals() {
        return forEveryKind(scored -> {
            Segmentation old = scored.segmentation();
            int labels = old.labels();
            int[] limits = new int[labels];
            Arrays.setAll(limits, y -> old.lengths().longest(labels - 1 - y));
            int[] starts = new int[old.places()];
            Arrays.setAll(starts, old::placeStart);
            int[] sizes = new int[old.places()];
            Arrays.setAll(sizes, old::placeLength);
            Segmentation reversed = Segmentation.of(old.length(), SegmentLengths.of(limits), starts, sizes);
            int[] renumbered = new int[old.parts()]; // label y becomes L−1−y
            for (int part = 0; part < renumbered.length; part++) {
                boolean isBoundary = part >= old.boundaryOffset(0) && part < old.boundaryOffset(old.length());
                int begin = part >= old.ownOffset(0) ? old.ownOffset(0) : 0;
                int width = part < labels * labels ? labels * labels : labels;
                renumbered[part] =
                        isBoundary ? part : part - (part - begin) % width + width - 1 - (part - begin) % width;
            }
            double[] moved = new double[renumbered.length];
            for (int part = 0; part < moved.length; part++) {
                moved[renumbered[part]] = scored.scores()[part];
            }
            ScoredSegmentation other = new ScoredSegmentation(reversed, moved, scored.origin() + ", labels reversed");
            close(logSum(other), logSum(scored), other);
            double[] found = marginals(other);
            double[] back = new double[found.length];
            Arrays.setAll(back, part -> found[renumbered[part]]);
            close(back, marginals(scored), NEGLIGIBLE, other);
        });
    }

    @TestFactory
    Stream<DynamicTest> ownPartsOfZeroChangeNothing() {
        return forEveryKind(scored -> {
            Segmentation plain = Segmentation.of(
                    scored.segmentation().length(), scored.segmentation().lengths());
            double[] scores = Arrays.copyOf(scored.scores(), plain.parts());
            ScoredSegmentation without = new ScoredSegmentation(plain, scores, scored.origin() + ", without places");
            ScoredSegmentation with = scored.withScores(
                    Arrays.copyOf(scores, scored.segmentation().parts()), "own parts zeroed");
            close(logSum(with), logSum(without), with);
            close(Arrays.copyOf(marginals(with), plain.parts()), marginals(without), NEGLIGIBLE, with);
            assertThat(inference().best(with.segmentation(), with.workspace()))
                    .as(with.toString())
                    .isEqualTo(inference().best(plain, without.workspace()));
        });
    }

    @Test
    void aWorkspaceThatServedOtherInstancesGivesTheSameBitsAsAFreshOne() {
        Workspace used = new Workspace();
        List<Kind> kinds = List.of(Kind.values());
        for (int seed = 0; seed < 300; seed++) {
            Kind kind = kinds.get(seed % kinds.size());
            int length = new Random(seed).nextInt(40);
            ScoredSegmentation scored =
                    new SegmentGenerators(seed).segmentation(kind, length, 1 + seed % 6, 1 + seed % 7, 0.1);
            scored.load(used);
            assertThat(everything(scored, used))
                    .as(scored.toString())
                    .isEqualTo(everything(scored, scored.workspace()));
        }
    }

    @Test
    void sharedPartsArePreparedOnceForManyInstances() {
        Workspace workspace = new Workspace();
        SegmentLengths lengths = SegmentLengths.of(1, 4, 3, 6);
        ScoredSegmentation first = new SegmentGenerators(1).segmentation(Kind.NORMAL, 9, lengths, 0);
        first.load(workspace);
        inference().logSum(first.segmentation(), workspace);
        for (int seed = 2; seed < 12; seed++) {
            ScoredSegmentation next = new SegmentGenerators(seed).segmentation(Kind.NORMAL, 3 + 4 * seed, lengths, 0.2);
            double[] scores = next.scores().clone();
            int begin = first.segmentation().sharedParts();
            System.arraycopy(first.scores(), 0, scores, 0, begin);
            ScoredSegmentation sharing = next.withScores(scores, "sharing");
            workspace.reserve(sharing.segmentation());
            System.arraycopy(scores, begin, workspace.scores(), begin, scores.length - begin);
            assertThat(everything(sharing, workspace))
                    .as(sharing.toString())
                    .isEqualTo(everything(sharing, sharing.workspace()));
        }
    }

    /** Every number that inference gives, in one list; the scores must be left as they were. */
    private double[] everything(ScoredSegmentation scored, Workspace workspace) {
        Segmentation segmentation = scored.segmentation();
        double[] marginals = new double[segmentation.parts()];
        double logSum = inference().addMarginals(segmentation, workspace, 1, marginals);
        double[] derivatives = new double[segmentation.parts()];
        inference()
                .addMarginalDerivatives(
                        segmentation,
                        workspace,
                        new SegmentGenerators(2).normal(segmentation.parts(), 1),
                        1,
                        derivatives);
        ScoredOutput<Segments> best = inference().best(segmentation, workspace);
        double nBest = inference().nBest(segmentation, workspace, 7).stream()
                .mapToDouble(ScoredOutput::score)
                .sum();
        double entropy = inference().entropy(segmentation, workspace);
        Segments sample = logSum == Double.NEGATIVE_INFINITY
                ? best.output()
                : inference().sample(segmentation, workspace, new Random(5));
        assertThat(Arrays.copyOf(workspace.scores(), segmentation.parts()))
                .as("scores after inference on %s", scored)
                .isEqualTo(scored.scores());
        return Stream.of(
                        Arrays.stream(marginals),
                        Arrays.stream(derivatives),
                        DoubleStream.of(
                                logSum,
                                best.score(),
                                nBest,
                                entropy,
                                inference().logSum(segmentation, workspace)),
                        Arrays.stream(best.output().tokenLabels()).asDoubleStream(),
                        Arrays.stream(sample.tokenLabels()).asDoubleStream(),
                        DoubleStream.of(best.output().count(), sample.count()))
                .flatMapToDouble(numbers -> numbers)
                .toArray();
    }

    // ---- sizes ----

    @Test
    void noTokensHaveOneOutputOfScoreZero() {
        for (Kind kind : Kind.values()) {
            ScoredSegmentation scored = new SegmentGenerators(1).segmentation(kind, 0, 3, 4, 0.5);
            assertThat(logSum(scored)).isZero();
            assertThat(marginals(scored)).containsOnly(0.0);
            assertThat(inference()
                            .best(scored.segmentation(), scored.workspace())
                            .score())
                    .isZero();
            assertThat(inference().nBest(scored.segmentation(), scored.workspace(), 3))
                    .hasSize(1);
            assertThat(inference()
                            .sample(scored.segmentation(), scored.workspace(), new Random(1))
                            .count())
                    .isZero();
            assertThat(inference().entropy(scored.segmentation(), scored.workspace()))
                    .isZero();
        }
    }

    /** All scores 0: with one label and segments of any length, T tokens have 2^(T−1) segmentations. */
    @Test
    void fiveThousandTokensAreCountedExactly() {
        int length = 5_000;
        ScoredSegmentation scored =
                new SegmentGenerators(1).segmentation(Kind.ZERO, length, SegmentLengths.same(1, length), 0);
        close(logSum(scored), (length - 1) * Math.log(2), scored);
        double[] marginals = marginals(scored);
        Segmentation segmentation = scored.segmentation();
        for (int t = 1; t < length; t++) {
            assertThat(marginals[segmentation.boundaryOffset(t)])
                    .as("token %d", t)
                    .isCloseTo(0.5, within(1e-9));
        }
    }

    /** With L labels and segments of one or two tokens, numbers of segmentations follow N(T) = L (L N(T−1) + L N(T−2)) / … */
    @Test
    void aHundredThousandTokensAreRight() {
        int length = 100_000;
        ScoredSegmentation scored =
                new SegmentGenerators(3).segmentation(Kind.ZERO, length, SegmentLengths.of(2, 2), 0);
        // Every segment has 2 labels and 1 or 2 tokens: N(T) = 2 N(T−1) + 2 N(T−2), so N grows by 1 + √3 per token.
        double growth = Math.log(1 + Math.sqrt(3));
        double expected = length * growth + Math.log((1 + Math.sqrt(3)) / (2 * Math.sqrt(3)));
        assertThat(logSum(scored)).isCloseTo(expected, within(1e-9 * expected));
        double[] marginals = marginals(scored);
        Segmentation segmentation = scored.segmentation();
        // Away from the ends a cut has the probability of a renewal: 1 / (expected length) = 1 / (p₁ + 2 p₂), p_d = 2
        // (1 + √3)^−d.
        double one = 2 / (1 + Math.sqrt(3));
        double two = one / (1 + Math.sqrt(3));
        for (int t = 100; t < length - 100; t += 997) {
            assertThat(marginals[segmentation.boundaryOffset(t)]).isCloseTo(1 / (one + 2 * two), within(1e-10));
            assertThat(marginals[segmentation.stateOffset(t)]).isCloseTo(0.5, within(1e-10));
        }
    }

    @Test
    void nBestNeedsAPositiveNumber() {
        ScoredSegmentation scored = new SegmentGenerators(1).tiny(Kind.NORMAL);
        assertThatThrownBy(() -> inference().nBest(scored.segmentation(), scored.workspace(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("n = 0");
    }
}
