package org.espalier.inference.factor;

import org.jspecify.annotations.Nullable;

/**
 * Where the entries of one table stand, as the values of a clique's variables move: at base + Σ<sub>d</sub> offsets[d][value of d].
 *
 * @param child the clique whose message it is, or −1 for a table of parts
 * @param base where it begins
 * @param offsets by how much each value of each variable of the clique moves it; null when the table does not have the variable //
 *     [scope][live values]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record TableMap(int child, int base, int[] @Nullable [] offsets) {

    boolean isMessage() {
        return child >= 0;
    }

    /** The entry where the variables of the clique have these live values // [scope]. */
    int entry(int[] values) {
        int entry = base;
        for (int d = 0; d < offsets.length; d++) {
            int[] moves = offsets[d];
            if (moves != null) {
                entry += moves[values[d]];
            }
        }
        return entry;
    }
}
