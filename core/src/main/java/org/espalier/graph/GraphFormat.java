package org.espalier.graph;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.data.Sequences;
import org.espalier.structure.factor.FactorGraph;

/** The formats of graph files; both are text. */
public enum GraphFormat {
    /** That of the UAI competitions. */
    UAI,
    /** libDAI's factor graphs, {@code .fg}; variables are known by numbers that may have gaps. */
    LIBDAI;

    /** By the name: {@code .fg} and {@code .fg.gz} are libDAI's, all others UAI's. */
    public static GraphFormat of(Path file) {
        String name = file.toString();
        return name.endsWith(".fg") || name.endsWith(".fg.gz") ? LIBDAI : UAI;
    }

    /**
     * Reads a file, which is unpacked when its name ends in {@code .gz}.
     *
     * @throws org.espalier.data.DataFormatException with line and table, when it is not in this format
     */
    public GraphModel read(Path file) {
        return read(Sequences.stream(file), file.toString());
    }

    /** Reads a stream to its end and closes it. */
    public GraphModel read(InputStream input, String source) {
        try (TokenReader tokens = new TokenReader(input, source)) {
            return this == UAI ? new UaiReader(tokens).read() : new LibdaiReader(tokens).read();
        }
    }

    /** Writes a file. Numbers are written so that they read back as the same. */
    public void write(GraphModel model, Path file) {
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            write(model, writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes a model.
     *
     * @throws IllegalArgumentException when the format cannot express it: in libDAI's, a variable that no factor has
     */
    public void write(GraphModel model, Appendable into) throws IOException {
        if (this == UAI) {
            writeUai(model, into);
        } else {
            writeLibdai(model, into);
        }
    }

    private static void writeUai(GraphModel model, Appendable into) throws IOException {
        FactorGraph graph = model.graph();
        into.append(model.kind().name()).append('\n').append(graph.variables() + "\n");
        for (int v = 0; v < graph.variables(); v++) {
            into.append(v == 0 ? "" : " ").append(Integer.toString(graph.cardinality(v)));
        }
        into.append('\n').append(graph.factors() + "\n");
        for (int f = 0; f < graph.factors(); f++) {
            into.append(Integer.toString(graph.arity(f)));
            for (int v : graph.scope(f)) {
                into.append(' ').append(Integer.toString(v));
            }
            into.append('\n');
        }
        for (int f = 0; f < graph.factors(); f++) {
            into.append("\n" + graph.factorSize(f) + "\n");
            for (int entry = 0; entry < graph.factorSize(f); entry++) {
                into.append(entry == 0 ? "" : " ").append(Double.toString(model.potential(f, entry)));
            }
            into.append('\n');
        }
    }

    private static void writeLibdai(GraphModel model, Appendable into) throws IOException {
        FactorGraph graph = model.graph();
        requireFactors(model);
        into.append(graph.factors() + "\n");
        for (int f = 0; f < graph.factors(); f++) {
            int arity = graph.arity(f);
            into.append("\n" + arity + "\n");
            for (int k = arity - 1; k >= 0; k--) {
                into.append(Integer.toString(model.name(graph.variable(f, k)))).append(k == 0 ? "" : " ");
            }
            into.append('\n');
            for (int k = arity - 1; k >= 0; k--) {
                into.append(Integer.toString(graph.cardinality(graph.variable(f, k))))
                        .append(k == 0 ? "" : " ");
            }
            into.append('\n');
            writeEntries(model, f, into);
        }
    }

    private static void writeEntries(GraphModel model, int f, Appendable into) throws IOException {
        int size = model.graph().factorSize(f);
        int listed = 0;
        for (int entry = 0; entry < size; entry++) {
            listed += model.potential(f, entry) == 0 ? 0 : 1;
        }
        into.append(listed + "\n");
        for (int entry = 0; entry < size; entry++) {
            if (model.potential(f, entry) != 0) {
                into.append(entry + " " + model.potential(f, entry) + "\n");
            }
        }
    }

    private static void requireFactors(GraphModel model) {
        FactorGraph graph = model.graph();
        boolean[] seen = new boolean[graph.variables()];
        for (int f = 0; f < graph.factors(); f++) {
            for (int v : graph.scope(f)) {
                seen[v] = true;
            }
        }
        for (int v = 0; v < seen.length; v++) {
            if (!seen[v]) {
                throw new IllegalArgumentException("variable " + model.name(v)
                        + " has no factor, and libDAI's format has no other place for it; give it a table of ones");
            }
        }
    }
}
