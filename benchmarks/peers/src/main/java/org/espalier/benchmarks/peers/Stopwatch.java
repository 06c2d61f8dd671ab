package org.espalier.benchmarks.peers;

/** Seconds since it was made. */
record Stopwatch(long begin) {
    static Stopwatch start() {
        return new Stopwatch(System.nanoTime());
    }

    double seconds() {
        return (System.nanoTime() - begin) * 1e-9;
    }
}
