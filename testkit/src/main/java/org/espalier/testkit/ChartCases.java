package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.structure.Output;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.GoldSpans;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.Parse;
import org.espalier.structure.forest.SpanSet;

/**
 * Random grammars with binary and unary rules, of which the start symbol derives sentences of every length. A third of the charts is
 * limited to some spans, of which at least the tree that branches to the right can be built.
 *
 * <p>The parts are numbered from the definition: binary rules, unary rules, then for every span, by its begin and then its end, the
 * lower and the upper symbols.
 */
public final class ChartCases implements StructureCases<Chart> {

    @Override
    public Supplier<Chart> tiny(Random random) {
        Grammar grammar = grammar(random, 1 + random.nextInt(3));
        return () -> {
            Chart chart = chart(grammar, 1 + random.nextInt(4), random);
            while (count(chart) > 1_500) {
                chart = chart(grammar, chart.length() - 1, random);
            }
            return chart;
        };
    }

    @Override
    public Supplier<Chart> larger(Random random) {
        Grammar grammar = grammar(random, 1 + random.nextInt(7));
        return () -> chart(grammar, 1 + random.nextInt(9), random);
    }

    private static Chart chart(Grammar grammar, int words, Random random) {
        if (random.nextInt(3) > 0) {
            return Chart.of(grammar, words);
        }
        Set<List<Integer>> chosen = new HashSet<>();
        for (int begin = 0; begin < words; begin++) {
            for (int end = begin + 1; end <= words; end++) {
                if (end == words || end == begin + 1 || random.nextInt(3) == 0) {
                    for (int from = begin; from < end; from++) {
                        chosen.add(List.of(from, end));
                    }
                }
            }
        }
        int[] pairs = chosen.stream()
                .sorted(Comparator.comparing((List<Integer> span) -> span.get(0))
                        .thenComparing(span -> span.get(1)))
                .flatMap(List::stream)
                .mapToInt(Integer::intValue)
                .toArray();
        return Chart.of(grammar, SpanSet.of(words, pairs));
    }

    private static boolean has(Chart chart, int begin, int end) {
        SpanSet spans = chart.spanSet();
        return IntStream.range(0, spans.size()).anyMatch(k -> spans.begin(k) == begin && spans.end(k) == end);
    }

    private static Grammar grammar(Random random, int symbols) {
        Set<List<Integer>> binary = new HashSet<>();
        Set<List<Integer>> unary = new HashSet<>();
        int start = random.nextInt(symbols);
        BitSet words = new BitSet();
        words.set(start);
        binary.add(List.of(start, start, start));
        for (int k = 0; k < 2 * symbols; k++) {
            int[] drawn = random.ints(3, 0, symbols).toArray();
            if (random.nextInt(3) > 0) {
                binary.add(Arrays.stream(drawn).boxed().toList());
            } else if (drawn[0] != drawn[1]) {
                unary.add(List.of(drawn[0], drawn[1]));
            }
            words.set(random.nextInt(symbols));
        }
        return Grammar.of(symbols, start, words, rules(binary), rules(unary));
    }

    private static int[][] rules(Set<List<Integer>> rules) {
        return rules.stream()
                .map(rule -> rule.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private static int shared(Chart chart) {
        return chart.grammar().binaryRules() + chart.grammar().unaryRules();
    }

    /** The node, and the part without the shared ones, of a symbol of a span, by counting the spans before it. */
    private static int node(Chart chart, int begin, int end, boolean isUpper, int symbol) {
        int spans = 0;
        for (int b = 0; b < chart.length(); b++) {
            for (int e = b + 1; e <= chart.length(); e++) {
                if (b == begin && e == end) {
                    return (2 * spans + (isUpper ? 1 : 0)) * chart.grammar().symbols() + symbol;
                }
                spans += has(chart, b, e) ? 1 : 0;
            }
        }
        throw new IllegalArgumentException("no span from " + begin + " to " + end);
    }

    private static long count(Chart chart) {
        return Hypergraph.of(new ChartCases().hyperedges(chart)).total(Semiring.COUNT, new double[chart.parts()]);
    }

    /** From the words upwards, the goal last; nodes that cannot be built have no edges, and no edge uses them. */
    @Override
    public Stream<Hyperedge> hyperedges(Chart chart) {
        Grammar grammar = chart.grammar();
        BitSet built = new BitSet();
        List<Hyperedge> edges = new ArrayList<>();
        for (int width = 1; width <= chart.length(); width++) {
            for (int begin = 0; begin + width <= chart.length(); begin++) {
                int end = begin + width;
                if (!has(chart, begin, end)) {
                    continue;
                }
                List<Hyperedge> lower = new ArrayList<>();
                for (int a = 0; a < grammar.symbols() && width == 1; a++) {
                    if (grammar.isPreterminal(a)) {
                        lower.add(edge(chart, node(chart, begin, end, false, a), -1));
                    }
                }
                for (int split = begin + 1; split < end; split++) {
                    for (int r = 0; r < grammar.binaryRules() && isSplit(chart, begin, split, end); r++) {
                        lower.add(edge(
                                chart,
                                node(chart, begin, end, false, grammar.parent(r)),
                                r,
                                node(chart, begin, split, true, grammar.left(r)),
                                node(chart, split, end, true, grammar.right(r))));
                    }
                }
                add(lower, built, edges);
                List<Hyperedge> upper = new ArrayList<>();
                for (int a = 0; a < grammar.symbols(); a++) {
                    int head = node(chart, begin, end, true, a);
                    upper.add(edge(chart, head, -1, node(chart, begin, end, false, a)));
                    for (int b = 0; b < grammar.symbols(); b++) {
                        int rule = a == b ? -1 : grammar.unaryRule(a, b);
                        if (rule >= 0) {
                            upper.add(
                                    edge(chart, head, grammar.binaryRules() + rule, node(chart, begin, end, false, b)));
                        }
                    }
                }
                add(upper, built, edges);
            }
        }
        int goal = chart.spans() * 2 * grammar.symbols();
        edges.add(Hyperedge.step(node(chart, 0, chart.length(), true, grammar.start()), goal));
        return edges.stream();
    }

    private static boolean isSplit(Chart chart, int begin, int split, int end) {
        return has(chart, begin, split) && has(chart, split, end);
    }

    private static void add(List<Hyperedge> some, BitSet built, List<Hyperedge> edges) {
        List<Hyperedge> open = some.stream()
                .filter(edge -> Arrays.stream(edge.tails()).allMatch(built::get))
                .toList();
        open.forEach(edge -> built.set(edge.head()));
        edges.addAll(open);
    }

    private static Hyperedge edge(Chart chart, int head, int rule, int... tails) {
        int own = shared(chart) + head;
        return rule < 0 ? new Hyperedge(head, tails, own) : new Hyperedge(head, tails, own, rule);
    }

    /** A tree: its nodes from the top as {upper, lower, split}, and its parts. */
    private record Tree(List<int[]> nodes, List<Integer> parts) {}

    private static List<Tree> trees(Chart chart, int begin, int end, int upper) {
        Grammar grammar = chart.grammar();
        List<Tree> found = new ArrayList<>();
        for (int lower = 0; lower < grammar.symbols(); lower++) {
            int unary = lower == upper ? -1 : grammar.unaryRule(upper, lower);
            if (lower != upper && unary < 0) {
                continue;
            }
            List<Integer> own = new ArrayList<>(List.of(
                    shared(chart) + node(chart, begin, end, true, upper),
                    shared(chart) + node(chart, begin, end, false, lower)));
            if (unary >= 0) {
                own.add(grammar.binaryRules() + unary);
            }
            if (end == begin + 1) {
                if (grammar.isPreterminal(lower)) {
                    found.add(new Tree(List.of(new int[] {upper, lower, 0}), own));
                }
                continue;
            }
            for (int split = begin + 1; split < end; split++) {
                for (int r = 0; r < grammar.binaryRules() && isSplit(chart, begin, split, end); r++) {
                    if (grammar.parent(r) == lower) {
                        for (Tree left : trees(chart, begin, split, grammar.left(r))) {
                            for (Tree right : trees(chart, split, end, grammar.right(r))) {
                                found.add(join(new int[] {upper, lower, split}, own, r, left, right));
                            }
                        }
                    }
                }
            }
        }
        return found;
    }

    private static Tree join(int[] top, List<Integer> own, int rule, Tree left, Tree right) {
        List<int[]> nodes = new ArrayList<>(List.of(top));
        nodes.addAll(left.nodes);
        nodes.addAll(right.nodes);
        List<Integer> parts = new ArrayList<>(own);
        parts.add(rule);
        parts.addAll(left.parts);
        parts.addAll(right.parts);
        return new Tree(nodes, parts);
    }

    @Override
    public List<Listed> outputs(Chart chart) {
        return trees(chart, 0, chart.length(), chart.grammar().start()).stream()
                .map(tree -> new Listed(
                        parse(chart, tree.nodes),
                        tree.parts.stream().mapToInt(Integer::intValue).toArray()))
                .toList();
    }

    private static Parse parse(Chart chart, List<int[]> nodes) {
        return new Parse(
                chart,
                nodes.stream().mapToInt(node -> node[0]).toArray(),
                nodes.stream().mapToInt(node -> node[1]).toArray(),
                nodes.stream().mapToInt(node -> node[2]).toArray());
    }

    /** A tree of start symbols, bracketed at random; or some symbols that are wrong, but none of its own. */
    @Override
    public Gold<Chart> gold(Chart chart, boolean single, Random random) {
        List<int[]> nodes = new ArrayList<>();
        Set<Integer> right = new HashSet<>();
        bracket(chart, 0, chart.length(), nodes, right, random);
        int own = chart.spans() * 2 * chart.grammar().symbols();
        BitSet wrong = new BitSet();
        IntStream.range(0, own)
                .filter(node -> !right.contains(node) && (single || random.nextInt(3) == 0))
                .forEach(node -> wrong.set(shared(chart) + node));
        return new Gold<>(
                single ? GoldSpans.of(parse(chart, nodes)) : GoldSpans.without(chart, wrong),
                output -> errors(chart, output, wrong));
    }

    private static void bracket(Chart chart, int begin, int end, List<int[]> nodes, Set<Integer> right, Random random) {
        int start = chart.grammar().start();
        int split = end == begin + 1 ? 0 : begin + 1 + random.nextInt(end - begin - 1);
        while (split > 0 && !isSplit(chart, begin, split, end)) {
            split = begin + 1 + random.nextInt(end - begin - 1);
        }
        nodes.add(new int[] {start, start, split});
        right.add(node(chart, begin, end, false, start));
        right.add(node(chart, begin, end, true, start));
        if (split > 0) {
            bracket(chart, begin, split, nodes, right, random);
            bracket(chart, split, end, nodes, right, random);
        }
    }

    private static int errors(Chart chart, Output output, BitSet wrong) {
        Parse parse = (Parse) output;
        int errors = 0;
        for (int k = 0; k < parse.size(); k++) {
            int first = shared(chart) + parse.span(k) * 2 * chart.grammar().symbols();
            errors += wrong.get(first + parse.lower(k)) ? 1 : 0;
            errors += wrong.get(first + chart.grammar().symbols() + parse.upper(k)) ? 1 : 0;
        }
        return errors;
    }
}
