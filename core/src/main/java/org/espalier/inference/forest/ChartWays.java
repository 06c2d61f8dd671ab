package org.espalier.inference.forest;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.espalier.math.Exponential;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.Parse;
import org.espalier.structure.forest.SpanSet;
import org.jspecify.annotations.Nullable;

/**
 * The ways to build each node of a chart, one node at a time; and trees from the choices that are made between them.
 *
 * <p>A way to an upper symbol is a unary rule, or {@link #NONE} where it is the lower one; a way to a lower symbol is a rule with a
 * split, or {@link #NONE} for a word.
 */
final class ChartWays implements Ways {
    private static final long NONE = -1;

    private final ChartRows rows;
    private final Chart chart;
    private final Grammar grammar;

    ChartWays(ChartRows rows) {
        this.rows = rows;
        this.chart = rows.chart;
        this.grammar = rows.grammar;
    }

    int goal() {
        return rows.upper(chart.span(0, rows.length)) + grammar.start();
    }

    @Override
    public double best(int node) {
        return rows.scratch.values[node];
    }

    @Override
    public void forEach(int node, Sink sink) {
        int span = node / (2 * rows.symbols);
        int symbol = node % rows.symbols;
        double own = rows.scores[rows.part(node)];
        int lower = rows.lower(span);
        if (node >= rows.upper(span)) {
            sink.accept(NONE, lower + symbol, -1, own);
            for (int k = grammar.firstUnary(symbol); k < grammar.firstUnary(symbol + 1); k++) {
                int rule = grammar.unaryByParent(k);
                sink.accept(rule, lower + grammar.child(rule), -1, own + rows.scores[chart.unaryPart(rule)]);
            }
        } else if (rows.spans.end(span) == rows.spans.begin(span) + 1) {
            if (grammar.isPreterminal(symbol)) {
                sink.accept(NONE, -1, -1, own);
            }
        } else {
            for (int first = rows.spans.first(rows.spans.begin(span)); first < span; first++) {
                int split = rows.spans.end(first);
                int second = chart.span(split, rows.spans.end(span));
                if (second == SpanSet.NONE) {
                    continue;
                }
                int left = rows.upper(first);
                int right = rows.upper(second);
                for (int k = grammar.firstByParent(symbol); k < grammar.firstByParent(symbol + 1); k++) {
                    int rule = grammar.ruleByParent(k);
                    long way = (long) rule * (rows.length + 1) + split;
                    sink.accept(way, left + grammar.left(rule), right + grammar.right(rule), own + rows.scores[rule]);
                }
            }
        }
    }

    /** The way to a node with the highest score, the first of equal ones; or one drawn by its share of the sum. */
    private static final class Choice implements Sink {
        private final ChartWays ways;
        private double left; // of the number that was drawn; NaN when the highest is asked for
        private double highest = Double.NEGATIVE_INFINITY;
        private double total;
        private boolean isMade;
        private long way = NONE;
        private int first = -1;
        private int second = -1;

        Choice(ChartWays ways, double total, double left) {
            this.ways = ways;
            this.total = total;
            this.left = left;
        }

        @Override
        public void accept(long edge, int leftTail, int rightTail, double score) {
            double term = score + (leftTail < 0 ? 0 : ways.best(leftTail)) + (rightTail < 0 ? 0 : ways.best(rightTail));
            boolean isChosen = Double.isNaN(left) ? term > highest : !isMade && term > Double.NEGATIVE_INFINITY;
            if (isChosen) {
                highest = term;
                way = edge;
                first = leftTail;
                second = rightTail;
                left -= Double.isNaN(left) ? 0 : Exponential.of(term - total);
                isMade = left < 0;
            }
        }
    }

    /** The best tree. */
    Parse trace() {
        return walk(null);
    }

    /** A tree by its probability. */
    Parse sample(RandomGenerator random) {
        return walk(random);
    }

    private Parse walk(@Nullable RandomGenerator random) {
        long[] found = new long[4 * rows.length];
        int size = 0;
        int[] open = new int[2 * rows.length + 2];
        int count = 0;
        open[count++] = goal();
        while (count > 0) {
            int node = open[--count];
            Choice choice = new Choice(this, best(node), random == null ? Double.NaN : random.nextDouble());
            forEach(node, choice);
            found[size++] = choice.way;
            if (choice.second >= 0) {
                open[count++] = choice.second;
            }
            if (choice.first >= 0) {
                open[count++] = choice.first;
            }
        }
        return parse(Arrays.copyOf(found, size));
    }

    /** The tree of a list of ways from the top: to the upper symbol of a node, then to its lower one, then those of its children. */
    Parse parse(long[] found) {
        int nodes = found.length / 2;
        int[] uppers = new int[nodes];
        int[] lowers = new int[nodes];
        int[] splits = new int[nodes];
        int[] open = new int[nodes + 1]; // the upper symbols of the nodes to come
        int count = 0;
        open[count++] = grammar.start();
        for (int k = 0; k < nodes; k++) {
            uppers[k] = open[--count];
            lowers[k] = found[2 * k] == NONE ? uppers[k] : grammar.child((int) found[2 * k]);
            if (found[2 * k + 1] != NONE) {
                int rule = (int) (found[2 * k + 1] / (rows.length + 1));
                splits[k] = (int) (found[2 * k + 1] % (rows.length + 1));
                open[count++] = grammar.right(rule);
                open[count++] = grammar.left(rule);
            }
        }
        return new Parse(chart, uppers, lowers, splits);
    }
}
