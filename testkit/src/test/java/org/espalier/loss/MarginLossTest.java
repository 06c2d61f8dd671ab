package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.loss.chain.OneVsRestLoss;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Enumerator;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Value and gradient of the losses with a margin against the enumeration of all paths, and the ladder between them. */
class MarginLossTest {
    private static final int CASES = 150;
    private static final double STEP = 1e-4;

    private final ChainInference inference = new ChainInference(Kernels.best());

    /** What the enumerator says, from the definition. */
    private record Oracle(
            double worst, double second, double softmax, double right, double rightSecond, double allowed) {

        static Oracle of(ScoredTrellis scored, int[] @Nullable [] allowed, double cost) {
            List<Double> augmented = new ArrayList<>();
            List<Double> right = new ArrayList<>();
            for (Enumerator.Path path : Enumerator.of(scored).paths()) {
                int wrong = 0;
                for (int t = 0; t < path.states().length; t++) {
                    int state = path.states()[t];
                    int[] set = allowed[t];
                    wrong += set == null || Arrays.stream(set).anyMatch(s -> s == state) ? 0 : 1;
                }
                augmented.add(path.score() + cost * wrong);
                if (wrong == 0) {
                    right.add(path.score());
                }
            }
            return new Oracle(
                    largest(augmented, 0),
                    largest(augmented, 1),
                    logSum(augmented),
                    largest(right, 0),
                    largest(right, 1),
                    logSum(right));
        }

        private static double largest(List<Double> numbers, int k) {
            return numbers.size() <= k
                    ? Double.NEGATIVE_INFINITY
                    : numbers.stream()
                            .sorted((a, b) -> Double.compare(b, a))
                            .toList()
                            .get(k);
        }

        private static double logSum(List<Double> numbers) {
            double max = largest(numbers, 0);
            return max == Double.NEGATIVE_INFINITY
                    ? max
                    : max
                            + Math.log(numbers.stream()
                                    .mapToDouble(x -> Math.exp(x - max))
                                    .sum());
        }

        double expected(LossFunction loss) {
            if (right == Double.NEGATIVE_INFINITY) {
                return Double.POSITIVE_INFINITY;
            }
            return switch (loss) {
                case HINGE -> worst - right;
                case SQUARED_HINGE -> (worst - right) * (worst - right);
                default -> softmax - allowed;
            };
        }

        /** Whether the loss is differentiable all around, as far as the steps of the differences go. */
        boolean isSmooth(LossFunction loss) {
            boolean unique = worst - second > 20 * STEP && right - rightSecond > 20 * STEP;
            return loss == LossFunction.SOFTMAX_MARGIN || unique;
        }
    }

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

    /** The derivative of the loss by every part score is what the gradient says. */
    private void checkGradient(Loss<Trellis> loss, ScoredTrellis scored, AllowedStates gold) {
        double[] gradient = gradient(loss, scored, gold, 1.7);
        for (int part = 0; part < gradient.length; part++) {
            double[] up = scored.scores().clone();
            double[] down = scored.scores().clone();
            up[part] += STEP;
            down[part] -= STEP;
            double difference = (value(loss, scored.withScores(up, "up"), gold, 1.7)
                            - value(loss, scored.withScores(down, "down"), gold, 1.7))
                    / (2 * STEP);
            assertThat(gradient[part])
                    .as("part %d of %s", part, scored)
                    .isCloseTo(difference, within(1e-6 * Math.max(1, Math.abs(difference))));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void valueAndGradientAreThoseOfAllPaths(LossFunction kind) {
        int checked = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.tiny(Kind.NORMAL);
            int[] @Nullable [] allowed = supervision(generators, scored.trellis(), seed % 3 == 0);
            AllowedStates gold = AllowedStates.of(allowed);
            double cost = new double[] {1, 0, 0.3, 2.5}[seed % 4];
            Loss<Trellis> loss = ChainLosses.of(kind, inference, cost);
            Oracle oracle = Oracle.of(scored, allowed, cost);
            assertThat(value(loss, scored, gold, 1.7))
                    .as(scored.toString())
                    .isCloseTo(1.7 * oracle.expected(kind), within(1e-9));
            if (oracle.isSmooth(kind)) {
                checkGradient(loss, scored, gold);
                checked++;
            }
        }
        assertThat(checked).as("cases away from kinks").isGreaterThan(CASES / 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void scoresOfAnySizeAndForbiddenPathsAreHandled(LossFunction kind) {
        for (Kind scores : Kind.values()) {
            for (int seed = 0; seed < 30; seed++) {
                Generators generators = new Generators(seed);
                ScoredTrellis scored = generators.tiny(scores);
                int[] @Nullable [] allowed = supervision(generators, scored.trellis(), seed % 2 == 0);
                AllowedStates gold = AllowedStates.of(allowed);
                double expected = 3 * Oracle.of(scored, allowed, 1).expected(kind);
                double found = value(ChainLosses.of(kind, inference, 1), scored, gold, 3);
                if (Double.isInfinite(expected)) {
                    assertThat(found).as(scored.toString()).isEqualTo(expected);
                } else {
                    assertThat(found)
                            .as(scored.toString())
                            .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
                }
                for (double slope : gradient(ChainLosses.of(kind, inference, 1), scored, gold, 3)) {
                    assertThat(slope).as(scored.toString()).isFinite();
                }
                assertThat(value(ChainLosses.of(kind, inference, 1), scored, gold, 0))
                        .isEqualTo(0.0);
            }
        }
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
                    .isCloseTo(Oracle.of(dense, allowed, 0.8).expected(kind), within(1e-9));
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

    @Test
    void softmaxMarginWithoutCostIsTheLogLoss() {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.tiny(Kind.NORMAL);
            AllowedStates gold = AllowedStates.of(supervision(generators, scored.trellis(), seed % 2 == 0));
            Loss<Trellis> margin = new SoftmaxMarginLoss<>(inference, 0);
            Loss<Trellis> log = new LogLoss<>(inference);
            assertThat(value(margin, scored, gold, 2)).isEqualTo(value(log, scored, gold, 2));
            assertThat(gradient(margin, scored, gold, 2)).isEqualTo(gradient(log, scored, gold, 2));
        }
    }

    @Test
    void theHingeLossLiesBelowTheSoftmaxMarginAndAboveTheHammingLoss() {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.tiny(Kind.NORMAL);
            Trellis trellis = scored.trellis();
            int[] path = generators.path(trellis.length(), trellis.states());
            AllowedStates gold = AllowedStates.path(path);
            double hinge = value(new HingeLoss<>(inference, 1.5), scored, gold, 1);
            double softmax = value(new SoftmaxMarginLoss<>(inference, 1.5), scored, gold, 1);
            int[] best = new int[trellis.length()];
            inference.best(trellis, scored.workspace(), best);
            long wrong = IntStream.range(0, path.length)
                    .filter(t -> best[t] != path[t])
                    .count();
            assertThat(hinge).as(scored.toString()).isBetween(1.5 * wrong - 1e-12, softmax + 1e-12);
            assertThat(value(new SquaredHingeLoss<>(inference, 1.5), scored, gold, 1))
                    .isCloseTo(hinge * hinge, within(1e-9));
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
