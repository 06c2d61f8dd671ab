package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.structure.Output;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.ForestBuilder;
import org.espalier.structure.forest.GoldParts;

/**
 * Random forests: general ones, in which nodes may be used twice in one derivation, lattices, and forests over spans.
 *
 * <p>An object remembers the hyperedges that it has drawn, because a forest is nothing but its hyperedges. They are listed,
 * counted and walked here without asking the forest.
 */
public final class ForestCases implements StructureCases<Forest> {
    private static final int MOST_OUTPUTS = 1_000;

    /** What was drawn: hyperedges in the order in which they were added, and the edges into each node by their numbers. */
    private record Drawn(List<Hyperedge> edges, int goal, int shared, int parts, int length) {

        List<Integer> into(int node) {
            return IntStream.range(0, edges.size())
                    .filter(e -> edges.get(e).head() == node)
                    .boxed()
                    .toList();
        }
    }

    private final Map<Forest, Drawn> known = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    public Supplier<Forest> tiny(Random random) {
        int shared = random.nextInt(4);
        return () -> {
            while (true) {
                Drawn drawn =
                        random.nextInt(3) == 0 ? spans(random, shared, 4, false) : graph(random, shared, 7, false);
                List<List<Integer>> all = derivations(drawn);
                Set<List<Integer>> different = new HashSet<>();
                if (!all.isEmpty() && all.stream().allMatch(edges -> different.add(sortedParts(drawn, edges)))) {
                    return remember(drawn);
                }
            }
        };
    }

    @Override
    public Supplier<Forest> larger(Random random) {
        int shared = random.nextInt(6);
        return () -> remember(random.nextBoolean() ? spans(random, shared, 9, true) : graph(random, shared, 40, true));
    }

    private Forest remember(Drawn drawn) {
        ForestBuilder builder = new ForestBuilder(drawn.length, drawn.shared, drawn.parts);
        int nodes = drawn.edges.stream().mapToInt(Hyperedge::head).max().getAsInt() + 1;
        for (int node = 0; node < nodes; node++) {
            builder.node();
        }
        for (Hyperedge edge : drawn.edges) {
            switch (edge.tails().length) {
                case 0 -> builder.axiom(edge.head(), edge.parts());
                case 1 -> builder.step(edge.tails()[0], edge.head(), edge.parts());
                default -> builder.join(edge.tails()[0], edge.tails()[1], edge.head(), edge.parts());
            }
        }
        Forest forest = builder.goal(drawn.goal).prune();
        known.put(forest, drawn);
        return forest;
    }

    private Drawn drawn(Forest forest) {
        Drawn drawn = known.get(forest);
        if (drawn == null) {
            throw new IllegalArgumentException("a forest that was not drawn here");
        }
        return drawn;
    }

    /** Gives edges their parts: shared ones, one of their own, one that others have too; some get none. */
    private static final class Parts {
        private final Random random;
        private final int shared;
        private final boolean
                isLarger; // then every edge gets one of its own: no two derivations may have the same parts
        private int count;

        Parts(Random random, int shared, boolean isLarger) {
            this.random = random;
            this.shared = shared;
            this.isLarger = isLarger;
            this.count = shared;
        }

        int[] draw() {
            List<Integer> parts = new ArrayList<>();
            while (shared > 0 && random.nextInt(3) == 0) {
                parts.add(random.nextInt(shared));
            }
            if (count > shared && random.nextInt(3) == 0) {
                parts.add(shared + random.nextInt(count - shared));
            }
            if (isLarger || random.nextInt(5) > 0) {
                parts.add(count++);
            }
            return parts.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /** Each node has some edges from nodes before it; with two tails only where derivations stay small. */
    private static Drawn graph(Random random, int shared, int most, boolean isLarger) {
        Parts parts = new Parts(random, shared, isLarger);
        List<Hyperedge> edges = new ArrayList<>();
        int nodes = 1 + random.nextInt(most);
        for (int node = 0; node < nodes; node++) {
            int ways = 1 + random.nextInt(3);
            for (int k = 0; k < ways; k++) {
                int tails = node == 0 ? 0 : random.nextInt(isLarger ? 2 : 3);
                if (isLarger && node > 2 && random.nextInt(4) > 0) {
                    tails = 1;
                }
                int last = node - 1;
                int[] from = IntStream.range(0, tails)
                        .map(tail -> Math.max(0, last - random.nextInt(4)))
                        .toArray();
                edges.add(new Hyperedge(node, from, parts.draw()));
            }
        }
        Collections.shuffle(edges, random);
        edges.sort(Comparator.comparingInt(Hyperedge::head)); // the edges into a node in any order
        return new Drawn(edges, nodes - 1, shared, parts.count + random.nextInt(2), random.nextInt(7));
    }

    /** A node for every span of some tokens, with some of its splits. */
    private static Drawn spans(Random random, int shared, int most, boolean isLarger) {
        Parts parts = new Parts(random, shared, isLarger);
        List<Hyperedge> edges = new ArrayList<>();
        int length = 1 + random.nextInt(most);
        int[][] nodes = new int[length][length + 1];
        int count = 0;
        for (int size = 1; size <= length; size++) {
            for (int i = 0; i + size <= length; i++) {
                nodes[i][i + size] = count++;
            }
        }
        for (int size = 1; size <= length; size++) {
            for (int i = 0; i + size <= length; i++) {
                int head = nodes[i][i + size];
                for (int k = 0; k <= random.nextInt(2) && size == 1; k++) {
                    edges.add(Hyperedge.axiom(head, parts.draw()));
                }
                for (int split = i + 1; split < i + size; split++) {
                    if (split == i + 1 || random.nextInt(3) > 0) {
                        edges.add(
                                new Hyperedge(head, new int[] {nodes[i][split], nodes[split][i + size]}, parts.draw()));
                    }
                }
            }
        }
        return new Drawn(edges, count - 1, shared, parts.count + random.nextInt(2), length);
    }

    /** All derivations of the goal, as edge numbers from the top; none when there are too many. */
    private static List<List<Integer>> derivations(Drawn drawn) {
        List<List<List<Integer>>> ofNode = new ArrayList<>();
        for (int node = 0; node <= drawn.goal; node++) {
            List<List<Integer>> found = new ArrayList<>();
            for (int e : drawn.into(node)) {
                List<List<Integer>> some = List.of(List.of(e));
                for (int tail : drawn.edges.get(e).tails()) {
                    List<List<Integer>> longer = new ArrayList<>();
                    for (List<Integer> before : some) {
                        for (List<Integer> after : ofNode.get(tail)) {
                            longer.add(Stream.concat(before.stream(), after.stream())
                                    .toList());
                        }
                    }
                    some = longer;
                }
                found.addAll(some);
                if (found.size() > MOST_OUTPUTS) {
                    return List.of();
                }
            }
            ofNode.add(found);
        }
        return ofNode.get(drawn.goal);
    }

    private static int[] parts(Drawn drawn, List<Integer> derivation) {
        return derivation.stream()
                .flatMapToInt(e -> Arrays.stream(drawn.edges.get(e).parts()))
                .toArray();
    }

    private static List<Integer> sortedParts(Drawn drawn, List<Integer> derivation) {
        return Arrays.stream(parts(drawn, derivation)).sorted().boxed().toList();
    }

    @Override
    public List<Listed> outputs(Forest forest) {
        Drawn drawn = drawn(forest);
        return derivations(drawn).stream()
                .map(edges -> new Listed(
                        new Derivation(
                                forest, edges.stream().mapToInt(forest::edge).toArray()),
                        parts(drawn, edges)))
                .toList();
    }

    /** The own parts of a random derivation, where one is meant; or some parts, of which no derivation with them is right. */
    @Override
    public Gold<Forest> gold(Forest forest, boolean single, Random random) {
        Drawn drawn = drawn(forest);
        BitSet right = new BitSet();
        List<Integer> edges = draw(drawn, random);
        for (int part : parts(drawn, edges)) {
            right.set(part);
        }
        BitSet wrong = new BitSet();
        for (int part = drawn.shared; part < drawn.parts; part++) {
            wrong.set(part, !right.get(part) && (single || random.nextInt(3) == 0));
        }
        Derivation derivation =
                new Derivation(forest, edges.stream().mapToInt(forest::edge).toArray());
        return new Gold<>(
                single ? GoldParts.of(derivation) : GoldParts.without(forest, wrong),
                output -> errors(drawn, forest, output, wrong));
    }

    private static List<Integer> draw(Drawn drawn, Random random) {
        List<Integer> edges = new ArrayList<>();
        List<Integer> open = new ArrayList<>(List.of(drawn.goal));
        while (!open.isEmpty()) {
            List<Integer> into = drawn.into(open.remove(open.size() - 1));
            int e = into.get(random.nextInt(into.size()));
            edges.add(e);
            int[] tails = drawn.edges.get(e).tails();
            for (int k = tails.length - 1; k >= 0; k--) {
                open.add(tails[k]);
            }
        }
        return edges;
    }

    private static int errors(Drawn drawn, Forest forest, Output output, BitSet wrong) {
        Derivation derivation = (Derivation) output;
        int errors = 0;
        for (int k = 0; k < derivation.size(); k++) {
            for (int e = 0; e < drawn.edges.size(); e++) {
                if (forest.edge(e) == derivation.edge(k)) {
                    errors += (int) Arrays.stream(drawn.edges.get(e).parts())
                            .filter(wrong::get)
                            .count();
                }
            }
        }
        return errors;
    }

    @Override
    public Stream<Hyperedge> hyperedges(Forest forest) {
        return drawn(forest).edges.stream();
    }
}
