package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Enumerator;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Beam, greedy and posterior decoding against the enumerator and against a beam written with lists of whole paths. */
final class DecoderTest {
    private static final int CASES = 80;
    private static final ChainInference INFERENCE = new ChainInference(Kernels.scalar());

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aBeamOfAllStatesIsViterbiTiesIncluded(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored = new Generators(seed).tiny(kind);
            int length = scored.trellis().length();
            int states = scored.trellis().states();
            int[] best = new int[length];
            int[] found = new int[length];
            double score = INFERENCE.best(scored.trellis(), scored.workspace(), best);
            for (int width : new int[] {states, states + 1, 1000}) {
                assertThat(INFERENCE.beam(scored.trellis(), scored.workspace(), width, found))
                        .as("width %d of %s", width, scored)
                        .isEqualTo(score);
                assertThat(found).as(scored.toString()).isEqualTo(best);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aNarrowBeamIsThatOfListsOfPaths(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored = new Generators(seed).trellis(kind, 5, 4, 0.4);
            for (int width = 1; width <= 3; width++) {
                check(scored, width);
            }
        }
    }

    private static void check(ScoredTrellis scored, int width) {
        int[] found = new int[scored.trellis().length()];
        double score = INFERENCE.beam(scored.trellis(), scored.workspace(), width, found);
        Hypothesis expected = slowBeam(scored, width);
        if (expected == null) {
            assertThat(score).as(scored.toString()).isEqualTo(Double.NEGATIVE_INFINITY);
        } else {
            assertThat(found).as("width %d of %s", width, scored).isEqualTo(expected.path);
            assertThat(score).as(scored.toString()).isCloseTo(expected.score, within(1e-9));
        }
    }

    private record Hypothesis(int[] path, double score) {
        int last() {
            return path[path.length - 1];
        }
    }

    private static Hypothesis slowBeam(ScoredTrellis scored, int width) {
        Trellis trellis = scored.trellis();
        double[] scores = scored.scores();
        List<Hypothesis> beam = List.of(new Hypothesis(new int[0], 0));
        for (int t = 0; t < trellis.length(); t++) {
            List<Hypothesis> next = new ArrayList<>();
            for (int s = 0; s < trellis.states(); s++) {
                Hypothesis best = null;
                for (Hypothesis prefix : beam) {
                    double score = prefix.score;
                    if (t > 0) {
                        double step = scores[prefix.last() * trellis.states() + s];
                        for (int c = 0; c < trellis.ownCount(); c++) {
                            if (trellis.ownPosition(c) == t) {
                                step += scores[trellis.ownOffset(c) + prefix.last() * trellis.states() + s];
                            }
                        }
                        score += step;
                    }
                    if (best == null || score > best.score) {
                        int[] path = Arrays.copyOf(prefix.path, t + 1);
                        path[t] = s;
                        best = new Hypothesis(path, score);
                    }
                }
                if (best != null) {
                    next.add(new Hypothesis(best.path, best.score + scores[trellis.stateOffset(t) + s]));
                }
            }
            beam = next.stream()
                    .filter(hypothesis -> hypothesis.score != Double.NEGATIVE_INFINITY)
                    .sorted(Comparator.comparingDouble((Hypothesis hypothesis) -> 0.0 - hypothesis.score)
                            .thenComparingInt(Hypothesis::last))
                    .limit(width)
                    .sorted(Comparator.comparingInt(Hypothesis::last))
                    .toList();
        }
        return beam.stream()
                .max(Comparator.comparingDouble(Hypothesis::score).thenComparing(h -> -h.last()))
                .orElse(null);
    }

    @Test
    void aBeamOverSomePairsOnlyIsThatOverAllWithZeros() {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            int states = 5;
            int length = 6;
            int[] arcs = IntStream.range(0, states * states)
                    .filter(arc -> generators.random().nextInt(3) == 0)
                    .toArray();
            Trellis sparse = Trellis.chain(length, Transitions.of(states, arcs), new int[] {3});
            Trellis dense = Trellis.chain(length, states, new int[] {3});
            double[] own = generators.normal(sparse.parts() - sparse.sharedParts(), 1);
            double[] pairs = generators.normal(arcs.length, 1);
            Workspace few = new Workspace();
            few.reserve(sparse);
            System.arraycopy(pairs, 0, few.scores(), 0, arcs.length);
            System.arraycopy(own, 0, few.scores(), sparse.sharedParts(), own.length);
            Workspace all = new Workspace();
            all.reserve(dense);
            for (int k = 0; k < arcs.length; k++) {
                all.scores()[arcs[k]] = pairs[k];
            }
            System.arraycopy(own, 0, all.scores(), dense.sharedParts(), own.length);
            for (int width = 1; width <= states; width++) {
                int[] found = new int[length];
                int[] expected = new int[length];
                assertThat(INFERENCE.beam(sparse, few, width, found))
                        .as("seed %d width %d", seed, width)
                        .isEqualTo(INFERENCE.beam(dense, all, width, expected));
                assertThat(found).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void posteriorDecodingHasTheMostExpectedRightStates(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            ScoredTrellis scored = new Generators(seed).tiny(kind);
            Trellis trellis = scored.trellis();
            Enumerator enumerator = Enumerator.of(scored);
            int[] found = new int[trellis.length()];
            double expected = INFERENCE.posterior(trellis, scored.workspace(), found);
            if (enumerator.count() == 0) {
                assertThat(expected).isEqualTo(-1);
                continue;
            }
            double[] marginals = enumerator.marginals();
            double most = 0;
            for (int t = 0; t < trellis.length(); t++) {
                double largest = Arrays.stream(marginals, trellis.stateOffset(t), trellis.stateOffset(t + 1))
                        .max()
                        .orElseThrow();
                most += largest;
                assertThat(marginals[trellis.stateOffset(t) + found[t]])
                        .as(scored.toString())
                        .isCloseTo(largest, within(1e-9));
            }
            assertThat(expected).as(scored.toString()).isCloseTo(most, within(1e-9));
        }
    }

    @Test
    void decodersSayWhatTheyReturn() {
        ScoredTrellis scored = new Generators(3).trellis(Kind.NORMAL, 6, 3, 0.3);
        for (Decoder decoder : List.of(Decoder.VITERBI, Decoder.POSTERIOR, Decoder.GREEDY, Decoder.beam(2))) {
            int[] path = new int[6];
            double score = decoder.decode(INFERENCE, scored.trellis(), scored.workspace(), path);
            assertThat(score)
                    .as(decoder.toString())
                    .isCloseTo(scored.trellis().score(scored.scores(), path), within(1e-12));
        }
        assertThatThrownBy(() -> Decoder.beam(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> new Decoder(Decoder.Method.POSTERIOR, 3)).hasMessageContaining("0 for all others");
        assertThatThrownBy(() -> INFERENCE.beam(scored.trellis(), scored.workspace(), 0, new int[6]))
                .hasMessageContaining("at least 1");
    }

    /** δ of the last position are the best scores of whole paths, δ of an earlier one those of the chain cut off there. */
    @Test
    void bestPrefixesAreTheBestPathsOfTheChainCutOff() {
        for (int seed = 0; seed < 60; seed++) {
            ScoredTrellis scored = new Generators(seed).trellis(Kind.NORMAL, 1 + seed % 4, 3, 0);
            Trellis trellis = scored.trellis();
            double[] prefixes = new double[trellis.length() * 3];
            INFERENCE.bestPrefixes(trellis, scored.workspace(), prefixes);
            for (int t = 0; t < trellis.length(); t++) {
                Trellis cut = Trellis.chain(t + 1, 3);
                ScoredTrellis shorter = new ScoredTrellis(
                        cut, Arrays.copyOf(scored.scores(), cut.parts()), scored.origin() + ", cut off");
                for (int s = 0; s < 3; s++) {
                    int last = s;
                    double expected = Enumerator.of(shorter).paths().stream()
                            .filter(path -> path.states()[path.states().length - 1] == last)
                            .mapToDouble(Enumerator.Path::score)
                            .max()
                            .orElseThrow();
                    assertThat(prefixes[t * 3 + s])
                            .as("%d, %d of %s", t, s, scored)
                            .isCloseTo(expected, within(1e-12));
                }
            }
        }
    }

    @Test
    void whereEveryPathIsForbiddenThePosteriorPathIsAllZeros() {
        ScoredTrellis scored = new Generators(1).trellis(Kind.ZERO, 3, 2, 0);
        double[] scores = scored.scores().clone();
        Arrays.fill(
                scores, scored.trellis().stateOffset(1), scored.trellis().stateOffset(1) + 2, Double.NEGATIVE_INFINITY);
        int[] path = {1, 1, 1};
        double found = INFERENCE.posterior(
                scored.trellis(), scored.withScores(scores, "nothing allowed").workspace(), path);
        assertThat(found).isEqualTo(-1);
        assertThat(path).containsExactly(0, 0, 0);
    }
}
