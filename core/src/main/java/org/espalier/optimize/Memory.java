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
@SuppressWarnings("ArrayRecordComponent") // never written after construction
public record Memory(String method, double[] scalars, List<double[]> vectors, List<Pair> pairs) {
    /** Nothing to remember. */
    public static final Memory NONE = of("");

    /** The most numbers that a state file may hold. */
    public static final int MOST_SCALARS = 16;

    /** The most vectors: as many as a matrix has rows at most. */
    public static final int MOST_VECTORS = 4000;

    /** The most correction pairs. */
    public static final int MOST_PAIRS = 1000;

    /** Below this cosine between s and y the curvature is rounding noise. */
    private static final double MIN_COSINE = 1e-10;

    /**
     * A correction pair s = x′ − x, y = g′ − g; immutable, so that snapshots may share it.
     *
     * @param curvature s·y, or 0 when it is not usable
     */
    @SuppressWarnings("ArrayRecordComponent") // never written after construction
    public record Pair(float[] s, float[] y, double curvature) {

        /** The pair with its curvature. */
        public static Pair of(float[] s, float[] y, Vectors vectors) {
            double curvature = usableCurvature(vectors.dot(s, y), vectors.dot(s, s), vectors.dot(y, y));
            return new Pair(s, y, curvature);
        }

        /** Whether it shows curvature that is positive beyond rounding. */
        public boolean usable() {
            return curvature > 0;
        }

        /** s·y if the pair shows curvature that is positive beyond rounding, otherwise 0. */
        public static double usableCurvature(double sy, double ss, double yy) {
            return sy > MIN_COSINE * Math.sqrt(ss) * Math.sqrt(yy) && Double.isFinite(yy) ? sy : 0;
        }
    }

    /** Some numbers. */
    public static Memory of(String method, double... scalars) {
        return new Memory(method, scalars, List.of(), List.of());
    }

    /** Some numbers and vectors. */
    public static Memory of(String method, double[] scalars, List<double[]> vectors) {
        return new Memory(method, scalars, vectors, List.of());
    }

    /** Some correction pairs. */
    public static Memory of(String method, List<Pair> pairs) {
        return new Memory(method, new double[0], List.of(), pairs);
    }

    /** Whether it is the memory of the method with this name. */
    public boolean isOf(String name) {
        return method.equals(name);
    }
}
