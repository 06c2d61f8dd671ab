package org.espalier.structure.factor;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of one factor graph, and evidence: for every variable the set of values that it may have.
 *
 * <p>One value everywhere is a fully labelled graph; a variable without a set is hidden, and is summed over. A variable whose value is
 * not in its set is one error.
 */
public final class AllowedValues implements Supervision<FactorGraph> {
    private final int[] @Nullable [] allowed; // [n][values, ascending]; null for all

    private AllowedValues(int[] @Nullable [] allowed) {
        this.allowed = allowed;
    }

    /** One allowed value per variable. */
    public static AllowedValues of(int... values) {
        return of(IntStream.of(values).mapToObj(value -> new int[] {value}).toArray(int[][]::new));
    }

    /** The allowed values of each variable, in any order; null for all of them. */
    public static AllowedValues of(int[] @Nullable [] allowed) {
        int[] @Nullable [] sorted = new int[allowed.length] @Nullable [];
        for (int v = 0; v < allowed.length; v++) {
            int[] set = allowed[v];
            if (set != null) {
                int[] values = Arrays.stream(set).sorted().distinct().toArray();
                sorted[v] = values;
                if (values.length == 0 || values[0] < 0) {
                    throw new IllegalArgumentException("variable " + v + " may have the values " + Arrays.toString(set)
                            + "; expected at least one, and none below 0");
                }
            }
        }
        return new AllowedValues(sorted);
    }

    /**
     * Evidence: some variables are observed, all others are free.
     *
     * @param variables how many variables the graph has
     * @param observed the values of those that are observed
     */
    public static AllowedValues evidence(int variables, Map<Integer, Integer> observed) {
        int[] @Nullable [] allowed = new int[variables] @Nullable [];
        observed.forEach((variable, value) -> {
            if (variable < 0 || variable >= variables) {
                throw new IllegalArgumentException(
                        "evidence for variable " + variable + "; expected a number from 0 to " + (variables - 1));
            }
            allowed[variable] = new int[] {value};
        });
        return of(allowed);
    }

    /** Whether a variable may have a value. */
    public boolean allows(int variable, int value) {
        int[] set = allowed[variable];
        return set == null || Arrays.binarySearch(set, value) >= 0;
    }

    @Override
    public void requireFit(FactorGraph graph) {
        if (allowed.length != graph.variables()) {
            throw new IllegalArgumentException(
                    "supervision of " + allowed.length + " variables for a graph with " + graph.variables());
        }
        for (int v = 0; v < allowed.length; v++) {
            int[] set = allowed[v];
            if (set != null && set[set.length - 1] >= graph.cardinality(v)) {
                throw new IllegalArgumentException("value " + set[set.length - 1] + " of variable " + v
                        + "; expected a number from 0 to " + (graph.cardinality(v) - 1));
            }
        }
    }

    @Override
    public boolean isSingle() {
        for (int[] set : allowed) {
            if (set == null || set.length > 1) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Output single(FactorGraph graph) {
        int[] values = new int[allowed.length];
        for (int v = 0; v < values.length; v++) {
            int[] set = allowed[v];
            if (set == null || set.length > 1) {
                throw new IllegalStateException("more than one assignment is allowed; see isSingle");
            }
            values[v] = set[0];
        }
        return new Assignment(graph, values);
    }

    @Override
    public void forbid(FactorGraph graph, double[] scores) {
        for (int v = 0; v < allowed.length; v++) {
            for (int x = 0; x < graph.cardinality(v); x++) {
                if (!allows(v, x)) {
                    scores[graph.variableOffset(v) + x] = Double.NEGATIVE_INFINITY;
                }
            }
        }
    }

    @Override
    public void addCost(FactorGraph graph, double cost, double[] scores) {
        for (int v = 0; v < allowed.length; v++) {
            for (int x = 0; x < graph.cardinality(v); x++) {
                if (!allows(v, x)) {
                    scores[graph.variableOffset(v) + x] += cost;
                }
            }
        }
    }

    @Override
    public int errors(FactorGraph graph, Output output) {
        Assignment found = (Assignment) output;
        int errors = 0;
        for (int v = 0; v < allowed.length; v++) {
            errors += allows(v, found.value(v)) ? 0 : 1;
        }
        return errors;
    }
}
