package org.espalier.inference.forest;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;

/**
 * The values of all nodes of a chart from the words upwards, span by span: sums or maxima.
 *
 * <pre>
 *   lower(b, e, A) = part + ⊕_{k} ⊕_{A → B C} rule + upper(b, k, B) + upper(k, e, C)        of one word: part
 *   upper(b, e, A) = part + lower(b, e, A) ⊕_{A → B} rule + lower(b, e, B)
 * </pre>
 *
 * where ⊕ is log Σ exp, or max. Rules are tried by the left children that a span has. Sums take one maximum per node and one exponential
 * per rule and split: O(n³ · rules whose left child is there).
 */
final class ChartRows {
    final Chart chart;
    final Grammar grammar;
    final int symbols;
    final int length;
    final double[] scores; // [parts]
    final ChartScratch scratch;
    private final boolean isSum;

    ChartRows(Chart chart, double[] scores, ChartScratch scratch, boolean isSum) {
        this.chart = chart;
        this.grammar = chart.grammar();
        this.symbols = grammar.symbols();
        this.length = chart.length();
        this.scores = scores;
        this.scratch = scratch;
        this.isSum = isSum;
        for (int end = 1; end <= length; end++) {
            for (int begin = end - 1; begin >= 0; begin--) {
                runLower(begin, end);
                runUpper(chart.span(begin, end));
            }
        }
    }

    static ChartRows sums(Chart chart, Workspace workspace) {
        return new ChartRows(chart, workspace.scores(), ChartScratch.of(workspace, chart), true);
    }

    /** The node of a span with lower symbol 0; that of its upper symbol 0 is S further. */
    int lower(int span) {
        return span * 2 * symbols;
    }

    int upper(int span) {
        return lower(span) + symbols;
    }

    /** The part of a node. */
    int part(int node) {
        return chart.sharedParts() + node;
    }

    /** The value of all trees; −∞ when there is none. */
    double total() {
        return length == 0 ? Double.NEGATIVE_INFINITY : scratch.values[upper(chart.span(0, length)) + grammar.start()];
    }

    private void runLower(int begin, int end) {
        double[] values = scratch.values;
        int node = lower(chart.span(begin, end));
        if (end == begin + 1) {
            for (int a = 0; a < symbols; a++) {
                values[node + a] = grammar.isPreterminal(a) ? scores[part(node) + a] : Double.NEGATIVE_INFINITY;
            }
            return;
        }
        double[] peaks = scratch.peaks;
        double[] sums = scratch.sums;
        Arrays.fill(peaks, 0, symbols, Double.NEGATIVE_INFINITY);
        for (int split = begin + 1; split < end; split++) {
            raisePeaks(chart.span(begin, split), chart.span(split, end));
        }
        if (isSum) {
            Arrays.fill(sums, 0, symbols, 0);
            for (int split = begin + 1; split < end; split++) {
                addExponentials(chart.span(begin, split), chart.span(split, end));
            }
        }
        for (int a = 0; a < symbols; a++) {
            boolean isOpen = peaks[a] > Double.NEGATIVE_INFINITY;
            double below = isSum && isOpen ? peaks[a] + Logarithm.of(sums[a]) : peaks[a];
            values[node + a] = isOpen ? scores[part(node) + a] + below : Double.NEGATIVE_INFINITY;
        }
    }

    private void raisePeaks(int left, int right) {
        double[] values = scratch.values;
        double[] peaks = scratch.peaks;
        int rightRow = upper(right);
        for (int n = 0; n < scratch.activeCounts[left]; n++) {
            int b = scratch.active[left * symbols + n];
            double leftValue = values[upper(left) + b];
            for (int k = grammar.firstByLeft(b); k < grammar.firstByLeft(b + 1); k++) {
                int rule = grammar.ruleByLeft(k);
                double term = scores[rule] + leftValue + values[rightRow + grammar.right(rule)];
                int a = grammar.parent(rule);
                peaks[a] = Math.max(peaks[a], term);
            }
        }
    }

    private void addExponentials(int left, int right) {
        double[] values = scratch.values;
        double[] peaks = scratch.peaks;
        int rightRow = upper(right);
        for (int n = 0; n < scratch.activeCounts[left]; n++) {
            int b = scratch.active[left * symbols + n];
            double leftValue = values[upper(left) + b];
            for (int k = grammar.firstByLeft(b); k < grammar.firstByLeft(b + 1); k++) {
                int rule = grammar.ruleByLeft(k);
                double term = scores[rule] + leftValue + values[rightRow + grammar.right(rule)];
                if (term > Double.NEGATIVE_INFINITY) {
                    int a = grammar.parent(rule);
                    scratch.sums[a] += Exponential.of(term - peaks[a]);
                }
            }
        }
    }

    private void runUpper(int span) {
        double[] values = scratch.values;
        int lower = lower(span);
        int upper = upper(span);
        int count = 0;
        for (int a = 0; a < symbols; a++) {
            double peak = values[lower + a];
            for (int k = grammar.firstUnary(a); k < grammar.firstUnary(a + 1); k++) {
                peak = Math.max(peak, unaryTerm(lower, grammar.unaryByParent(k)));
            }
            double own = scores[part(upper) + a];
            if (peak == Double.NEGATIVE_INFINITY || own == Double.NEGATIVE_INFINITY) {
                values[upper + a] = Double.NEGATIVE_INFINITY;
                continue;
            }
            values[upper + a] = own + peak + (isSum ? Logarithm.of(upperSum(lower, a, peak)) : 0);
            scratch.active[span * symbols + count++] = a;
        }
        scratch.activeCounts[span] = count;
    }

    /** What a unary rule makes of the lower symbols of a span. */
    double unaryTerm(int lower, int rule) {
        return scores[chart.unaryPart(rule)] + scratch.values[lower + grammar.child(rule)];
    }

    private double upperSum(int lower, int a, double peak) {
        double sum = Exponential.of(scratch.values[lower + a] - peak);
        for (int k = grammar.firstUnary(a); k < grammar.firstUnary(a + 1); k++) {
            sum += Exponential.of(unaryTerm(lower, grammar.unaryByParent(k)) - peak);
        }
        return sum;
    }
}
