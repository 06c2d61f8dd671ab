package org.espalier.evaluate;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts spans by type; a convention's rules are in its subclass. */
abstract class SpanCounter {
    /**
     * Code points, and not the UTF-16 units that {@link String#compareTo} compares, are in the order of the UTF-8
     * bytes.
     */
    static final Comparator<String> BY_CODE_POINT = SpanCounter::compareCodePoints;

    private final SortedMap<String, long[]> counts = new TreeMap<>(BY_CODE_POINT); // [gold, predicted, correct]

    static SpanCounter of(Convention convention) {
        if (convention.equals(Convention.PLAIN)) {
            return new NoSpans();
        }
        return convention.scheme() == null ? new ConllevalCounter() : new StrictCounter(convention.scheme());
    }

    /** Counts one sequence, or a piece of one between tokens that are not known. */
    abstract void add(List<String> gold, List<String> predicted);

    /** Whether two labels are the same. */
    abstract boolean isSame(String gold, String predicted);

    /** The counts so far, as if the input ended here. */
    abstract SortedMap<String, Counts> types();

    final void countGold(String type) {
        of(type)[0]++;
    }

    final void countPredicted(String type) {
        of(type)[1]++;
    }

    final void countCorrect(String type) {
        of(type)[2]++;
    }

    private long[] of(String type) {
        return counts.computeIfAbsent(type, key -> new long[3]);
    }

    final SortedMap<String, Counts> counted() {
        SortedMap<String, Counts> result = new TreeMap<>(BY_CODE_POINT);
        counts.forEach((type, count) -> result.put(type, new Counts(count[0], count[1], count[2])));
        return result;
    }

    private static int compareCodePoints(String first, String second) {
        int i = 0;
        while (i < first.length() && i < second.length()) {
            int a = first.codePointAt(i);
            int b = second.codePointAt(i);
            if (a != b) {
                return Integer.compare(a, b);
            }
            i += Character.charCount(a);
        }
        return Integer.compare(first.length(), second.length());
    }
}
