package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.chain.ChainLosses;
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

/** The losses with a margin where they are a chain's own: sparse transitions, one position, one label against the rest. */
class MarginLossTest {
    private static final int CASES = 150;
    private static final double STEP = 1e-4;

    private final ChainInference inference = new ChainInference(Kernels.best());

    private static int[] @Nullable [] supervision(Generators generators, Trellis trellis, boolean partial) {
        if (partial) {
            return generators.allowed(trellis.length(), trellis.states());
        }
        int[] path = generators.path(trellis.length(), trellis.states());
        int[][] allowed = new int[path.length][];
        Arrays.setAll(allowed, t -> new int[] {path[t]});
        return allowed;
    }

    private double value(Loss<Trellis> loss, ScoredTrellis scored, AllowedStates gold, double weight) {
        Workspace workspace = scored.workspace();
        workspace.clearSharedGradient(scored.trellis());
        double value = loss.evaluate(scored.trellis(), gold, weight, workspace);
        assertThat(Arrays.copyOf(workspace.scores(), scored.scores().length))
                .as("scores are left as they were: %s", scored)
                .isEqualTo(scored.scores());
        return value;
    }

    private double[] gradient(Loss<Trellis> loss, ScoredTrellis scored, AllowedStates gold, double weight) {
        Workspace workspace = scored.workspace();
        workspace.clearSharedGradient(scored.trellis());
        loss.evaluate(scored.trellis(), gold, weight, workspace);
        return Arrays.copyOf(workspace.gradient(), scored.scores().length);
    }

    @ParameterizedTest
    @EnumSource(names = {"HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void transitionsThatFewPairsHaveGiveTheSame(LossFunction kind) {
        for (int seed = 0; seed < 60; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis dense = generators.trellis(Kind.NORMAL, 1 + seed % 5, 4, seed % 2 == 0 ? 0 : 0.6);
            int[] arcs =
                    generators.random().ints(0, 16).limit(6).sorted().distinct().toArray();
            double[] scores = dense.scores().clone();
            Arrays.fill(scores, 0, 16, 0.0);
            for (int arc : arcs) {
                scores[arc] = dense.scores()[arc];
            }
            dense = dense.withScores(scores, "few transitions");
            Trellis trellis = Trellis.chain(dense.trellis().length(), Transitions.of(4, arcs), dense.ownPositions());
            double[] few = new double[trellis.parts()];
            for (int k = 0; k < arcs.length; k++) {
                few[k] = scores[arcs[k]];
            }
            System.arraycopy(scores, 16, few, arcs.length, scores.length - 16);
            ScoredTrellis sparse = new ScoredTrellis(trellis, few, dense.origin());
            int[] @Nullable [] allowed = supervision(generators, trellis, seed % 3 == 0);
            AllowedStates gold = AllowedStates.of(allowed);
            Loss<Trellis> loss = ChainLosses.of(kind, inference, 0.8);
            assertThat(value(loss, sparse, gold, 1))
                    .as(dense.toString())
                    .isCloseTo(value(loss, dense, gold, 1), within(1e-9));
            double[] expected = gradient(loss, dense, gold, 1);
            double[] found = gradient(loss, sparse, gold, 1);
            for (int part = arcs.length; part < found.length; part++) {
                assertThat(found[part]).isCloseTo(expected[part - arcs.length + 16], within(1e-9));
            }
            for (int k = 0; k < arcs.length; k++) {
                assertThat(found[k]).isCloseTo(expected[arcs[k]], within(1e-9));
            }
        }
    }

    /** max_k (w_k·x + [k ≠ y]) − w_y·x. */
    @Test
    void forOnePositionTheHingeLossIsThatOfCrammerAndSinger() {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            int states = 2 + seed % 4;
            ScoredTrellis scored = generators.trellis(Kind.NORMAL, 1, states, 0);
            int gold = seed % states;
            int offset = scored.trellis().stateOffset(0);
            double largest = Double.NEGATIVE_INFINITY;
            int worst = -1;
            for (int k = 0; k < states; k++) {
                double margin = scored.scores()[offset + k] + (k == gold ? 0 : 1);
                worst = margin > largest ? k : worst;
                largest = Math.max(largest, margin);
            }
            double[] expected = new double[scored.scores().length];
            expected[offset + worst] += 2;
            expected[offset + gold] -= 2;
            Loss<Trellis> loss = new HingeLoss<>(inference, 1);
            assertThat(value(loss, scored, AllowedStates.path(gold), 2))
                    .isCloseTo(2 * (largest - scored.scores()[offset + gold]), within(1e-12));
            assertThat(gradient(loss, scored, AllowedStates.path(gold), 2)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ONE_VS_REST_HINGE", "ONE_VS_REST_SQUARED_HINGE", "ONE_VS_REST_LOG"})
    void oneVsRestIsABinaryLossPerLabel(LossFunction kind) {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            int states = 2 + seed % 3;
            ScoredTrellis drawn = generators.trellis(Kind.NORMAL, 1 + seed % 4, states, 0);
            double[] scores = drawn.scores().clone();
            Arrays.fill(scores, 0, drawn.trellis().sharedParts(), 0.0);
            ScoredTrellis scored = drawn.withScores(scores, "without transitions");
            int[] path = generators.path(drawn.trellis().length(), states);
            double expected = 0;
            boolean smooth = true;
            for (int t = 0; t < path.length; t++) {
                for (int s = 0; s < states; s++) {
                    double z = (s == path[t] ? 1 : -1) * scores[drawn.trellis().stateOffset(t) + s];
                    expected += switch (kind) {
                        case ONE_VS_REST_HINGE -> Math.max(0, 1 - z);
                        case ONE_VS_REST_SQUARED_HINGE -> Math.pow(Math.max(0, 1 - z), 2);
                        default -> Math.log1p(Math.exp(-z));
                    };
                    smooth &= Math.abs(1 - z) > 2 * STEP;
                }
            }
            AllowedStates gold = AllowedStates.path(path);
            assertThat(value(ChainLosses.of(kind, inference, 1), scored, gold, 1.3))
                    .isCloseTo(1.3 * expected, within(1e-9));
            double[] gradient = gradient(ChainLosses.of(kind, inference, 1), scored, gold, 1.7);
            assertThat(Arrays.copyOf(gradient, drawn.trellis().sharedParts())).containsOnly(0.0);
            for (int part = drawn.trellis().sharedParts(); part < gradient.length && smooth; part++) {
                double[] up = scores.clone();
                double[] down = scores.clone();
                up[part] += STEP;
                down[part] -= STEP;
                double difference = (value(ChainLosses.of(kind, inference, 1), scored.withScores(up, "up"), gold, 1.7)
                                - value(ChainLosses.of(kind, inference, 1), scored.withScores(down, "down"), gold, 1.7))
                        / (2 * STEP);
                assertThat(gradient[part]).isCloseTo(difference, within(1e-6));
            }
        }
    }

    @Test
    void oneVsRestTakesTheBestOfSeveralAllowedLabelsForRight() {
        ScoredTrellis scored = new Generators(4).trellis(Kind.ZERO, 2, 3, 0);
        double[] scores = scored.scores().clone();
        System.arraycopy(new double[] {0.5, 0.2, -0.1, 3, 4, 5}, 0, scores, 9, 6);
        AllowedStates gold = AllowedStates.of(new int[] @Nullable [] {{1, 2}, null});
        double[] gradient =
                gradient(new OneVsRestLoss(OneVsRestLoss.Binary.HINGE), scored.withScores(scores, ""), gold, 1);
        double value = value(new OneVsRestLoss(OneVsRestLoss.Binary.HINGE), scored.withScores(scores, ""), gold, 1);
        assertThat(value).isCloseTo(1.5 + 0.8, within(1e-12)); // label 0 is wrong, label 1 right, 2 neither
        assertThat(Arrays.copyOfRange(gradient, 9, 15)).containsExactly(1, -1, 0, 0, 0, 0);
    }

    @Test
    void oneVsRestRefusesTransitions() {
        OneVsRestLoss loss = new OneVsRestLoss(OneVsRestLoss.Binary.LOGISTIC);
        ScoredTrellis chain = new Generators(1).trellis(Kind.NORMAL, 3, 2, 0);
        ScoredTrellis own = new Generators(1).trellis(Kind.ZERO, 3, 2, 1);
        for (ScoredTrellis refused : List.of(chain, own)) {
            assertThatThrownBy(
                            () -> loss.evaluate(refused.trellis(), AllowedStates.path(0, 1, 0), 1, refused.workspace()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("without transitions");
        }
        ScoredTrellis one = new Generators(1).trellis(Kind.NORMAL, 1, 2, 0);
        assertThat(loss.evaluate(one.trellis(), AllowedStates.path(1), 1, one.workspace()))
                .isPositive();
    }

    @Test
    void supervisionOfAnotherLengthAndBadCostsAreRefused() {
        ScoredTrellis scored = new Generators(5).trellis(Kind.ZERO, 3, 2, 0);
        for (LossFunction kind : LossFunction.values()) {
            assertThatThrownBy(() -> ChainLosses.of(kind, inference, 1)
                            .evaluate(scored.trellis(), AllowedStates.path(0, 1), 1, scored.workspace()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("length 2")
                    .hasMessageContaining("length 3");
        }
        assertThatThrownBy(() -> new HingeLoss<>(inference, -1)).hasMessageContaining("cost = -1");
        assertThatThrownBy(() -> new SoftmaxMarginLoss<>(inference, Double.NaN)).hasMessageContaining("cost = NaN");
    }
}
