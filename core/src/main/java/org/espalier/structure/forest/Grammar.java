package org.espalier.structure.forest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A context-free grammar in Chomsky normal form, with unary rules: A → B C, A → B, and symbols that words may have.
 *
 * <p>Symbols and rules are numbers. At most one unary rule stands above a span, so a chain A → B → C must be a rule of its own, A → C:
 * {@link #closed} adds all of them. The grammar has no weights; the parts of its rules have scores. Immutable: one object serves all
 * sentences.
 */
public final class Grammar {
    private final int symbols;
    private final int start;
    private final BitSet preterminals;
    private final int[][] binary; // [R]: parent, left child, right child
    private final int[][] unary; // [U]: parent, child
    private final int[] firstByLeft; // [S + 1]: the binary rules by left child
    private final int[] byLeft; // [R]
    private final int[] firstByParent; // [S + 1]
    private final int[] byParent; // [R]
    private final int[] firstUnary; // [S + 1]: the unary rules by parent
    private final int[] unaryByParent; // [U]
    private final Map<List<Integer>, Integer> numbers; // of rules

    private Grammar(int symbols, int start, BitSet preterminals, int[][] binary, int[][] unary) {
        this.symbols = symbols;
        this.start = start;
        this.preterminals = preterminals;
        this.binary = binary;
        this.unary = unary;
        this.firstByLeft = new int[symbols + 1];
        this.byLeft = sort(binary, 1, firstByLeft);
        this.firstByParent = new int[symbols + 1];
        this.byParent = sort(binary, 0, firstByParent);
        this.firstUnary = new int[symbols + 1];
        this.unaryByParent = sort(unary, 0, firstUnary);
        this.numbers = number(binary, unary);
    }

    /**
     * A grammar.
     *
     * @param symbols how many symbols there are
     * @param start the symbol of a whole sentence
     * @param preterminals the symbols that words may have
     * @param binary rules A → B C as {A, B, C}
     * @param unary rules A → B as {A, B}
     * @throws IllegalArgumentException when a symbol is out of range or a rule comes twice
     */
    public static Grammar of(int symbols, int start, BitSet preterminals, int[][] binary, int[][] unary) {
        if (start < 0 || start >= symbols || preterminals.length() > symbols || preterminals.isEmpty()) {
            throw new IllegalArgumentException("start symbol " + start + " and symbols of words " + preterminals
                    + "; expected numbers below " + symbols + ", and at least one symbol for words");
        }
        check(binary, 3, symbols);
        check(unary, 2, symbols);
        for (int[] rule : unary) {
            if (rule[0] == rule[1]) {
                throw new IllegalArgumentException(
                        "unary rule " + Arrays.toString(rule) + " leads from a symbol to itself");
            }
        }
        return new Grammar(
                symbols,
                start,
                (BitSet) preterminals.clone(),
                Arrays.stream(binary).map(int[]::clone).toArray(int[][]::new),
                Arrays.stream(unary).map(int[]::clone).toArray(int[][]::new));
    }

    private static void check(int[][] rules, int size, int symbols) {
        for (int[] rule : rules) {
            if (rule.length != size || Arrays.stream(rule).anyMatch(symbol -> symbol < 0 || symbol >= symbols)) {
                throw new IllegalArgumentException("rule " + Arrays.toString(rule) + "; expected " + size
                        + " symbols, the parent first, with numbers below " + symbols);
            }
        }
    }

    private static int[] sort(int[][] rules, int by, int[] first) {
        for (int[] rule : rules) {
            first[rule[by] + 1]++;
        }
        for (int symbol = 1; symbol < first.length; symbol++) {
            first[symbol] += first[symbol - 1];
        }
        int[] next = first.clone();
        int[] sorted = new int[rules.length];
        for (int r = 0; r < rules.length; r++) {
            sorted[next[rules[r][by]]++] = r;
        }
        return sorted;
    }

    private static Map<List<Integer>, Integer> number(int[][] binary, int[][] unary) {
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        for (int[][] rules : List.of(binary, unary)) {
            for (int r = 0; r < rules.length; r++) {
                List<Integer> key = Arrays.stream(rules[r]).boxed().toList();
                if (numbers.put(key, r) != null) {
                    throw new IllegalArgumentException("rule " + key + " comes twice");
                }
            }
        }
        return numbers;
    }

    /** The same with a rule of its own for every chain of unary rules; those that are new come last. */
    public Grammar closed() {
        List<int[]> all = new ArrayList<>(Arrays.asList(unary));
        for (int parent = 0; parent < symbols; parent++) {
            BitSet below = new BitSet();
            List<Integer> open = new ArrayList<>(List.of(parent));
            while (!open.isEmpty()) {
                int symbol = open.remove(open.size() - 1);
                for (int[] rule : unary) {
                    if (rule[0] == symbol && rule[1] != parent && !below.get(rule[1])) {
                        below.set(rule[1]);
                        open.add(rule[1]);
                    }
                }
            }
            int above = parent;
            below.stream()
                    .filter(child -> unaryRule(above, child) < 0)
                    .forEach(child -> all.add(new int[] {above, child}));
        }
        return new Grammar(symbols, start, preterminals, binary, all.toArray(int[][]::new));
    }

    /** How many symbols there are: S. */
    public int symbols() {
        return symbols;
    }

    /** The symbol of a whole sentence. */
    public int start() {
        return start;
    }

    /** Whether words may have a symbol. */
    public boolean isPreterminal(int symbol) {
        return preterminals.get(symbol);
    }

    /** How many rules A → B C there are: R. */
    public int binaryRules() {
        return binary.length;
    }

    /** How many rules A → B there are: U. */
    public int unaryRules() {
        return unary.length;
    }

    public int parent(int rule) {
        return binary[rule][0];
    }

    public int left(int rule) {
        return binary[rule][1];
    }

    public int right(int rule) {
        return binary[rule][2];
    }

    /** The symbol above a unary rule's child. */
    public int parentOfUnary(int unaryRule) {
        return unary[unaryRule][0];
    }

    /** The symbol below a unary rule's parent. */
    public int child(int unaryRule) {
        return unary[unaryRule][1];
    }

    /** The number of a rule A → B C; −1 when there is none. */
    public int binaryRule(int parent, int left, int right) {
        return numbers.getOrDefault(List.of(parent, left, right), -1);
    }

    /** The number of a rule A → B; −1 when there is none. */
    public int unaryRule(int parent, int child) {
        return numbers.getOrDefault(List.of(parent, child), -1);
    }

    /** Where the rules with a left child begin among {@link #ruleByLeft}. */
    public int firstByLeft(int symbol) {
        return firstByLeft[symbol];
    }

    public int ruleByLeft(int position) {
        return byLeft[position];
    }

    /** Where the rules with a parent begin among {@link #ruleByParent}. */
    public int firstByParent(int symbol) {
        return firstByParent[symbol];
    }

    public int ruleByParent(int position) {
        return byParent[position];
    }

    /** Where the unary rules with a parent begin among {@link #unaryByParent}. */
    public int firstUnary(int symbol) {
        return firstUnary[symbol];
    }

    public int unaryByParent(int position) {
        return unaryByParent[position];
    }
}
