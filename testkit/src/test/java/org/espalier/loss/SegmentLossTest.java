package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.espalier.inference.Workspace;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.math.Kernels;
import org.espalier.optimize.Function;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.testkit.GradientCheck;
import org.espalier.testkit.ScoredSegmentation;
import org.espalier.testkit.SegmentEnumerator;
import org.espalier.testkit.SegmentGenerators;
import org.espalier.testkit.SegmentGenerators.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The losses that are written for every structure, on segments: values against all outputs, gradients against differences. */
class SegmentLossTest {
    private static final int CASES = 30;

    private final SegmentInference inference = new SegmentInference(Kernels.scalar());

    private static GoldSegments gold(ScoredSegmentation scored, int seed) {
        SegmentGenerators generators = new SegmentGenerators(1000 + seed);
        return seed % 2 == 0
                ? GoldSegments.of(generators.segments(scored.segmentation()).list())
                : generators.partial(scored.segmentation());
    }

    /** The definition of each loss, over all outputs. */
    private static double expected(LossFunction kind, ScoredSegmentation scored, GoldSegments gold, double cost) {
        Segmentation segmentation = scored.segmentation();
        SegmentEnumerator enumerator = SegmentEnumerator.of(scored);
        double allowed = enumerator.logSumWithin(output -> gold.errors(segmentation, output) == 0);
        double right = Double.NEGATIVE_INFINITY;
        double worst = Double.NEGATIVE_INFINITY;
        double soft = 0;
        for (SegmentEnumerator.Entry entry : enumerator.entries()) {
            int errors = gold.errors(segmentation, entry.segments());
            right = errors == 0 ? Math.max(right, entry.score()) : right;
            worst = Math.max(worst, entry.score() + cost * errors);
            soft += Math.exp(entry.score() + cost * errors);
        }
        return switch (kind) {
            case LOG -> enumerator.logSum() - allowed;
            case HINGE -> worst - right;
            case SQUARED_HINGE -> (worst - right) * (worst - right);
            case SOFTMAX_MARGIN -> Math.log(soft) - allowed;
            default -> throw new IllegalArgumentException(kind + " is a chain's own");
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"LOG", "HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void valuesAreThoseOfTheDefinition(LossFunction kind) {
        Loss<Segmentation> loss = kind.with(inference, 1.5);
        for (int seed = 0; seed < CASES; seed++) {
            ScoredSegmentation scored = new SegmentGenerators(seed).tiny(Kind.NORMAL);
            GoldSegments gold = gold(scored, seed);
            Workspace workspace = scored.workspace();
            assertThat(loss.evaluate(scored.segmentation(), gold, 2, workspace))
                    .as(scored.toString())
                    .isCloseTo(2 * expected(kind, scored, gold, 1.5), within(1e-9));
            assertThat(Arrays.copyOf(workspace.scores(), scored.scores().length))
                    .as("scores of %s", scored)
                    .isEqualTo(scored.scores());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOG", "HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void gradientsAreThoseOfTheValues(LossFunction kind) {
        Loss<Segmentation> loss = kind.with(inference, 1.5);
        for (int seed = 0; seed < CASES; seed++) {
            ScoredSegmentation scored = new SegmentGenerators(seed).tiny(Kind.NORMAL);
            GoldSegments gold = gold(scored, seed);
            Function value = new Function() {
                @Override
                public int dimension() {
                    return scored.scores().length;
                }

                @Override
                public double evaluate(double[] parts, double[] gradient) {
                    Workspace workspace = scored.withScores(parts, "moved").workspace();
                    double value = loss.evaluate(scored.segmentation(), gold, 1.7, workspace);
                    System.arraycopy(workspace.gradient(), 0, gradient, 0, gradient.length);
                    return value;
                }
            };
            GradientCheck.check(value, scored.scores(), 1e-7, kind + " of " + scored);
        }
    }

    @Test
    void theHessianOfTheLogLossIsTheDerivativeOfItsGradient() {
        LogLoss<Segmentation> loss = new LogLoss<>(inference);
        double step = 1e-5;
        for (int seed = 0; seed < CASES; seed++) {
            SegmentGenerators generators = new SegmentGenerators(seed);
            ScoredSegmentation scored = generators.segmentation(Kind.NORMAL, 1 + seed % 8, 3, 4, 0.3);
            Segmentation segmentation = scored.segmentation();
            GoldSegments gold = gold(scored, seed);
            double[] direction = generators.normal(segmentation.parts(), 1);
            double[] expected = new double[direction.length];
            for (int sign = -1; sign <= 1; sign += 2) {
                Workspace workspace = scored.moved(direction, sign * step).workspace();
                loss.evaluate(segmentation, gold, 1.5, workspace);
                for (int part = 0; part < expected.length; part++) {
                    expected[part] += sign * workspace.gradient()[part] / (2 * step);
                }
            }
            Workspace workspace = scored.workspace();
            workspace.reserveDirection(segmentation);
            System.arraycopy(direction, 0, workspace.direction(), 0, direction.length);
            loss.timesHessian(segmentation, gold, 1.5, workspace);
            for (int part = 0; part < expected.length; part++) {
                assertThat(workspace.gradient()[part])
                        .as("part %d of %s", part, scored)
                        .isCloseTo(expected[part], within(1e-7));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOG", "HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void anImpossibleGoldStandardIsAnInfiniteLossUnlessItsWeightIsZero(LossFunction kind) {
        Segmentation segmentation = Segmentation.of(3, SegmentLengths.of(1, 2));
        GoldSegments gold = GoldSegments.of(List.of(new Segment(0, 1, 0), new Segment(1, 3, 1)));
        double[] scores = new SegmentGenerators(4).normal(segmentation.parts(), 1);
        scores[segmentation.boundaryOffset(2) + Segmentation.INSIDE] = Double.NEGATIVE_INFINITY;
        Loss<Segmentation> loss = kind.with(inference, 1);
        for (double weight : new double[] {1, 0}) {
            Workspace workspace = new ScoredSegmentation(segmentation, scores, "impossible").workspace();
            assertThat(loss.evaluate(segmentation, gold, weight, workspace))
                    .isEqualTo(weight == 0 ? 0 : Double.POSITIVE_INFINITY);
            for (double value : workspace.gradient()) {
                assertThat(value).isFinite();
            }
        }
    }

    @Test
    void aGoldStandardOfAnotherSizeOrWithATooLongSegmentIsRefused() {
        Segmentation segmentation = Segmentation.of(3, SegmentLengths.of(1, 2));
        Workspace workspace = new Workspace();
        workspace.reserve(segmentation);
        Loss<Segmentation> loss = new LogLoss<>(inference);
        assertThatThrownBy(
                        () -> loss.evaluate(segmentation, GoldSegments.of(List.of(new Segment(0, 1, 0))), 1, workspace))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("supervision of length 1 for a sequence of length 3");
        GoldSegments tooLong = GoldSegments.of(List.of(new Segment(0, 3, 1)));
        assertThatThrownBy(() -> loss.evaluate(segmentation, tooLong, 1, workspace))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 3 tokens; expected at most 2");
    }
}
