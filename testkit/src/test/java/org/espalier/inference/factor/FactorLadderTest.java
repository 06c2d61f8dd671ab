package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;

/** A chain as a factor graph is the chain; belief propagation on a tree is the junction tree; mean field bounds log Z. */
class FactorLadderTest {

    @Test
    void aChainAsAFactorGraphIsTheChain() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int length = 1 + random.nextInt(12);
            int states = 1 + random.nextInt(5);
            double scale = seed % 4 == 0 ? 200 : 2;
            Trellis trellis = Trellis.chain(length, states);
            int[][] scopes = IntStream.range(1, length)
                    .mapToObj(t -> new int[] {t - 1, t})
                    .toArray(int[][]::new);
            FactorGraph graph = FactorGraph.of(
                    IntStream.generate(() -> states).limit(length).toArray(), scopes);
            Workspace chain = new Workspace();
            chain.reserve(trellis);
            Workspace factors = new Workspace();
            factors.reserve(graph);
            for (int part = 0; part < trellis.parts(); part++) {
                chain.scores()[part] = scale * random.nextGaussian();
            }
            chain.sharedChanged();
            for (int t = 0; t < length; t++) {
                System.arraycopy(
                        chain.scores(), trellis.stateOffset(t), factors.scores(), graph.variableOffset(t), states);
            }
            for (int f = 0; f < graph.factors(); f++) {
                System.arraycopy(chain.scores(), 0, factors.scores(), graph.factorOffset(f), states * states);
            }
            check(trellis, chain, graph, factors, "seed " + seed);
        }
    }

    private static void check(Trellis trellis, Workspace chain, FactorGraph graph, Workspace factors, String what) {
        ChainInference known = new ChainInference(Kernels.scalar());
        JunctionTreeInference tested = new JunctionTreeInference();
        double[] expected = new double[trellis.parts()];
        double[] found = new double[graph.parts()];
        double logZ = known.addMarginals(trellis, chain, 1, expected);
        double tolerance = 1e-10 * Math.max(1, Math.abs(logZ));
        assertThat(tested.addMarginals(graph, factors, 1, found)).as(what).isCloseTo(logZ, within(tolerance));
        assertThat(tested.logSum(graph, factors)).as(what).isCloseTo(logZ, within(tolerance));
        for (int t = 0; t < trellis.length(); t++) {
            for (int s = 0; s < trellis.states(); s++) {
                assertThat(found[graph.variableOffset(t) + s])
                        .as(what)
                        .isCloseTo(expected[trellis.stateOffset(t) + s], within(1e-10));
            }
        }
        for (int pair = 0; pair < trellis.states() * trellis.states(); pair++) {
            double sum = 0;
            for (int f = 0; f < graph.factors(); f++) {
                sum += found[graph.factorOffset(f) + pair];
            }
            assertThat(sum).as(what).isCloseTo(expected[pair], within(1e-10));
        }
        List<? extends ScoredOutput<?>> paths = known.nBest(trellis, chain, 5);
        List<ScoredOutput<Assignment>> assignments = tested.nBest(graph, factors, 5);
        assertThat(assignments).as(what).hasSameSizeAs(paths);
        for (int k = 0; k < paths.size(); k++) {
            assertThat(assignments.get(k).output().values())
                    .as(what)
                    .isEqualTo(((Path) paths.get(k).output()).states());
        }
        assertThat(tested.entropy(graph, factors)).as(what).isCloseTo(known.entropy(trellis, chain), within(1e-8));
    }

    @Test
    void beliefPropagationIsExactOnForests() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            FactorGraph graph = forest(random);
            Workspace workspace = scored(graph, random, seed % 3 == 0 ? 0.2 : 0);
            double[] expected = new double[graph.parts()];
            double logZ = new JunctionTreeInference().addMarginals(graph, workspace, 1, expected);
            if (logZ == Double.NEGATIVE_INFINITY) {
                continue;
            }
            BeliefPropagation propagation = new BeliefPropagation(IterationOptions.DEFAULTS.withTolerance(1e-15));
            Approximation found = propagation.approximate(graph, workspace);
            assertThat(found.logSum()).as("seed %d", seed).isCloseTo(logZ, within(1e-10 * Math.max(1, Math.abs(logZ))));
            assertThat(found.marginals()).as("seed %d", seed).containsExactly(expected, within(1e-10));
            assertThat(propagation.best(graph, workspace).score())
                    .as("seed %d", seed)
                    .isCloseTo(
                            new JunctionTreeInference().best(graph, workspace).score(), within(1e-10));
            assertThat(propagation.isExact()).isFalse();
        }
    }

    /** Each variable but the first has a factor with an earlier one, or none; some factors have three variables. */
    private static FactorGraph forest(Random random) {
        int variables = 1 + random.nextInt(8);
        int[] cardinalities =
                IntStream.range(0, variables).map(v -> 1 + random.nextInt(3)).toArray();
        List<int[]> scopes = new ArrayList<>();
        for (int v = 1; v < variables; v++) {
            int kind = random.nextInt(4);
            if (kind == 1 && v + 1 < variables) {
                scopes.add(new int[] {v + 1, random.nextInt(v), v});
                v++;
            } else if (kind > 0) {
                scopes.add(new int[] {random.nextInt(v), v});
            }
        }
        scopes.add(new int[] {0});
        scopes.add(new int[0]);
        return FactorGraph.of(cardinalities, scopes.toArray(int[][]::new));
    }

    private static Workspace scored(FactorGraph graph, Random random, double forbidden) {
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        for (int part = 0; part < graph.parts(); part++) {
            workspace.scores()[part] =
                    random.nextDouble() < forbidden ? Double.NEGATIVE_INFINITY : 2 * random.nextGaussian();
        }
        return workspace;
    }

    @Test
    void meanFieldIsALowerBoundAndExactWithoutCouplings() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            FactorGraph graph = forest(random);
            Workspace workspace = scored(graph, random, seed % 3 == 0 ? 0.2 : 0);
            double logZ = new JunctionTreeInference().logSum(graph, workspace);
            Approximation found = new MeanField(IterationOptions.DEFAULTS).approximate(graph, workspace);
            assertThat(found.logSum()).as("seed %d", seed).isLessThanOrEqualTo(logZ + 1e-9);
        }
        FactorGraph alone = FactorGraph.of(new int[] {3, 2}, new int[][] {{0}, {1}});
        Workspace workspace = scored(alone, new Random(1), 0);
        double[] expected = new double[alone.parts()];
        double logZ = new JunctionTreeInference().addMarginals(alone, workspace, 1, expected);
        Approximation found = new MeanField(IterationOptions.DEFAULTS).approximate(alone, workspace);
        assertThat(found.logSum()).isCloseTo(logZ, within(1e-12));
        assertThat(found.marginals()).containsExactly(expected, within(1e-12));
    }

    @Test
    void gibbsChainsHaveTheMarginalsOfTheJunctionTree() {
        Random random = new Random(5);
        FactorGraph graph = FactorGraph.of(new int[] {2, 3, 2, 2}, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        for (int part = 0; part < graph.parts(); part++) {
            workspace.scores()[part] = 0.5 * random.nextGaussian();
        }
        double[] expected = new double[graph.parts()];
        new JunctionTreeInference().addMarginals(graph, workspace, 1, expected);

        GibbsResult found = new GibbsSampling(GibbsOptions.DEFAULTS).marginals(graph, workspace);

        assertThat(found.forbidden()).isZero();
        assertThat(found.rHat()).isBetween(1.0, 1.01);
        double deviation = 0.5 / Math.sqrt(found.effectiveSamples());
        assertThat(found.marginals()).containsExactly(expected, within(5 * deviation));
        assertThat(new GibbsSampling(GibbsOptions.DEFAULTS)
                        .marginals(graph, workspace)
                        .marginals())
                .isEqualTo(found.marginals());
    }

    /** Two variables that must be equal: no single step leads from one assignment to the other, and the chains tell. */
    @Test
    void gibbsChainsThatCannotMoveDisagree() {
        FactorGraph graph = FactorGraph.of(new int[] {2, 2}, new int[][] {{0, 1}});
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        double[] scores = workspace.scores();
        scores[graph.factorOffset(0) + 1] = Double.NEGATIVE_INFINITY;
        scores[graph.factorOffset(0) + 2] = Double.NEGATIVE_INFINITY;
        GibbsResult found = new GibbsSampling(GibbsOptions.DEFAULTS.withChains(8)).marginals(graph, workspace);
        assertThat(found.rHat()).isGreaterThan(2);
        assertThat(found.effectiveSamples()).isLessThan(20);
    }
}
