package org.espalier.labelling.tree;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Parse;
import org.espalier.structure.forest.SpanSet;

/**
 * Trees of constituents as marks: the most probable tree, or that of the grammar with the most nodes that are expected to be right (Goodman 1996).
 *
 * <pre>
 *   posterior: argmax_t Σ_{spans of the binary tree t} p(symbol of the span | x)
 * </pre>
 *
 * All binary trees of a sentence have as many nodes, so there is nothing to gain from more constituents or fewer. With tags, the upper and the lower symbol of
 * every span count.
 */
record ConstituentDecoding(Inference<Chart> inference, Decoder decoder, TreeGrammar trees)
        implements MarkDecoding<Chart> {

    ConstituentDecoding {
        DependencyDecoding.require(decoder);
    }

    @Override
    public ScoredMarks best(Chart chart, Workspace workspace) {
        if (decoder.equals(Decoder.VITERBI)) {
            return scored(inference.best(chart, workspace));
        }
        double[] probabilities = new double[chart.parts()];
        inference.addMarginals(chart, workspace, 1, probabilities);
        Arrays.fill(probabilities, 0, chart.sharedParts(), 0.0); // spans only count
        for (int span = 0; span < chart.spans() && !hasTags(); span++) {
            int upper = chart.upperOffset(span);
            Arrays.fill(probabilities, upper, upper + chart.grammar().symbols(), 0.0);
        }
        Workspace expected = new Workspace();
        expected.reserve(chart);
        System.arraycopy(probabilities, 0, expected.scores(), 0, probabilities.length);
        Parse parse = (Parse) inference.best(chart, expected).output();
        return new ScoredMarks(trees.marks(parse), parse.score(workspace.scores()));
    }

    private ScoredMarks scored(ScoredOutput<?> found) {
        return new ScoredMarks(trees.marks((Parse) found.output()), found.score());
    }

    /** A tree with a span that was left out beforehand is impossible. */
    @Override
    public double score(Chart chart, Workspace workspace, Marks marks) {
        Parse parse = trees.parse(chart, marks);
        return parse == null ? Double.NEGATIVE_INFINITY : parse.score(workspace.scores());
    }

    @Override
    public double[] probabilities(Chart chart, Workspace workspace, Marks marks) {
        double[] parts = new double[chart.parts()];
        inference.addMarginals(chart, workspace, 1, parts);
        double[] found = new double[marks.size()];
        for (int k = 0; k < found.length; k++) {
            int span = chart.span(marks.from(k), marks.to(k));
            boolean isWord = marks.to(k) == marks.from(k) + 1;
            for (int symbol = 0; symbol < chart.grammar().symbols() && span != SpanSet.NONE; symbol++) {
                int label = marks.label(k);
                if (Arrays.stream(trees.labels(symbol)).anyMatch(own -> own == label)) {
                    found[k] += parts[chart.lowerOffset(span) + symbol];
                    // Constituents over a word stand above its tag, which is the lower symbol.
                    found[k] += hasTags() && isWord && !chart.grammar().isPreterminal(symbol)
                            ? parts[chart.upperOffset(span) + symbol]
                            : 0;
                }
            }
        }
        return found;
    }

    private boolean hasTags() {
        return trees.factoring().hasTags();
    }

    @Override
    public List<ScoredMarks> nBest(Chart chart, Workspace workspace, int n) {
        return inference.nBest(chart, workspace, n).stream().map(this::scored).toList();
    }

    @Override
    public Marks sample(Chart chart, Workspace workspace, RandomGenerator random) {
        return trees.marks((Parse) inference.sample(chart, workspace, random));
    }
}
