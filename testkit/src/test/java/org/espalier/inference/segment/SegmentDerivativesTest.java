package org.espalier.inference.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.espalier.math.Kernels;
import org.espalier.testkit.ScoredSegmentation;
import org.espalier.testkit.SegmentGenerators;
import org.espalier.testkit.SegmentGenerators.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The derivatives of marginals against differences of marginals, on instances that are too large to enumerate. */
class SegmentDerivativesTest {
    private final SegmentInference inference = new SegmentInference(Kernels.scalar());

    @ParameterizedTest
    @EnumSource(names = {"NORMAL", "MASKED", "ONE_OUTPUT", "ZERO"})
    void areTheLimitOfDifferences(Kind kind) {
        double step = 1e-5;
        for (int seed = 0; seed < 20; seed++) {
            SegmentGenerators generators = new SegmentGenerators(seed);
            ScoredSegmentation scored = generators.segmentation(kind, 12, 5, 5, seed % 2 * 0.3);
            double[] direction = generators.normal(scored.segmentation().parts(), 1);
            double[] expected = new double[direction.length];
            for (int sign = -1; sign <= 1; sign += 2) {
                ScoredSegmentation there = scored.moved(direction, sign * step);
                inference.addMarginals(scored.segmentation(), there.workspace(), sign / (2 * step), expected);
            }
            double[] found = new double[direction.length];
            inference.addMarginalDerivatives(scored.segmentation(), scored.workspace(), direction, 1, found);
            for (int part = 0; part < expected.length; part++) {
                assertThat(found[part])
                        .as("part %d of %s", part, scored)
                        .isCloseTo(expected[part], within(1e-7 * (1 + Math.abs(expected[part]))));
            }
        }
    }
}
