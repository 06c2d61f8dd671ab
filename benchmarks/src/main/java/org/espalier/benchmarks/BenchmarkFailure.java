package org.espalier.benchmarks;

/** Something that the person who started a benchmark can put right; the message says how. */
public final class BenchmarkFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BenchmarkFailure(String message) {
        super(message);
    }
}
