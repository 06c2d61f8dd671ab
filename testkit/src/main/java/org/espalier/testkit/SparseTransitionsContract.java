package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What inference promises of a trellis in which only some pairs of states have a transition part: the same, within
 * rounding, as of the trellis in which all have one and the others score 0. The {@link StructureContract} of {@link ChainCases}
 * compares tiny ones with the list of all paths.
 */
public abstract class SparseTransitionsContract {
    private static final int CASES = 60;
    private static final double NEGLIGIBLE = 1e-10;

    /** The kernels under test. */
    protected abstract Kernels kernels();

    private ChainInference inference() {
        return new ChainInference(kernels());
    }

    /** The pairs that are kept, and the scores of the parts that are left. */
    private static ScoredTrellis sparse(ScoredTrellis dense, int[] arcs) {
        Trellis full = dense.trellis();
        Trellis some = Trellis.chain(full.length(), Transitions.of(full.states(), arcs), dense.ownPositions());
        double[] scores = new double[some.parts()];
        for (int part = 0; part < arcs.length; part++) {
            scores[part] = dense.scores()[arcs[part]];
        }
        System.arraycopy(
                dense.scores(), full.sharedParts(), scores, some.sharedParts(), full.parts() - full.sharedParts());
        return new ScoredTrellis(some, scores, dense.origin() + ", " + arcs.length + " pairs");
    }

    /** The same with 0 for all pairs that are not kept. */
    private static ScoredTrellis withZeros(ScoredTrellis dense, int[] arcs) {
        double[] scores = dense.scores().clone();
        Arrays.fill(scores, 0, dense.trellis().sharedParts(), 0.0);
        for (int arc : arcs) {
            scores[arc] = dense.scores()[arc];
        }
        return dense.withScores(scores, "0 for all but " + arcs.length + " pairs");
    }

    private static int[] someArcs(int states, double share, Random random) {
        return IntStream.range(0, states * states)
                .filter(arc -> random.nextDouble() < share)
                .toArray();
    }

    /** Random cases of a kind, as (sparse, dense with zeros). */
    private static void forCases(Kind kind, BiConsumer<ScoredTrellis, ScoredTrellis> check) {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            Random random = generators.random();
            int states = seed % 3 == 0 ? 1 + random.nextInt(4) : 5 + random.nextInt(20);
            ScoredTrellis drawn =
                    generators.trellis(kind, 1 + random.nextInt(6), states, random.nextBoolean() ? 0 : 0.4);
            int[] arcs = someArcs(states, new double[] {0, 0.1, 0.5, 0.95, 1}[seed % 5], random);
            check.accept(sparse(drawn, arcs), withZeros(drawn, arcs));
        }
    }

    private static Stream<DynamicTest> forEveryKind(BiConsumer<ScoredTrellis, ScoredTrellis> check) {
        return Arrays.stream(Kind.values())
                .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> forCases(kind, check)));
    }

    private double[] marginals(ScoredTrellis scored) {
        double[] marginals = new double[scored.trellis().parts()];
        inference().addMarginals(scored.trellis(), scored.workspace(), 1, marginals);
        return marginals;
    }

    /** The marginals of the parts that the sparse trellis has. */
    private static double[] kept(double[] all, Trellis full, Trellis some) {
        double[] kept = new double[some.parts()];
        for (int i = 0; i < full.states(); i++) {
            for (int j = 0; j < full.states(); j++) {
                if (some.sharedPart(i, j) >= 0) {
                    kept[some.sharedPart(i, j)] = all[full.sharedPart(i, j)];
                }
            }
        }
        System.arraycopy(all, full.sharedParts(), kept, some.sharedParts(), full.parts() - full.sharedParts());
        return kept;
    }

    @TestFactory
    Stream<DynamicTest> logSumsAndMarginalsAreThoseOfTheDenseTrellis() {
        return forEveryKind((sparse, dense) -> {
            double expected = inference().logSum(dense.trellis(), dense.workspace());
            Close.check(inference().logSum(sparse.trellis(), sparse.workspace()), expected, NEGLIGIBLE, sparse);
            double[] wanted = kept(marginals(dense), dense.trellis(), sparse.trellis());
            double[] found = marginals(sparse);
            Close.check(found, wanted, NEGLIGIBLE, sparse);
        });
    }

    @TestFactory
    Stream<DynamicTest> theBestPathIsTheSameTiesIncluded() {
        return forEveryKind((sparse, dense) -> {
            int[] expected = new int[dense.trellis().length()];
            int[] found = new int[expected.length];
            double wanted = inference().best(dense.trellis(), dense.workspace(), expected);
            double score = inference().best(sparse.trellis(), sparse.workspace(), found);
            assertThat(score + 0.0).as(sparse.toString()).isEqualTo(wanted + 0.0);
            if (wanted != Double.NEGATIVE_INFINITY) {
                assertThat(found).as(sparse.toString()).isEqualTo(expected);
                assertThat(score).isEqualTo(sparse.trellis().score(sparse.scores(), found));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nBestListsAreTheSame() {
        return forEveryKind((sparse, dense) -> {
            List<ScoredOutput<Path>> expected = inference().nBest(dense.trellis(), dense.workspace(), 12);
            List<ScoredOutput<Path>> found = inference().nBest(sparse.trellis(), sparse.workspace(), 12);
            assertThat(found).as(sparse.toString()).hasSameSizeAs(expected);
            for (int k = 0; k < found.size(); k++) {
                assertThat(found.get(k).output().states())
                        .as(sparse.toString())
                        .isEqualTo(expected.get(k).output().states());
                assertThat(found.get(k).score())
                        .as(sparse.toString())
                        .isEqualTo(expected.get(k).score());
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> entropiesAndSamplesAreTheSame() {
        return forEveryKind((sparse, dense) -> {
            double entropy = inference().entropy(dense.trellis(), dense.workspace());
            assertThat(inference().entropy(sparse.trellis(), sparse.workspace()))
                    .as(sparse.toString())
                    .isCloseTo(entropy, within(1e-9));
            if (inference().logSum(dense.trellis(), dense.workspace()) == Double.NEGATIVE_INFINITY) {
                return;
            }
            for (int seed = 0; seed < 5; seed++) {
                int[] expected = inference()
                        .sample(dense.trellis(), dense.workspace(), new Random(seed))
                        .states();
                int[] found = inference()
                        .sample(sparse.trellis(), sparse.workspace(), new Random(seed))
                        .states();
                assertThat(found).as(sparse.toString()).isEqualTo(expected);
            }
        });
    }

    /** One state holds nearly all the mass and is kept from every other by a weight of −4 to −200. */
    @Test
    void weightsThatCancelNearlyAllOfTheMassLeaveEveryDigit() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int states = 5 + random.nextInt(60);
            Trellis full = Trellis.chain(8, states);
            double[] scores = new double[full.parts()];
            for (int t = 0; t < 8; t++) {
                for (int s = 0; s < states; s++) {
                    scores[full.stateOffset(t) + s] = -60 * random.nextDouble();
                }
                scores[full.stateOffset(t) + random.nextInt(states)] = 20;
            }
            int[] arcs = someArcs(states, seed % 2 == 0 ? 0.5 : 0.98, random);
            for (int arc : arcs) {
                scores[arc] = random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY : -4 - 120 * random.nextDouble();
            }
            ScoredTrellis drawn = new ScoredTrellis(full, scores, "seed " + seed);
            ScoredTrellis sparse = sparse(drawn, arcs);
            Close.check(
                    inference().logSum(sparse.trellis(), sparse.workspace()),
                    inference().logSum(full, drawn.workspace()),
                    1e-13,
                    sparse);
            double[] wanted = kept(marginals(drawn), full, sparse.trellis());
            double[] found = marginals(sparse);
            for (int part = 0; part < wanted.length; part++) {
                double tolerance = 1e-12 * wanted[part] + Double.MIN_NORMAL;
                if (!(Math.abs(found[part] - wanted[part]) <= tolerance)) {
                    assertThat(found[part])
                            .as("part %d of %s", part, sparse)
                            .isCloseTo(wanted[part], within(tolerance));
                }
            }
        }
    }

    @Test
    void manyStatesAndFewPairsOverALongSequence() {
        Generators generators = new Generators(11);
        ScoredTrellis drawn = generators.trellis(Kind.NORMAL, 200, 150, 0);
        int[] arcs = someArcs(150, 0.03, generators.random());
        ScoredTrellis sparse = sparse(drawn, arcs);
        ScoredTrellis dense = withZeros(drawn, arcs);
        double[] wanted = kept(marginals(dense), dense.trellis(), sparse.trellis());
        double[] found = marginals(sparse);
        for (int part = 0; part < wanted.length; part++) {
            assertThat(found[part]).isCloseTo(wanted[part], within(1e-12 * Math.max(1, wanted[part])));
        }
    }
}
