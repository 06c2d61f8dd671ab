package org.espalier.structure.forest;

import org.espalier.structure.Structure;

/**
 * All trees of a sentence by a {@link Grammar}: the chart of Cocke, Kasami and Younger, whose hyperedges are never written down.
 *
 * <p>A node of a tree is a span of words with a lower and an upper symbol. The lower one comes from a word or from a binary rule; the
 * upper one is the same, or its parent by a unary rule. The parts are
 *
 * <pre>
 *   binary rules   [R]              A → B C, where B and C are upper symbols of the children, A the lower one; shared
 *   unary rules    [U]              from the lower to the upper symbol of a span; shared
 *   spans          [spans][2][S]    the lower and the upper symbol of a span, which every node has one of each
 * </pre>
 *
 * A tree of n words has 2n − 1 nodes. The upper symbol of the whole sentence is the start symbol. A chart may be limited to some spans, which
 * something faster has chosen; trees with other spans are then impossible.
 */
public final class Chart implements Structure {
    /** The kind of place that every word is: its parts are the lower symbols of its span. */
    public static final int WORDS = 0;

    /** The kind of place that every span is: its parts are the lower symbols. */
    public static final int LOWER = 1;

    /** The same with the upper symbols. */
    public static final int UPPER = 2;

    private final Grammar grammar;
    private final SpanSet spans;

    private Chart(Grammar grammar, SpanSet spans) {
        this.grammar = grammar;
        this.spans = spans;
    }

    /** The chart of a sentence. */
    public static Chart of(Grammar grammar, int words) {
        require(grammar, words, words * (words + 1L) / 2);
        return new Chart(grammar, SpanSet.all(words));
    }

    /** The chart of a sentence whose trees have some spans only. */
    public static Chart of(Grammar grammar, SpanSet spans) {
        require(grammar, spans.words(), spans.size());
        return new Chart(grammar, spans);
    }

    private static void require(Grammar grammar, int words, long spans) {
        long parts = grammar.binaryRules() + grammar.unaryRules() + spans * 2 * grammar.symbols();
        if (words < 0 || parts > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a sentence of " + words + " words with " + grammar.symbols()
                    + " symbols has " + parts + " parts; expected at least 0 words, and at most "
                    + (Integer.MAX_VALUE - 8) + " parts: split the sentence");
        }
    }

    public Grammar grammar() {
        return grammar;
    }

    @Override
    public int length() {
        return spans.words();
    }

    /** How many spans there are: n (n + 1) / 2, unless only some were chosen. */
    public int spans() {
        return spans.size();
    }

    /** The spans that trees may have. */
    public SpanSet spanSet() {
        return spans;
    }

    /** The number of a span, by its first word and the word after its last; {@link SpanSet#NONE} when no tree may have it. */
    public int span(int begin, int end) {
        return spans.number(begin, end);
    }

    @Override
    public int parts() {
        return sharedParts() + spans() * 2 * grammar.symbols();
    }

    @Override
    public int sharedParts() {
        return grammar.binaryRules() + grammar.unaryRules();
    }

    @Override
    public int places(int kind) {
        return kind == WORDS ? length() : kind == LOWER || kind == UPPER ? spans() : 0;
    }

    @Override
    public int offset(int kind, int place) {
        return kind == WORDS
                ? lowerOffset(span(place, place + 1))
                : kind == LOWER ? lowerOffset(place) : upperOffset(place);
    }

    @Override
    public int site(int kind, int place) {
        return place;
    }

    /** The part of a unary rule; that of a binary rule is its number. */
    public int unaryPart(int rule) {
        return grammar.binaryRules() + rule;
    }

    /** The first part of the lower symbols of a span. */
    public int lowerOffset(int span) {
        return sharedParts() + span * 2 * grammar.symbols();
    }

    /** The first part of the upper symbols of a span. */
    public int upperOffset(int span) {
        return lowerOffset(span) + grammar.symbols();
    }

    @Override
    public String toString() {
        return "chart of " + length() + " words with " + grammar.symbols() + " symbols";
    }
}
