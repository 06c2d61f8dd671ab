package org.espalier.continuous;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Location;
import org.espalier.data.RealValues;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;

/**
 * Edges between positions that have names, from a table with the columns {@code from}, {@code to}, and perhaps {@code similarity} (1
 * where there is none) and {@code kind} ({@code edge} where there is none).
 */
public final class EdgeList {
    /** No edges. */
    public static final EdgeList NONE = new EdgeList(List.of());

    /** The kind of edges without one. */
    public static final String KIND = "edge";

    private final List<Edge> edges;
    private final Map<String, List<Edge>> byFrom = new LinkedHashMap<>();

    /**
     * An edge.
     *
     * @param location where it stands
     */
    public record Edge(String from, String to, double similarity, String kind, Location location) {
        public Edge {
            if (from.equals(to)) {
                throw new DataFormatException(
                        location, "an edge from '" + from + "' to itself; expected two different positions");
            }
            if (!(similarity > 0) || Double.isInfinite(similarity)) {
                throw new DataFormatException(
                        location, "the similarity is " + similarity + "; expected a finite number above 0");
            }
        }
    }

    public EdgeList(List<Edge> edges) {
        this.edges = List.copyOf(edges);
        for (Edge edge : edges) {
            byFrom.computeIfAbsent(edge.from, name -> new ArrayList<>()).add(edge);
        }
    }

    /**
     * Reads a table with a header, comma, semicolon or tab separated.
     *
     * @throws DataFormatException when a row is not an edge
     */
    public static EdgeList read(Path file) {
        try (SequenceReader reader = Sequences.open(DataOptions.CSV.withLabelled(false), file)) {
            List<Edge> edges = new ArrayList<>();
            for (Sequence row = reader.next(); row != null; row = reader.next()) {
                edges.add(edge(row.tokens().get(0), row.location()));
            }
            return new EdgeList(edges);
        }
    }

    private static Edge edge(Token row, Location location) {
        for (String name : row.names()) {
            if (!Set.of("from", "to", "similarity", "kind").contains(name)) {
                throw new DataFormatException(
                        location, "column '" + name + "' in a table of edges; expected from, to, similarity and kind");
            }
        }
        String similarity = field(row, "similarity", "1", location);
        double value = RealValues.number(similarity);
        if (Double.isNaN(value)) {
            throw new DataFormatException(
                    location, "the similarity is '" + similarity + "'; expected a finite number above 0");
        }
        return new Edge(
                field(row, "from", "", location),
                field(row, "to", "", location),
                value,
                field(row, "kind", KIND, location),
                location);
    }

    private static String field(Token row, String name, String usual, Location location) {
        int column = row.names().indexOf(name);
        String text = column < 0 ? "" : row.columns().get(column).strip();
        if (text.isEmpty() && usual.isEmpty()) {
            throw new DataFormatException(
                    location,
                    column < 0
                            ? "there is no column '" + name + "' in the table of edges; found " + row.names()
                            : "column '" + name + "' is empty; expected the name of a position");
        }
        return text.isEmpty() ? usual : text;
    }

    public int size() {
        return edges.size();
    }

    public boolean isEmpty() {
        return edges.isEmpty();
    }

    /** All edges in their order. */
    public List<Edge> edges() {
        return edges;
    }

    /** The kinds of edges, in the order in which they occur first. */
    public List<String> kinds() {
        Set<String> kinds = new LinkedHashSet<>();
        edges.forEach(edge -> kinds.add(edge.kind));
        return List.copyOf(kinds);
    }

    /** The edges that name this position first. */
    List<Edge> from(String name) {
        return byFrom.getOrDefault(name, List.of());
    }
}
