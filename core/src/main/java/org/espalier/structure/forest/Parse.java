package org.espalier.structure.forest;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.jspecify.annotations.Nullable;

/**
 * One tree of a {@link Chart}: its nodes from the top, each before those below it, left before right.
 *
 * <p>Every node has an upper and a lower symbol, and where its span has several words, the word at which it is split.
 */
public final class Parse implements Output {
    private final Chart chart;
    private final int[] uppers; // [2n − 1]
    private final int[] lowers; // [2n − 1]
    private final int[] splits; // [2n − 1]: the first word of the right child; 0 for words
    private final int[] spans; // [2n − 1]
    private final int[] rules; // [2n − 1]: the part of the binary rule below a node; −1 for words
    private final int[] unaries; // [2n − 1]: the part of the unary rule; −1 where both symbols are the same

    /**
     * A tree.
     *
     * @param uppers the upper symbol of every node
     * @param lowers the lower symbol of every node
     * @param splits the first word of its right child; anything for nodes of one word
     * @throws IllegalArgumentException when the grammar has no such tree
     */
    public Parse(Chart chart, int[] uppers, int[] lowers, int[] splits) {
        int nodes = 2 * chart.length() - 1;
        if (uppers.length != nodes || lowers.length != nodes || splits.length != nodes) {
            throw new IllegalArgumentException(uppers.length + " upper and " + lowers.length + " lower symbols and "
                    + splits.length + " splits; expected " + nodes + " for " + chart.length() + " words");
        }
        this.chart = chart;
        this.uppers = uppers.clone();
        this.lowers = lowers.clone();
        this.splits = splits.clone();
        this.spans = new int[nodes];
        this.rules = new int[nodes];
        this.unaries = new int[nodes];
        resolve();
    }

    private void resolve() {
        Grammar grammar = chart.grammar();
        if (uppers[0] != grammar.start()) {
            throw new IllegalArgumentException(
                    "the sentence has symbol " + uppers[0] + "; expected the start symbol " + grammar.start());
        }
        int[] open = new int[2 * uppers.length + 2]; // begin and end of the nodes to come
        int count = 0;
        open[count++] = 0;
        open[count++] = chart.length();
        for (int k = 0; k < uppers.length; k++) {
            if (count == 0) {
                throw new IllegalArgumentException("node " + k + " comes after the tree is complete");
            }
            int end = open[--count];
            int begin = open[--count];
            spans[k] = chart.span(begin, end);
            if (spans[k] == SpanSet.NONE) {
                throw new IllegalArgumentException("node " + k + ": the words " + begin + " to " + (end - 1)
                        + " are none of the spans that trees may have");
            }
            unaries[k] = unary(k);
            rules[k] = -1;
            if (end == begin + 1) {
                splits[k] = 0;
                if (!grammar.isPreterminal(lowers[k])) {
                    throw new IllegalArgumentException(
                            "word " + begin + " has symbol " + lowers[k] + ", which no word has");
                }
            } else {
                if (splits[k] <= begin || splits[k] >= end) {
                    throw new IllegalArgumentException("node " + k + ", words " + begin + " to " + (end - 1)
                            + ", is split at " + splits[k] + "; expected a word between");
                }
                open[count++] = splits[k];
                open[count++] = end;
                open[count++] = begin;
                open[count++] = splits[k];
            }
        }
        for (int k = 0; k < uppers.length; k++) {
            if (splits[k] > 0) {
                int left = k + 1;
                int right = after(left);
                rules[k] = grammar.binaryRule(lowers[k], uppers[left], uppers[right]);
                if (rules[k] < 0) {
                    throw new IllegalArgumentException("node " + k + ": the grammar has no rule " + lowers[k] + " → "
                            + uppers[left] + " " + uppers[right]);
                }
            }
        }
    }

    private int unary(int k) {
        if (uppers[k] == lowers[k]) {
            return -1;
        }
        int rule = chart.grammar().unaryRule(uppers[k], lowers[k]);
        if (rule < 0) {
            throw new IllegalArgumentException(
                    "node " + k + ": the grammar has no rule " + uppers[k] + " → " + lowers[k]);
        }
        return chart.unaryPart(rule);
    }

    /** The node after those of a subtree. */
    private int after(int node) {
        int missing = 1;
        int k = node;
        while (missing > 0) {
            missing += splits[k++] > 0 ? 1 : -1;
        }
        return k;
    }

    /** The structure whose output this is. */
    public Chart chart() {
        return chart;
    }

    /** How many nodes there are: 2n − 1. */
    public int size() {
        return uppers.length;
    }

    /** The upper symbol of the k-th node. */
    public int upper(int k) {
        return uppers[k];
    }

    /** The lower symbol of the k-th node. */
    public int lower(int k) {
        return lowers[k];
    }

    /** The first word of the right child of the k-th node; 0 when it is a word. */
    public int split(int k) {
        return splits[k];
    }

    /** The {@linkplain Chart#span number} of the span of the k-th node. */
    public int span(int k) {
        return spans[k];
    }

    /** Adds node by node, from the top. */
    @Override
    public double score(double[] scores) {
        double sum = 0;
        for (int k = 0; k < uppers.length; k++) {
            sum += scores[chart.upperOffset(spans[k]) + uppers[k]] + scores[chart.lowerOffset(spans[k]) + lowers[k]];
            sum += (rules[k] < 0 ? 0 : scores[rules[k]]) + (unaries[k] < 0 ? 0 : scores[unaries[k]]);
        }
        return sum;
    }

    @Override
    public void addTo(double[] parts, double amount) {
        for (int k = 0; k < uppers.length; k++) {
            parts[chart.upperOffset(spans[k]) + uppers[k]] += amount;
            parts[chart.lowerOffset(spans[k]) + lowers[k]] += amount;
            if (rules[k] >= 0) {
                parts[rules[k]] += amount;
            }
            if (unaries[k] >= 0) {
                parts[unaries[k]] += amount;
            }
        }
    }

    /** Whether the other has the same nodes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Parse that
                && Arrays.equals(uppers, that.uppers)
                && Arrays.equals(lowers, that.lowers)
                && Arrays.equals(splits, that.splits);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(uppers) + Arrays.hashCode(lowers)) + Arrays.hashCode(splits);
    }

    /** The spans with their upper symbols, and their lower ones where they differ. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < uppers.length; k++) {
            text.append(k == 0 ? "" : " ")
                    .append("span ")
                    .append(spans[k])
                    .append(' ')
                    .append(uppers[k]);
            text.append(uppers[k] == lowers[k] ? "" : "/" + lowers[k]);
        }
        return text.toString();
    }
}
