package org.espalier.continuous;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
 * @param changes whether each lag and each kind of edges has another β, for edges that expect the change between their ends that the first
 *     regressor predicts, not equal values
 * @param width of the similarity of frames: with it every lag has a second β, for edges that count exp(−‖x_i − x_j‖² / (2 width²)); 0 for
 *     none
 * @param nodes the column that names positions, which edges of a file refer to; null when there are no such edges
 * @param edgeKinds the kinds of these edges
 */
public record Neighbourhood(
        List<Integer> lags,
        boolean changes,
        double width,
        @Nullable String nodes,
        List<String> edgeKinds) {
    /** The most distant neighbours: a band is as wide as the largest lag. */
    public static final int LARGEST_LAG = 2_000;

    /** Frames less similar than this are no neighbours. */
    private static final double LEAST = 1e-12;

    /** Each position and the next: alike, or changing as predicted. */
    public static final Neighbourhood CHAIN = new Neighbourhood(List.of(1), true, 0, null, List.of());

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
        return new Neighbourhood(value, changes, width, nodes, edgeKinds);
    }

    public Neighbourhood withChanges(boolean value) {
        return new Neighbourhood(lags, value, width, nodes, edgeKinds);
    }

    public Neighbourhood withWidth(double value) {
        return new Neighbourhood(lags, changes, value, nodes, edgeKinds);
    }

    /** With edges of these kinds between positions that a column names. */
    public Neighbourhood withEdges(@Nullable String column, List<String> kinds) {
        return new Neighbourhood(lags, changes, width, column, kinds);
    }

    /** The names of the kinds of edges, each with a β. */
    public List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        for (int lag : lags) {
            kinds.add("lag " + lag);
            if (changes) {
                kinds.add("change at lag " + lag);
            }
            if (width > 0) {
                kinds.add("similar at lag " + lag);
            }
        }
        for (String kind : edgeKinds) {
            kinds.add(kind);
            if (changes) {
                kinds.add("change along " + kind);
            }
        }
        return kinds;
    }

    /** The numbers of the kinds of the file's edges, without those with changes. */
    int[] numbersOfEdges() {
        return IntStream.range(0, edgeKinds.size())
                .map(kind -> lags.size() * perLag() + kind * (changes ? 2 : 1))
                .toArray();
    }

    /** How many kinds a lag has. */
    private int perLag() {
        return 1 + (changes ? 1 : 0) + (width > 0 ? 1 : 0);
    }

    /**
     * The graph of a sequence.
     *
     * @param edges of the file; those that name positions of other sequences are left out
     * @param predicted by the first regressor; an edge with a change is left out where it is NaN // [T]
     */
    NeighbourGraph graph(Sequence sequence, EncodedSequence encoded, EdgeList edges, double[] predicted) {
        NeighbourGraph.Builder graph = NeighbourGraph.builder(sequence.length());
        for (int l = 0; l < lags.size(); l++) {
            int lag = lags.get(l);
            for (int t = lag; t < sequence.length(); t++) {
                add(t - lag, t, l * perLag(), 1, predicted, graph);
                double similarity = width > 0 ? similarity(encoded, t - lag, t) : 0;
                if (similarity > LEAST) {
                    graph.add(t - lag, t, (l + 1) * perLag() - 1, similarity);
                }
            }
        }
        if (nodes != null) {
            addEdges(sequence, edges, predicted, graph);
        }
        return graph.build();
    }

    /** Adds an edge, and another one with the predicted change. */
    private void add(
            int one, int other, int kind, double similarity, double[] predicted, NeighbourGraph.Builder graph) {
        graph.add(one, other, kind, similarity);
        double change = predicted[one] - predicted[other];
        if (changes && !Double.isNaN(change)) {
            graph.add(one, other, kind + 1, similarity, change);
        }
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

    private void addEdges(Sequence sequence, EdgeList edges, double[] predicted, NeighbourGraph.Builder graph) {
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
        int first = lags.size() * perLag();
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
                    add(t, other, first + kind * (changes ? 2 : 1), edge.similarity(), predicted, graph);
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
