package org.espalier.benchmarks.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What happened in one phase; safe to share. */
final class Tally {
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<Long> nanos = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    synchronized void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** A good request was answered rightly. */
    synchronized void answered(long time) {
        nanos.add(time);
    }

    /** Something that must not happen. */
    synchronized void wrong(String what) {
        count("wrong");
        if (wrong.size() < 20) {
            wrong.add(what);
        }
    }

    synchronized long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    synchronized int answers() {
        return nanos.size();
    }

    synchronized double millis(double share) {
        if (nanos.isEmpty()) {
            return Double.NaN;
        }
        Collections.sort(nanos);
        return nanos.get((int) Math.min(nanos.size() - 1L, (long) (share * nanos.size()))) / 1e6;
    }

    synchronized Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    synchronized List<String> wrongs() {
        return List.copyOf(wrong);
    }
}
