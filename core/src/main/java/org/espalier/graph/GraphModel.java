package org.espalier.graph;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.FactorGraph;

/**
 * A factor graph and its potentials: p(x) = 1/Z · Π<sub>f</sub> potential<sub>f</sub>(x<sub>scope(f)</sub>).
 *
 * <p>Potentials are the numbers of the file, not logarithms; 0 forbids. Immutable.
 */
public final class GraphModel {

    /** What the tables are said to be. */
    public enum Kind {
        /** Potentials: any numbers that are not negative. */
        MARKOV,
        /** Each table is the distribution of the last variable of its scope, given the others. */
        BAYES
    }

    private final Kind kind;
    private final FactorGraph graph;
    private final int[] names; // [n]: the number that the file has for each variable
    private final double[] potentials; // [entries of all factors]

    private GraphModel(Kind kind, FactorGraph graph, int[] names, double[] potentials) {
        this.kind = kind;
        this.graph = graph;
        this.names = names;
        this.potentials = potentials;
    }

    /** A model whose variables are numbered from 0. */
    public static GraphModel of(Kind kind, FactorGraph graph, double[] potentials) {
        return of(kind, graph, IntStream.range(0, graph.variables()).toArray(), potentials);
    }

    /**
     * A model.
     *
     * @param names the number that users know each variable by, ascending // [n]
     * @param potentials the tables of the factors, one after the other, the last variable of a scope fastest
     */
    public static GraphModel of(Kind kind, FactorGraph graph, int[] names, double[] potentials) {
        int expected = graph.parts() - graph.factorOffset(0);
        if (potentials.length != expected || names.length != graph.variables()) {
            throw new IllegalArgumentException(potentials.length + " potentials and " + names.length
                    + " names for a graph with " + expected + " entries and " + graph.variables() + " variables");
        }
        for (double potential : potentials) {
            if (!(potential >= 0 && potential < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "potential " + potential + "; expected a number that is not negative");
            }
        }
        return new GraphModel(kind, graph, names.clone(), potentials.clone());
    }

    public Kind kind() {
        return kind;
    }

    public FactorGraph graph() {
        return graph;
    }

    /** The number that users know a variable by. */
    public int name(int variable) {
        return names[variable];
    }

    /** The variable that users know by a number, or −1. */
    public int variable(int name) {
        return Math.max(-1, Arrays.binarySearch(names, name));
    }

    /** A potential: of which factor, and which entry of its table. */
    public double potential(int factor, int entry) {
        return potentials[graph.factorOffset(factor) - graph.factorOffset(0) + entry];
    }

    /** Writes the scores of all parts: the logarithms of the potentials, and 0 for the variables. */
    public void load(Workspace workspace) {
        workspace.reserve(graph);
        double[] scores = workspace.scores();
        int first = graph.factorOffset(0);
        for (int part = 0; part < first; part++) {
            scores[part] = 0;
        }
        for (int entry = 0; entry < potentials.length; entry++) {
            scores[first + entry] = StrictMath.log(potentials[entry]);
        }
    }
}
