package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the losses say of themselves holds for what they compute. */
class LossFunctionTest {
    private static final ChainInference INFERENCE = new ChainInference(Kernels.scalar());

    private static Set<LossFunction> those(Predicate<LossFunction> property) {
        Set<LossFunction> those = EnumSet.noneOf(LossFunction.class);
        Arrays.stream(LossFunction.values()).filter(property).forEach(those::add);
        return those;
    }

    /** One position, three states, the first is right. */
    private static double value(LossFunction kind, double cost, double... scores) {
        Trellis trellis = Trellis.chain(1, scores.length);
        Workspace workspace = new Workspace();
        workspace.reserve(trellis);
        System.arraycopy(scores, 0, workspace.scores(), trellis.stateOffset(0), scores.length);
        workspace.sharedChanged();
        return ChainLosses.of(kind, INFERENCE, cost).evaluate(trellis, AllowedStates.path(0), 1, workspace);
    }

    @ParameterizedTest
    @EnumSource
    void theCostMattersExactlyWhereItIsSaidTo(LossFunction kind) {
        assertThat(value(kind, 1, 0.3, 0.1, -0.2) != value(kind, 2, 0.3, 0.1, -0.2))
                .isEqualTo(kind.hasCost());
    }

    @ParameterizedTest
    @EnumSource
    void withoutACostAWrongPositionCostsOne(LossFunction kind) {
        Trellis trellis = Trellis.chain(1, 2);
        Workspace workspace = new Workspace();
        workspace.reserve(trellis);
        workspace.sharedChanged();
        assertThat(ChainLosses.of(kind, INFERENCE, 1).evaluate(trellis, AllowedStates.path(0), 1, workspace))
                .isEqualTo(value(kind, 1, 0, 0));
    }

    /** Two wrong labels that are both above the margin: one counts in the structured losses, each in one-vs-rest. */
    @Test
    void oneVsRestLossesAddUpOverTheLabels() {
        assertThat(value(LossFunction.HINGE, 1, 2, 2, 2)).isEqualTo(1.0);
        assertThat(value(LossFunction.ONE_VS_REST_HINGE, 1, 2, 2, 2)).isEqualTo(6.0);
        assertThat(value(LossFunction.ONE_VS_REST_SQUARED_HINGE, 1, 2, 2, 2)).isEqualTo(18.0);
        assertThat(those(LossFunction::isOneVsRest))
                .containsExactly(
                        LossFunction.ONE_VS_REST_HINGE,
                        LossFunction.ONE_VS_REST_SQUARED_HINGE,
                        LossFunction.ONE_VS_REST_LOG);
    }

    /** The slope of a smooth loss changes little over 10⁻⁶; that of a hinge jumps where the loss becomes 0. */
    @ParameterizedTest
    @EnumSource
    void whatIsCalledSmoothHasNoKinkAtItsMargin(LossFunction kind) {
        double step = 1e-6;
        double right = 1; // z = 1 for the right label, and the margin of 1 is just kept
        double[] slopes = new double[2];
        for (int side = 0; side < 2; side++) {
            double at = right + (side == 0 ? -10 : 10) * step;
            slopes[side] = (value(kind, 1, at + step, 0) - value(kind, 1, at - step, 0)) / (2 * step);
        }
        assertThat(Math.abs(slopes[0] - slopes[1]) < 0.1).isEqualTo(kind.isSmooth());
    }

    /** log 0 − log 0 and −∞ − (−∞) are no numbers; a gold standard without a possible output is an infinite loss all the same. */
    @ParameterizedTest
    @EnumSource
    void whereNothingIsPossibleTheLossIsInfinite(LossFunction kind) {
        double never = Double.NEGATIVE_INFINITY;
        assertThat(value(kind, 1, never, never, never)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(value(kind, 1, never, 0.5, 0.25)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    /** What judges one token after the other is a chain's own, and other structures are told so. */
    @ParameterizedTest
    @EnumSource
    void lossesOfChainsAreNotForOtherStructures(LossFunction kind) {
        assertThat(kind.isOfChains()).isEqualTo(kind == LossFunction.LOCAL || kind.isOneVsRest());
        if (kind.isOfChains()) {
            assertThatThrownBy(() -> kind.with(INFERENCE, 1)).hasMessageContaining("the loss " + kind);
        } else {
            assertThat(kind.with(INFERENCE, 1).hasHessian()).isEqualTo(kind == LossFunction.LOG);
        }
    }

    @Test
    void aCustomLossClaimsOnlyWhatItIsGiven() {
        CustomLoss loss = new CustomLoss("mine", LogLoss::new);
        assertThat(loss).isEqualTo(new CustomLoss("mine", loss.factory(), false, true));
        assertThat(loss.withConvex(true)).isEqualTo(new CustomLoss("mine", loss.factory(), true, true));
        assertThat(loss.withSmooth(false)).isEqualTo(new CustomLoss("mine", loss.factory(), false, false));
        assertThatThrownBy(() -> new CustomLoss(" ", LogLoss::new)).hasMessageContaining("without a name");
    }

    @Test
    void namesAreThoseOfTheCommandLine() {
        assertThat(Arrays.stream(LossFunction.values()).map(LossFunction::toString))
                .containsExactly(
                        "log",
                        "local",
                        "hinge",
                        "squared-hinge",
                        "softmax-margin",
                        "one-vs-rest-hinge",
                        "one-vs-rest-squared-hinge",
                        "one-vs-rest-log");
    }
}
