package org.espalier.structure.factor;

import java.util.Arrays;
import org.espalier.structure.Output;

/** One output of a {@link FactorGraph}: a value for every variable. */
public final class Assignment implements Output {
    private final FactorGraph graph;
    private final int[] values; // [n]

    /**
     * Values for all variables.
     *
     * @throws IllegalArgumentException when there are more or fewer, or when a variable has no such value
     */
    public Assignment(FactorGraph graph, int... values) {
        if (values.length != graph.variables()) {
            throw new IllegalArgumentException(
                    values.length + " values for " + graph.variables() + " variables; expected one each");
        }
        for (int v = 0; v < values.length; v++) {
            if (values[v] < 0 || values[v] >= graph.cardinality(v)) {
                throw new IllegalArgumentException("value " + values[v] + " of variable " + v
                        + "; expected a number from 0 to " + (graph.cardinality(v) - 1));
            }
        }
        this.graph = graph;
        this.values = values.clone();
    }

    /** The structure whose output this is. */
    public FactorGraph graph() {
        return graph;
    }

    /** The value of a variable. */
    public int value(int variable) {
        return values[variable];
    }

    /** The values of all variables // [n]. */
    public int[] values() {
        return values.clone();
    }

    @Override
    public double score(double[] scores) {
        double sum = 0;
        for (int v = 0; v < values.length; v++) {
            sum += scores[graph.variableOffset(v) + values[v]];
        }
        for (int f = 0; f < graph.factors(); f++) {
            sum += scores[graph.factorPart(f, values)];
        }
        return sum;
    }

    @Override
    public void addTo(double[] parts, double amount) {
        for (int v = 0; v < values.length; v++) {
            parts[graph.variableOffset(v) + values[v]] += amount;
        }
        for (int f = 0; f < graph.factors(); f++) {
            parts[graph.factorPart(f, values)] += amount;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
