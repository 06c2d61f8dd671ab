package org.espalier.inference.forest;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.SpanSet;

/**
 * The values of all nodes of a chart from the words upwards, span by span: sums or maxima.
 *
 * <pre>
 *   lower(b, e, A) = part + ⊕_{k} ⊕_{A → B C} rule + upper(b, k, B) + upper(k, e, C)        of one word: part
 *   upper(b, e, A) = part + lower(b, e, A) ⊕_{A → B} rule + lower(b, e, B)
 * </pre>
 *
 * where ⊕ is log Σ exp, or max. Rules are tried by the left children that a span has: O(n³ · rules whose left child is there). Sums are sums of
 * products, the row of every span divided by its largest number and every split by the likeliest one. Where a number could vanish that a
 * sum needs, the span is done again in logarithms, with one maximum per node and one exponential per rule and split.
 */
final class ChartRows {
    /** Terms above exp(−600) are numbers of full precision, with room for the sums that divide them. */
    private static final double SAFE = -600;

    /** Beside a sum above this, what has vanished makes no difference. */
    private static final double LARGE = 1e-200;

    final Chart chart;
    final Grammar grammar;
    final int symbols;
    final int length;
    final double[] scores; // [parts]
    final ChartScratch scratch;
    final SpanSet spans;
    final ChartRules rules;
    private final boolean isSum;

    ChartRows(Chart chart, double[] scores, ChartScratch scratch, boolean isSum) {
        this.chart = chart;
        this.grammar = chart.grammar();
        this.symbols = grammar.symbols();
        this.length = chart.length();
        this.scores = scores;
        this.scratch = scratch;
        this.isSum = isSum;
        this.spans = chart.spanSet();
        this.rules = scratch.rules(grammar);
        if (isSum) {
            scratch.reserveRows(chart);
            rules.weigh(scores);
        }
        for (int begin = length - 1; begin >= 0; begin--) {
            for (int span = spans.first(begin); span < spans.first(begin + 1); span++) {
                runLower(span);
                runUpper(span);
                if (isSum) {
                    scale(span);
                }
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
        int whole = length == 0 ? SpanSet.NONE : chart.span(0, length);
        return whole == SpanSet.NONE ? Double.NEGATIVE_INFINITY : scratch.values[upper(whole) + grammar.start()];
    }

    private void runLower(int span) {
        double[] values = scratch.values;
        int node = lower(span);
        if (spans.end(span) == spans.begin(span) + 1) {
            for (int a = 0; a < symbols; a++) {
                values[node + a] = grammar.isPreterminal(a) ? scores[part(node) + a] : Double.NEGATIVE_INFINITY;
            }
            return;
        }
        if (isSum && addProducts(span)) {
            return;
        }
        double[] peaks = scratch.peaks;
        double[] sums = scratch.sums;
        Arrays.fill(peaks, 0, symbols, Double.NEGATIVE_INFINITY);
        for (int left = spans.first(spans.begin(span)); left < span; left++) {
            int right = chart.span(spans.end(left), spans.end(span));
            if (right != SpanSet.NONE) {
                rules.raise(
                        scratch.active,
                        left * symbols,
                        scratch.activeCounts[left],
                        values,
                        upper(left),
                        upper(right),
                        scores,
                        peaks);
            }
        }
        if (isSum) {
            Arrays.fill(sums, 0, symbols, 0);
            for (int left = spans.first(spans.begin(span)); left < span; left++) {
                int right = chart.span(spans.end(left), spans.end(span));
                if (right != SpanSet.NONE) {
                    addExponentials(left, right);
                }
            }
        }
        for (int a = 0; a < symbols; a++) {
            boolean isOpen = peaks[a] > Double.NEGATIVE_INFINITY;
            double below = isSum && isOpen ? peaks[a] + Logarithm.of(sums[a]) : peaks[a];
            values[node + a] = isOpen ? scores[part(node) + a] + below : Double.NEGATIVE_INFINITY;
        }
    }

    /** The logarithm by which the products of a split are divided. */
    private double base(int left, int right) {
        return scratch.scales[left] + scratch.scales[right];
    }

    /** The largest base of the splits of a span; −∞ when there is none. */
    double peak(int span) {
        double peak = Double.NEGATIVE_INFINITY;
        for (int left = spans.first(spans.begin(span)); left < span; left++) {
            int right = chart.span(spans.end(left), spans.end(span));
            if (right != SpanSet.NONE) {
                peak = Math.max(peak, base(left, right));
            }
        }
        return peak;
    }

    /** What the products of a split are multiplied with. */
    double factor(int left, int right, double peak) {
        return Exponential.of(base(left, right) - peak);
    }

    /** The sums of a span by products; false when one of them may have lost something. */
    private boolean addProducts(int span) {
        double[] sums = scratch.sums;
        Arrays.fill(sums, 0, symbols, 0);
        double peak = peak(span);
        boolean isSafe = true;
        for (int left = spans.first(spans.begin(span)); left < span && peak > Double.NEGATIVE_INFINITY; left++) {
            int right = chart.span(spans.end(left), spans.end(span));
            if (right == SpanSet.NONE || base(left, right) == Double.NEGATIVE_INFINITY) {
                continue;
            }
            double least = base(left, right) - peak + scratch.lowest[left] + scratch.lowest[right] + rules.lowest();
            isSafe &= least > SAFE;
            rules.addProducts(
                    scratch.active,
                    left * symbols,
                    scratch.activeCounts[left],
                    scratch.rows,
                    left * symbols,
                    right * symbols,
                    factor(left, right, peak),
                    sums);
        }
        int node = lower(span);
        for (int a = 0; a < symbols; a++) {
            if (!isSafe && !(sums[a] > LARGE)) {
                scratch.logarithmic[span] = true;
                return false;
            }
            scratch.values[node + a] = sums[a] == 0
                    ? Double.NEGATIVE_INFINITY
                    : scores[part(node) + a] + peak + rules.scale() + Logarithm.of(sums[a]);
        }
        scratch.logarithmic[span] = false;
        return true;
    }

    /** Divides the upper values of a span by the largest. */
    private void scale(int span) {
        int upper = upper(span);
        double largest = Double.NEGATIVE_INFINITY;
        double smallest = Double.POSITIVE_INFINITY;
        for (int a = 0; a < symbols; a++) {
            double value = scratch.values[upper + a];
            largest = Math.max(largest, value);
            smallest = value > Double.NEGATIVE_INFINITY ? Math.min(smallest, value) : smallest;
        }
        scratch.scales[span] = largest;
        scratch.lowest[span] = largest == Double.NEGATIVE_INFINITY ? 0 : smallest - largest;
        for (int a = 0; a < symbols; a++) {
            double value = scratch.values[upper + a];
            scratch.rows[span * symbols + a] = value == Double.NEGATIVE_INFINITY ? 0 : Exponential.of(value - largest);
        }
    }

    private void addExponentials(int left, int right) {
        double[] values = scratch.values;
        double[] peaks = scratch.peaks;
        int rightRow = upper(right);
        for (int n = 0; n < scratch.activeCounts[left]; n++) {
            int b = scratch.active[left * symbols + n];
            double leftValue = values[upper(left) + b];
            for (int k = rules.firsts[b]; k < rules.firsts[b + 1]; k++) {
                double term = scores[rules.numbers[k]] + leftValue + values[rightRow + rules.rights[k]];
                if (term > Double.NEGATIVE_INFINITY) {
                    int a = rules.parents[k];
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
        if (grammar.firstUnary(a) == grammar.firstUnary(a + 1)) {
            return 1;
        }
        double sum = Exponential.of(scratch.values[lower + a] - peak);
        for (int k = grammar.firstUnary(a); k < grammar.firstUnary(a + 1); k++) {
            sum += Exponential.of(unaryTerm(lower, grammar.unaryByParent(k)) - peak);
        }
        return sum;
    }
}
