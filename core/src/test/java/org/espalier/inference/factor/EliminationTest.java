package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.inference.factor.EliminationRun.Rule;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elimination orders against plain sets, in which everything is worked out anew after every step; and what they cost. */
class EliminationTest {

    private static FactorGraph random(Random random, int variables, int factors) {
        int[] cardinalities =
                IntStream.range(0, variables).map(v -> 2 + random.nextInt(4)).toArray();
        int[][] scopes = new int[factors][];
        for (int f = 0; f < factors; f++) {
            scopes[f] = random.ints(0, variables)
                    .distinct()
                    .limit(1 + random.nextInt(3))
                    .toArray();
        }
        return FactorGraph.of(cardinalities, scopes);
    }

    /** Which variables share a factor. */
    private static final class Plain {
        private final FactorGraph graph;
        private final List<Set<Integer>> neighbours = new ArrayList<>();
        private final Set<Integer> left = new TreeSet<>();
        private double entries;
        private int width;

        Plain(FactorGraph graph) {
            this.graph = graph;
            for (int v = 0; v < graph.variables(); v++) {
                neighbours.add(new TreeSet<>());
                left.add(v);
            }
            for (int f = 0; f < graph.factors(); f++) {
                for (int u : graph.scope(f)) {
                    for (int v : graph.scope(f)) {
                        if (u != v) {
                            neighbours.get(u).add(v);
                        }
                    }
                }
            }
        }

        double price(Rule rule, int v) {
            double size = Math.log(graph.cardinality(v));
            double fill = 0;
            double weighted = 0;
            for (int u : neighbours.get(v)) {
                size += Math.log(graph.cardinality(u));
                for (int w : neighbours.get(v)) {
                    if (u < w && !neighbours.get(u).contains(w)) {
                        fill++;
                        weighted += graph.cardinality(u) * graph.cardinality(w);
                    }
                }
            }
            return switch (rule) {
                case MIN_FILL -> fill;
                case WEIGHTED_FILL -> weighted;
                case MIN_WEIGHT -> size;
                case MIN_DEGREE -> neighbours.get(v).size();
            };
        }

        /** Eliminates a variable; the entries of its clique. */
        double eliminate(int v) {
            Set<Integer> mine = neighbours.get(v);
            double clique = graph.cardinality(v);
            for (int u : mine) {
                clique *= graph.cardinality(u);
                neighbours.get(u).addAll(mine);
                neighbours.get(u).remove(u);
                neighbours.get(u).remove(v);
            }
            left.remove(v);
            entries += clique;
            width = Math.max(width, mine.size());
            return clique;
        }
    }

    private static BitSet[] neighbours(FactorGraph graph) {
        return JunctionTree.neighbours(
                graph, IntStream.range(0, graph.variables()).toArray());
    }

    private static int[] sizes(FactorGraph graph) {
        return IntStream.range(0, graph.variables()).map(graph::cardinality).toArray();
    }

    private static Elimination run(FactorGraph graph, Rule rule, Random random, double noise, double limit) {
        EliminationRun run = new EliminationRun(neighbours(graph), sizes(graph), rule);
        return run.run(run.prices(), random, noise, limit);
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void everyStepTakesTheCheapestVariable(Rule rule) {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            FactorGraph graph = random(random, 3 + random.nextInt(10), random.nextInt(18));
            Elimination found = run(graph, rule, null, 0, Double.POSITIVE_INFINITY);
            Plain plain = new Plain(graph);
            for (int v : found.order()) {
                double lowest = plain.left.stream()
                        .mapToDouble(u -> plain.price(rule, u))
                        .min()
                        .getAsDouble();
                assertThat(plain.price(rule, v)).as("seed %d", seed).isCloseTo(lowest, within(1e-9));
                if (rule != Rule.MIN_WEIGHT) { // logarithms are rounded
                    int first = plain.left.stream()
                            .filter(u -> plain.price(rule, u) == lowest)
                            .findFirst()
                            .get();
                    assertThat(v).as("of equal ones the first; seed %d", seed).isEqualTo(first);
                }
                plain.eliminate(v);
            }
            assertThat(plain.left).isEmpty();
            assertThat(found.cliqueEntries()).isEqualTo(plain.entries);
            assertThat(found.width()).isEqualTo(plain.width);
            assertThat(run(graph, rule, null, 0, plain.entries))
                    .as("no better than the limit")
                    .isNull();
            assertThat(run(graph, rule, null, 0, plain.entries + 1).order()).isEqualTo(found.order());
        }
    }

    @Test
    void theRulesHaveNames() {
        assertThat(Arrays.stream(Rule.values()).map(Rule::text))
                .containsExactly("min-fill", "weighted min-fill", "min-weight", "min-degree");
        FactorGraph graph = SmallGraphs.loopy();
        assertThat(run(graph, Rule.MIN_DEGREE, null, 0, 1e9).rule()).isEqualTo("min-degree");
    }

    /** With random ties every step still takes a cheapest variable; with noise of 30 % one that is nearly so. */
    @Test
    void chanceDecidesBetweenEqualsAndNoiseBetweenNeighbours() {
        FactorGraph graph = SmallGraphs.grid(4, 4, 2);
        for (double noise : new double[] {0, 0.3}) {
            Set<String> orders = new TreeSet<>();
            for (long seed = 0; seed < 30; seed++) {
                Elimination found = run(graph, Rule.MIN_DEGREE, new Random(seed), noise, Double.POSITIVE_INFINITY);
                orders.add(Arrays.toString(found.order()));
                Plain plain = new Plain(graph);
                for (int v : found.order()) {
                    double lowest = plain.left.stream()
                            .mapToDouble(u -> plain.price(Rule.MIN_DEGREE, u))
                            .min()
                            .getAsDouble();
                    assertThat((1 - noise) * plain.price(Rule.MIN_DEGREE, v)).isLessThanOrEqualTo(lowest);
                    plain.eliminate(v);
                }
                assertThat(found.cliqueEntries()).isEqualTo(plain.entries);
                assertThat(run(graph, Rule.MIN_DEGREE, new Random(seed), noise, Double.POSITIVE_INFINITY)
                                .order())
                        .isEqualTo(found.order());
            }
            assertThat(orders).hasSizeGreaterThan(20);
        }
        Set<Integer> first = new TreeSet<>();
        Random random = new Random(1);
        for (int k = 0; k < 60; k++) {
            first.add(run(graph, Rule.MIN_DEGREE, random, 0, Double.POSITIVE_INFINITY)
                    .order()[0]);
        }
        assertThat(first).as("each corner has its chance").containsExactly(0, 3, 12, 15);
    }

    @Test
    void theSearchKeepsTheCheapestOrder() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            FactorGraph graph = random(random, 4 + random.nextInt(8), 6 + random.nextInt(8));
            double cheapest = Arrays.stream(Rule.values())
                    .mapToDouble(rule ->
                            run(graph, rule, null, 0, Double.POSITIVE_INFINITY).cliqueEntries())
                    .min()
                    .getAsDouble();
            Elimination found = new EliminationSearch(neighbours(graph), sizes(graph)).best(0, 1);
            assertThat(found.cliqueEntries()).isEqualTo(cheapest);
            if (cheapest <= 1 << 15) {
                assertThat(new EliminationSearch(neighbours(graph), sizes(graph))
                                .best(200, 1)
                                .order())
                        .as("small enough")
                        .isEqualTo(found.order());
            }
        }
    }

    @Test
    void moreTriesFindCheaperOrders() {
        FactorGraph graph = SmallGraphs.grid(9, 9, 3);
        EliminationSearch search = new EliminationSearch(neighbours(graph), sizes(graph));
        Elimination rules = search.best(0, 1);
        Elimination few = search.best(12, 1);
        Elimination many = search.best(60, 1);
        assertThat(few.cliqueEntries()).isLessThan(rules.cliqueEntries());
        assertThat(many.cliqueEntries()).isLessThanOrEqualTo(few.cliqueEntries());
        Plain plain = new Plain(graph);
        for (int v : many.order()) {
            plain.eliminate(v);
        }
        assertThat(many.cliqueEntries()).isEqualTo(plain.entries);
        assertThat(many.width()).isEqualTo(plain.width);
        assertThat(search.best(60, 1).order()).as("the same seed").isEqualTo(many.order());
    }

    /** Tables of medium size are worth a dozen tries, larger ones all of them. */
    @Test
    void theNumberOfTriesDependsOnTheSize() {
        FactorGraph medium = SmallGraphs.grid(8, 8, 3);
        FactorGraph large = random(new Random(2), 45, 120);
        for (long seed = 1; seed < 4; seed++) {
            EliminationSearch search = new EliminationSearch(neighbours(medium), sizes(medium));
            Elimination few = search.best(12, seed);
            assertThat(few.cliqueEntries()).isBetween(32_769.0, 8_388_607.0);
            assertThat(search.best(200, seed).order()).isEqualTo(few.order());
        }
        EliminationSearch search = new EliminationSearch(neighbours(large), sizes(large));
        assertThat(search.best(60, 1).cliqueEntries())
                .isGreaterThan(8_388_608.0)
                .isLessThan(search.best(12, 1).cliqueEntries());
    }

    // ---- cliques ----

    /** The separators of an order: what each variable is connected to when it goes. */
    private static List<Set<Integer>> separators(FactorGraph graph, int[] order) {
        Plain plain = new Plain(graph);
        List<Set<Integer>> separators = new ArrayList<>();
        for (int v : order) {
            separators.add(new TreeSet<>(plain.neighbours.get(v)));
            plain.eliminate(v);
        }
        return separators;
    }

    @Test
    void withShortRowsEveryVariableHasACliqueOfItsOwn() {
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            FactorGraph graph = random(random, 3 + random.nextInt(8), 4 + random.nextInt(8));
            LiveValues live = LiveValues.of(graph, new double[graph.parts()]);
            int[] order =
                    run(graph, Rule.MIN_FILL, null, 0, Double.POSITIVE_INFINITY).order();
            CliquePlan plan = CliquePlan.of(graph, live, order, 1);
            double messages = 0;
            double cliques = 0;
            double largestClique = 0;
            double largestMessage = 0;
            double[] received = new double[order.length];
            List<Set<Integer>> separators = separators(graph, order);
            for (int k = 0; k < order.length; k++) {
                double message = 1;
                int parent = order.length;
                for (int u : separators.get(k)) {
                    message *= graph.cardinality(u);
                    int step = place(order, u);
                    parent = Math.min(parent, step);
                    assertThat(plan.separator(k).get(step)).isTrue();
                }
                assertThat(plan.separator(k).cardinality())
                        .isEqualTo(separators.get(k).size());
                assertThat(plan.groupOf(k)).isEqualTo(k);
                double clique = message * graph.cardinality(order[k]);
                messages += message;
                cliques += clique;
                largestClique = Math.max(largestClique, clique);
                largestMessage = Math.max(largestMessage, message);
                if (parent < order.length) {
                    received[parent] += message;
                }
            }
            assertThat(plan.groups()).hasSize(order.length);
            assertThat(plan.messageEntries()).isEqualTo(messages);
            assertThat(plan.cliqueEntries()).isEqualTo(cliques);
            assertThat(plan.largestClique()).isEqualTo(largestClique);
            assertThat(plan.largestMessage()).isEqualTo(largestMessage);
            assertThat(plan.mostSums()).isEqualTo(Arrays.stream(received).max().getAsDouble());
        }
    }

    private static int place(int[] order, int variable) {
        return IntStream.range(0, order.length)
                .filter(k -> order[k] == variable)
                .findFirst()
                .getAsInt();
    }

    /** A step joins the next one whose clique is its separator, as long as the rows are not too long. */
    @Test
    void variablesThatGoTogetherShareAClique() {
        for (int rowEntries : new int[] {4, 6, 16, 1 << 20}) {
            for (long seed = 0; seed < 30; seed++) {
                Random random = new Random(seed);
                FactorGraph graph = random(random, 3 + random.nextInt(8), 4 + random.nextInt(8));
                LiveValues live = LiveValues.of(graph, new double[graph.parts()]);
                int[] order = run(graph, Rule.MIN_FILL, null, 0, Double.POSITIVE_INFINITY)
                        .order();
                CliquePlan plan = CliquePlan.of(graph, live, order, rowEntries);
                List<Set<Integer>> separators = separators(graph, order);
                double messages = 0;
                Set<Integer> seen = new TreeSet<>();
                for (int g = 0; g < plan.groups().size(); g++) {
                    int[] steps = plan.groups().get(g);
                    int row = 1;
                    for (int i = 0; i < steps.length; i++) {
                        assertThat(seen.add(steps[i])).isTrue();
                        assertThat(plan.groupOf(steps[i])).isEqualTo(g);
                        row *= graph.cardinality(order[steps[i]]);
                        if (i > 0) {
                            Set<Integer> clique = new TreeSet<>(separators.get(steps[i]));
                            clique.add(order[steps[i]]);
                            assertThat(separators.get(steps[i - 1])).isEqualTo(clique);
                        }
                    }
                    assertThat(steps.length == 1 || row <= rowEntries).isTrue();
                    double message = 1;
                    for (int u : separators.get(steps[steps.length - 1])) {
                        message *= graph.cardinality(u);
                    }
                    messages += message;
                }
                assertThat(seen).hasSize(order.length);
                assertThat(plan.messageEntries()).isEqualTo(messages);
                if (rowEntries == 1 << 20) {
                    assertNoMoreCouldBeJoined(graph, order, plan, separators);
                }
            }
        }
    }

    private static void assertNoMoreCouldBeJoined(
            FactorGraph graph, int[] order, CliquePlan plan, List<Set<Integer>> separators) {
        for (int k = 0; k < order.length; k++) {
            int[] mine = plan.groups().get(plan.groupOf(k));
            int parent = plan.separator(k).nextSetBit(0);
            if (parent >= 0 && mine[mine.length - 1] == k) {
                Set<Integer> clique = new TreeSet<>(separators.get(parent));
                clique.add(order[parent]);
                boolean parentJoined = plan.groups().get(plan.groupOf(parent))[0] != parent;
                assertThat(separators.get(k).equals(clique) && !parentJoined)
                        .as("variable %d of %d", order[k], graph.variables())
                        .isFalse();
            }
        }
    }

    // ---- what is foretold ----

    @Test
    void theForecastAddsUpTheTables() {
        FactorGraph graph = SmallGraphs.grid(3, 4, 3);
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        Forecast found = new JunctionTreeInference().forecast(graph, workspace);
        LiveValues live = LiveValues.of(graph, workspace.scores());
        Elimination order = JunctionTree.search(graph, live, JunctionTreeOptions.usual());
        CliquePlan plan = CliquePlan.of(graph, live, order.order(), WalkSizes.USUAL.rowEntries());
        assertThat(found.freeVariables()).isEqualTo(12);
        assertThat(found.width()).isEqualTo(3);
        double tables = 8 * (plan.messageEntries() + plan.mostSums() + 3.0 * graph.parts());
        assertThat(found.bytes() - tables)
                .isEqualTo(TreeObjects.bytes(graph, live, order.order(), plan, WalkSizes.USUAL.blockEntries()));
        assertThat(found.largestClique()).isEqualTo(plan.largestClique());
        assertThat(found.largestMessage()).isEqualTo(27);
        assertThat(found.cliqueEntries()).isEqualTo(plan.cliqueEntries());

        workspace.scores()[0] = Double.NEGATIVE_INFINITY;
        workspace.scores()[1] = Double.NEGATIVE_INFINITY;
        assertThat(new JunctionTreeInference().forecast(graph, workspace).freeVariables())
                .as("one of them has one value left")
                .isEqualTo(11);
        workspace.scores()[2] = Double.NEGATIVE_INFINITY;
        assertThat(new JunctionTreeInference().forecast(graph, workspace))
                .isEqualTo(new Forecast(0, 0, 0, 0, 0, 24.0 * graph.parts(), "none"));
    }

    /** What a junction tree holds, array by array, is within a factor of two of what is foretold beside the tables. */
    @Test
    void theForecastKnowsTheObjects() {
        FactorGraph graph = SmallGraphs.grid(30, 12, 3);
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        LiveValues live = LiveValues.of(graph, workspace.scores());
        Elimination order =
                JunctionTree.search(graph, live, JunctionTreeOptions.usual().withTries(0));
        CliquePlan plan = CliquePlan.of(graph, live, order.order(), WalkSizes.USUAL.rowEntries());
        JunctionTree tree = JunctionTree.of(graph, live, order, plan, WalkSizes.USUAL.blockEntries());
        double held = 0;
        for (Clique clique : tree.cliques()) {
            held += 40 + 16 * 3 + 4.0 * (2 * clique.scope().length + clique.tables().length);
            for (TableMap table : clique.tables()) {
                held += 24 + 16 + 4.0 * table.offsets().length;
                for (int[] moves : table.offsets()) {
                    held += moves == null ? 0 : 16 + 4.0 * moves.length;
                }
            }
        }
        for (int f = 0; f < graph.factors(); f++) {
            held += 2 * (16 + 4.0 * graph.arity(f));
        }
        double sets = 360 * (24 + 16 + 360 / 8.0); // neighbours of one kind
        double foretold = TreeObjects.bytes(graph, live, order.order(), plan, 0) - (1 << 19);
        assertThat(foretold).isBetween(held + 2 * sets, 2 * (held + 6 * sets));
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsComputed() {
        FactorGraph graph = SmallGraphs.grid(3, 4, 3);
        Workspace workspace = SmallGraphs.scored(graph, 1, 1);
        Forecast forecast = new JunctionTreeInference().forecast(graph, workspace);
        long bytes = (long) forecast.bytes();
        JunctionTreeOptions options = JunctionTreeOptions.usual();
        JunctionTreeInference enough = new JunctionTreeInference(options.withMemory(bytes));
        assertThat(enough.logSum(graph, workspace)).isFinite();
        Workspace fresh = SmallGraphs.scored(graph, 1, 1);
        JunctionTreeInference little = new JunctionTreeInference(options.withMemory(bytes - 1));
        assertThatThrownBy(() -> little.logSum(graph, fresh))
                .isInstanceOf(GraphTooLargeException.class)
                .hasMessageStartingWith("the junction tree of this graph needs 0.5 MB (treewidth at most 3,")
                .satisfies(
                        e -> assertThat(((GraphTooLargeException) e).forecast()).isEqualTo(forecast));
        Forecast large = new Forecast(1, 2, 3e9, 1, 1, 2.5e9, "min-fill");
        assertThat(new GraphTooLargeException(large, 2_000_000))
                .hasMessageContaining("needs 2.5 GB")
                .hasMessageContaining("2.0 MB are allowed");
        assertThat(new GraphTooLargeException(large, 1_000_000_000)).hasMessageContaining("1.0 GB are allowed");
        assertThat(large.fits(2_500_000_000L)).isTrue();
        assertThat(large.fits(2_499_999_999L)).isFalse();
        double most = Integer.MAX_VALUE - 8;
        assertThat(new Forecast(1, 2, 3, most, 1, 1, "").fits(1)).isTrue();
        assertThat(new Forecast(1, 2, 3, most + 1, 1, 1, "").fits(1)).isFalse();
    }

    @Test
    void optionsAreChecked() {
        JunctionTreeOptions options = new JunctionTreeOptions(1, 0, 5);
        assertThat(options.withMemory(9).withTries(4).withSeed(7)).isEqualTo(new JunctionTreeOptions(9, 4, 7));
        assertThatThrownBy(() -> options.withMemory(0)).hasMessageContaining("memory = 0; expected at least 1 byte");
        assertThatThrownBy(() -> options.withTries(-1)).hasMessageContaining("tries = -1; expected at least 0");
        assertThat((double) JunctionTreeOptions.usual().memory())
                .isCloseTo(0.8 * Runtime.getRuntime().maxMemory(), within(1.0));
    }

    /** An instance is asked with and without its gold standard in turn, and neither plan is made twice. */
    @Test
    void theLastTwoPlansAndTheLastOrderAreKept() {
        FactorGraph graph = SmallGraphs.loopy();
        double[] scores = new double[graph.parts()];
        LiveValues[] live = new LiveValues[3];
        JunctionTree[] trees = new JunctionTree[3];
        JunctionTreeScratch scratch = new JunctionTreeScratch();
        JunctionTreeOptions options = JunctionTreeOptions.usual();
        for (int k = 0; k < 3; k++) {
            live[k] = LiveValues.of(graph, scores);
            Elimination order = scratch.order(graph, live[k], options);
            assertThat(scratch.order(graph, LiveValues.of(graph, scores), options))
                    .isSameAs(order);
            assertThat(scratch.order(graph, live[k], options.withSeed(99))).isNotSameAs(order);
            CliquePlan plan = CliquePlan.of(graph, live[k], order.order(), 64);
            trees[k] = JunctionTree.of(graph, live[k], order, plan, 2048);
            scores[graph.variableOffset(k)] = Double.NEGATIVE_INFINITY;
        }
        assertThat(scratch.find(graph, live[0])).isNull();
        scratch.keep(trees[0]);
        scratch.keep(trees[1]);
        assertThat(scratch.find(graph, live[0])).isSameAs(trees[0]);
        assertThat(scratch.find(graph, live[1])).isSameAs(trees[1]);
        assertThat(scratch.find(graph, live[0])).isSameAs(trees[0]);
        scratch.keep(trees[2]);
        assertThat(scratch.find(graph, live[0])).as("used after the other").isSameAs(trees[0]);
        assertThat(scratch.find(graph, live[1])).isNull();
        assertThat(scratch.find(graph, live[2])).isSameAs(trees[2]);
        assertThat(scratch.find(SmallGraphs.loopy(), live[2]))
                .as("of the same shape")
                .isSameAs(trees[2]);
        assertThat(scratch.find(SmallGraphs.grid(2, 2, 2), live[2]))
                .as("of another")
                .isNull();
    }
}
