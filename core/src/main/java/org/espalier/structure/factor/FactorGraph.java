package org.espalier.structure.factor;

import java.util.Arrays;
import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * All ways to give each of n variables one of its values, scored by tables over sets of variables.
 *
 * <p>Its parts, in this order; none are shared:
 *
 * <pre>
 *   variables   [n][values]            variable v has value x
 *   factors     [m][values of scope]   the variables of factor f have these values; the last variable of the scope runs fastest
 * </pre>
 *
 * The score of an assignment is Σ<sub>v</sub> variable(v, x<sub>v</sub>) + Σ<sub>f</sub> factor(f, x<sub>scope(f)</sub>). Every variable
 * has a table of its own, so that evidence, costs and constraints on single variables have parts to write to. A factor may have an
 * empty scope: its one part is in every assignment.
 */
public final class FactorGraph implements Structure {
    /** The kind of place that every variable is: its parts are the values. */
    public static final int VARIABLES = 0;

    /** The kind of place that every factor is: its parts are the joint values of its scope. */
    public static final int FACTORS = 1;

    /** The kind of the first group: of variables by their types, then of factors by their templates. See {@link FactorTopology}. */
    public static final int GROUPS = 2;

    private final int[] cardinalities; // [n]
    private final int[][] scopes; // [m][arity]
    private final int[] variableOffsets; // [n+1]
    private final int[] factorOffsets; // [m+1]
    private final int[][] strides; // [m][arity]
    private final @Nullable FactorGroups groups; // by template, where features look at them

    private FactorGraph(
            int[] cardinalities,
            int[][] scopes,
            int[] variableOffsets,
            int[] factorOffsets,
            int[][] strides,
            @Nullable FactorGroups groups) {
        this.cardinalities = cardinalities;
        this.scopes = scopes;
        this.variableOffsets = variableOffsets;
        this.factorOffsets = factorOffsets;
        this.strides = strides;
        this.groups = groups;
    }

    /**
     * A factor graph.
     *
     * @param cardinalities how many values each variable has, at least one
     * @param scopes the variables of each factor, each at most once
     */
    public static FactorGraph of(int[] cardinalities, int[][] scopes) {
        int[] variableOffsets = new int[cardinalities.length + 1];
        long parts = 0;
        for (int v = 0; v < cardinalities.length; v++) {
            if (cardinalities[v] < 1) {
                throw new IllegalArgumentException(
                        "variable " + v + " has " + cardinalities[v] + " values; expected at least 1");
            }
            parts = checked(parts + cardinalities[v]);
            variableOffsets[v + 1] = (int) parts;
        }
        int[] factorOffsets = new int[scopes.length + 1];
        int[][] strides = new int[scopes.length][];
        int[][] copies = new int[scopes.length][];
        factorOffsets[0] = (int) parts;
        for (int f = 0; f < scopes.length; f++) {
            copies[f] = scopes[f].clone();
            strides[f] = strides(f, copies[f], cardinalities);
            long size = copies[f].length == 0 ? 1 : (long) strides[f][0] * cardinalities[copies[f][0]];
            parts = checked(parts + size);
            factorOffsets[f + 1] = (int) parts;
        }
        return new FactorGraph(cardinalities.clone(), copies, variableOffsets, factorOffsets, strides, null);
    }

    /** The same graph, whose variables and factors are grouped by what they are copies of. */
    FactorGraph grouped(FactorGroups value) {
        return new FactorGraph(cardinalities, scopes, variableOffsets, factorOffsets, strides, value);
    }

    /** The type of a variable; 0 where variables have no types. */
    public int type(int variable) {
        return groups == null ? 0 : groups.type(variable);
    }

    /** Whether the other has the same variables and factors, whatever they are copies of: then parts have the same numbers. */
    public boolean hasShapeOf(FactorGraph other) {
        return this == other
                || (Arrays.equals(cardinalities, other.cardinalities) && Arrays.deepEquals(scopes, other.scopes));
    }

    private static int[] strides(int f, int[] scope, int[] cardinalities) {
        int[] strides = new int[scope.length];
        long stride = 1;
        for (int k = scope.length - 1; k >= 0; k--) {
            int v = scope[k];
            if (v < 0 || v >= cardinalities.length) {
                throw new IllegalArgumentException(
                        "factor " + f + " has variable " + v + "; expected a number below " + cardinalities.length);
            }
            for (int other = k + 1; other < scope.length; other++) {
                if (scope[other] == v) {
                    throw new IllegalArgumentException("factor " + f + " has variable " + v + " twice");
                }
            }
            strides[k] = (int) stride;
            stride = checked(stride * cardinalities[v]);
        }
        return strides;
    }

    private static long checked(long parts) {
        if (parts > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the tables of the graph have more than " + (Integer.MAX_VALUE - 8)
                    + " entries; split a factor with many variables into smaller ones");
        }
        return parts;
    }

    /** How many variables there are: n. */
    public int variables() {
        return cardinalities.length;
    }

    /** How many values a variable has. */
    public int cardinality(int variable) {
        return cardinalities[variable];
    }

    /** How many values each variable has // [n]. */
    public int[] cardinalities() {
        return cardinalities.clone();
    }

    /** How many factors there are: m. */
    public int factors() {
        return scopes.length;
    }

    /** How many variables a factor has. */
    public int arity(int factor) {
        return scopes[factor].length;
    }

    /** The k-th variable of a factor. */
    public int variable(int factor, int k) {
        return scopes[factor][k];
    }

    /** By how much the part of a factor moves when the value of its k-th variable grows by 1. */
    public int stride(int factor, int k) {
        return strides[factor][k];
    }

    /** The variables of a factor. */
    public int[] scope(int factor) {
        return scopes[factor].clone();
    }

    /** The first part of a variable: that of value x is this plus x. */
    public int variableOffset(int variable) {
        return variableOffsets[variable];
    }

    /** The first part of a factor; also of one past the last, where the parts end. */
    public int factorOffset(int factor) {
        return factorOffsets[factor];
    }

    /** How many entries the table of a factor has. */
    public int factorSize(int factor) {
        return factorOffsets[factor + 1] - factorOffsets[factor];
    }

    /** The part of a factor when the variables have these values. */
    public int factorPart(int factor, int[] values) {
        int part = factorOffsets[factor];
        int[] scope = scopes[factor];
        int[] stride = strides[factor];
        for (int k = 0; k < scope.length; k++) {
            part += stride[k] * values[scope[k]];
        }
        return part;
    }

    @Override
    public int parts() {
        return factorOffsets[scopes.length];
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    @Override
    public int places(int kind) {
        if (kind >= GROUPS) {
            return groups == null ? 0 : groups.size(kind - GROUPS);
        }
        return kind == VARIABLES ? cardinalities.length : scopes.length;
    }

    @Override
    public int offset(int kind, int place) {
        if (kind >= GROUPS && groups != null) {
            int member = groups.member(kind - GROUPS, place);
            return groups.isOfVariables(kind - GROUPS) ? variableOffsets[member] : factorOffsets[member];
        }
        return kind == VARIABLES ? variableOffsets[place] : factorOffsets[place];
    }

    @Override
    public int site(int kind, int place) {
        return kind >= GROUPS && groups != null ? groups.site(kind - GROUPS, place) : place;
    }

    @Override
    public boolean usesSharedParts() {
        return false;
    }

    @Override
    public int length() {
        return cardinalities.length;
    }

    @Override
    public String toString() {
        return cardinalities.length + " variables with up to "
                + Arrays.stream(cardinalities).max().orElse(0) + " values, " + scopes.length + " factors";
    }
}
