package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What inference over a chain promises beyond the {@link StructureContract}, whatever kernels it runs on: the order of ties, its
 * two representations of numbers, sequences of all lengths, and mass that vanishes.
 *
 * <p>The fast representation is used where the scores permit it; {@linkplain ScoredTrellis#withStrawState a straw state} forces
 * logarithms.
 */
public abstract class InferenceContract {
    private static final int CASES = 60;
    private static final double NEGLIGIBLE = 1e-10;

    /** The kernels under test. */
    protected abstract Kernels kernels();

    private ChainInference inference() {
        return new ChainInference(kernels());
    }

    /** One test of {@value #CASES} random cases for every kind of scores. */
    private static Stream<DynamicTest> forEveryKind(java.util.function.Consumer<ScoredTrellis> check) {
        return Arrays.stream(Kind.values())
                .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> {
                    for (int seed = 0; seed < CASES; seed++) {
                        check.accept(new Generators(seed).tiny(kind));
                    }
                }));
    }

    private double logSum(ScoredTrellis scored) {
        return inference().logSum(scored.trellis(), scored.workspace());
    }

    private double[] marginals(ScoredTrellis scored) {
        double[] marginals = new double[scored.trellis().parts()];
        double logSum = inference().addMarginals(scored.trellis(), scored.workspace(), 1, marginals);
        Close.check(logSum, logSum(scored), NEGLIGIBLE, scored);
        return marginals;
    }

    // ---- the representations against the enumerator ----

    @TestFactory
    Stream<DynamicTest> logarithmsGiveTheSumsOfAllPaths() {
        return forEveryKind(scored -> {
            Enumerator enumerator = Enumerator.of(scored);
            if (enumerator.count() > 0) {
                Close.check(logSum(scored.withStrawState()), enumerator.logSum(), NEGLIGIBLE, scored);
                double[] wide = marginals(scored.withStrawState());
                Close.check(scored.withoutStrawState(wide), enumerator.marginals(), NEGLIGIBLE, scored);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> samplesFromLogarithmsComeAsOftenAsTheirProbabilitySays() {
        return forEveryKind(scored -> {
            if (scored.origin().endsWith("7")) {
                checkSamplesWithStraw(scored);
            }
        });
    }

    private void checkSamplesWithStraw(ScoredTrellis scored) {
        Enumerator enumerator = Enumerator.of(scored);
        if (enumerator.count() == 0) {
            return;
        }
        ScoredTrellis drawn = scored.withStrawState();
        Random random = new Random(42);
        Workspace workspace = drawn.workspace();
        Map<String, Double> probabilities = new HashMap<>();
        for (Enumerator.Path path : enumerator.paths()) {
            probabilities.put(Arrays.toString(path.states()), enumerator.probability(path.states()));
        }
        Frequencies.check(
                () -> Arrays.toString(
                        inference().sample(drawn.trellis(), workspace, random).states()),
                probabilities,
                drawn);
    }

    @TestFactory
    Stream<DynamicTest> theBestPathIsTheBestOfAllWithTiesToTheSmallestNumbers() {
        return forEveryKind(scored -> {
            List<Enumerator.Path> paths = Enumerator.of(scored).paths();
            int[] path = new int[scored.trellis().length()];
            double score = inference().best(scored.trellis(), scored.workspace(), path);
            if (paths.isEmpty()) {
                assertThat(score).as(scored.toString()).isEqualTo(Double.NEGATIVE_INFINITY);
            } else {
                Close.check(score, paths.get(0).score(), NEGLIGIBLE, scored);
                assertThat(path).as(scored.toString()).isEqualTo(paths.get(0).states());
                assertThat(score)
                        .as("bits of the score of %s", scored)
                        .isEqualTo(scored.trellis().score(scored.scores(), path));
            }
        });
    }

    // ---- properties ----

    @TestFactory
    Stream<DynamicTest> marginalsSumToOneAtEveryPositionAndTransitionsToTheSteps() {
        return forEveryKind(scored -> {
            Trellis trellis = scored.trellis();
            double[] marginals = marginals(scored);
            double expected = Semiring.FEASIBLE.total(scored) ? 1 : 0;
            for (int t = 0; t < trellis.length(); t++) {
                assertThat(sum(marginals, trellis.stateOffset(t), trellis.states()))
                        .as("position %d of %s", t, scored)
                        .isCloseTo(expected, within(NEGLIGIBLE));
            }
            for (int c = 0; c < trellis.ownCount(); c++) {
                assertThat(sum(marginals, trellis.ownOffset(c), trellis.sharedParts()))
                        .as("own transitions %d of %s", c, scored)
                        .isCloseTo(expected, within(NEGLIGIBLE));
            }
            assertThat(sum(marginals, 0, trellis.sharedParts()))
                    .as(scored.toString())
                    .isCloseTo(expected * (trellis.length() - 1), within(NEGLIGIBLE * trellis.length()));
        });
    }

    private static double sum(double[] a, int offset, int size) {
        return Arrays.stream(a, offset, offset + size).sum();
    }

    @TestFactory
    Stream<DynamicTest> addingAConstantAtAPositionAddsItToTheLogSumAndChangesNoMarginal() {
        return forEveryKind(scored -> {
            Trellis trellis = scored.trellis();
            double[] moved = scored.scores().clone();
            int offset = trellis.stateOffset(trellis.length() / 2);
            for (int s = 0; s < trellis.states(); s++) {
                moved[offset + s] += 37.25;
            }
            ScoredTrellis other = scored.withScores(moved, "37.25 added at one position");
            Close.check(logSum(other), logSum(scored) + 37.25, NEGLIGIBLE, other);
            Close.check(marginals(other), marginals(scored), 1e-9, other);
        });
    }

    @TestFactory
    Stream<DynamicTest> renumberingTheStatesRenumbersTheMarginals() {
        return forEveryKind(scored -> {
            Trellis trellis = scored.trellis();
            int states = trellis.states();
            int[] renumbered = new int[trellis.parts()]; // state s becomes S−1−s
            for (int part = 0; part < renumbered.length; part++) {
                boolean isState = part >= trellis.stateOffset(0) && part < trellis.stateOffset(trellis.length());
                int width = isState ? states : states * states;
                int begin = part < trellis.sharedParts()
                        ? 0
                        : isState ? trellis.sharedParts() : trellis.stateOffset(trellis.length());
                int block = (part - begin) / width;
                renumbered[part] = begin + block * width + (width - 1 - (part - begin) % width);
            }
            double[] moved = new double[renumbered.length];
            for (int part = 0; part < moved.length; part++) {
                moved[renumbered[part]] = scored.scores()[part];
            }
            ScoredTrellis other = scored.withScores(moved, "states reversed");
            Close.check(logSum(other), logSum(scored), NEGLIGIBLE, other);
            double[] expected = marginals(scored);
            double[] found = marginals(other);
            double[] back = new double[found.length];
            for (int part = 0; part < moved.length; part++) {
                back[part] = found[renumbered[part]];
            }
            Close.check(back, expected, NEGLIGIBLE, other);
        });
    }

    @TestFactory
    Stream<DynamicTest> ownTransitionsOfZeroChangeNothing() {
        return forEveryKind(scored -> {
            Trellis plain =
                    Trellis.chain(scored.trellis().length(), scored.trellis().states());
            double[] scores = Arrays.copyOf(scored.scores(), plain.parts());
            ScoredTrellis without = new ScoredTrellis(plain, scores, scored.origin() + ", own transitions left out");
            ScoredTrellis with = new ScoredTrellis(
                    scored.trellis(),
                    Arrays.copyOf(scores, scored.trellis().parts()),
                    scored.origin() + ", own transitions zeroed");
            Close.check(logSum(with), logSum(without), NEGLIGIBLE, with);
            Close.check(Arrays.copyOf(marginals(with), plain.parts()), marginals(without), NEGLIGIBLE, with);
            int[] pathWith = new int[plain.length()];
            int[] pathWithout = new int[plain.length()];
            assertThat(inference().best(with.trellis(), with.workspace(), pathWith))
                    .as(with.toString())
                    .isEqualTo(inference().best(plain, without.workspace(), pathWithout));
            assertThat(pathWith).as(with.toString()).isEqualTo(pathWithout);
        });
    }

    // ---- sizes ----

    @Test
    void theEmptySequenceHasOnePathOfScoreZero() {
        for (Kind kind : Kind.values()) {
            ScoredTrellis empty = new Generators(3).trellis(kind, 0, 4, 0);
            Workspace workspace = empty.workspace();
            assertThat(logSum(empty)).as(empty.toString()).isEqualTo(0.0);
            assertThat(marginals(empty)).as(empty.toString()).containsOnly(0.0);
            assertThat(inference().best(empty.trellis(), workspace, new int[0])).isEqualTo(0.0);
            assertThat(inference().nBest(empty.trellis(), workspace, 3)).hasSize(1);
            assertThat(inference()
                            .nBest(empty.trellis(), workspace, 3)
                            .get(0)
                            .output()
                            .states())
                    .isEmpty();
            assertThat(inference().entropy(empty.trellis(), workspace)).isEqualTo(0.0);
            assertThat(inference()
                            .sample(empty.trellis(), workspace, new Random(1))
                            .states())
                    .isEmpty();
        }
    }

    @Test
    void longSequencesAgreeInBothRepresentations() {
        for (int length : new int[] {1, 2, 5_000, 100_000}) {
            for (Kind kind : List.of(Kind.NORMAL, Kind.TIES)) {
                checkLong(new Generators(length).trellis(kind, length, 3, length > 5_000 ? 0 : 0.2));
            }
        }
        checkLong(new Generators(11).trellis(Kind.HUGE, 5_000, 3, 0.2));
        checkLong(new Generators(11).trellis(Kind.HUGE, 100_000, 2, 0));
    }

    private void checkLong(ScoredTrellis scored) {
        ScoredTrellis straw = scored.withStrawState();
        double expected = Semiring.LOG.total(scored);
        assertThat(logSum(scored))
                .as(scored.toString())
                .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
        assertThat(logSum(straw))
                .as(straw.toString())
                .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
        double[] marginals = marginals(scored);
        Close.check(scored.withoutStrawState(marginals(straw)), marginals, 1e-8, scored);
        Trellis trellis = scored.trellis();
        for (int t = 0; t < trellis.length(); t++) {
            double total = sum(marginals, trellis.stateOffset(t), trellis.states());
            if (!(Math.abs(total - 1) < 1e-9)) {
                assertThat(total).as("marginals at %d of %s", t, scored).isCloseTo(1, within(1e-9));
            }
        }
        int[] path = new int[trellis.length()];
        double best = inference().best(trellis, scored.workspace(), path);
        assertThat(best).as(scored.toString()).isEqualTo(trellis.score(scored.scores(), path));
        assertThat(best).as(scored.toString()).isLessThanOrEqualTo(expected + 1e-9 * Math.abs(expected));
        List<ScoredOutput<Path>> two = inference().nBest(trellis, scored.workspace(), 2);
        assertThat(two.get(0).output().states()).as(scored.toString()).isEqualTo(path);
        assertThat(two.get(1).output().states()).as(scored.toString()).isNotEqualTo(path);
        assertThat(two.get(1).score()).as(scored.toString()).isLessThanOrEqualTo(best + 1e-9 * Math.abs(best));
    }

    @Test
    void manyStatesAgreeWithTheScalarSemiring() {
        for (int states : new int[] {1, 7, 64, 500}) {
            for (Kind kind : List.of(Kind.NORMAL, Kind.MASKED, Kind.HUGE_MASKED)) {
                ScoredTrellis scored = new Generators(states).trellis(kind, 4, states, 0.4);
                Close.check(logSum(scored), Semiring.LOG.total(scored), NEGLIGIBLE, scored);
                double[] marginals = marginals(scored);
                double expected = Semiring.FEASIBLE.total(scored) ? 1 : 0;
                for (int t = 0; t < 4; t++) {
                    assertThat(sum(marginals, scored.trellis().stateOffset(t), states))
                            .as(scored.toString())
                            .isCloseTo(expected, within(1e-9));
                }
            }
        }
    }

    // ---- mass that vanishes and comes back ----

    @Test
    void aPathWhoseMassShrinksSlowlyAndThenWinsIsNotForgotten() {
        for (double step : new double[] {1, 7, 50, 99, 150, 199}) {
            for (int length : new int[] {8, 40, 400}) {
                checkTwoLanes(length, t -> new double[] {0, t < length / 2 ? -step : t == length - 1 ? 0 : step}, null);
                // The first lane dies at the last position: only the forgotten one is left.
                checkTwoLanes(
                        length,
                        t -> new double[] {t == length - 1 ? Double.NEGATIVE_INFINITY : 0, t < length / 2 ? -step : 0},
                        null);
            }
        }
    }

    @Test
    void stateAndTransitionScoresTogetherMayDropByMoreThanEitherAlone() {
        for (double step : new double[] {60, 100, 115, 140, 170, 199, 200}) {
            for (int length : new int[] {3, 4, 5, 6, 9, 16}) {
                checkTwoLanes(length, t -> new double[] {0, t > 0 && 2 * t < length ? -step : 0}, t ->
                        new double[] {0, 2 * t < length ? -step : step});
                checkTwoLanes(length, t -> new double[] {0, t == 0 ? 0 : 2 * t < length ? -step : step}, t ->
                        new double[] {0, 2 * t < length ? -step : step});
            }
        }
    }

    private interface Lane {
        double[] at(int t);
    }

    /** Two states that never change into each other, with their state scores and own transition scores. */
    private void checkTwoLanes(int length, Lane states, @Nullable Lane own) {
        int[] positions = new int[own == null ? 0 : length - 1];
        Arrays.setAll(positions, c -> c + 1);
        Trellis trellis = Trellis.chain(length, 2, positions);
        double[] scores = new double[trellis.parts()];
        scores[1] = Double.NEGATIVE_INFINITY;
        scores[2] = Double.NEGATIVE_INFINITY;
        for (int t = 0; t < length; t++) {
            System.arraycopy(states.at(t), 0, scores, trellis.stateOffset(t), 2);
        }
        for (int c = 0; own != null && c < positions.length; c++) {
            double[] pair = own.at(c + 1);
            scores[trellis.ownOffset(c)] = pair[0];
            scores[trellis.ownOffset(c) + 3] = pair[1];
        }
        ScoredTrellis scored = new ScoredTrellis(trellis, scores, "two lanes " + Arrays.toString(scores));
        int[] upper = new int[length];
        int[] lower = new int[length];
        Arrays.fill(lower, 1);
        double first = trellis.score(scores, upper);
        double second = trellis.score(scores, lower);
        double expected = Semiring.LOG.plus(first, second);
        Close.check(logSum(scored), expected, NEGLIGIBLE, scored);
        double[] marginals = marginals(scored);
        for (int t = 0; t < length; t++) {
            assertThat(marginals[trellis.stateOffset(t)])
                    .as("position %d of %s", t, scored)
                    .isCloseTo(Math.exp(first - expected), within(1e-9));
            assertThat(marginals[trellis.stateOffset(t) + 1])
                    .as("position %d of %s", t, scored)
                    .isCloseTo(Math.exp(second - expected), within(1e-9));
        }
    }

    @Test
    void aLeftToRightStructureIsNotPoisonedByStatesThatCannotBeReached() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int states = 3 + random.nextInt(5);
            int length = states + random.nextInt(300);
            Trellis trellis = Trellis.chain(length, states);
            double[] scores = new Generators(seed).normal(trellis.parts(), 1 + random.nextInt(30));
            for (int i = 0; i < states; i++) {
                for (int j = 0; j < states; j++) {
                    if (j != i && j != i + 1) {
                        scores[i * states + j] = Double.NEGATIVE_INFINITY;
                    }
                }
            }
            // It begins in the first state and ends in the last: everything else at the ends is forbidden.
            for (int s = 0; s < states; s++) {
                if (s > 0) {
                    scores[trellis.stateOffset(0) + s] = Double.NEGATIVE_INFINITY;
                }
                if (s < states - 1) {
                    scores[trellis.stateOffset(length - 1) + s] = Double.NEGATIVE_INFINITY;
                }
            }
            ScoredTrellis scored = new ScoredTrellis(trellis, scores, "left to right with seed " + seed);
            Close.check(logSum(scored), Semiring.LOG.total(scored), NEGLIGIBLE, scored);
            Close.check(scored.withoutStrawState(marginals(scored.withStrawState())), marginals(scored), 1e-8, scored);
        }
    }

    @Test
    void aForbiddenStateWithTemptingNeighboursDoesNotPoisonTheScale() {
        for (double lure : new double[] {10, 100, 190, 800}) {
            int length = 50;
            Trellis trellis = Trellis.chain(length, 3);
            double[] scores = new Generators(9).normal(trellis.parts(), 1);
            for (int t = 0; t < length; t++) {
                scores[trellis.stateOffset(t) + 2] += lure;
            }
            for (int i = 0; i < 2; i++) {
                scores[i * 3 + 2] = Double.NEGATIVE_INFINITY; // nobody may step into state 2 …
            }
            scores[trellis.stateOffset(0) + 2] = Double.NEGATIVE_INFINITY; // … nor begin in it
            ScoredTrellis scored = new ScoredTrellis(trellis, scores, "a lure of " + lure);
            Close.check(logSum(scored), Semiring.LOG.total(scored), NEGLIGIBLE, scored);
            double[] marginals = marginals(scored);
            for (int t = 0; t < length; t++) {
                assertThat(marginals[trellis.stateOffset(t) + 2])
                        .as(scored.toString())
                        .isEqualTo(0.0);
                assertThat(sum(marginals, trellis.stateOffset(t), 3))
                        .as(scored.toString())
                        .isCloseTo(1, within(1e-9));
            }
        }
    }
}
