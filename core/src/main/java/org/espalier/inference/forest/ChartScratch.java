package org.espalier.inference.forest;

import static org.espalier.inference.Workspace.grown;

import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Chart;

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

    void reserveCounts(Chart chart) {
        counts = grown(counts, chart.spans() * 2 * chart.grammar().symbols());
    }

    void reserveSlopes(Chart chart) {
        slopes = grown(slopes, chart.spans() * 2 * chart.grammar().symbols());
        countSlopes = grown(countSlopes, chart.spans() * 2 * chart.grammar().symbols());
    }
}
