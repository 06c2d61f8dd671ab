package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The derivatives of marginals of sparse transitions against those of dense ones. */
class MarginalDerivativesTest {
    private static final int CASES = 150;

    private final ChainInference inference = new ChainInference(Kernels.scalar());

    private double[] derivatives(ScoredTrellis scored, double[] direction, double weight) {
        double[] into = new double[scored.trellis().parts()];
        inference.addMarginalDerivatives(scored.trellis(), scored.workspace(), direction, weight, into);
        return into;
    }

    private static void assertClose(double[] found, double[] expected, double tolerance, String origin) {
        for (int part = 0; part < expected.length; part++) {
            assertThat(found[part])
                    .as("part %d of %s", part, origin)
                    .isCloseTo(expected[part], within(tolerance * (1 + Math.abs(expected[part]))));
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void areTheSameWhereOnlySomePairsHaveAPart(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis dense = generators.trellis(kind, 1 + seed % 5, 2 + seed % 7, seed % 2 == 0 ? 0 : 0.5);
            Trellis full = dense.trellis();
            int[] arcs = IntStream.range(0, full.sharedParts())
                    .filter(arc -> generators.random().nextInt(3) > 0)
                    .toArray();
            Trellis some = Trellis.chain(full.length(), Transitions.of(full.states(), arcs), dense.ownPositions());
            double[] direction = generators.normal(full.parts(), 1);
            double[] scores = dense.scores().clone();
            for (int arc = 0; arc < full.sharedParts(); arc++) {
                if (Arrays.binarySearch(arcs, arc) < 0) {
                    scores[arc] = 0;
                    direction[arc] = 0;
                }
            }
            ScoredTrellis withZeros = dense.withScores(scores, "zeros");
            ScoredTrellis sparse = new ScoredTrellis(some, narrow(scores, full, some, arcs), "sparse");
            double[] expected = derivatives(withZeros, direction, 1);
            double[] found = derivatives(sparse, narrow(direction, full, some, arcs), 1);
            assertClose(found, narrow(expected, full, some, arcs), 1e-10, withZeros.toString());
        }
    }

    /** One state holds nearly all the mass and is kept from every other by a weight of −4 to −124. */
    @Test
    void weightsThatCancelNearlyAllOfTheMassLeaveTheDerivativesAlone() {
        for (int seed = 0; seed < 100; seed++) {
            Generators generators = new Generators(seed);
            Random random = generators.random();
            int states = 5 + random.nextInt(40);
            Trellis full = Trellis.chain(8, states);
            double[] scores = new double[full.parts()];
            for (int t = 0; t < 8; t++) {
                for (int s = 0; s < states; s++) {
                    scores[full.stateOffset(t) + s] = -60 * random.nextDouble();
                }
                scores[full.stateOffset(t) + random.nextInt(states)] = 20;
            }
            double share = seed % 2 == 0 ? 0.5 : 0.98;
            int[] arcs = IntStream.range(0, states * states)
                    .filter(arc -> random.nextDouble() < share)
                    .toArray();
            double[] direction = generators.normal(full.parts(), 1);
            for (int arc = 0; arc < full.sharedParts(); arc++) {
                if (Arrays.binarySearch(arcs, arc) < 0) {
                    direction[arc] = 0;
                } else {
                    scores[arc] = random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY : -4 - 120 * random.nextDouble();
                }
            }
            Trellis some = Trellis.chain(8, Transitions.of(states, arcs), new int[0]);
            ScoredTrellis dense = new ScoredTrellis(full, scores, "seed " + seed);
            ScoredTrellis sparse = new ScoredTrellis(some, narrow(scores, full, some, arcs), "seed " + seed);
            double[] expected = narrow(derivatives(dense, direction, 1), full, some, arcs);
            double[] marginals = new double[some.parts()];
            inference.addMarginals(some, sparse.workspace(), 1, marginals);
            double[] found = derivatives(sparse, narrow(direction, full, some, arcs), 1);
            for (int part = 0; part < found.length; part++) {
                // A covariance cannot be known better than the probability of its part times what paths differ by.
                assertThat(found[part])
                        .as("part %d of seed %d", part, seed)
                        .isCloseTo(expected[part], within(1e-11 * marginals[part] + Double.MIN_NORMAL));
            }
        }
    }

    private static double[] narrow(double[] parts, Trellis full, Trellis some, int[] arcs) {
        double[] narrow = new double[some.parts()];
        for (int part = 0; part < arcs.length; part++) {
            narrow[part] = parts[arcs[part]];
        }
        System.arraycopy(parts, full.sharedParts(), narrow, some.sharedParts(), full.parts() - full.sharedParts());
        return narrow;
    }
}
