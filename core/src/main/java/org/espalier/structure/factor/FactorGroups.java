package org.espalier.structure.factor;

/**
 * Which variables of a graph have the same type, and which factors are copies of the same template. Groups of variables come first.
 *
 * @param types the type of each variable // [n]
 * @param variableGroups how many groups are of variables
 * @param members the variables or factors of each group // [groups][members]
 * @param sites which list of attributes each of them has // [groups][members]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record FactorGroups(int[] types, int variableGroups, int[][] members, int[][] sites) {

    int type(int variable) {
        return types[variable];
    }

    int size(int group) {
        return members[group].length;
    }

    int member(int group, int place) {
        return members[group][place];
    }

    int site(int group, int place) {
        return sites[group][place];
    }

    boolean isOfVariables(int group) {
        return group < variableGroups;
    }
}
