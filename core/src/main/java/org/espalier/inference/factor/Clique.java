package org.espalier.inference.factor;

import java.util.Arrays;

/**
 * Variables that are eliminated together, and what they are connected to then: the separator, over which their message is a table.
 *
 * @param scope the variables, last eliminated first: the separator, then those that are eliminated here
 * @param sizes how many live values each variable of the scope has
 * @param separator how many variables the separator has
 * @param messageEntries how many entries the message has
 * @param values how many joint values the eliminated variables have: the length of a row
 * @param isRoot whether there is no separator: the message is one number, and no clique receives it
 * @param tables what is added up in the clique: parts that no clique before has, and messages
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Clique(
        int[] scope, int[] sizes, int separator, int messageEntries, int values, boolean isRoot, TableMap[] tables) {

    /** The array that each table stands in: one of the parts, or one of the messages. */
    double[][] data(double[] parts, double[][] messages) {
        return Arrays.stream(tables)
                .map(table -> table.isMessage() ? messages[table.child()] : parts)
                .toArray(double[][]::new);
    }

    /** Writes the values of the eliminated variables that a joint value stands for behind those of the separator // [scope]. */
    void split(int joint, int[] scopeValues) {
        int rest = joint;
        for (int d = scope.length - 1; d >= separator; d--) {
            scopeValues[d] = rest % sizes[d];
            rest /= sizes[d];
        }
    }
}
