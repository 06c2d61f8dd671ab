package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;

/** Which draws the chains count, and what the diagnostics make of them by their formulas. */
class GibbsTest {
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    private static int[][] values(List<Assignment> samples) {
        return samples.stream().map(Assignment::values).toArray(int[][]::new);
    }

    @Test
    void sweepsBeforeTheOthersAreNotCounted() {
        FactorGraph graph = SmallGraphs.loopy();
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        GibbsOptions options = GibbsOptions.DEFAULTS.withBurnIn(0).withSeed(7);
        int[][] all = values(new GibbsSampling(options).samples(graph, workspace, 20));
        int[][] later = values(new GibbsSampling(options.withBurnIn(6)).samples(graph, workspace, 14));
        assertThat(all).hasDimensions(20, 4);
        assertThat(later).isDeepEqualTo(Arrays.copyOfRange(all, 6, 20));
        assertThat(values(new GibbsSampling(options.withSeed(8)).samples(graph, workspace, 20)))
                .isNotEqualTo(all);
    }

    @Test
    void marginalsAreTheFrequenciesOfAllChains() {
        FactorGraph graph = SmallGraphs.loopy();
        Workspace workspace = SmallGraphs.scored(graph, 2, 1);
        GibbsOptions options = new GibbsOptions(3, 2, 5, 11);
        double[] expected = new double[graph.parts()];
        GibbsDiagnostics diagnostics = new GibbsDiagnostics(graph.factorOffset(0), 3, 5);
        for (int chain = 0; chain < 3; chain++) {
            GibbsSampling one = new GibbsSampling(options.withSeed(11 + chain * SEED_STEP));
            List<Assignment> samples = one.samples(graph, workspace, 5);
            for (int sweep = 0; sweep < 5; sweep++) {
                samples.get(sweep).addTo(expected, 1.0 / 15);
                for (int v = 0; v < graph.variables(); v++) {
                    diagnostics.count(
                            chain,
                            sweep,
                            graph.variableOffset(v) + samples.get(sweep).values()[v]);
                }
            }
        }
        GibbsResult found = new GibbsSampling(options).marginals(graph, workspace);
        assertThat(found.marginals()).containsExactly(expected, within(1e-14));
        assertThat(found.forbidden()).isZero();
        assertThat(found.rHat()).isEqualTo(diagnostics.rHat());
        assertThat(found.effectiveSamples()).isEqualTo(diagnostics.effectiveSamples());
    }

    /** No value of variable 0 is allowed, so that every assignment is forbidden. */
    @Test
    void forbiddenAssignmentsAreCounted() {
        FactorGraph graph = SmallGraphs.loopy();
        Workspace workspace = SmallGraphs.scored(graph, 2, 1);
        workspace.scores()[0] = Double.NEGATIVE_INFINITY;
        workspace.scores()[1] = Double.NEGATIVE_INFINITY;
        assertThat(new GibbsSampling(new GibbsOptions(3, 2, 5, 1))
                        .marginals(graph, workspace)
                        .forbidden())
                .isEqualTo(15);
    }

    /** A walk out of a forbidden assignment: the value that meets the fewest forbidden parts is taken. */
    @Test
    void aChainFindsOutOfForbiddenAssignments() {
        FactorGraph graph = SmallGraphs.grid(3, 3, 3);
        Workspace workspace = SmallGraphs.scored(graph, 4, 0.1);
        for (int f = 0; f < graph.factors(); f++) {
            for (int x = 0; x < 3; x++) {
                workspace.scores()[graph.factorOffset(f) + 3 * x + (x + 1) % 3] = Double.NEGATIVE_INFINITY;
            }
        }
        GibbsResult found = new GibbsSampling(GibbsOptions.DEFAULTS.withSweeps(200)).marginals(graph, workspace);
        assertThat(found.forbidden()).isZero();
    }

    /** Split R̂ and the effective size, from the draws themselves. */
    @Test
    void diagnosticsFollowTheirFormulas() {
        Random random = new Random(3);
        for (int sweeps : new int[] {4, 16, 37, 400}) {
            int chains = 3;
            boolean[][] draws = new boolean[chains][sweeps]; // whether value 1 was drawn, and not value 0
            GibbsDiagnostics diagnostics = new GibbsDiagnostics(2, chains, sweeps);
            for (int c = 0; c < chains; c++) {
                boolean state = random.nextBoolean();
                for (int t = 0; t < sweeps; t++) {
                    state ^= random.nextInt(3) == 0;
                    draws[c][t] = state;
                    diagnostics.count(c, t, state ? 1 : 0);
                }
            }
            double n = sweeps / 2.0;
            double[] halves = new double[2 * chains];
            int batches = Math.max(2, (int) Math.sqrt(sweeps) / 2);
            double[] means = new double[chains * batches];
            double size = (double) sweeps / batches;
            for (int c = 0; c < chains; c++) {
                for (int t = 0; t < sweeps; t++) {
                    if (draws[c][t]) {
                        halves[2 * c + (2 * t < sweeps - sweeps % 2 ? 0 : 1)] += 1 / n;
                        means[c * batches + t * batches / sweeps] += 1 / size;
                    }
                }
            }
            for (int k = 0; k < halves.length; k++) {
                halves[k] = Math.min(1, halves[k]);
            }
            for (int k = 0; k < means.length; k++) {
                means[k] = Math.min(1, means[k]);
            }
            double within = 0;
            for (double p : halves) {
                within += p * (1 - p) * n / (n - 1) / halves.length;
            }
            double rHat = Math.max(1, Math.sqrt((n - 1) / n + variance(halves) / within));
            double p = mean(means);
            double effective = chains * sweeps * p * (1 - p) / (size * variance(means)) / (rHat * rHat);
            if (sweeps % 2 == 0) { // otherwise value 0 and value 1 differ, because halves are cut to whole sweeps
                assertThat(diagnostics.rHat()).as("%d sweeps", sweeps).isCloseTo(rHat, within(1e-12));
                assertThat(diagnostics.effectiveSamples())
                        .as("%d sweeps", sweeps)
                        .isCloseTo(Math.min(chains * sweeps, effective), within(1e-9));
            } else {
                assertThat(diagnostics.rHat()).isGreaterThanOrEqualTo(rHat - 1e-12);
                assertThat(diagnostics.effectiveSamples()).isLessThanOrEqualTo(effective + 1e-9);
            }
        }
    }

    private static double mean(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum / numbers.length;
    }

    private static double variance(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += Math.pow(number - mean(numbers), 2);
        }
        return sum / (numbers.length - 1);
    }

    @Test
    void valuesThatNeverChangeTellNothing() {
        GibbsDiagnostics diagnostics = new GibbsDiagnostics(2, 2, 10);
        for (int c = 0; c < 2; c++) {
            for (int t = 0; t < 10; t++) {
                diagnostics.count(c, t, 0);
            }
        }
        assertThat(diagnostics.rHat()).isEqualTo(1);
        assertThat(diagnostics.effectiveSamples()).isEqualTo(20);
    }

    @Test
    void optionsAreChecked() {
        GibbsOptions least = new GibbsOptions(2, 0, 4, -5);
        assertThat(least.withChains(3).withBurnIn(1).withSweeps(9).withSeed(6)).isEqualTo(new GibbsOptions(3, 1, 9, 6));
        assertThatThrownBy(() -> least.withChains(1)).hasMessageContaining("chains = 1; expected at least 2");
        assertThatThrownBy(() -> least.withBurnIn(-1)).hasMessageContaining("burnIn = -1; expected at least 0");
        assertThatThrownBy(() -> least.withSweeps(3)).hasMessageContaining("sweeps = 3; expected at least 4");
    }
}
