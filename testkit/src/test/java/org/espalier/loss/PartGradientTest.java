package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.loss.chain.LocalLoss;
import org.espalier.loss.chain.OneVsRestLoss;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the losses of chains promise of the gradient of the parts; what all structures have is in the contract. */
class PartGradientTest {
    private final ChainInference inference = new ChainInference(Kernels.scalar());

    private static ScoredTrellis draw(LossFunction kind, int seed) {
        boolean transitions = !kind.isOneVsRest();
        ScoredTrellis drawn = new Generators(seed).trellis(Kind.NORMAL, 1 + seed % 4, 3, transitions ? 0.5 : 0);
        double[] scores = drawn.scores().clone();
        if (!transitions) {
            Arrays.fill(scores, 0, drawn.trellis().sharedParts(), 0.0);
        }
        return drawn.withScores(scores, "for " + kind);
    }

    private static AllowedStates gold(LossFunction kind, ScoredTrellis scored, int seed) {
        Generators generators = new Generators(1000 + seed);
        int length = scored.trellis().length();
        return kind == LossFunction.LOCAL || seed % 2 == 0
                ? AllowedStates.path(generators.path(length, 3))
                : AllowedStates.of(generators.allowed(length, 3));
    }

    /** A workspace serves many sequences: their own parts are overwritten, the shared ones add up. */
    @ParameterizedTest
    @EnumSource(
            names = {"LOCAL", "ONE_VS_REST_.*"},
            mode = EnumSource.Mode.MATCH_ANY)
    void whatWasThereIsOverwrittenAndSharedTransitionsAddUp(LossFunction kind) {
        for (int seed = 0; seed < 20; seed++) {
            ScoredTrellis scored = draw(kind, seed);
            AllowedStates gold = gold(kind, scored, seed);
            Workspace fresh = scored.workspace();
            double value = ChainLosses.of(kind, inference, 1).evaluate(scored.trellis(), gold, 1.7, fresh);
            Workspace used = scored.workspace();
            Arrays.fill(used.gradient(), 5.0);
            assertThat(ChainLosses.of(kind, inference, 1).evaluate(scored.trellis(), gold, 1.7, used))
                    .isEqualTo(value);
            for (int part = 0; part < scored.trellis().parts(); part++) {
                double before = part < scored.trellis().sharedParts() ? 5 : 0;
                assertThat(used.gradient()[part])
                        .as("part %d of %s", part, scored)
                        .isCloseTo(fresh.gradient()[part] + before, within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LOCAL", "ONE_VS_REST_.*"},
            mode = EnumSource.Mode.MATCH_ANY)
    void secondDerivativesAreRefused(LossFunction kind) {
        Loss<Trellis> loss = ChainLosses.of(kind, inference, 1);
        assertThat(loss.hasHessian()).isFalse();
        ScoredTrellis scored = draw(kind, 1);
        AllowedStates gold = gold(kind, scored, 1);
        Workspace workspace = scored.workspace();
        workspace.reserveDirection(scored.trellis());
        assertThatThrownBy(() -> loss.timesHessian(scored.trellis(), gold, 1, workspace))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /** Whichever of the allowed labels scores highest is taken for right, at any position. */
    @Test
    void oneVsRestTakesTheHighestOfTheAllowedLabelsAtEveryPosition() {
        double[][] rows = {{0.4, 0.2, -0.1}, {-0.3, 0.1, 0.2}, {0.2, -0.6, -0.1}};
        int[] @Nullable [] allowed = {{0, 1}, {0, 2}, {1, 2}};
        int[] right = {0, 2, 2};
        int[] wrong = {2, 1, 0};
        ScoredTrellis drawn = new Generators(1).trellis(Kind.ZERO, 3, 3, 0);
        double[] scores = drawn.scores().clone();
        double expected = 0;
        double[] gradient = new double[scores.length];
        for (int t = 0; t < 3; t++) {
            int offset = drawn.trellis().stateOffset(t);
            System.arraycopy(rows[t], 0, scores, offset, 3);
            expected += 1 - rows[t][right[t]] + 1 + rows[t][wrong[t]];
            gradient[offset + right[t]] = -1;
            gradient[offset + wrong[t]] = 1;
        }
        ScoredTrellis scored = drawn.withScores(scores, "by hand");
        Workspace workspace = scored.workspace();
        Loss<Trellis> loss = new OneVsRestLoss(OneVsRestLoss.Binary.HINGE);
        assertThat(loss.evaluate(scored.trellis(), AllowedStates.of(allowed), 1, workspace))
                .isCloseTo(expected, within(1e-12));
        assertThat(Arrays.copyOf(workspace.gradient(), scores.length)).isEqualTo(gradient);
    }

    /** A gold path that is forbidden costs everything, unless it does not count; no gradient becomes infinite or NaN. */
    @ParameterizedTest
    @EnumSource(
            names = {"LOCAL", "ONE_VS_REST_.*"},
            mode = EnumSource.Mode.MATCH_ANY)
    void anImpossibleGoldPathIsAnInfiniteLossUnlessItsWeightIsZero(LossFunction kind) {
        ScoredTrellis scored = draw(kind, 2);
        int length = scored.trellis().length();
        for (boolean all : new boolean[] {false, true}) {
            double[] scores = scored.scores().clone();
            int offset = scored.trellis().stateOffset(length - 1);
            Arrays.fill(scores, offset, offset + (all ? 3 : 1), Double.NEGATIVE_INFINITY);
            ScoredTrellis forbidden = scored.withScores(scores, "forbidden");
            for (double weight : new double[] {0, 2}) {
                Workspace workspace = forbidden.workspace();
                double value = ChainLosses.of(kind, inference, 1)
                        .evaluate(forbidden.trellis(), AllowedStates.path(new int[length]), weight, workspace);
                assertThat(value).isEqualTo(weight == 0 ? 0 : Double.POSITIVE_INFINITY);
                for (int part = 0; part < scores.length; part++) {
                    assertThat(workspace.gradient()[part]).as("part %d", part).isFinite();
                }
            }
        }
    }

    /** Pairs without a part score 0, also for the loss that looks at single rows of the transitions. */
    @Test
    void theLocalLossTakesTransitionsThatFewPairsHave() {
        int[] arcs = {0, 5, 7};
        for (int seed = 0; seed < 20; seed++) {
            ScoredTrellis dense = new Generators(seed).trellis(Kind.NORMAL, 4, 3, 0.5);
            double[] scores = dense.scores().clone();
            Arrays.fill(scores, 0, 9, 0.0);
            Trellis few = Trellis.chain(4, Transitions.of(3, arcs), dense.ownPositions());
            double[] fewScores = new double[few.parts()];
            for (int k = 0; k < arcs.length; k++) {
                scores[arcs[k]] = dense.scores()[arcs[k]];
                fewScores[k] = scores[arcs[k]];
            }
            System.arraycopy(scores, 9, fewScores, arcs.length, scores.length - 9);
            AllowedStates gold = AllowedStates.path(new Generators(seed).path(4, 3));
            Workspace one = dense.withScores(scores, "dense").workspace();
            Workspace other = new ScoredTrellis(few, fewScores, "few").workspace();
            assertThat(new LocalLoss().evaluate(few, gold, 1.5, other))
                    .isCloseTo(new LocalLoss().evaluate(dense.trellis(), gold, 1.5, one), within(1e-12));
            for (int part = 0; part < fewScores.length; part++) {
                int twin = part < arcs.length ? arcs[part] : part - arcs.length + 9;
                assertThat(other.gradient()[part]).isCloseTo(one.gradient()[twin], within(1e-12));
            }
        }
    }

    @Test
    void whereEveryLabelIsAllowedThereIsNothingToLearn() {
        ScoredTrellis scored = draw(LossFunction.ONE_VS_REST_LOG, 0);
        AllowedStates all = AllowedStates.of(new int[] @Nullable [] {{0, 1, 2}});
        Workspace workspace = scored.workspace();
        assertThat(new OneVsRestLoss(OneVsRestLoss.Binary.LOGISTIC).evaluate(scored.trellis(), all, 1, workspace))
                .isZero();
        assertThatThrownBy(() -> new HingeLoss<>(inference, Double.POSITIVE_INFINITY))
                .hasMessageContaining("cost = Infinity");
    }
}
