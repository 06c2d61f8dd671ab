package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What inference promises of a chain in which all but some steps are forbidden: what {@link Enumerator} finds, and the same,
 * within rounding, as of the chain in which the other steps score −∞.
 *
 * <p>The grid is every kind of scores × shares of allowed steps, with and without own transitions, in both representations: a
 * {@linkplain ScoredTrellis#withStrawState straw state} forces logarithms.
 */
public abstract class ForbiddingTransitionsContract {
    private static final int CASES = 60;
    private static final double NEGLIGIBLE = 1e-10;
    private static final double[] SHARES = {0, 0.15, 0.4, 0.6, 0.9, 1};

    /** The kernels under test. */
    protected abstract Kernels kernels();

    private ChainInference inference() {
        return new ChainInference(kernels());
    }

    private static Stream<DynamicTest> forEveryKind(Consumer<Kind> check) {
        return Arrays.stream(Kind.values()).map(kind -> DynamicTest.dynamicTest(kind.name(), () -> check.accept(kind)));
    }

    /** Chains that can be enumerated, each also with a straw state. */
    private static Stream<DynamicTest> forTiny(Consumer<TwoForms> check) {
        return forEveryKind(kind -> {
            for (int seed = 0; seed < CASES; seed++) {
                Generators generators = new Generators(seed);
                ScoredTrellis drawn = generators.tiny(kind);
                double share = SHARES[seed % SHARES.length];
                int[] arcs = TwoForms.someArcs(drawn.trellis().states(), share, generators.random());
                TwoForms forms = TwoForms.of(drawn, arcs);
                check.accept(forms);
                if (Enumerator.of(forms.dense()).count() > 0) {
                    check.accept(TwoForms.of(drawn.withStrawState(), forms.arcsWithStrawState()));
                }
            }
        });
    }

    /** Chains that are too large for that, of up to 60 states. */
    private static Stream<DynamicTest> forLarge(Consumer<TwoForms> check) {
        return forEveryKind(kind -> {
            for (int seed = 0; seed < CASES; seed++) {
                Generators generators = new Generators(seed);
                Random random = generators.random();
                int states = 3 + random.nextInt(seed % 4 == 0 ? 58 : 12);
                ScoredTrellis drawn = generators.trellis(kind, 2 + random.nextInt(20), states, seed % 2 == 0 ? 0 : 0.4);
                double share = seed % 3 == 0 ? 2.5 / states : SHARES[seed % SHARES.length];
                check.accept(TwoForms.of(drawn, TwoForms.someArcs(states, share, random)));
            }
        });
    }

    private static void close(double found, double expected, double relative, Object where) {
        if (Double.isInfinite(expected)) {
            assertThat(found).as(where.toString()).isEqualTo(expected);
        } else if (!(Math.abs(found - expected) <= relative * Math.max(1, Math.abs(expected)))) {
            assertThat(found)
                    .as(where.toString())
                    .isCloseTo(expected, within(relative * Math.max(1, Math.abs(expected))));
        }
    }

    private static void close(double[] found, double[] expected, double relative, Object where) {
        assertThat(found).as(where.toString()).hasSameSizeAs(expected);
        for (int part = 0; part < expected.length; part++) {
            if (!(Math.abs(found[part] - expected[part]) <= relative * Math.max(1, Math.abs(expected[part])))) {
                close(found[part], expected[part], relative, "part " + part + " of " + where);
            }
        }
    }

    private double logSum(ScoredTrellis scored) {
        return inference().logSum(scored.trellis(), scored.workspace());
    }

    private double[] marginals(ScoredTrellis scored) {
        double[] marginals = new double[scored.trellis().parts()];
        double logSum = inference().addMarginals(scored.trellis(), scored.workspace(), 1, marginals);
        assertThat(logSum).as(scored.toString()).isEqualTo(logSum(scored));
        return marginals;
    }

    // ---- against the enumerator ----

    @TestFactory
    Stream<DynamicTest> logSumsAndMarginalsAreThoseOfAllPaths() {
        return forTiny(forms -> {
            Enumerator oracle = Enumerator.of(forms.dense());
            close(logSum(forms.sparse()), oracle.logSum(), NEGLIGIBLE, forms);
            close(marginals(forms.sparse()), forms.narrow(oracle.marginals()), NEGLIGIBLE, forms);
        });
    }

    @TestFactory
    Stream<DynamicTest> marginalsAreAddedWithTheirWeight() {
        return forTiny(forms -> {
            double[] plain = marginals(forms.sparse());
            double[] into = new Generators(1).normal(plain.length, 1);
            double[] expected = into.clone();
            for (int part = 0; part < plain.length; part++) {
                expected[part] -= 2.5 * plain[part];
            }
            inference().addMarginals(forms.sparse().trellis(), forms.sparse().workspace(), -2.5, into);
            close(into, expected, NEGLIGIBLE, forms);
        });
    }

    @TestFactory
    Stream<DynamicTest> theBestPathIsTheBestOfAllTiesIncluded() {
        return forTiny(forms -> {
            List<Enumerator.Path> paths = Enumerator.of(forms.dense()).paths();
            Trellis trellis = forms.sparse().trellis();
            int[] path = new int[trellis.length()];
            double score = inference().best(trellis, forms.sparse().workspace(), path);
            if (paths.isEmpty()) {
                assertThat(score).as(forms.toString()).isEqualTo(Double.NEGATIVE_INFINITY);
            } else {
                close(score, paths.get(0).score(), NEGLIGIBLE, forms);
                assertThat(path).as(forms.toString()).isEqualTo(paths.get(0).states());
                assertThat(score)
                        .as("bits of the score of %s", forms)
                        .isEqualTo(trellis.score(forms.sparse().scores(), path));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nBestListsAllPathsAndBeginsWithTheBest() {
        return forTiny(forms -> {
            List<Enumerator.Path> expected = Enumerator.of(forms.dense()).paths();
            Trellis trellis = forms.sparse().trellis();
            List<ScoredOutput<Path>> found =
                    inference().nBest(trellis, forms.sparse().workspace(), expected.size() + 5);
            assertThat(found).as(forms.toString()).hasSameSizeAs(expected);
            for (int k = 0; k < found.size(); k++) {
                close(found.get(k).score(), expected.get(k).score(), NEGLIGIBLE, forms);
            }
            assertThat(found.stream().map(path -> Arrays.toString(path.output().states())))
                    .as(forms.toString())
                    .containsExactlyInAnyOrderElementsOf(expected.stream()
                            .map(path -> Arrays.toString(path.states()))
                            .toList());
            if (!found.isEmpty()) {
                int[] best = new int[trellis.length()];
                inference().best(trellis, forms.sparse().workspace(), best);
                assertThat(found.get(0).output().states()).as(forms.toString()).isEqualTo(best);
            }
        });
    }

    private static double entropy(Enumerator all) {
        double entropy = 0;
        for (Enumerator.Path path : all.paths()) {
            double logProbability = path.score() - all.logSum();
            entropy -= Math.exp(logProbability) * logProbability;
        }
        return entropy;
    }

    @TestFactory
    Stream<DynamicTest> entropiesAreThoseOfAllPaths() {
        return forTiny(forms -> assertThat(inference()
                        .entropy(forms.sparse().trellis(), forms.sparse().workspace()))
                .as(forms.toString())
                .isCloseTo(entropy(Enumerator.of(forms.dense())), within(1e-9)));
    }

    /** Σ p(path) · whether it has the part · (v(path) − E v). */
    @TestFactory
    Stream<DynamicTest> derivativesAreTheCovariancesOfPartAndPath() {
        return forTiny(forms -> {
            Trellis trellis = forms.sparse().trellis();
            double[] direction = new Generators(7).normal(trellis.parts(), 1);
            Enumerator oracle = Enumerator.of(forms.dense());
            double mean = 0;
            for (Enumerator.Path path : oracle.paths()) {
                mean += Math.exp(path.score() - oracle.logSum()) * trellis.score(direction, path.states());
            }
            double[] expected = new double[trellis.parts()];
            for (Enumerator.Path path : oracle.paths()) {
                double difference = trellis.score(direction, path.states()) - mean;
                double probability = Math.exp(path.score() - oracle.logSum());
                trellis.addPath(expected, path.states(), -1.5 * probability * difference);
            }
            double[] found = new double[trellis.parts()];
            inference().addMarginalDerivatives(trellis, forms.sparse().workspace(), direction, -1.5, found);
            close(found, expected, NEGLIGIBLE, forms);
        });
    }

    @TestFactory
    Stream<DynamicTest> pathsHaveTheScoresOfTheDenseForm() {
        return forTiny(forms -> {
            Generators generators = new Generators(3);
            Trellis trellis = forms.sparse().trellis();
            for (int k = 0; k < 10; k++) {
                int[] path = generators.path(trellis.length(), trellis.states());
                double score = trellis.score(forms.sparse().scores(), path);
                assertThat(score)
                        .as("%s of %s", Arrays.toString(path), forms)
                        .isEqualTo(forms.dense().trellis().score(forms.dense().scores(), path));
                double[] dense = new double[forms.dense().trellis().parts()];
                forms.dense().trellis().addPath(dense, path, 2.5);
                double[] sparse = new double[trellis.parts()];
                trellis.addPath(sparse, path, 2.5);
                assertThat(sparse).as(forms.toString()).isEqualTo(forms.narrow(dense));
            }
        });
    }

    // ---- against the dense form ----

    @TestFactory
    Stream<DynamicTest> logSumsMarginalsAndEntropiesAreThoseOfTheDenseForm() {
        return forLarge(forms -> {
            close(logSum(forms.sparse()), logSum(forms.dense()), NEGLIGIBLE, forms);
            close(marginals(forms.sparse()), forms.narrow(marginals(forms.dense())), NEGLIGIBLE, forms);
            double entropy =
                    inference().entropy(forms.dense().trellis(), forms.dense().workspace());
            assertThat(inference()
                            .entropy(forms.sparse().trellis(), forms.sparse().workspace()))
                    .as(forms.toString())
                    .isCloseTo(entropy, within(1e-8));
        });
    }

    @TestFactory
    Stream<DynamicTest> theBestPathAndEveryBeamHaveTheBitsOfTheDenseForm() {
        return forLarge(forms -> {
            Trellis dense = forms.dense().trellis();
            Trellis sparse = forms.sparse().trellis();
            for (int width : new int[] {1, 2, 5, dense.states()}) {
                int[] expected = new int[dense.length()];
                int[] found = new int[dense.length()];
                double wanted = inference().beam(dense, forms.dense().workspace(), width, expected);
                double score = inference().beam(sparse, forms.sparse().workspace(), width, found);
                assertThat(score).as("beam %d of %s", width, forms).isEqualTo(wanted);
                if (wanted != Double.NEGATIVE_INFINITY) {
                    assertThat(found).as("beam %d of %s", width, forms).isEqualTo(expected);
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nBestListsAndPrefixesHaveTheBitsOfTheDenseForm() {
        return forLarge(forms -> {
            Trellis trellis = forms.sparse().trellis();
            List<ScoredOutput<Path>> expected =
                    inference().nBest(forms.dense().trellis(), forms.dense().workspace(), 12);
            List<ScoredOutput<Path>> found =
                    inference().nBest(trellis, forms.sparse().workspace(), 12);
            assertThat(found).as(forms.toString()).hasSameSizeAs(expected);
            for (int k = 0; k < found.size(); k++) {
                assertThat(found.get(k).output().states())
                        .as(forms.toString())
                        .isEqualTo(expected.get(k).output().states());
                assertThat(found.get(k).score())
                        .as(forms.toString())
                        .isEqualTo(expected.get(k).score());
            }
            double[] prefixes = new double[trellis.length() * trellis.states()];
            double[] densePrefixes = new double[prefixes.length];
            inference().bestPrefixes(trellis, forms.sparse().workspace(), prefixes);
            inference().bestPrefixes(forms.dense().trellis(), forms.dense().workspace(), densePrefixes);
            assertThat(prefixes).as(forms.toString()).isEqualTo(densePrefixes);
        });
    }

    @TestFactory
    Stream<DynamicTest> theSameSeedDrawsTheSamePathsAsFromTheDenseForm() {
        return forLarge(forms -> {
            Trellis trellis = forms.sparse().trellis();
            if (logSum(forms.dense()) == Double.NEGATIVE_INFINITY) {
                assertThatThrownBy(
                                () -> inference().sample(trellis, forms.sparse().workspace(), new Random(1)))
                        .isInstanceOf(IllegalStateException.class);
                return;
            }
            for (int seed = 0; seed < 5; seed++) {
                int[] expected = inference()
                        .sample(forms.dense().trellis(), forms.dense().workspace(), new Random(seed))
                        .states();
                int[] found = inference()
                        .sample(trellis, forms.sparse().workspace(), new Random(seed))
                        .states();
                assertThat(found).as(forms.toString()).isEqualTo(expected);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> derivativesAndPosteriorsAreThoseOfTheDenseForm() {
        return forLarge(forms -> {
            Trellis dense = forms.dense().trellis();
            Trellis sparse = forms.sparse().trellis();
            double[] direction = new Generators(7).normal(dense.parts(), 1);
            double[] expected = new double[dense.parts()];
            double[] found = new double[sparse.parts()];
            inference().addMarginalDerivatives(dense, forms.dense().workspace(), direction, 1.5, expected);
            inference().addMarginalDerivatives(sparse, forms.sparse().workspace(), forms.narrow(direction), 1.5, found);
            close(found, forms.narrow(expected), 1e-9, forms);
            int[] path = new int[dense.length()];
            close(
                    inference().posterior(sparse, forms.sparse().workspace(), path),
                    inference().posterior(dense, forms.dense().workspace(), path),
                    NEGLIGIBLE,
                    forms);
        });
    }

    // ---- structures that need it ----

    /** Hidden states: blocks without a step between them sum to what they sum to alone. */
    @Test
    void blocksThatNoStepConnectsAddUp() {
        for (int seed = 0; seed < 40; seed++) {
            Generators generators = new Generators(seed);
            int blocks = 2 + seed % 3;
            int size = 1 + seed % 4;
            int states = blocks * size;
            ScoredTrellis drawn = generators.trellis(Kind.NORMAL, 1 + seed % 9, states, seed % 2 == 0 ? 0 : 0.5);
            int[] arcs = IntStream.range(0, states * states)
                    .filter(arc -> arc / states / size == arc % states / size)
                    .toArray();
            TwoForms forms = TwoForms.of(drawn, arcs);
            double[] marginals = marginals(forms.sparse());
            double all = logSum(forms.sparse());
            double sum = 0;
            for (int b = 0; b < blocks; b++) {
                ScoredTrellis alone = block(drawn, b, size);
                double share = Math.exp(logSum(alone) - all);
                sum += share;
                for (int t = 0; t < drawn.trellis().length(); t++) {
                    int row = forms.sparse().trellis().stateOffset(t) + b * size;
                    double here = Arrays.stream(marginals, row, row + size).sum();
                    close(here, share, NEGLIGIBLE, forms);
                }
            }
            close(sum, 1, NEGLIGIBLE, forms);
        }
    }

    private static ScoredTrellis block(ScoredTrellis scored, int block, int size) {
        Trellis whole = scored.trellis();
        Trellis trellis = Trellis.chain(whole.length(), size, scored.ownPositions());
        double[] scores = new double[trellis.parts()];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                int from = block * size + i;
                int to = block * size + j;
                scores[i * size + j] = scored.scores()[whole.sharedPart(from, to)];
                for (int c = 0; c < whole.ownCount(); c++) {
                    scores[trellis.ownPart(c, i, j)] = scored.scores()[whole.ownPart(c, from, to)];
                }
            }
        }
        for (int t = 0; t < whole.length(); t++) {
            System.arraycopy(
                    scored.scores(), whole.stateOffset(t) + block * size, scores, trellis.stateOffset(t), size);
        }
        return new ScoredTrellis(trellis, scores, scored.origin() + ", block " + block);
    }

    /** States are pairs of labels; with weights of labels and of label pairs only, the chain is that over labels. */
    @Test
    void aSecondOrderChainWithFirstOrderWeightsIsTheFirstOrderChain() {
        for (int seed = 0; seed < 30; seed++) {
            int labels = 2 + seed % 4;
            int states = labels * labels; // (before, now); at the first position before is 0
            ScoredTrellis first = new Generators(seed).trellis(Kind.NORMAL, 1 + seed % 8, labels, 0);
            Trellis trellis = first.trellis();
            int[] arcs = IntStream.range(0, states * states)
                    .filter(arc -> arc / states % labels == arc % states / labels)
                    .toArray();
            Trellis second = Trellis.chain(trellis.length(), Transitions.only(states, arcs), new int[0]);
            double[] scores = new double[second.parts()];
            for (int part = 0; part < arcs.length; part++) {
                scores[part] = first.scores()[arcs[part] % states]; // of the pair that the target state is
            }
            for (int t = 0; t < trellis.length(); t++) {
                for (int s = 0; s < states; s++) {
                    scores[second.stateOffset(t) + s] = t == 0 && s >= labels
                            ? Double.NEGATIVE_INFINITY
                            : first.scores()[trellis.stateOffset(t) + s % labels];
                }
            }
            ScoredTrellis histories = new ScoredTrellis(second, scores, first.origin() + ", as histories");
            close(logSum(histories), logSum(first), NEGLIGIBLE, histories);
            double[] expected = marginals(first);
            double[] found = new double[expected.length];
            double[] marginals = marginals(histories);
            for (int part = 0; part < arcs.length; part++) {
                found[arcs[part] % states] += marginals[part];
            }
            for (int t = 0; t < trellis.length(); t++) {
                for (int s = 0; s < states; s++) {
                    found[trellis.stateOffset(t) + s % labels] += marginals[second.stateOffset(t) + s];
                }
            }
            close(found, expected, NEGLIGIBLE, histories);
        }
    }

    // ---- mass that vanishes and comes back ----

    @Test
    void aLaneWhoseMassShrinksSlowlyAndThenWinsIsNotForgotten() {
        for (double step : new double[] {1, 7, 50, 99, 150, 199, 800}) {
            for (int length : new int[] {8, 40, 400}) {
                Trellis trellis = Trellis.chain(length, Transitions.only(2, new int[] {0, 3}), new int[0]);
                double[] scores = new double[trellis.parts()];
                for (int t = 0; t < length; t++) {
                    scores[trellis.stateOffset(t) + 1] = t < length / 2 ? -step : step;
                }
                ScoredTrellis scored = new ScoredTrellis(trellis, scores, "two lanes, step " + step);
                close(logSum(scored), Math.log(2), NEGLIGIBLE, scored);
                double[] marginals = marginals(scored);
                for (int t = 0; t < length; t++) {
                    close(marginals[trellis.stateOffset(t)], 0.5, 1e-9, scored);
                    close(marginals[trellis.stateOffset(t) + 1], 0.5, 1e-9, scored);
                }
                scores[trellis.stateOffset(length - 1)] =
                        Double.NEGATIVE_INFINITY; // now the second lane is the only one
                close(logSum(scored), 0, 1e-9, scored);
            }
        }
    }

    @Test
    void aLeftToRightStructureIsNotPoisonedByStatesThatCannotBeReached() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int states = 3 + random.nextInt(30);
            int length = states + random.nextInt(300);
            ScoredTrellis drawn = new Generators(seed).trellis(Kind.NORMAL, length, states, seed % 2 == 0 ? 0 : 0.1);
            double[] scores = drawn.scores().clone();
            double scale = 1 + random.nextInt(30);
            Arrays.setAll(scores, part -> scale * scores[part]);
            // It begins in the first state and ends in the last.
            int begin = drawn.trellis().stateOffset(0);
            int end = drawn.trellis().stateOffset(length - 1);
            Arrays.fill(scores, begin + 1, begin + states, Double.NEGATIVE_INFINITY);
            Arrays.fill(scores, end, end + states - 1, Double.NEGATIVE_INFINITY);
            int[] arcs = IntStream.range(0, states * states)
                    .filter(arc -> arc % states == arc / states || arc % states == arc / states + 1)
                    .toArray();
            TwoForms forms = TwoForms.of(drawn.withScores(scores, "left to right"), arcs);
            close(logSum(forms.sparse()), Semiring.LOG.total(forms.dense()), NEGLIGIBLE, forms);
            close(marginals(forms.sparse()), forms.narrow(marginals(forms.dense())), 1e-8, forms);
        }
    }

    @Test
    void oneStepWithoutAWayBackLeavesOnePathOrNone() {
        Transitions only = Transitions.only(3, new int[] {1}); // from 0 to 1
        for (int length = 1; length <= 4; length++) {
            Trellis trellis = Trellis.chain(length, only, new int[0]);
            ScoredTrellis scored =
                    new ScoredTrellis(trellis, new Generators(length).normal(trellis.parts(), 1), "one step");
            int paths = length == 1 ? 3 : length == 2 ? 1 : 0;
            assertThat(inference().nBest(trellis, scored.workspace(), 9)).hasSize(paths);
            if (paths == 0) {
                assertThat(logSum(scored)).isEqualTo(Double.NEGATIVE_INFINITY);
                assertThat(marginals(scored)).containsOnly(0.0);
                assertThat(inference().best(trellis, scored.workspace(), new int[length]))
                        .isEqualTo(Double.NEGATIVE_INFINITY);
                assertThat(inference().posterior(trellis, scored.workspace(), new int[length]))
                        .isEqualTo(-1);
                assertThat(inference().entropy(trellis, scored.workspace())).isZero();
            } else if (length == 2) {
                assertThat(inference()
                                .sample(trellis, scored.workspace(), new Random(1))
                                .states())
                        .containsExactly(0, 1);
                close(logSum(scored), trellis.score(scored.scores(), new int[] {0, 1}), NEGLIGIBLE, scored);
            }
        }
    }

    @Test
    void manyStatesAndFewStepsOverALongSequence() {
        Generators generators = new Generators(11);
        int states = 150;
        int[] arcs = IntStream.range(0, states * states)
                .filter(arc -> arc % states == (arc / states + 1) % states
                        || generators.random().nextInt(60) == 0)
                .toArray();
        TwoForms forms = TwoForms.of(generators.trellis(Kind.NORMAL, 2_000, states, 0), arcs);
        double[] expected = forms.narrow(marginals(forms.dense()));
        double[] found = marginals(forms.sparse());
        for (int part = 0; part < expected.length; part++) {
            close(found[part], expected[part], 1e-12, "part " + part);
        }
    }

    @Test
    void theEmptySequenceHasOnePathOfScoreZero() {
        Trellis trellis = Trellis.chain(0, Transitions.only(3, new int[] {1, 2}), new int[0]);
        ScoredTrellis empty = new ScoredTrellis(trellis, new double[2], "empty");
        assertThat(logSum(empty)).isZero();
        assertThat(inference().best(trellis, empty.workspace(), new int[0])).isZero();
        assertThat(inference().nBest(trellis, empty.workspace(), 2)).hasSize(1);
        assertThat(inference().entropy(trellis, empty.workspace())).isZero();
    }

    /** Dense, absent and forbidden, one after the other in one workspace. */
    @Test
    void aWorkspaceThatServedOtherKindsGivesTheSameBitsAsAFreshOne() {
        Workspace used = new Workspace();
        List<Kind> kinds = List.of(Kind.values());
        for (int seed = 0; seed < 300; seed++) {
            Generators generators = new Generators(seed);
            int states = 1 + generators.random().nextInt(12);
            ScoredTrellis drawn = generators.trellis(
                    kinds.get(seed % kinds.size()), generators.random().nextInt(12), states, 0.3);
            int[] arcs = TwoForms.someArcs(states, 0.4, generators.random());
            Trellis absent =
                    Trellis.chain(drawn.trellis().length(), Transitions.of(states, arcs), drawn.ownPositions());
            double[] scores = generators.normal(absent.parts(), 2);
            for (ScoredTrellis scored : List.of(
                    drawn, TwoForms.of(drawn, arcs).sparse(), new ScoredTrellis(absent, scores, "absent steps"))) {
                scored.load(used);
                assertThat(everything(scored, used))
                        .as(scored.toString())
                        .isEqualTo(everything(scored, scored.workspace()));
            }
        }
    }

    /** Every number that inference gives, in one list. */
    private double[] everything(ScoredTrellis scored, Workspace workspace) {
        Trellis trellis = scored.trellis();
        double[] parts = new double[trellis.parts()];
        double logSum = inference().addMarginals(trellis, workspace, 1, parts);
        inference().addMarginalDerivatives(trellis, workspace, new Generators(1).normal(parts.length, 1), 1, parts);
        int[] path = new int[trellis.length()];
        double best = inference().best(trellis, workspace, path);
        double beam = inference().beam(trellis, workspace, 2, path);
        double entropy = inference().entropy(trellis, workspace);
        double nBest = inference().nBest(trellis, workspace, 7).stream()
                .mapToDouble(ScoredOutput::score)
                .sum();
        int[] sample = new int[0];
        if (logSum != Double.NEGATIVE_INFINITY) {
            sample = inference().sample(trellis, workspace, new Random(5)).states();
        }
        double[] rest = {logSum, best, beam, entropy, nBest};
        return Stream.of(
                        Arrays.stream(parts),
                        Arrays.stream(rest),
                        Arrays.stream(sample).asDoubleStream())
                .flatMapToDouble(numbers -> numbers)
                .toArray();
    }
}
