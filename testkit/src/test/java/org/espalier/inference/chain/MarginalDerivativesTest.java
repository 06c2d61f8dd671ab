package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Enumerator;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The derivatives of marginals against the definition, path by path, and against differences of marginals. */
class MarginalDerivativesTest {
    private static final int CASES = 150;

    private final ChainInference inference = new ChainInference(Kernels.scalar());

    private double[] derivatives(ScoredTrellis scored, double[] direction, double weight) {
        double[] into = new double[scored.trellis().parts()];
        inference.addMarginalDerivatives(scored.trellis(), scored.workspace(), direction, weight, into);
        return into;
    }

    /** Σ p(path) · whether it has the part · (v(path) − E v). */
    private static double[] covariances(ScoredTrellis scored, double[] direction) {
        Trellis trellis = scored.trellis();
        Enumerator paths = Enumerator.of(scored);
        double mean = 0;
        for (Enumerator.Path path : paths.paths()) {
            mean += Math.exp(path.score() - paths.logSum()) * trellis.score(direction, path.states());
        }
        double[] expected = new double[trellis.parts()];
        for (Enumerator.Path path : paths.paths()) {
            double probability = Math.exp(path.score() - paths.logSum());
            double difference = trellis.score(direction, path.states()) - mean;
            trellis.addPath(expected, path.states(), probability * difference);
        }
        return expected;
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
    void areTheCovariancesOfPartAndPath(Kind kind) {
        for (int seed = 0; seed < CASES; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.tiny(kind);
            double[] direction = generators.normal(scored.trellis().parts(), 1);
            double[] expected = covariances(scored, direction);
            assertClose(derivatives(scored, direction, 1), expected, 1e-11, scored.toString());
            double[] scaled = Arrays.stream(expected).map(value -> -2.5 * value).toArray();
            assertClose(derivatives(scored, direction, -2.5), scaled, 1e-11, scored.toString());
        }
    }

    @Test
    void areTheLimitOfDifferences() {
        double step = 1e-5;
        for (int seed = 0; seed < 20; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.trellis(Kind.NORMAL, 12, 6, 0.3);
            double[] direction = generators.normal(scored.trellis().parts(), 1);
            double[] expected = new double[direction.length];
            for (int sign = -1; sign <= 1; sign += 2) {
                double[] moved = scored.scores().clone();
                for (int part = 0; part < moved.length; part++) {
                    moved[part] += sign * step * direction[part];
                }
                ScoredTrellis there = scored.withScores(moved, "moved");
                inference.addMarginals(scored.trellis(), there.workspace(), sign / (2 * step), expected);
            }
            assertClose(derivatives(scored, direction, 1), expected, 1e-7, scored.toString());
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

    /** Partial labels: the Hessian of the loss against differences of its gradient. */
    @Test
    void theLossSubtractsTheClampedOnes() {
        LogLoss<Trellis> loss = new LogLoss<>(inference);
        double step = 1e-5;
        for (int seed = 0; seed < 40; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.trellis(Kind.NORMAL, 1 + seed % 6, 4, 0.3);
            Trellis trellis = scored.trellis();
            AllowedStates gold = AllowedStates.of(generators.allowed(trellis.length(), 4));
            double[] direction = generators.normal(trellis.parts(), 1);
            double[] expected = new double[direction.length];
            for (int sign = -1; sign <= 1; sign += 2) {
                double[] moved = scored.scores().clone();
                for (int part = 0; part < moved.length; part++) {
                    moved[part] += sign * step * direction[part];
                }
                Workspace workspace = scored.withScores(moved, "moved").workspace();
                loss.evaluate(trellis, gold, 1.5, workspace);
                for (int part = 0; part < moved.length; part++) {
                    expected[part] += sign * workspace.gradient()[part] / (2 * step);
                }
            }
            Workspace workspace = scored.workspace();
            workspace.reserveDirection(trellis);
            System.arraycopy(direction, 0, workspace.direction(), 0, direction.length);
            loss.timesHessian(trellis, gold, 1.5, workspace);
            assertClose(workspace.gradient(), expected, 1e-7, scored.toString());
            double[] after = Arrays.copyOf(workspace.scores(), trellis.parts());
            assertThat(after).as("scores restored").isEqualTo(scored.scores());
        }
    }
}
