package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
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

    private static double[] narrow(double[] parts, Trellis full, Trellis some, int[] arcs) {
        double[] narrow = new double[some.parts()];
        for (int part = 0; part < arcs.length; part++) {
            narrow[part] = parts[arcs[part]];
        }
        System.arraycopy(parts, full.sharedParts(), narrow, some.sharedParts(), full.parts() - full.sharedParts());
        return narrow;
    }
}
