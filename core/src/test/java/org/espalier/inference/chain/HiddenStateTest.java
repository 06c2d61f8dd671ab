package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.ClassBlocks;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hidden-state CRFs against their definition: p(c | x) ∝ Σ over the hidden paths of class c. */
class HiddenStateTest {
    private final ChainInference inference = new ChainInference(Kernels.scalar());

    private static FamilyScores scores(int seed) {
        return new FamilyScores(seed, seed % 6, new int[0]);
    }

    private double[] probabilities(ClassBlocks blocks, Trellis trellis, Workspace workspace) {
        double[] marginals = new double[trellis.parts()];
        inference.addMarginals(trellis, workspace, 1, marginals);
        return blocks.map().sum(marginals, trellis.stateOffset(trellis.length() - 1));
    }

    /** Maximum entropy on summed attributes: p(c | x) ∝ exp Σ_t score(t, c). */
    @Test
    void oneHiddenStateWithoutTransitionsIsMaximumEntropy() {
        for (int seed = 1; seed < 30; seed++) {
            int classes = 1 + seed % 4;
            FamilyScores drawn = scores(seed);
            ClassBlocks blocks = ClassBlocks.ownStates(classes, 1);
            ChainTopology topology = blocks.topology(false);
            Trellis trellis = topology.structure(drawn);
            Workspace workspace = drawn.load(topology, trellis, (family, target) -> target);
            double[] sums = IntStream.range(0, classes)
                    .mapToDouble(c -> IntStream.range(0, trellis.length())
                            .mapToDouble(t -> drawn.score("state", t, c))
                            .sum())
                    .toArray();
            double logSum = Math.log(IntStream.range(0, classes)
                    .mapToDouble(c -> Math.exp(sums[c]))
                    .sum());
            if (trellis.length() == 0) {
                assertThat(inference.logSum(trellis, workspace)).isZero();
                continue;
            }
            assertThat(inference.logSum(trellis, workspace)).isCloseTo(logSum, within(1e-12));
            double[] probabilities = probabilities(blocks, trellis, workspace);
            for (int c = 0; c < classes; c++) {
                assertThat(probabilities[c]).isCloseTo(Math.exp(sums[c] - logSum), within(1e-12));
                int[][] gold = new int[trellis.length()][];
                java.util.Arrays.fill(gold, new int[] {c});
                Supervision<Trellis> supervision = blocks.supervision(AllowedStates.of(gold));
                assertThat(supervision.isSingle()).isTrue();
                assertThat(new LogLoss<>(inference).evaluate(trellis, supervision, 1, workspace))
                        .isCloseTo(logSum - sums[c], within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2, false, true", "3, 2, true, true", "2, 3, true, false", "3, 1, true, true", "1, 3, false, false"})
    void classesAreSumsOverHiddenPaths(int classes, int hidden, boolean shared, boolean transitions) {
        for (int seed = 1; seed < 20; seed++) {
            FamilyScores drawn = scores(seed);
            ClassBlocks blocks =
                    shared ? ClassBlocks.sharedStates(classes, hidden) : ClassBlocks.ownStates(classes, hidden);
            ChainTopology topology = blocks.topology(transitions);
            Trellis trellis = topology.structure(drawn);
            Workspace workspace = drawn.load(topology, trellis, (family, target) -> target);
            int length = trellis.length();
            double[] mass = new double[classes];
            for (int c = 0; c < classes; c++) {
                for (int code = 0; code < Math.pow(hidden, length); code++) {
                    int rest = code;
                    int before = -1;
                    double score = 0;
                    for (int t = 0; t < length; t++, rest /= hidden) {
                        int h = rest % hidden;
                        int both = c * hidden + h;
                        score += drawn.score("state", t, shared ? h : both);
                        score += shared ? drawn.score("class-state", "all", both) : 0;
                        score += transitions && t > 0
                                ? drawn.score("transition", "all", (c * hidden + before) * hidden + h)
                                : 0;
                        before = h;
                    }
                    mass[c] += Math.exp(score);
                }
            }
            if (length == 0) {
                assertThat(inference.logSum(trellis, workspace)).isZero();
                continue;
            }
            double sum = java.util.Arrays.stream(mass).sum();
            assertThat(inference.logSum(trellis, workspace)).isCloseTo(Math.log(sum), within(1e-11));
            double[] probabilities = probabilities(blocks, trellis, workspace);
            for (int c = 0; c < classes; c++) {
                assertThat(probabilities[c]).isCloseTo(mass[c] / sum, within(1e-12));
            }
        }
    }

    @Test
    void aWrongClassIsOneError() {
        ClassBlocks blocks = ClassBlocks.ownStates(2, 2);
        Trellis trellis = blocks.topology(true).structure(new FamilyScores(1, 3, new int[0]));
        Supervision<Trellis> gold = blocks.supervision(AllowedStates.path(1, 1, 1));
        assertThat(gold.errors(trellis, new Path(trellis, new int[] {0, 1, 0}))).isEqualTo(1);
        assertThat(gold.errors(trellis, new Path(trellis, new int[] {3, 2, 3}))).isZero();
        assertThat(blocks.classOf(new int[] {3, 2, 3})).isEqualTo(1);
        assertThat(blocks.classOf(new int[0])).isEqualTo(-1);
        assertThatThrownBy(() -> blocks.supervision(AllowedStates.path(1, 0, 1)))
                .hasMessageContaining("one label for the whole sequence");
    }
}
