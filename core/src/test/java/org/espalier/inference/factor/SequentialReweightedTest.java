package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TRW-S against the list of all assignments. */
class SequentialReweightedTest {
    private static final SequentialReweighted METHOD = new SequentialReweighted(IterationOptions.DEFAULTS);

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    private static double best(FactorGraph graph, double[] scores) {
        return SmallGraphs.assignments(graph).stream()
                .mapToDouble(values -> SmallGraphs.score(graph, values, scores))
                .max()
                .orElseThrow();
    }

    /** Factors over up to four variables, twice over the same ones, forbidden entries, ties; also none that is allowed. */
    static FactorGraph random(Random random) {
        int variables = 1 + random.nextInt(6);
        int[] cardinalities = random.ints(variables, 1, 4).toArray();
        int[][] scopes = new int[random.nextInt(9)][];
        for (int f = 0; f < scopes.length; f++) {
            scopes[f] = random.ints(0, variables)
                    .distinct()
                    .limit(random.nextInt(Math.min(4, variables) + 1))
                    .toArray();
        }
        return FactorGraph.of(cardinalities, scopes);
    }

    static Workspace scores(FactorGraph graph, Random random) {
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        double scale = new double[] {1, 0.01, 300}[random.nextInt(3)];
        boolean ties = random.nextInt(4) == 0;
        boolean forbids = random.nextInt(3) == 0;
        for (int part = 0; part < graph.parts(); part++) {
            double score = ties ? random.nextInt(3) : scale * random.nextGaussian();
            workspace.scores()[part] = forbids && random.nextInt(6) == 0 ? Double.NEGATIVE_INFINITY : score;
        }
        return workspace;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theBestAssignmentIsBetweenWhatIsFoundAndTheBound(int seed) {
        Random random = new Random(seed);
        FactorGraph graph = random(random);
        Workspace workspace = scores(graph, random);
        double expected = best(graph, workspace.scores());
        BoundedBest found = METHOD.best(graph, workspace);

        double slack = 1e-9 * Math.max(1, Math.abs(found.bound()));
        assertThat(found.best().score())
                .isEqualTo(SmallGraphs.score(graph, found.best().output().values(), workspace.scores()))
                .isLessThanOrEqualTo(expected);
        assertThat(found.bound())
                .isGreaterThanOrEqualTo(expected == Double.NEGATIVE_INFINITY ? expected : expected - slack);
        if (found.isOptimal() && expected != Double.NEGATIVE_INFINITY) {
            assertThat(found.best().score()).isCloseTo(expected, within(2 * slack));
        }
    }

    /** Not a theorem for factors over many variables, but it would be strange if most of these small graphs were left open. */
    @Test
    void smallGraphsAreSolved() {
        long solved = seeds().filter(seed -> {
                    Random random = new Random(seed);
                    FactorGraph graph = random(random);
                    Workspace workspace = scores(graph, random);
                    return METHOD.best(graph, workspace).isOptimal();
                })
                .count();
        assertThat(solved).isGreaterThan(170);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void onTreesTheBoundIsMet(int seed) {
        Random random = new Random(seed);
        int[][] scopes = new int[2 + random.nextInt(7)][];
        for (int v = 1; v <= scopes.length; v++) {
            scopes[v - 1] = random.nextBoolean() ? new int[] {v, random.nextInt(v)} : new int[] {random.nextInt(v), v};
        }
        FactorGraph graph = FactorGraph.of(random.ints(scopes.length + 1, 1, 4).toArray(), scopes);
        Workspace workspace = SmallGraphs.scored(graph, seed, 2);
        BoundedBest found = METHOD.best(graph, workspace);
        assertThat(found.isOptimal()).isTrue();
        assertThat(found.gap()).isLessThanOrEqualTo(1e-9 * Math.max(1, Math.abs(found.bound())));
        assertThat(found.best().score()).isCloseTo(best(graph, workspace.scores()), within(1e-9));
        assertThat(found.convergence().converged()).isTrue();
    }

    /** Its messages maximise over edges; pairs that would rather agree on a grid have no gap (Kolmogorov &amp; Wainwright 2005). */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void whatACutSolvesHasNoGap(int seed) {
        FactorGraph graph = SmallGraphs.grid(6, 7, 2);
        Workspace workspace = SmallGraphs.scored(graph, seed, 1);
        for (int f = 0; f < graph.factors(); f++) {
            int at = graph.factorOffset(f);
            double[] scores = workspace.scores();
            scores[at] = Math.abs(scores[at]);
            scores[at + 3] = Math.abs(scores[at + 3]);
            scores[at + 1] = -Math.abs(scores[at + 1]);
            scores[at + 2] = -Math.abs(scores[at + 2]);
        }
        BoundedBest found = METHOD.best(graph, workspace);
        assertThat(found.bound()).isCloseTo(GraphCut.best(graph, workspace).score(), within(1e-6));
        assertThat(found.best().score())
                .isCloseTo(GraphCut.best(graph, workspace).score(), within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void theBoundNeverGrows(int seed) {
        FactorGraph graph = SmallGraphs.grid(4, 4, 3);
        Workspace workspace = SmallGraphs.scored(graph, seed, 2);
        double before = Double.POSITIVE_INFINITY;
        SequentialMessages messages = new SequentialMessages(
                PairwiseModel.of(graph, LiveValues.of(graph, workspace.scores()), workspace.scores()));
        for (int round = 0; round < 50; round++) {
            messages.forwards();
            double bound = messages.backwards();
            assertThat(bound).isLessThanOrEqualTo(before + 1e-10);
            before = bound;
        }
        assertThat(before)
                .isGreaterThanOrEqualTo(
                        new JunctionTreeInference().best(graph, workspace).score() - 1e-9);
    }

    @Test
    void evidenceMakesLargeFactorsSmall() {
        FactorGraph graph = FactorGraph.of(new int[] {300, 300, 300, 2}, new int[][] {{0, 1, 2}, {2, 3}});
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        assertThat(SequentialReweighted.refusal(graph, workspace))
                .contains("factor 0 has 27,000,000 joint values of its 3 free variables", "bp");
        assertThatThrownBy(() -> METHOD.best(graph, workspace)).hasMessageContaining("factor 0");
        AllowedValues.of(new int[][] {{7}, null, null, null}).forbid(graph, workspace.scores());
        BoundedBest found = METHOD.best(graph, workspace);
        assertThat(found.isOptimal()).isTrue();
        assertThat(found.best().output().value(0)).isEqualTo(7);
        assertThat(found.best().score())
                .isCloseTo(new JunctionTreeInference().best(graph, workspace).score(), within(1e-9));
    }

    @Test
    void dampingIsRefused() {
        assertThatThrownBy(() -> new SequentialReweighted(IterationOptions.DEFAULTS.withDamping(0.5)))
                .hasMessageContaining("damping = 0.5; expected 0");
    }
}
