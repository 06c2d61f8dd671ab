package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.structure.factor.FactorGraph;
import org.jspecify.annotations.Nullable;

/**
 * The plan of exact inference: cliques for all variables that are not fixed, in the order of elimination.
 *
 * <p>A clique eliminates one or a few variables. Its separator is what shares a table with them, or is connected to them by an earlier
 * elimination. It sends one message, a table over the separator, to the clique that eliminates the first variable of the separator. That is
 * a junction tree: the cliques that have a variable are connected. Cliques without a separator are roots, one per component of the
 * graph. Holds no scores.
 */
final class JunctionTree {
    private static final int NONE = -1;

    private final FactorGraph graph;
    private final LiveValues live;
    private final Elimination elimination;
    private final int[] positions; // [n]: when a variable is eliminated; NONE for those with one value
    private final List<Clique> cliques;
    private final int[] constants; // parts that every assignment has
    private final int blockEntries;

    private JunctionTree(
            FactorGraph graph,
            LiveValues live,
            Elimination elimination,
            int[] positions,
            List<Clique> cliques,
            int[] constants,
            int blockEntries) {
        this.graph = graph;
        this.live = live;
        this.elimination = elimination;
        this.positions = positions;
        this.cliques = cliques;
        this.constants = constants;
        this.blockEntries = blockEntries;
    }

    /**
     * What a junction tree would cost, and its order, without the tables.
     *
     * @param live the values that are left; at least one each
     */
    static Elimination search(FactorGraph graph, LiveValues live, JunctionTreeOptions options) {
        int[] free = free(graph, live);
        int[] numbers = numbers(graph, free);
        BitSet[] neighbours = neighbours(graph, free.length, numbers);
        int[] sizes = IntStream.of(free).map(live::count).toArray();
        Elimination found = new EliminationSearch(neighbours, sizes).best(options.tries(), options.seed());
        int[] order = IntStream.of(found.order()).map(k -> free[k]).toArray();
        return new Elimination(order, found.cliqueEntries(), found.width(), found.rule());
    }

    private static int[] free(FactorGraph graph, LiveValues live) {
        return IntStream.range(0, graph.variables()).filter(live::isFree).toArray();
    }

    /** The number of each variable among some, NONE for the others. */
    private static int[] numbers(FactorGraph graph, int[] some) {
        int[] numbers = new int[graph.variables()];
        Arrays.fill(numbers, NONE);
        for (int k = 0; k < some.length; k++) {
            numbers[some[k]] = k;
        }
        return numbers;
    }

    /** Which variables share a factor, by their places in an order that has all free ones. */
    static BitSet[] neighbours(FactorGraph graph, int[] order) {
        return neighbours(graph, order.length, numbers(graph, order));
    }

    private static BitSet[] neighbours(FactorGraph graph, int free, int[] numbers) {
        BitSet[] neighbours = new BitSet[free];
        Arrays.setAll(neighbours, k -> new BitSet(free));
        for (int f = 0; f < graph.factors(); f++) {
            int[] mine = IntStream.of(graph.scope(f))
                    .map(v -> numbers[v])
                    .filter(k -> k != NONE)
                    .toArray();
            for (int k : mine) {
                for (int other : mine) {
                    neighbours[k].set(other);
                }
                neighbours[k].clear(k);
            }
        }
        return neighbours;
    }

    /** Builds the cliques of an order. */
    static JunctionTree of(
            FactorGraph graph, LiveValues live, Elimination elimination, CliquePlan plan, int blockEntries) {
        int[] order = elimination.order();
        int[] positions = numbers(graph, order);
        List<Integer> constants = new ArrayList<>();
        for (int v = 0; v < graph.variables(); v++) {
            if (positions[v] == NONE) {
                constants.add(graph.variableOffset(v) + live.value(v, 0));
            }
        }
        List<List<Integer>> factors = lists(plan.groups().size());
        for (int f = 0; f < graph.factors(); f++) {
            int first = IntStream.of(graph.scope(f))
                    .map(v -> positions[v])
                    .filter(k -> k != NONE)
                    .min()
                    .orElse(NONE);
            if (first == NONE) {
                constants.add(base(graph, live, positions, f));
            } else {
                factors.get(plan.groupOf(first)).add(f);
            }
        }
        List<List<Integer>> children = lists(plan.groups().size());
        List<Clique> cliques = new ArrayList<>();
        for (int g = 0; g < plan.groups().size(); g++) {
            int[] steps = plan.groups().get(g);
            BitSet separator = plan.separator(steps[steps.length - 1]);
            if (!separator.isEmpty()) {
                children.get(plan.groupOf(separator.nextSetBit(0))).add(g);
            }
            int[] scope = scope(order, separator, steps);
            int[] sizes = IntStream.of(scope).map(live::count).toArray();
            int outside = separator.cardinality();
            TableMap[] tables =
                    tables(graph, live, positions, scope, outside, factors.get(g), children.get(g), cliques);
            int entries = Arrays.stream(sizes, 0, outside).reduce(1, Math::multiplyExact);
            int values = Arrays.stream(sizes, outside, sizes.length).reduce(1, Math::multiplyExact);
            cliques.add(new Clique(scope, sizes, outside, entries, values, outside == 0, tables));
        }
        return new JunctionTree(
                graph,
                live,
                elimination,
                positions,
                List.copyOf(cliques),
                constants.stream().mapToInt(part -> part).toArray(),
                blockEntries);
    }

    private static List<List<Integer>> lists(int count) {
        List<List<Integer>> lists = new ArrayList<>();
        IntStream.range(0, count).forEach(k -> lists.add(new ArrayList<>()));
        return lists;
    }

    /** The separator and the variables of the steps, last eliminated first. */
    private static int[] scope(int[] order, BitSet separator, int[] steps) {
        int[] scope = new int[separator.cardinality() + steps.length];
        int d = scope.length;
        for (int step : steps) {
            scope[--d] = order[step];
        }
        for (int u = separator.nextSetBit(0); u >= 0; u = separator.nextSetBit(u + 1)) {
            scope[--d] = order[u];
        }
        return scope;
    }

    /** The first part of a factor where its fixed variables have their values. */
    private static int base(FactorGraph graph, LiveValues live, int[] positions, int f) {
        int base = graph.factorOffset(f);
        for (int k = 0; k < graph.arity(f); k++) {
            int v = graph.variable(f, k);
            base += positions[v] == NONE ? graph.stride(f, k) * live.value(v, 0) : 0;
        }
        return base;
    }

    private static TableMap[] tables(
            FactorGraph graph,
            LiveValues live,
            int[] positions,
            int[] scope,
            int outside,
            List<Integer> factors,
            List<Integer> children,
            List<Clique> cliques) {
        List<TableMap> tables = new ArrayList<>();
        for (int d = outside; d < scope.length; d++) {
            int[] @Nullable [] own = new int[scope.length] @Nullable [];
            own[d] = parts(live, scope[d], 1);
            tables.add(new TableMap(NONE, graph.variableOffset(scope[d]), own));
        }
        for (int f : factors) {
            int[] @Nullable [] offsets = new int[scope.length] @Nullable [];
            for (int k = 0; k < graph.arity(f); k++) {
                int v = graph.variable(f, k);
                if (positions[v] != NONE) {
                    offsets[place(scope, v)] = parts(live, v, graph.stride(f, k));
                }
            }
            tables.add(new TableMap(NONE, base(graph, live, positions, f), offsets));
        }
        for (int child : children) {
            int[] @Nullable [] offsets = new int[scope.length] @Nullable [];
            int[] separator = cliques.get(child).scope();
            int stride = 1;
            for (int d = cliques.get(child).separator() - 1; d >= 0; d--) {
                int step = stride;
                int size = live.count(separator[d]);
                offsets[place(scope, separator[d])] =
                        IntStream.range(0, size).map(x -> x * step).toArray();
                stride *= size;
            }
            tables.add(new TableMap(child, 0, offsets));
        }
        return tables.toArray(TableMap[]::new);
    }

    private static int[] parts(LiveValues live, int variable, int stride) {
        return IntStream.range(0, live.count(variable))
                .map(k -> live.value(variable, k) * stride)
                .toArray();
    }

    private static int place(int[] scope, int variable) {
        int d = 0;
        while (scope[d] != variable) {
            d++;
        }
        return d;
    }

    FactorGraph graph() {
        return graph;
    }

    LiveValues live() {
        return live;
    }

    Elimination elimination() {
        return elimination;
    }

    /** In the order of elimination: a clique before the one that receives its message. */
    List<Clique> cliques() {
        return cliques;
    }

    /** A walk through a clique. */
    CliqueWalk walk(Clique clique, double[] parts, double[][] messages) {
        return new CliqueWalk(clique, clique.data(parts, messages), blockEntries);
    }

    /** When a variable is eliminated; −1 for those with one value. */
    int position(int variable) {
        return positions[variable];
    }

    /** The parts that every assignment has, because their variables have one value. */
    int[] constants() {
        return constants;
    }

    /** Σ scores of the parts that every assignment has. */
    double constant(double[] scores) {
        double sum = 0;
        for (int part : constants) {
            sum += scores[part];
        }
        return sum;
    }
}
