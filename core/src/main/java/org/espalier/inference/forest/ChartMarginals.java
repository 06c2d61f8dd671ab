package org.espalier.inference.forest;

import java.util.Arrays;
import org.espalier.math.Exponential;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.SpanSet;
import org.jspecify.annotations.Nullable;

/**
 * Expected counts of nodes and rules, from the sentence downwards; and their derivatives along a direction of the scores.
 *
 * <pre>
 *   share(edge) = exp(term(edge) − value(head))       count(tail) += count(head) · share(edge)
 *   value′(v) = Σ share · term′                       count′(tail) += count′(head) · share + count(head) · share · (term′ − value′(head))
 * </pre>
 *
 * As {@link InsideOutside}, but the hyperedges and their shares are never written down: they are computed again, as products where the sums
 * were products, or with one exponential each.
 */
final class ChartMarginals {
    private final ChartRows rows;
    private final Chart chart;
    private final Grammar grammar;
    private final int symbols;
    private final double[] values;
    private final double @Nullable [] direction; // [parts]; null when no derivatives are asked for
    private final ChartScratch scratch;

    ChartMarginals(ChartRows rows, double @Nullable [] direction) {
        this.rows = rows;
        this.chart = rows.chart;
        this.grammar = rows.grammar;
        this.symbols = rows.symbols;
        this.scratch = rows.scratch;
        this.values = scratch.values;
        this.direction = direction;
    }

    /** Adds weight · p(part), or weight times its derivative. */
    void add(double weight, double[] into) {
        int nodes = chart.spans() * 2 * symbols;
        scratch.reserveCounts(chart);
        Arrays.fill(scratch.counts, 0, nodes, 0);
        if (direction != null) {
            scratch.reserveSlopes(chart);
            Arrays.fill(scratch.slopes, 0, nodes, 0);
            Arrays.fill(scratch.countSlopes, 0, nodes, 0);
            runSlopes(direction);
        }
        scratch.counts[rows.upper(chart.span(0, rows.length)) + grammar.start()] = weight;
        for (int begin = 0; begin < rows.length; begin++) {
            for (int span = rows.spans.first(begin + 1) - 1; span >= rows.spans.first(begin); span--) {
                fromUpper(span, into);
                fromLower(span, into);
            }
        }
    }

    /** What a node or an edge adds to a part. */
    private double gained(double count, double countSlope) {
        return direction == null ? count : countSlope;
    }

    private void fromUpper(int span, double[] into) {
        int upper = rows.upper(span);
        int lower = rows.lower(span);
        for (int a = 0; a < symbols; a++) {
            double count = scratch.counts[upper + a];
            double slope = direction == null ? 0 : scratch.countSlopes[upper + a];
            if (count == 0 && slope == 0) {
                continue;
            }
            int part = rows.part(upper) + a;
            into[part] += gained(count, slope);
            double rest = rows.scores[part] - values[upper + a];
            double mean = direction == null ? 0 : scratch.slopes[upper + a] - direction[part];
            pass(lower + a, Exponential.of(values[lower + a] + rest), count, slope, tangent(-1, lower + a) - mean);
            for (int k = grammar.firstUnary(a); k < grammar.firstUnary(a + 1); k++) {
                int rule = grammar.unaryByParent(k);
                int tail = lower + grammar.child(rule);
                double share = Exponential.of(rows.unaryTerm(lower, rule) + rest);
                double change = tangent(chart.unaryPart(rule), tail) - mean;
                into[chart.unaryPart(rule)] += gained(count * share, slope * share + count * share * change);
                pass(tail, share, count, slope, change);
            }
        }
    }

    /** The derivative of an edge's term, by its part and one tail. */
    private double tangent(int part, int tail) {
        return direction == null ? 0 : (part < 0 ? 0 : direction[part]) + scratch.slopes[tail];
    }

    /** A tail gets its share of what the head has. */
    private void pass(int tail, double share, double count, double slope, double change) {
        scratch.counts[tail] += count * share;
        if (direction != null) {
            scratch.countSlopes[tail] += slope * share + count * share * change;
        }
    }

    private void fromLower(int span, double[] into) {
        int lower = rows.lower(span);
        boolean any = false;
        for (int a = 0; a < symbols; a++) {
            double count = scratch.counts[lower + a];
            double slope = direction == null ? 0 : scratch.countSlopes[lower + a];
            if (count != 0 || slope != 0) {
                into[rows.part(lower) + a] += gained(count, slope);
                any = true;
            }
        }
        if (!any || rows.spans.end(span) == rows.spans.begin(span) + 1) {
            return;
        }
        if (direction == null && !scratch.logarithmic[span]) {
            passProducts(span, into);
            return;
        }
        for (int left = rows.spans.first(rows.spans.begin(span)); left < span; left++) {
            int right = chart.span(rows.spans.end(left), rows.spans.end(span));
            if (right != SpanSet.NONE) {
                fromSplit(lower, left, right, into);
            }
        }
    }

    /** What the lower symbols of a span pass on: out = count / sum of products. */
    private void passProducts(int span, double[] into) {
        int lower = rows.lower(span);
        double peak = rows.peak(span);
        double[] out = scratch.sums;
        for (int a = 0; a < symbols; a++) {
            double count = scratch.counts[lower + a];
            double ofSum = count == 0 ? 0 : rows.scores[rows.part(lower) + a] + peak + rows.rules.scale();
            out[a] = count == 0 ? 0 : count * Exponential.of(ofSum - values[lower + a]);
        }
        for (int left = rows.spans.first(rows.spans.begin(span)); left < span; left++) {
            int right = chart.span(rows.spans.end(left), rows.spans.end(span));
            double factor = right == SpanSet.NONE ? 0 : rows.factor(left, right, peak);
            if (factor > 0) {
                rows.rules.passShares(
                        scratch.active,
                        left * symbols,
                        scratch.activeCounts[left],
                        scratch.rows,
                        left * symbols,
                        right * symbols,
                        factor,
                        out,
                        scratch.counts,
                        rows.upper(left),
                        rows.upper(right),
                        into);
            }
        }
    }

    private void fromSplit(int lower, int left, int right, double[] into) {
        int leftRow = rows.upper(left);
        int rightRow = rows.upper(right);
        for (int n = 0; n < scratch.activeCounts[left]; n++) {
            int b = scratch.active[left * symbols + n];
            for (int k = grammar.firstByLeft(b); k < grammar.firstByLeft(b + 1); k++) {
                int rule = grammar.ruleByLeft(k);
                int head = lower + grammar.parent(rule);
                int c = rightRow + grammar.right(rule);
                double count = scratch.counts[head];
                double slope = direction == null ? 0 : scratch.countSlopes[head];
                if ((count == 0 && slope == 0) || values[c] == Double.NEGATIVE_INFINITY) {
                    continue;
                }
                int part = rows.part(head);
                double term = rows.scores[rule] + values[leftRow + b] + values[c];
                double share = Exponential.of(term + rows.scores[part] - values[head]);
                double change = 0;
                if (direction != null) {
                    double tangent = direction[rule] + scratch.slopes[leftRow + b] + scratch.slopes[c];
                    change = tangent - (scratch.slopes[head] - direction[part]);
                }
                into[rule] += gained(count * share, slope * share + count * share * change);
                pass(leftRow + b, share, count, slope, change);
                pass(c, share, count, slope, change);
            }
        }
    }

    /** The derivatives of all values, from the words upwards. */
    private void runSlopes(double[] along) {
        for (int begin = rows.length - 1; begin >= 0; begin--) {
            for (int span = rows.spans.first(begin); span < rows.spans.first(begin + 1); span++) {
                int lower = rows.lower(span);
                for (int left = rows.spans.first(begin); left < span; left++) {
                    int right = chart.span(rows.spans.end(left), rows.spans.end(span));
                    if (right != SpanSet.NONE) {
                        slopesOfSplit(lower, left, right, along);
                    }
                }
                for (int a = 0; a < symbols; a++) {
                    scratch.slopes[lower + a] += along[rows.part(lower) + a];
                }
                slopesOfUpper(span, along);
            }
        }
    }

    private void slopesOfSplit(int lower, int left, int right, double[] along) {
        int leftRow = rows.upper(left);
        int rightRow = rows.upper(right);
        for (int n = 0; n < scratch.activeCounts[left]; n++) {
            int b = scratch.active[left * symbols + n];
            for (int k = grammar.firstByLeft(b); k < grammar.firstByLeft(b + 1); k++) {
                int rule = grammar.ruleByLeft(k);
                int head = lower + grammar.parent(rule);
                int c = rightRow + grammar.right(rule);
                if (values[head] > Double.NEGATIVE_INFINITY && values[c] > Double.NEGATIVE_INFINITY) {
                    double term = rows.scores[rule] + values[leftRow + b] + values[c];
                    double share = Exponential.of(term + rows.scores[rows.part(head)] - values[head]);
                    scratch.slopes[head] += share * (along[rule] + scratch.slopes[leftRow + b] + scratch.slopes[c]);
                }
            }
        }
    }

    private void slopesOfUpper(int span, double[] along) {
        int upper = rows.upper(span);
        int lower = rows.lower(span);
        for (int n = 0; n < scratch.activeCounts[span]; n++) {
            int a = scratch.active[span * symbols + n];
            double rest = rows.scores[rows.part(upper) + a] - values[upper + a];
            double slope =
                    along[rows.part(upper) + a] + Exponential.of(values[lower + a] + rest) * scratch.slopes[lower + a];
            for (int k = grammar.firstUnary(a); k < grammar.firstUnary(a + 1); k++) {
                int rule = grammar.unaryByParent(k);
                double share = Exponential.of(rows.unaryTerm(lower, rule) + rest);
                slope += share * (along[chart.unaryPart(rule)] + scratch.slopes[lower + grammar.child(rule)]);
            }
            scratch.slopes[upper + a] = slope;
        }
    }
}
