package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.espalier.structure.factor.FactorGraph;

/**
 * A factor graph as nodes with a table each, and edges with a table over two nodes: what methods for pairs work on.
 *
 * <pre>
 *   score(x) = constant + Σ_nodes unary(node, x_node) + Σ_edges table(edge, x_from, x_to)        from &lt; to
 * </pre>
 *
 * Variables keep the values that single tables leave them ({@link LiveValues}); those with one value are no nodes, and so may take a
 * factor of any size down to a pair. A factor over three free variables or more becomes a node of its own, whose values are the entries that it
 * does not forbid, and which an edge ties to each of its variables: the best assignment stays the same. Such a node stands right behind its
 * first variable. Takes 8 bytes per entry of all tables.
 */
final class PairwiseModel {
    private static final int MOST_JOINT = 1 << 16;
    private static final long MOST_ENTRIES = 1L << 28;
    private static final int NONE = -1;

    private final FactorGraph graph;
    private final LiveValues live;
    private final int[] variables; // [nodes]: NONE for those that stand for a factor
    private final int[] offsets; // [nodes+1]
    private final double[] unary; // [nodes][values]
    private final List<Edge> edges;
    private final double constant;

    /**
     * Two nodes that are scored together.
     *
     * @param from the node that comes first
     * @param to the other node
     * @param factor which factor of the graph it comes from
     * @param table // [values of from][values of to]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record Edge(int from, int to, int factor, double[] table) {}

    private PairwiseModel(
            FactorGraph graph,
            LiveValues live,
            int[] variables,
            int[] offsets,
            double[] unary,
            List<Edge> edges,
            double constant) {
        this.graph = graph;
        this.live = live;
        this.variables = variables;
        this.offsets = offsets;
        this.unary = unary;
        this.edges = edges;
        this.constant = constant;
    }

    /** Why a graph cannot be one: which factor has too many joint values to become a node; empty when it can. */
    static String refusal(FactorGraph graph, LiveValues live) {
        for (int f = 0; f < graph.factors(); f++) {
            int[] free = IntStream.of(graph.scope(f)).filter(live::isFree).toArray();
            double size = IntStream.of(free).mapToDouble(live::count).reduce(1, (a, b) -> a * b);
            if (free.length > 2 && size > MOST_JOINT) {
                return String.format(
                        Locale.ROOT,
                        "factor %d has %,.0f joint values of its %d free variables; methods for pairs take factors of"
                                + " at most %,d: observe more variables, or use junction-tree or bp",
                        f,
                        size,
                        free.length,
                        MOST_JOINT);
            }
        }
        return "";
    }

    /**
     * The graph with these scores.
     *
     * @throws IllegalArgumentException when a factor has too many entries to become a node
     */
    static PairwiseModel of(FactorGraph graph, LiveValues live, double[] scores) {
        String refusal = refusal(graph, live);
        if (!refusal.isEmpty()) {
            throw new IllegalArgumentException(refusal);
        }
        return new Making(graph, live, scores).model();
    }

    /** What there is while a model is made. */
    private static final class Making {
        private final FactorGraph graph;
        private final LiveValues live;
        private final double[] scores;
        private final int[] nodes; // [n]: the node of a variable, or NONE
        private final int[] nodeOfFactor; // [m]
        private final int[] variables;
        private final int[] offsets;
        private final double[] unary;
        private final List<Edge> edges = new ArrayList<>();
        private double constant;

        Making(FactorGraph graph, LiveValues live, double[] scores) {
            this.graph = graph;
            this.live = live;
            this.scores = scores;
            this.nodes = new int[graph.variables()];
            this.nodeOfFactor = new int[graph.factors()];
            int[][] first = firstOfLarge();
            IntStream.Builder ofVariables = IntStream.builder();
            IntStream.Builder sizes = IntStream.builder();
            int count = 0;
            for (int v = 0; v < nodes.length; v++) {
                nodes[v] = live.isFree(v) ? count++ : NONE;
                if (nodes[v] != NONE) {
                    ofVariables.add(v);
                    sizes.add(live.count(v));
                }
                for (int f : first[v]) {
                    nodeOfFactor[f] = count++;
                    ofVariables.add(NONE);
                    sizes.add(entries(f).length);
                }
            }
            this.variables = ofVariables.build().toArray();
            this.offsets = new int[count + 1];
            int[] counts = sizes.build().toArray();
            for (int s = 0; s < count; s++) {
                offsets[s + 1] = offsets[s] + counts[s];
            }
            this.unary = new double[offsets[count]];
        }

        /** The factors that become nodes, by their first free variable. */
        private int[][] firstOfLarge() {
            int[][] first = new int[graph.variables()][];
            Arrays.fill(first, new int[0]);
            for (int f = 0; f < graph.factors(); f++) {
                int[] free = free(f);
                if (free.length > 2) {
                    int at = Arrays.stream(free).min().orElseThrow();
                    first[at] = Arrays.copyOf(first[at], first[at].length + 1);
                    first[at][first[at].length - 1] = f;
                }
            }
            return first;
        }

        private int[] free(int f) {
            return IntStream.of(graph.scope(f)).filter(live::isFree).toArray();
        }

        /** The part of a factor where its fixed variables have their value, and the free ones their k-th live one. */
        private int part(int f, int[] free, int[] chosen) {
            int part = graph.factorOffset(f);
            for (int k = 0, own = 0; k < graph.arity(f); k++) {
                int v = graph.variable(f, k);
                boolean isFree = own < free.length && free[own] == v;
                part += graph.stride(f, k) * live.value(v, isFree ? chosen[own] : 0);
                own += isFree ? 1 : 0;
            }
            return part;
        }

        /** The live entries of a factor that are not forbidden, as joint numbers of its free variables, the last fastest. */
        private int[] entries(int f) {
            int[] free = free(f);
            int size = IntStream.of(free).map(live::count).reduce(1, Math::multiplyExact);
            int[] chosen = new int[free.length];
            return IntStream.range(0, size)
                    .filter(joint -> {
                        split(joint, free, chosen);
                        return scores[part(f, free, chosen)] != Double.NEGATIVE_INFINITY;
                    })
                    .toArray();
        }

        private void split(int joint, int[] free, int[] chosen) {
            int rest = joint;
            for (int k = free.length - 1; k >= 0; k--) {
                chosen[k] = rest % live.count(free[k]);
                rest /= live.count(free[k]);
            }
        }

        PairwiseModel model() {
            for (int v = 0; v < nodes.length; v++) {
                int from = graph.variableOffset(v);
                for (int k = 0; nodes[v] != NONE && k < live.count(v); k++) {
                    unary[offsets[nodes[v]] + k] = scores[from + live.value(v, k)];
                }
                constant += nodes[v] == NONE ? scores[from + live.value(v, 0)] : 0;
            }
            long entries = 0;
            for (int f = 0; f < graph.factors(); f++) {
                int before = edges.size();
                add(f);
                for (Edge edge : edges.subList(before, edges.size())) {
                    entries += edge.table.length;
                }
                if (entries > MOST_ENTRIES) {
                    throw new IllegalArgumentException("the tables of all pairs have more than " + MOST_ENTRIES
                            + " entries, because factors over many variables become variables of their own; use the"
                            + " junction tree or bp");
                }
            }
            return new PairwiseModel(graph, live, variables, offsets, unary, List.copyOf(edges), constant);
        }

        private void add(int f) {
            int[] free = free(f);
            if (free.length == 0) {
                constant += scores[part(f, free, free)];
            } else if (free.length == 1) {
                int[] chosen = new int[1];
                for (int k = 0; k < live.count(free[0]); k++) {
                    chosen[0] = k;
                    unary[offsets[nodes[free[0]]] + k] += scores[part(f, free, chosen)];
                }
            } else if (free.length == 2) {
                addPair(f, free);
            } else {
                addJoined(f, free);
            }
        }

        private void addPair(int f, int[] free) {
            boolean isForward = free[0] < free[1];
            int[] ends = isForward ? free : new int[] {free[1], free[0]};
            int columns = live.count(ends[1]);
            double[] table = new double[live.count(ends[0]) * columns];
            int[] chosen = new int[2];
            for (int entry = 0; entry < table.length; entry++) {
                chosen[isForward ? 0 : 1] = entry / columns;
                chosen[isForward ? 1 : 0] = entry % columns;
                table[entry] = scores[part(f, free, chosen)];
            }
            edges.add(new Edge(nodes[ends[0]], nodes[ends[1]], f, table));
        }

        /** The node of the factor has its scores; its edges forbid that a variable has another value than the entry says. */
        private void addJoined(int f, int[] free) {
            int[] entries = entries(f);
            int own = nodeOfFactor[f];
            int[] chosen = new int[free.length];
            for (int e = 0; e < entries.length; e++) {
                split(entries[e], free, chosen);
                unary[offsets[own] + e] = scores[part(f, free, chosen)];
            }
            for (int k = 0; k < free.length; k++) {
                int other = nodes[free[k]];
                int values = live.count(free[k]);
                double[] table = new double[values * entries.length];
                Arrays.fill(table, Double.NEGATIVE_INFINITY);
                for (int e = 0; e < entries.length; e++) {
                    split(entries[e], free, chosen);
                    table[other < own ? chosen[k] * entries.length + e : e * values + chosen[k]] = 0;
                }
                edges.add(new Edge(Math.min(own, other), Math.max(own, other), f, table));
            }
        }
    }

    int nodes() {
        return variables.length;
    }

    /** How many values a node has. */
    int values(int node) {
        return offsets[node + 1] - offsets[node];
    }

    /** Where the values of a node begin; also of one past the last. */
    int offset(int node) {
        return offsets[node];
    }

    /** The scores of single values // [nodes][values]. */
    double[] unary() {
        return unary;
    }

    List<Edge> edges() {
        return edges;
    }

    /** What every assignment has. */
    double constant() {
        return constant;
    }

    /** The variable of a node, as the graph numbers it. */
    int variable(int node) {
        return variables[node];
    }

    /** The value of a node's variable, as the graph numbers it. */
    int value(int node, int k) {
        return live.value(variables[node], k);
    }

    /** How many bytes the tables have. */
    double bytes() {
        return (double) Double.BYTES
                * (unary.length
                        + edges.stream().mapToDouble(edge -> edge.table.length).sum());
    }

    /** The values of all variables, when nodes have these ones // [nodes] → [n]. */
    int[] assignment(int[] chosen) {
        int[] values = new int[graph.variables()];
        for (int v = 0; v < values.length; v++) {
            values[v] = live.value(v, 0);
        }
        for (int s = 0; s < variables.length; s++) {
            if (variables[s] != NONE) {
                values[variables[s]] = live.value(variables[s], chosen[s]);
            }
        }
        return values;
    }

    /** The edges of each node, in their order // [nodes][edges]. */
    int[][] edgesOfNodes() {
        int[] degrees = new int[nodes()];
        for (Edge edge : edges) {
            degrees[edge.from]++;
            degrees[edge.to]++;
        }
        int[][] found = new int[nodes()][];
        Arrays.setAll(found, s -> new int[degrees[s]]);
        int[] filled = new int[nodes()];
        for (int e = 0; e < edges.size(); e++) {
            Edge edge = edges.get(e);
            found[edge.from][filled[edge.from]++] = e;
            found[edge.to][filled[edge.to]++] = e;
        }
        return found;
    }
}
