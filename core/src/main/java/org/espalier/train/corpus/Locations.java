package org.espalier.train.corpus;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.data.Location;

/** Where the sequences of the training data stand in their files, for messages: eight bytes a sequence. */
final class Locations {
    private long[] lines = new long[64];
    private int size;
    private final TreeMap<Integer, String> sources = new TreeMap<>(); // by the first sequence of each

    void add(Location location) {
        if (size == lines.length) {
            lines = Arrays.copyOf(lines, 2 * size);
        }
        Map.Entry<Integer, String> last = sources.lastEntry();
        if (last == null || !last.getValue().equals(location.source())) {
            sources.put(size, location.source());
        }
        lines[size++] = location.line();
    }

    /** Where a sequence begins. */
    Location get(int sequence) {
        Map.Entry<Integer, String> source = sources.floorEntry(sequence);
        return source == null || sequence >= size ? Location.NONE : new Location(source.getValue(), lines[sequence]);
    }
}
