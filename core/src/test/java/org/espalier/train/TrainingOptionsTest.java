package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Penalty;
import org.espalier.scoring.Normalisation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What options refuse, just at the border of what they take, and what they say of the model. */
class TrainingOptionsTest {
    private static final TrainingOptions USUAL = TrainingOptions.DEFAULTS;
    private static final TrainingOptions PERCEPTRON = USUAL.withAlgorithm(Algorithm.PERCEPTRON);

    private static void assertRefused(String words, Supplier<TrainingOptions> made) {
        assertThatThrownBy(made::get)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @Test
    void numbersOutOfTheirRange() {
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertRefused("kappa = " + wrong, () -> USUAL.withKappa(wrong));
        }
        assertThat(USUAL.withKappa(Double.MIN_VALUE).kappa()).isEqualTo(Double.MIN_VALUE);
        for (double wrong : new double[] {-0.5, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertRefused("cost = " + wrong, () -> USUAL.withCost(wrong));
        }
        assertThat(USUAL.withCost(0).cost()).isZero();
        assertRefused("restarts = 0", () -> USUAL.withRestarts(0));
        assertThat(USUAL.withRestarts(1).restarts()).isEqualTo(1);
        assertRefused("threads = -1", () -> USUAL.withThreads(-1));
        assertThat(USUAL.withThreads(0).workers()).isPositive();
    }

    /** Labels are judged one by one only where each is a state; features are counted only where states are seen. */
    @ParameterizedTest
    @EnumSource
    void structuresAndLosses(LossFunction loss) {
        for (TrainingOptions options : List.of(
                USUAL.withStructure(new SemiMarkov(3)),
                USUAL.withStructure(new HigherOrder(2)),
                USUAL.withHiddenStates(2))) {
            if (loss.isOfChains()) {
                assertRefused("the loss " + loss + " with", () -> options.withLoss(loss));
            } else {
                assertThat(options.withLoss(loss).loss()).isEqualTo(loss);
            }
        }
        assertThat(USUAL.withLoss(loss).normalisation())
                .isEqualTo(loss == LossFunction.LOCAL ? Normalisation.LOCAL : Normalisation.GLOBAL);
    }

    @Test
    void iterativeScalingSeesNoHiddenStates() {
        for (Algorithm algorithm : List.of(Algorithm.GIS, Algorithm.IIS)) {
            assertRefused("hidden states", () -> USUAL.withAlgorithm(algorithm).withHiddenStates(2));
            assertThat(USUAL.withAlgorithm(algorithm).withHiddenStates(1).algorithm())
                    .isEqualTo(algorithm);
        }
        assertThat(USUAL.withHiddenStates(2).structure()).isEqualTo(new HiddenStates(2));
    }

    @Test
    void updateStepsHaveNoObjective() {
        Stream.of(Algorithm.values()).filter(Algorithm::isOnline).forEach(online -> {
            TrainingOptions options = USUAL.withAlgorithm(online);
            assertRefused("restarts = 2 with", () -> options.withRestarts(2));
            assertRefused("instead of a loss", () -> options.withLoss(LossFunction.HINGE));
            assertRefused("has no penalty", () -> options.withPenalty(new Penalty(0.5, 0)));
            assertRefused("has no penalty", () -> options.withPenalty(new Penalty(0, 2)));
            assertThat(options.withPenalty(new Penalty(0, 0)).penalty()).isEqualTo(new Penalty(0, 0));
            assertThat(options.withPenalty(Penalty.l2(1)).penalty()).isEqualTo(Penalty.l2(1));
            if (online != Algorithm.PERCEPTRON) {
                assertRefused(
                        "voting with", () -> options.withOnline(options.online().withVoting(true)));
            }
            assertThat(options.withOnline(options.online().withVoting(false)).isVoting())
                    .isFalse();
        });
        assertThat(PERCEPTRON.withOnline(PERCEPTRON.online().withVoting(true)).isVoting())
                .isTrue();
        assertThat(USUAL.withOnline(USUAL.online().withVoting(true)).isVoting()).isFalse();
    }

    /** Losses with kinks and stochastic algorithms visit instances in random order. */
    @Test
    void whatMustBeInMemory() {
        assertThat(USUAL.needsMemory()).isFalse();
        assertThat(USUAL.withAlgorithm(Algorithm.LBFGS).needsMemory()).isFalse();
        assertThat(USUAL.withAlgorithm(Algorithm.SGD).needsMemory()).isTrue();
        assertThat(USUAL.withAlgorithm(Algorithm.ADAGRAD).needsMemory()).isTrue();
        TrainingOptions kinked = USUAL.withLoss(LossFunction.HINGE);
        assertThat(kinked.needsMemory()).isTrue();
        assertThat(kinked.startsFromZero()).isTrue();
        assertThat(USUAL.startsFromZero()).isFalse();
        assertThat(kinked.withAlgorithm(Algorithm.FRANK_WOLFE).startsFromZero()).isTrue();
        assertThat(kinked.withAlgorithm(Algorithm.SUBGRADIENT).startsFromZero()).isFalse();
    }

    @Test
    void theModelKeepsWhatItsWeightsDependOn() {
        assertThat(USUAL.provenance()).doesNotContainKeys("loss", "cost", "restarts", "rprop", "kappa", "threads");
        assertThat(USUAL.withLoss(LossFunction.SOFTMAX_MARGIN).withCost(3).provenance())
                .containsEntry("loss", "SOFTMAX_MARGIN")
                .containsEntry("cost", 3.0);
        assertThat(USUAL.withRestarts(2).provenance()).containsEntry("restarts", 2);
        assertThat(USUAL.withAlgorithm(Algorithm.BCD).withKappa(0.5).provenance())
                .containsEntry("kappa", 0.5);
        HiddenStates hidden = new HiddenStates(3);
        assertThat(hidden.provenance()).isNotEmpty();
        assertThat(USUAL.withStructure(hidden).provenance()).containsAllEntriesOf(hidden.provenance());
        assertThat(USUAL.withThreads(3).provenance())
                .isEqualTo(USUAL.withThreads(1).provenance());
    }
}
