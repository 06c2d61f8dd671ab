package org.espalier.scoring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For every place of a block – a token, or a step with transition attributes – a list of ids, and the same turned inside
 * out.
 *
 * @param places how many places there are; the arrays may be longer than they need to be
 * @param begins where the ids of each place begin // [places + 1]
 * @param ids rows or attributes
 * @param values a value for each id, or null when all are 1
 * @param occurrences for each id its places
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record PlaceLists(int places, int[] begins, int[] ids, double @Nullable [] values, Occurrences occurrences) {

    /** How many ids all lists have together. */
    int entries() {
        return begins[places];
    }

    void write(BlockFile file) {
        file.write(places);
        file.write(begins, places + 1);
        file.write(ids, entries());
        file.write(values, entries());
        occurrences.write(file);
    }

    static PlaceLists read(BlockFile file) {
        return new PlaceLists(
                file.readInt(), file.readInts(), file.readInts(), file.readDoubles(), Occurrences.read(file));
    }

    /** Collects the lists of one place after the other. */
    static final class Builder {
        private int[] begins = new int[1024];
        private int places;
        private int[] ids = new int[4096];
        private double[] values = {};
        private int size;

        void add(int id, double value) {
            if (size == ids.length) {
                ids = Arrays.copyOf(ids, 2 * size);
            }
            if (value != 1 || values.length > 0) {
                setValue(value);
            }
            ids[size++] = id;
        }

        private void setValue(double value) {
            int before = values.length;
            if (before <= size) {
                values = Arrays.copyOf(values, ids.length);
                Arrays.fill(values, before, values.length, 1.0);
            }
            values[size] = value;
        }

        void endPlace() {
            places++;
            if (places == begins.length) {
                begins = Arrays.copyOf(begins, 2 * places);
            }
            begins[places] = size;
        }

        /** Gives the lists and begins anew. */
        PlaceLists build(int idLimit) {
            int[] builtBegins = Arrays.copyOf(begins, places + 1);
            int[] builtIds = Arrays.copyOf(ids, size);
            double @Nullable [] builtValues = values.length == 0 ? null : Arrays.copyOf(values, size);
            int count = places;
            places = 0;
            size = 0;
            values = new double[0];
            return new PlaceLists(
                    count,
                    builtBegins,
                    builtIds,
                    builtValues,
                    Occurrences.of(builtBegins, builtIds, builtValues, idLimit));
        }
    }
}
