package org.espalier.feature.table;

import java.util.List;
import java.util.function.IntPredicate;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;

/** Where known columns stand among the named ones of a token; safe to share. One list of names usually serves all tokens of a file. */
final class ColumnPlaces {
    private final List<String> known;
    private final IntPredicate optional;
    private volatile Found last = new Found(List.of(), new int[0]);

    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Found(List<String> names, int[] places) {}

    /**
     * Of these columns.
     *
     * @param optional whether the column of that number may be missing
     */
    ColumnPlaces(List<String> known, IntPredicate optional) {
        this.known = List.copyOf(known);
        this.optional = optional;
    }

    /** The place of each known column among these names; −1 for one that is not there and need not be. */
    int[] in(List<String> names, Sequence sequence) {
        Found found = last;
        if (found.names == names && !names.isEmpty()) {
            return found.places;
        }
        int[] places = new int[known.size()];
        for (int c = 0; c < places.length; c++) {
            places[c] = names.indexOf(known.get(c));
            if (places[c] < 0 && !optional.test(c)) {
                throw new DataFormatException(
                        sequence.location(),
                        "there is no column '" + known.get(c) + "', which the training data have; found " + names);
            }
        }
        last = new Found(names, places);
        return places;
    }
}
