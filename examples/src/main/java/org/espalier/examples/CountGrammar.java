package org.espalier.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataOptions;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.BracketScores;
import org.espalier.inference.Workspace;
import org.espalier.inference.forest.ChartInference;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.Parse;

/**
 * Counts a probabilistic context-free grammar over the tags of a treebank, and judges it on another: the baseline of parsers of constituents.
 *
 * <p>p(rule | parent) is its relative frequency. Its logarithms are the scores of the parts of a {@link Chart}, so the best tree is the most
 * probable one. Chains of constituents are one symbol, and constituents are made binary to the right, without memory.
 */
public final class CountGrammar {
    private static final String TOP = "TOP";
    private static final String REST = "@";

    private final boolean knowsParents;
    private final Map<String, Integer> symbols = new LinkedHashMap<>(Map.of(TOP, 0));
    private final Map<List<String>, Integer> counts = new LinkedHashMap<>(); // parent and children of every rule
    private final Map<String, Integer> parents = new HashMap<>();
    private final BitSet tags = new BitSet();

    private CountGrammar(boolean knowsParents) {
        this.knowsParents = knowsParents;
    }

    /** A constituent, or a word with its tag, which has no children. */
    private record Node(String label, int begin, int end, List<Node> children) {}

    private static Node tree(Sequence sentence) {
        List<Node> open = new ArrayList<>(List.of(new Node(TOP, 0, sentence.length(), new ArrayList<>())));
        List<Mark> marks = sentence.marks() == null ? List.of() : sentence.marks();
        int next = 0;
        for (int t = 0; t < sentence.length(); t++) {
            while (open.get(open.size() - 1).end <= t) {
                open.remove(open.size() - 1);
            }
            for (; next < marks.size() && marks.get(next).from() == t; next++) {
                Node node = new Node(marks.get(next).label(), t, marks.get(next).to(), new ArrayList<>());
                open.get(open.size() - 1).children.add(node);
                open.add(node);
            }
            String tag = sentence.tokens().get(t).columns().get(1);
            open.get(open.size() - 1).children.add(new Node(tag, t, t + 1, List.of()));
        }
        return open.get(0);
    }

    /** Counts the rules below a node, and gives its symbol. */
    private String count(Node node, String above) {
        Node lowest = node;
        StringBuilder chain = new StringBuilder(node.label);
        while (lowest.children.size() == 1 && !lowest.children.get(0).children.isEmpty()) {
            lowest = lowest.children.get(0);
            chain.append('+').append(lowest.label);
        }
        if (lowest.children.isEmpty()) {
            tags.set(number(node.label));
            return node.label;
        }
        String symbol = chain + (knowsParents ? "^" + above : "");
        List<String> children = new ArrayList<>();
        for (Node child : lowest.children) {
            children.add(count(child, lowest.label));
        }
        String parent = symbol;
        for (int k = 0; k + 2 < children.size(); k++) {
            add(parent, children.get(k), REST + lowest.label);
            parent = REST + lowest.label;
        }
        int size = children.size();
        add(parent, children.subList(Math.max(0, size - 2), size).toArray(String[]::new));
        return symbol;
    }

    private int number(String symbol) {
        return symbols.computeIfAbsent(symbol, any -> symbols.size());
    }

    private void add(String parent, String... children) {
        List<String> rule = new ArrayList<>(List.of(parent));
        rule.addAll(Arrays.asList(children));
        rule.forEach(this::number);
        counts.merge(rule, 1, Integer::sum);
        parents.merge(parent, 1, Integer::sum);
    }

    private void add(Sequence sentence) {
        Node top = tree(sentence);
        if (top.children.size() == 1) { // others have no rule: they are rare
            Node only = top.children.get(0);
            add(TOP, sentence.length() == 1 ? count(leaf(only), TOP) : count(only, TOP));
        }
    }

    /** The word below a chain of constituents: a sentence of one word has no others. */
    private static Node leaf(Node node) {
        Node leaf = node;
        while (!leaf.children.isEmpty()) {
            leaf = leaf.children.get(0);
        }
        return leaf;
    }

    /** The grammar, with the logarithms of its probabilities in the order of its parts. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Counted(Grammar grammar, double[] scores, List<String> names, Map<String, Integer> numbers) {

        /** The constituents of the most probable tree; none when the grammar derives no tree for these tags. */
        List<Mark> parse(Sequence sentence) {
            Chart chart = Chart.of(grammar, sentence.length());
            Workspace workspace = new Workspace();
            workspace.reserve(chart);
            Arrays.fill(workspace.scores(), 0, chart.parts(), 0);
            System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
            for (int t = 0; t < sentence.length(); t++) {
                int first = chart.offset(Chart.WORDS, t);
                int tag =
                        numbers.getOrDefault(sentence.tokens().get(t).columns().get(1), -1);
                for (int symbol = 0; symbol < grammar.symbols(); symbol++) {
                    workspace.scores()[first + symbol] = symbol == tag ? 0 : Double.NEGATIVE_INFINITY;
                }
            }
            List<Mark> marks = new ArrayList<>();
            if (new ChartInference().nBest(chart, workspace, 1).isEmpty()) {
                return marks;
            }
            Parse best = new ChartInference().best(chart, workspace).output();
            for (int k = 0; k < best.size(); k++) {
                int begin = chart.spanSet().begin(best.span(k));
                int end = chart.spanSet().end(best.span(k));
                add(best.upper(k), begin, end, marks);
                if (best.lower(k) != best.upper(k)) {
                    add(best.lower(k), begin, end, marks);
                }
            }
            return marks;
        }

        private void add(int symbol, int begin, int end, List<Mark> marks) {
            String name = names.get(symbol);
            if (!name.equals(TOP) && !name.startsWith(REST) && !grammar.isPreterminal(symbol)) {
                for (String label : name.split("\\^", -1)[0].split("\\+", -1)) {
                    marks.add(new Mark(begin, end, label));
                }
            }
        }
    }

    private Counted counted() {
        List<int[]> binary = new ArrayList<>();
        List<int[]> unary = new ArrayList<>();
        List<Double> ofBinary = new ArrayList<>();
        List<Double> ofUnary = new ArrayList<>();
        counts.forEach((rule, count) -> {
            int[] own = rule.stream().mapToInt(symbols::get).toArray();
            (own.length == 3 ? binary : unary).add(own);
            double all = parents.getOrDefault(rule.get(0), count);
            (own.length == 3 ? ofBinary : ofUnary).add(Math.log(count / all));
        });
        ofBinary.addAll(ofUnary);
        Grammar grammar =
                Grammar.of(symbols.size(), 0, tags, binary.toArray(int[][]::new), unary.toArray(int[][]::new));
        double[] scores = ofBinary.stream().mapToDouble(Double::doubleValue).toArray();
        return new Counted(grammar, scores, List.copyOf(symbols.keySet()), Map.copyOf(symbols));
    }

    /** Counts the first file, parses the second; a third argument lets symbols know their parents. */
    public static void main(String[] arguments) {
        Path train = Path.of(arguments.length > 0 ? arguments[0] : "samples/brackets/train.mrg");
        Path test = Path.of(arguments.length > 1 ? arguments[1] : "samples/brackets/test.mrg");
        CountGrammar counting = new CountGrammar(arguments.length > 2);
        Sequences.read(DataOptions.BRACKETS, train).forEach(counting::add);
        Counted grammar = counting.counted();
        BracketScores scores = BracketScores.NONE;
        int underivable = 0;
        for (Sequence sentence : Sequences.read(DataOptions.BRACKETS, test)) {
            List<Mark> found = grammar.parse(sentence);
            List<Mark> gold = sentence.marks();
            underivable += found.isEmpty() ? 1 : 0;
            scores = scores.plus(sentence, gold == null ? List.of() : gold, found);
        }
        System.out.print(scores.text());
        System.out.println(grammar.grammar.symbols() + " symbols, " + counting.counts.size() + " rules, " + underivable
                + " sentences without a tree");
    }
}
