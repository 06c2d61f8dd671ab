package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.Sites;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Borders;
import org.espalier.structure.chain.Histories;
import org.espalier.structure.chain.Reach;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of the reach of states changes no answer: the same chain without that knowledge gives the same. */
class ReachTest {
    private static final int LABELS = 3;

    private final ChainInference inference = new ChainInference(Kernels.scalar());
    private final Random random = new Random(5);

    private static Histories occurring(int order) {
        return Histories.occurring(LABELS, order)
                .add(AllowedStates.path(0, 1, 2, 0, 0, 1))
                .add(AllowedStates.path(2, 2, 1, 0, 1, 2))
                .build();
    }

    private static Trellis trellis(Histories histories, int length, int... steps) {
        return histories.topology().structure(sites(length, steps));
    }

    private static Sites sites(int length, int... steps) {
        return new Sites() {
            @Override
            public int length() {
                return length;
            }

            @Override
            public int[] sites(int kind) {
                return steps;
            }
        };
    }

    private static Trellis unaware(Histories histories, int length, int... steps) {
        return Trellis.chain(length, histories.steps(), steps)
                .withBorders(
                        Borders.of(histories.states(), s -> s < histories.map().labels(), s -> true));
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "4"})
    void aPathIsInHistoriesOfItsLength(int order) {
        Histories histories = occurring(order);
        Reach reach = Objects.requireNonNull(trellis(histories, 9).reach());
        for (int t = 0; t < 9; t++) {
            for (int s = 0; s < histories.states(); s++) {
                assertThat(s >= reach.begin(t) && s < reach.end(t))
                        .isEqualTo(histories.length(s) == Math.min(t + 1, order));
            }
        }
        assertThat(reach.impliesBorders()).isTrue();
    }

    @Test
    void allStatesOfAPlainChainAreEverywhere() {
        assertThat(trellis(Histories.all(LABELS, 1), 4).reach()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 6", "3, 2", "3, 7", "4, 9"})
    void answersAreThoseOfAllStates(int order, int length) {
        compare(occurring(order), length, 3, length > 4 ? new int[] {1, 4} : new int[0]);
    }

    /** Many steps between positions, so that their matrices are tall enough to stay whole. */
    @Test
    void answersAreThoseOfAllStatesWhereAllHistoriesOccur() {
        compare(Histories.all(7, 2), 6, 3, new int[] {1, 4});
    }

    /** Scores that probabilities cannot hold, so that the rows of logarithms answer. */
    @ParameterizedTest
    @CsvSource({"2, 6", "3, 7"})
    void answersAreThoseOfAllStatesForScoresOfAnySize(int order, int length) {
        compare(occurring(order), length, 800, new int[] {2});
    }

    /** Entries of a row get ever smaller, until the rows of logarithms take over. */
    @ParameterizedTest
    @CsvSource({"20", "40", "60", "90"})
    void answersAreThoseOfAllStatesForLongSequences(double size) {
        compare(occurring(3), 60, size, new int[0]);
    }

    /** The marginals of labels do not tell states apart. */
    @Test
    void statesThatShareAPartAreNotAskedForOneByOne() {
        Trellis known = trellis(occurring(2), 3);
        Workspace workspace = new Workspace();
        workspace.reserve(known);
        assertThatThrownBy(() -> inference.posterior(known, workspace, new int[3]))
                .hasMessageContaining("decode labels");
        assertThatThrownBy(() -> AllowedStates.path(0, 1, 2).forbid(known, workspace.scores()))
                .hasMessageContaining("share parts");
    }

    private void compare(Histories histories, int length, double size, int[] steps) {
        Trellis known = trellis(histories, length, steps);
        Trellis all = unaware(histories, length, steps);
        Workspace first = new Workspace();
        Workspace second = new Workspace();
        first.reserve(known);
        second.reserve(all);
        for (int part = 0; part < known.parts(); part++) {
            first.scores()[part] = size * (2 * random.nextDouble() - 1);
        }
        spread(known, first.scores(), all, second.scores());
        first.sharedChanged();
        second.sharedChanged();
        double[] marginals = new double[known.parts()];
        double[] expected = new double[all.parts()];
        double logSum = inference.addMarginals(known, first, 1, marginals);
        double tolerance = 1e-12 * Math.max(1, size);
        assertThat(logSum).isCloseTo(inference.addMarginals(all, second, 1, expected), within(tolerance * length));
        assertThat(marginals).containsExactly(gathered(known, all, expected), within(tolerance));
        int[] path = new int[length];
        int[] best = new int[length];
        assertThat(inference.best(known, first, path)).isEqualTo(inference.best(all, second, best));
        assertThat(path).isEqualTo(best);
        assertThat(inference.beam(known, first, 2, path)).isEqualTo(inference.beam(all, second, 2, best));
        assertThat(path).isEqualTo(best);
        assertThat(inference.nBest(known, first, 3).stream()
                        .map(scored -> scored.score())
                        .toList())
                .isEqualTo(inference.nBest(all, second, 3).stream()
                        .map(scored -> scored.score())
                        .toList());
        compareDerivatives(known, first, all, second, tolerance);
        assertThat(List.of(known.reach() == null, all.reach() == null)).containsExactly(false, true);
    }

    /** The numbers of parts, where every state has a part of its own. */
    private static void spread(Trellis known, double[] parts, Trellis all, double[] into) {
        System.arraycopy(parts, 0, into, 0, known.sharedParts());
        for (int t = 0; t < known.length(); t++) {
            for (int s = 0; s < known.states(); s++) {
                into[all.statePart(t, s)] = parts[known.statePart(t, s)];
            }
        }
        System.arraycopy(parts, known.ownOffset(0), into, all.ownOffset(0), known.parts() - known.ownOffset(0));
    }

    /** The sums of the parts that are one there. */
    private static double[] gathered(Trellis known, Trellis all, double[] parts) {
        double[] sums = new double[known.parts()];
        System.arraycopy(parts, 0, sums, 0, known.sharedParts());
        for (int t = 0; t < known.length(); t++) {
            for (int s = 0; s < known.states(); s++) {
                sums[known.statePart(t, s)] += parts[all.statePart(t, s)];
            }
        }
        System.arraycopy(parts, all.ownOffset(0), sums, known.ownOffset(0), known.parts() - known.ownOffset(0));
        return sums;
    }

    private void compareDerivatives(Trellis known, Workspace first, Trellis all, Workspace second, double tolerance) {
        double[] direction = random.doubles(known.parts()).toArray();
        double[] spread = new double[all.parts()];
        spread(known, direction, all, spread);
        double[] derivatives = new double[known.parts()];
        double[] expected = new double[all.parts()];
        inference.addMarginalDerivatives(known, first, direction, 1, derivatives);
        inference.addMarginalDerivatives(all, second, spread, 1, expected);
        assertThat(derivatives).containsExactly(gathered(known, all, expected), within(10 * tolerance));
    }
}
