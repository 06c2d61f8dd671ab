package org.espalier.scoring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lists turned inside out: from "place p has the ids …" to "id i is at the places …", both ascending.
 *
 * @param count how many ids occur; the arrays may be longer than they need to be
 * @param ids the ids that occur // [n]
 * @param begins where the places of each begin // [n + 1]
 * @param at the places, ascending for each id
 * @param values the value at each place, or null when all are 1
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Occurrences(int count, int[] ids, int[] begins, int[] at, double @Nullable [] values) {

    /**
     * Turns lists around.
     *
     * @param listBegins the ids of place p are {@code list[listBegins[p]] … list[listBegins[p+1]−1]} // [places + 1]
     * @param listValues a value for each entry of the list, or null when all are 1
     * @param idLimit all ids are smaller
     */
    static Occurrences of(int[] listBegins, int[] list, double @Nullable [] listValues, int idLimit) {
        int places = listBegins.length - 1;
        int[] next = new int[idLimit + 1];
        for (int k = listBegins[0]; k < listBegins[places]; k++) {
            next[list[k] + 1]++;
        }
        int distinct = 0;
        for (int id = 0; id < idLimit; id++) {
            distinct += next[id + 1] > 0 ? 1 : 0;
            next[id + 1] += next[id];
        }
        int[] ids = new int[distinct];
        int[] begins = new int[distinct + 1];
        int n = 0;
        for (int id = 0; id < idLimit; id++) {
            if (next[id + 1] > next[id]) {
                ids[n] = id;
                begins[n++] = next[id];
            }
        }
        begins[n] = next[idLimit];
        int[] at = new int[next[idLimit]];
        double @Nullable [] values = listValues == null ? null : new double[at.length];
        for (int p = 0; p < places; p++) {
            for (int k = listBegins[p]; k < listBegins[p + 1]; k++) {
                int slot = next[list[k]]++;
                at[slot] = p;
                if (values != null && listValues != null) {
                    values[slot] = listValues[k];
                }
            }
        }
        return new Occurrences(distinct, ids, begins, at, values);
    }

    /** Cuts the ids into runs with about equally many places; returns where run k of n begins. */
    int cut(int k, int n) {
        if (k == n) {
            return count;
        }
        int found = Arrays.binarySearch(begins, 0, count, (int) ((long) begins[count] * k / n));
        return found >= 0 ? found : -found - 1;
    }

    void write(BlockFile file) {
        file.write(count);
        file.write(ids, count);
        file.write(begins, count + 1);
        file.write(at, begins[count]);
        file.write(values, begins[count]);
    }

    static Occurrences read(BlockFile file) {
        return new Occurrences(file.readInt(), file.readInts(), file.readInts(), file.readInts(), file.readDoubles());
    }
}
