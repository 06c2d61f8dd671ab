package org.espalier.inference.forest;

import static org.espalier.inference.Workspace.grown;

import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;
import org.jspecify.annotations.Nullable;

/** The rows of the algorithms on charts, for one thread. A node is a span with its lower or upper symbol, numbered as its part is. */
final class ChartScratch implements Scratch {
    double[] values = {}; // [spans][2][S]: log Σ over the trees below a node; or the score of the best one
    double[] counts = {}; // [spans][2][S]: how often a node is expected, times the weight
    double[] slopes = {}; // [spans][2][S]: derivatives of values
    double[] countSlopes = {}; // [spans][2][S]: derivatives of counts
    double[] peaks = {}; // [S]: the largest term of each lower symbol
    double[] sums = {}; // [S]: Σ exp(term − the largest)
    int[] active = {}; // [spans][S]: the upper symbols that a span may have
    int[] activeCounts = {}; // [spans]
    double[] rows = {}; // [spans][S]: exp(upper value − the largest of the span)
    double[] scales = {}; // [spans]: the largest upper value
    double[] lowest = {}; // [spans]: the smallest upper value above −∞, less the largest
    boolean[] logarithmic = {}; // [spans]: whether products could not tell all sums of the span
    private @Nullable ChartRules rules; // of the grammar that was asked for last

    static ChartScratch of(Workspace workspace, Chart chart) {
        ChartScratch scratch = workspace.scratch(ChartScratch.class, ChartScratch::new);
        int symbols = chart.grammar().symbols();
        scratch.values = grown(scratch.values, chart.spans() * 2 * symbols);
        scratch.peaks = grown(scratch.peaks, symbols);
        scratch.sums = grown(scratch.sums, symbols);
        if (scratch.active.length < chart.spans() * symbols || scratch.activeCounts.length < chart.spans()) {
            scratch.active = new int[chart.spans() * symbols];
            scratch.activeCounts = new int[chart.spans()];
        }
        return scratch;
    }

    /** The rules of a grammar, which most often is that of the chart before. */
    ChartRules rules(Grammar grammar) {
        ChartRules known = rules;
        if (known == null || known.grammar != grammar) {
            known = new ChartRules(grammar);
            rules = known;
        }
        return known;
    }

    void reserveRows(Chart chart) {
        int spans = chart.spans();
        rows = grown(rows, spans * chart.grammar().symbols());
        scales = grown(scales, spans);
        lowest = grown(lowest, spans);
        logarithmic = logarithmic.length < spans ? new boolean[spans] : logarithmic;
    }

    void reserveCounts(Chart chart) {
        counts = grown(counts, chart.spans() * 2 * chart.grammar().symbols());
    }

    void reserveSlopes(Chart chart) {
        slopes = grown(slopes, chart.spans() * 2 * chart.grammar().symbols());
        countSlopes = grown(countSlopes, chart.spans() * 2 * chart.grammar().symbols());
    }
}
