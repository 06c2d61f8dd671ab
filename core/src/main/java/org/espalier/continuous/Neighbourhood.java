package org.espalier.continuous;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.math.Exponential;
import org.jspecify.annotations.Nullable;

/**
 * Which positions of a sequence are neighbours, and how similar.
 *
 * @param lags positions so far apart are neighbours, each lag with its own β; ascending
 * @param width of the similarity of frames: with it every lag has a second β, for edges that count exp(−‖x_i − x_j‖² / (2 width²)); 0 for
 *     none
 * @param nodes the column that names positions, which edges of a file refer to; null when there are no such edges
 * @param edgeKinds the kinds of these edges
 */
public record Neighbourhood(
        List<Integer> lags, double width, @Nullable String nodes, List<String> edgeKinds) {
    /** The most distant neighbours: a band is as wide as the largest lag. */
    public static final int LARGEST_LAG = 2_000;

    /** Frames less similar than this are no neighbours. */
    private static final double LEAST = 1e-12;

    /** Each position and the next. */
    public static final Neighbourhood CHAIN = new Neighbourhood(List.of(1), 0, null, List.of());

    public Neighbourhood {
        lags = lags.stream().distinct().sorted().toList();
        edgeKinds = List.copyOf(edgeKinds);
        if (!lags.isEmpty() && (lags.get(0) < 1 || lags.get(lags.size() - 1) > LARGEST_LAG)) {
            throw new IllegalArgumentException("lags " + lags + "; expected numbers from 1 to " + LARGEST_LAG);
        }
        if (!(width >= 0) || Double.isInfinite(width)) {
            throw new IllegalArgumentException(
                    "the width of the similarity is " + width + "; expected a finite number above 0, or 0 for none");
        }
        if (width > 0 && lags.isEmpty()) {
            throw new IllegalArgumentException(
                    "a similarity of frames without lags; expected at least one lag, whose frames are compared");
        }
        if (nodes == null && !edgeKinds.isEmpty()) {
            throw new IllegalArgumentException(
                    "edges need a column that names the positions that they connect; say which (--node-column)");
        }
    }

    public Neighbourhood withLags(List<Integer> value) {
        return new Neighbourhood(value, width, nodes, edgeKinds);
    }

    public Neighbourhood withWidth(double value) {
        return new Neighbourhood(lags, value, nodes, edgeKinds);
    }

    /** With edges of these kinds between positions that a column names. */
    public Neighbourhood withEdges(@Nullable String column, List<String> kinds) {
        return new Neighbourhood(lags, width, column, kinds);
    }

    /** The names of the kinds of edges, each with a β. */
    public List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        lags.forEach(lag -> kinds.add("lag " + lag));
        if (width > 0) {
            lags.forEach(lag -> kinds.add("similar at lag " + lag));
        }
        kinds.addAll(edgeKinds);
        return kinds;
    }

    /**
     * The graph of a sequence.
     *
     * @param edges of the file; those that name positions of other sequences are left out
     */
    NeighbourGraph graph(Sequence sequence, EncodedSequence encoded, EdgeList edges) {
        NeighbourGraph.Builder graph = NeighbourGraph.builder(sequence.length());
        for (int l = 0; l < lags.size(); l++) {
            int lag = lags.get(l);
            for (int t = lag; t < sequence.length(); t++) {
                graph.add(t - lag, t, l, 1);
                double similarity = width > 0 ? similarity(encoded, t - lag, t) : 0;
                if (similarity > LEAST) {
                    graph.add(t - lag, t, lags.size() + l, similarity);
                }
            }
        }
        if (nodes != null) {
            addEdges(sequence, edges, graph);
        }
        return graph.build();
    }

    private double similarity(EncodedSequence encoded, int one, int other) {
        Map<Integer, Double> values = new HashMap<>();
        for (int p = encoded.begin(one); p < encoded.begin(one + 1); p++) {
            values.merge(encoded.attribute(p), encoded.value(p), Double::sum);
        }
        double square = 0;
        for (int p = encoded.begin(other); p < encoded.begin(other + 1); p++) {
            Double value = values.remove(encoded.attribute(p));
            double difference = (value == null ? 0 : value) - encoded.value(p);
            square += difference * difference;
        }
        for (int p = encoded.begin(one); p < encoded.begin(one + 1); p++) {
            Double value = values.get(encoded.attribute(p)); // what the other does not have
            square += value == null ? 0 : value * value;
        }
        double exponent = -square / (2 * width * width);
        return exponent < Exponential.SMALLEST ? 0 : Exponential.of(exponent);
    }

    private void addEdges(Sequence sequence, EdgeList edges, NeighbourGraph.Builder graph) {
        List<String> names = names(sequence);
        Map<String, Integer> positions = new HashMap<>();
        for (int t = 0; t < names.size(); t++) {
            if (positions.put(names.get(t), t) != null) {
                throw new DataFormatException(
                        sequence.location(),
                        "two positions of the sequence that begins here are named '" + names.get(t) + "' in column '"
                                + nodes + "'; expected different names");
            }
        }
        int first = lags.size() * (width > 0 ? 2 : 1);
        for (int t = 0; t < names.size(); t++) {
            for (EdgeList.Edge edge : edges.from(names.get(t))) {
                Integer other = positions.get(edge.to());
                int kind = edgeKinds.indexOf(edge.kind());
                if (kind < 0) {
                    throw new DataFormatException(
                            edge.location(),
                            "an edge of the kind '" + edge.kind()
                                    + "', which the training data did not have; expected one of " + edgeKinds);
                }
                if (other != null) {
                    graph.add(t, other, first + kind, edge.similarity());
                }
            }
        }
    }

    /** The names of the positions: the reader keeps columns that are not observed as comments. */
    private List<String> names(Sequence sequence) {
        for (String comment : sequence.comments()) {
            if (comment.startsWith("{")
                    && Json.parse(comment) instanceof Map<?, ?> map
                    && map.get(nodes) instanceof List<?> list
                    && list.size() == sequence.length()) {
                return list.stream().map(String::valueOf).toList();
            }
        }
        throw new DataFormatException(
                sequence.location(),
                "there is no column '" + nodes
                        + "', which names the positions that edges connect; it must be among the ignored"
                        + " columns of a table of frames");
    }
}
