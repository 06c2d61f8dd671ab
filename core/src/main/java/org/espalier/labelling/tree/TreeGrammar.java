package org.espalier.labelling.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.labelling.Marks;
import org.espalier.labelling.tree.Factoring.BinaryTree;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.Parse;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of a treebank: the symbols and rules of its binary trees, and those of a sentence without constituents, so that every sentence has
 * a tree.
 *
 * <p>The whole sentence has the start symbol, above its own by a unary rule. Words have one symbol; a chain of constituents over a single word
 * is a symbol of words, too. Where words have tags, these are their symbols, constituents over them stand above by unary rules, and a sentence without another
 * tree is a row of any constituents and words. Immutable.
 */
final class TreeGrammar {
    private static final String RIGHT = "right";
    private static final String HORIZONTAL = "horizontal";
    private static final String VERTICAL = "vertical";
    private static final String SYMBOLS = "symbols";
    private static final String WORDS = "words";
    private static final String BINARY = "binary";
    private static final String UNARY = "unary";
    private static final String TAGS = "tags";

    private static final int[] NO_LABELS = {};

    private final Factoring factoring;
    private final List<String> symbols; // by their numbers; the start symbol is 0
    private final Map<String, Integer> numbers;
    private final int[][] labels; // [S]
    private final Grammar grammar;

    private TreeGrammar(Factoring factoring, List<String> symbols, BitSet words, int[][] binary, int[][] unary) {
        this.factoring = factoring;
        this.symbols = List.copyOf(symbols);
        this.numbers = new HashMap<>();
        for (int s = 0; s < symbols.size(); s++) {
            numbers.put(symbols.get(s), s);
        }
        this.labels = symbols.stream().map(Factoring::labels).toArray(int[][]::new);
        this.grammar = Grammar.of(symbols.size(), 0, words, binary, unary);
    }

    Factoring factoring() {
        return factoring;
    }

    Grammar grammar() {
        return grammar;
    }

    /** The labels of a symbol from the top; none when it is no constituent. */
    int[] labels(int symbol) {
        return labels[symbol];
    }

    String symbol(int number) {
        return symbols.get(number);
    }

    /** The number of a symbol, or −1. */
    int number(String symbol) {
        return numbers.getOrDefault(symbol, -1);
    }

    /** Collects symbols and rules of trees. */
    static final class Builder {
        private final Factoring factoring;
        private final TreeMap<String, Boolean> found = new TreeMap<>(); // whether a word may have the symbol
        private final TreeMap<String, String[]> rules = new TreeMap<>();
        private final Map<String, Double> counts = new HashMap<>(); // of rules

        Builder(Factoring factoring) {
            this.factoring = factoring;
            for (int words = 1; words <= factoring.horizontal() + 4 && !factoring.hasTags(); words++) {
                add(words, Marks.NONE, 0);
            }
        }

        /**
         * Adds the rules of a tree.
         *
         * @throws IllegalArgumentException when it is none
         */
        void add(int words, Marks marks, double weight) {
            BinaryTree tree = factoring.binary(words, marks);
            List<String> uppers = tree.symbols();
            List<String> lowers = tree.lowers();
            int[] ends = ends(tree.splits());
            for (int k = 0; k < uppers.size(); k++) {
                boolean isWord = tree.splits()[k] == 0;
                find(lowers.get(k), isWord);
                if (!isWord) {
                    add(weight, lowers.get(k), uppers.get(k + 1), uppers.get(ends[k + 1]));
                }
                if (k > 0 && !uppers.get(k).equals(lowers.get(k))) {
                    find(uppers.get(k), false);
                    add(weight, uppers.get(k), lowers.get(k));
                }
            }
            if (!lowers.isEmpty()) {
                add(weight, Factoring.START, lowers.get(0));
            }
        }

        private void find(String symbol, boolean isWord) {
            found.merge(symbol, isWord, (one, other) -> one || other);
        }

        private void add(double weight, String... rule) {
            String key = String.join(" ", rule);
            rules.put(key, rule);
            counts.merge(key, weight, Double::sum);
        }

        /** The rules of a row of any constituents and words, which need no example. */
        private void addRows() {
            for (String symbol : List.copyOf(found.keySet())) {
                if (Factoring.isTagged(symbol) && !Factoring.isRest(symbol)) {
                    find(Factoring.tag(symbol), true);
                }
            }
            List<String> children =
                    found.keySet().stream().filter(symbol -> isChild(symbol)).toList();
            find(Factoring.REST, false);
            add(0, Factoring.START, Factoring.REST);
            for (String child : children) {
                String[] split = factoring.isRight()
                        ? new String[] {Factoring.REST, child, Factoring.REST}
                        : new String[] {Factoring.REST, Factoring.REST, child};
                add(0, split);
                if (Factoring.isTagged(child)) {
                    add(0, Factoring.START, child);
                }
                if (Factoring.isTagged(child) || rules.values().stream().anyMatch(rule -> isSplit(rule, child))) {
                    add(0, Factoring.REST, child);
                }
            }
        }

        /** Whether a symbol is a tag, or of constituents without one and with nothing above them. */
        private static boolean isChild(String symbol) {
            return !Factoring.isRest(symbol)
                    && symbol.indexOf('^') < 0
                    && (!Factoring.isTagged(symbol) || Factoring.labels(symbol).length == 1);
        }

        private static boolean isSplit(String[] rule, String parent) {
            return rule.length == 3 && rule[0].equals(parent);
        }

        TreeGrammar build() {
            return counted().grammar();
        }

        /** The grammar, and how often each of its rules occurs. */
        Counted counted() {
            if (factoring.hasTags()) {
                addRows();
            }
            List<String> symbols = new ArrayList<>(List.of(Factoring.START));
            symbols.addAll(found.keySet());
            Map<String, Integer> numbers = new HashMap<>();
            BitSet words = new BitSet();
            for (int s = 0; s < symbols.size(); s++) {
                numbers.put(symbols.get(s), s);
                words.set(s, found.getOrDefault(symbols.get(s), false));
            }
            List<int[]> binary = new ArrayList<>();
            List<int[]> unary = new ArrayList<>();
            List<Double> ofBinary = new ArrayList<>();
            List<Double> ofUnary = new ArrayList<>();
            rules.forEach((key, rule) -> {
                int[] own = Arrays.stream(rule).mapToInt(numbers::get).toArray();
                (own.length == 3 ? binary : unary).add(own);
                (own.length == 3 ? ofBinary : ofUnary).add(counts.getOrDefault(key, 0.0));
            });
            ofBinary.addAll(ofUnary);
            TreeGrammar grammar = new TreeGrammar(
                    factoring, symbols, words, binary.toArray(int[][]::new), unary.toArray(int[][]::new));
            return new Counted(
                    grammar, ofBinary.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /**
     * A grammar and the counts of its rules.
     *
     * @param counts of binary rules, then of unary ones // [R + U]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record Counted(TreeGrammar grammar, double[] counts) {}

    /** The node after the last one below each node, in a list from the top // [2n − 1]. */
    private static int[] ends(int[] splits) {
        int[] after = new int[splits.length];
        for (int k = splits.length - 1; k >= 0; k--) {
            after[k] = splits[k] == 0 ? k + 1 : after[after[k + 1]];
        }
        return after;
    }

    /** The tree of these constituents; null when it is none, or the grammar or the chart does not have it. */
    @Nullable
    Parse parse(Chart chart, Marks marks) {
        try {
            BinaryTree tree = factoring.binary(chart.length(), marks);
            int[] uppers = tree.symbols().stream().mapToInt(this::number).toArray();
            int[] lowers = factoring.hasTags()
                    ? tree.lowers().stream().mapToInt(this::number).toArray()
                    : uppers.clone();
            if (uppers.length == 0
                    || IntStream.concat(Arrays.stream(uppers), Arrays.stream(lowers))
                            .anyMatch(symbol -> symbol < 0)) {
                return null;
            }
            uppers[0] = grammar.start();
            return new Parse(chart, uppers, lowers, tree.splits());
        } catch (IllegalArgumentException e) {
            return null; // no such tree: that is an answer here
        }
    }

    /** The constituents of a tree, from the top. */
    Marks marks(Parse parse) {
        int count = 0;
        for (int k = 0; k < parse.size(); k++) {
            count += labels[parse.lower(k)].length + above(parse, k).length;
        }
        int[] found = new int[3 * count];
        int at = 0;
        for (int k = 0; k < parse.size(); k++) {
            for (int[] own : new int[][] {above(parse, k), labels[parse.lower(k)]}) {
                for (int label : own) {
                    found[at++] = parse.chart().spanSet().begin(parse.span(k));
                    found[at++] = parse.chart().spanSet().end(parse.span(k));
                    found[at++] = label;
                }
            }
        }
        return Marks.of(found);
    }

    /** The labels of the upper symbol, where that is another one. */
    private int[] above(Parse parse, int k) {
        return parse.upper(k) == parse.lower(k) ? NO_LABELS : labels[parse.upper(k)];
    }

    /** The names of rules: binary ones, then unary ones. */
    List<String> ruleNames(Labels names) {
        List<String> list = new ArrayList<>();
        for (int r = 0; r < grammar.binaryRules(); r++) {
            list.add(name(grammar.parent(r), names) + " → " + name(grammar.left(r), names) + " "
                    + name(grammar.right(r), names));
        }
        for (int r = 0; r < grammar.unaryRules(); r++) {
            list.add(name(grammar.parentOfUnary(r), names) + " → " + name(grammar.child(r), names));
        }
        return list;
    }

    /** The names of symbols, such as {@code S+VP^S} and {@code @NP|NP}. */
    List<String> symbolNames(Labels names) {
        return IntStream.range(0, symbols.size()).mapToObj(s -> name(s, names)).toList();
    }

    private String name(int symbol, Labels names) {
        String text = symbols.get(symbol);
        if (text.equals(Factoring.START)) {
            return "TOP";
        }
        StringBuilder name = new StringBuilder();
        int digits = 0;
        for (int i = 0; i <= text.length(); i++) {
            char character = i < text.length() ? text.charAt(i) : ' ';
            if (Character.isDigit(character)) {
                digits = digits == 0 ? i : digits;
                continue;
            }
            if (digits > 0) {
                name.append(names.name(Integer.parseInt(text.substring(digits, i))));
                digits = 0;
            }
            name.append(spelt(character, i));
        }
        return name.length() == 0 ? "FLAT" : name.toString();
    }

    private static String spelt(char character, int position) {
        return switch (character) {
            case 'w' -> "•";
            case 't' -> position == 0 ? "" : "/";
            case 'p', ' ' -> "";
            default -> String.valueOf(character);
        };
    }

    /** What a model file keeps. */
    Map<String, Object> definition() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(RIGHT, factoring.isRight());
        map.put(HORIZONTAL, factoring.horizontal());
        map.put(VERTICAL, factoring.vertical());
        map.put(SYMBOLS, symbols);
        map.put(
                WORDS,
                IntStream.range(0, symbols.size())
                        .filter(grammar::isPreterminal)
                        .boxed()
                        .toList());
        List<Integer> binary = new ArrayList<>();
        for (int r = 0; r < grammar.binaryRules(); r++) {
            binary.addAll(List.of(grammar.parent(r), grammar.left(r), grammar.right(r)));
        }
        map.put(BINARY, binary);
        List<Integer> unary = new ArrayList<>();
        for (int r = 0; r < grammar.unaryRules(); r++) {
            if (factoring.hasTags()) {
                unary.add(grammar.parentOfUnary(r));
            }
            unary.add(grammar.child(r));
        }
        map.put(UNARY, unary);
        if (factoring.hasTags()) {
            map.put(TAGS, true);
        }
        return map;
    }

    /**
     * What {@link #definition} gave.
     *
     * @throws IllegalArgumentException when it is damaged
     */
    static TreeGrammar read(Map<?, ?> definition, int labels) {
        if (!(definition.get(RIGHT) instanceof Boolean right)
                || !(definition.get(HORIZONTAL) instanceof Number horizontal)
                || !(definition.get(VERTICAL) instanceof Number vertical)
                || !(definition.get(SYMBOLS) instanceof List<?> list)) {
            throw new IllegalArgumentException("a grammar without its factoring or its symbols");
        }
        List<String> symbols = list.stream().map(String::valueOf).toList();
        BitSet words = new BitSet();
        Arrays.stream(numbers(definition, WORDS, 1)).forEach(words::set);
        int[] binary = numbers(definition, BINARY, 3);
        int[][] rules = new int[binary.length / 3][];
        Arrays.setAll(rules, r -> Arrays.copyOfRange(binary, 3 * r, 3 * r + 3));
        boolean hasTags = Boolean.TRUE.equals(definition.get(TAGS));
        int each = hasTags ? 2 : 1;
        int[] pairs = numbers(definition, UNARY, each);
        int[][] unary = new int[pairs.length / each][];
        Arrays.setAll(unary, r -> hasTags ? Arrays.copyOfRange(pairs, 2 * r, 2 * r + 2) : new int[] {0, pairs[r]});
        Factoring factoring = new Factoring(right, horizontal.intValue(), vertical.intValue(), hasTags);
        TreeGrammar read = new TreeGrammar(factoring, symbols, words, rules, unary);
        if (Arrays.stream(read.labels).flatMapToInt(IntStream::of).anyMatch(label -> label >= labels)) {
            throw new IllegalArgumentException("a grammar with labels beyond the " + labels + " of the model");
        }
        return read;
    }

    private static int[] numbers(Map<?, ?> definition, String name, int each) {
        if (!(definition.get(name) instanceof List<?> list)
                || list.size() % each != 0
                || !list.stream().allMatch(number -> number instanceof Number one && one.intValue() >= 0)) {
            throw new IllegalArgumentException("a grammar without '" + name + "', or with damaged ones");
        }
        return list.stream().mapToInt(number -> ((Number) number).intValue()).toArray();
    }
}
