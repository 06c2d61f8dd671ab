package org.espalier.optimize;

import java.util.List;

/**
 * What a batch method must remember beyond its point, so that an interrupted run goes on with the same bits; never
 * written after construction.
 *
 * @param method whose memory it is: another method does not take it up
 * @param scalars some numbers
 * @param vectors some vectors, such as a direction or the rows of a matrix // [n] each
 * @param pairs correction pairs, oldest first
 */
@SuppressWarnings("ArrayRecordComponent") // package-private, never written after construction
record Memory(String method, double[] scalars, List<double[]> vectors, List<History.Pair> pairs) {
    static final Memory NONE = of("");

    static final int MOST_SCALARS = 16;

    /** As many as a matrix has rows at most. */
    static final int MOST_VECTORS = Bfgs.MAX_DIMENSION;

    static Memory of(String method, double... scalars) {
        return new Memory(method, scalars, List.of(), List.of());
    }

    static Memory of(String method, double[] scalars, List<double[]> vectors) {
        return new Memory(method, scalars, vectors, List.of());
    }

    static Memory of(String method, List<History.Pair> pairs) {
        return new Memory(method, new double[0], List.of(), pairs);
    }

    boolean isOf(String name) {
        return method.equals(name);
    }
}
