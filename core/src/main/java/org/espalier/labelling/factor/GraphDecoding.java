package org.espalier.labelling.factor;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.LabelDecoding;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/** Labels of variables: the best assignment, or the most probable label of each variable by itself. */
record GraphDecoding(GraphLabels labels, Inference<FactorGraph> inference, Decoder decoder)
        implements LabelDecoding<FactorGraph> {

    GraphDecoding {
        if (!decoder.equals(Decoder.VITERBI) && !decoder.equals(Decoder.POSTERIOR)) {
            throw new IllegalArgumentException(
                    "the labels of a graph are chosen by the decoder viterbi, which takes the best of all, or posterior, which"
                            + " takes the most probable label of each variable; the others are for sequences");
        }
    }

    @Override
    public double decode(FactorGraph graph, Workspace workspace, int[] found) {
        if (decoder.equals(Decoder.POSTERIOR)) {
            double[][] rows = marginals(graph, workspace);
            for (int v = 0; v < rows.length; v++) {
                int best = labels.label(graph.type(v), 0);
                for (int label = 0; label < rows[v].length; label++) {
                    best = rows[v][label] > rows[v][best] ? label : best;
                }
                found[v] = best;
            }
            return score(graph, workspace, found);
        }
        ScoredOutput<?> best = inference.best(graph, workspace);
        System.arraycopy(labels(graph, (Assignment) best.output()), 0, found, 0, graph.variables());
        return best.score();
    }

    private int[] labels(FactorGraph graph, Assignment assignment) {
        int[] found = new int[graph.variables()];
        Arrays.setAll(found, v -> labels.label(graph.type(v), assignment.value(v)));
        return found;
    }

    @Override
    public double score(FactorGraph graph, Workspace workspace, int[] wanted) {
        int[] values = new int[graph.variables()];
        for (int v = 0; v < values.length; v++) {
            values[v] = labels.value(graph.type(v), wanted[v]);
            if (values[v] < 0) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        return new Assignment(graph, values).score(workspace.scores());
    }

    @Override
    public double[][] marginals(FactorGraph graph, Workspace workspace) {
        double[] parts = new double[graph.parts()];
        inference.addMarginals(graph, workspace, 1, parts);
        double[][] rows = new double[graph.variables()][labels.labels()];
        for (int v = 0; v < rows.length; v++) {
            for (int x = 0; x < graph.cardinality(v); x++) {
                rows[v][labels.label(graph.type(v), x)] = parts[graph.variableOffset(v) + x];
            }
        }
        return rows;
    }

    /** Exact where inference is; approximate methods know one. */
    @Override
    public List<ScoredLabels> nBest(FactorGraph graph, Workspace workspace, int n) {
        return inference.nBest(graph, workspace, n).stream()
                .map(found -> new ScoredLabels(labels(graph, (Assignment) found.output()), found.score()))
                .toList();
    }

    @Override
    public int[] sample(FactorGraph graph, Workspace workspace, RandomGenerator random) {
        return labels(graph, (Assignment) inference.sample(graph, workspace, random));
    }
}
