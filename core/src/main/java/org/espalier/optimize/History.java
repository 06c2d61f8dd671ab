package org.espalier.optimize;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last m correction pairs s = x′ − x, y = g′ − g, which stand for the inverse Hessian H of BFGS.
 *
 * <p>H·v is computed by the two-loop recursion (Nocedal 1980) in 4mn multiplications and no further vector. H does
 * not change when a pair is multiplied by a number, so pairs are kept divided by ‖s‖, which rules out overflow, and
 * in single precision: this halves the memory to 8mn bytes. Rounding a pair only makes H a slightly different
 * positive definite matrix; what the optimiser converges to is decided by gradients, which stay in double precision.
 */
final class History {
    /** Below this cosine between s and y the curvature is rounding noise. */
    private static final double MIN_COSINE = 1e-10;

    /**
     * A correction pair; immutable, so that snapshots may share it.
     *
     * @param curvature s·y, or 0 when it is not usable
     */
    @SuppressWarnings("ArrayRecordComponent") // package-private, never written after construction
    record Pair(float[] s, float[] y, double curvature) {

        static Pair of(float[] s, float[] y, Vectors vectors) {
            double curvature = usableCurvature(vectors.dot(s, y), vectors.dot(s, s), vectors.dot(y, y));
            return new Pair(s, y, curvature);
        }

        boolean usable() {
            return curvature > 0;
        }
    }

    private final Vectors vectors;
    private final int memory;
    private final Deque<Pair> pairs = new ArrayDeque<>(); // latest first

    History(Vectors vectors, int memory) {
        this.vectors = vectors;
        this.memory = memory;
    }

    /** Remembers the latest of the given pairs, which come oldest first. */
    void addAll(List<Pair> oldestFirst) {
        oldestFirst.forEach(pairs::addFirst);
        dropOldest(memory);
    }

    /** s·y if the pair shows curvature that is positive beyond rounding, otherwise 0. */
    static double usableCurvature(double sy, double ss, double yy) {
        return sy > MIN_COSINE * Math.sqrt(ss) * Math.sqrt(yy) && Double.isFinite(yy) ? sy : 0;
    }

    boolean isEmpty() {
        return pairs.isEmpty();
    }

    void clear() {
        pairs.clear();
    }

    /** The pairs, oldest first. */
    List<Pair> pairs() {
        List<Pair> oldestFirst = new ArrayList<>();
        pairs.descendingIterator().forEachRemaining(oldestFirst::add);
        return List.copyOf(oldestFirst);
    }

    /** Remembers the step between two points, unless it shows no positive curvature. */
    void add(Point from, Point to) {
        double length = vectors.distance(to.x, from.x);
        if (!(length > 0)) {
            return;
        }
        // The old pair goes before the new one is made, so never more than m pairs are alive.
        dropOldest(memory - 1);
        Pair pair = Pair.of(
                vectors.scaledDifference(1 / length, to.x, from.x),
                vectors.scaledDifference(1 / length, to.gradient, from.gradient),
                vectors);
        if (pair.usable()) {
            pairs.addFirst(pair);
        }
    }

    private void dropOldest(int size) {
        while (pairs.size() > size) {
            pairs.removeLast();
        }
    }

    /**
     * v ← H·v in the subspace of the given coordinates, outside which v is 0 and stays 0.
     *
     * <p>H₀ comes from the preconditioner and the latest pair; without pairs it is the preconditioner alone. Restricting the pairs, not the
     * product, gives the inverse of the Hessian's block, which is the one that a step within the subspace needs.
     */
    void multiply(double[] v, Coordinates coordinates, Preconditioner preconditioner) {
        List<Pair> usable = new ArrayList<>(); // latest first, as are the two arrays
        double[] curvatures = new double[pairs.size()];
        double[] alphas = new double[pairs.size()];
        for (Pair pair : pairs) {
            double curvature = coordinates.curvature(pair);
            if (curvature > 0) {
                int k = usable.size();
                usable.add(pair);
                curvatures[k] = curvature;
                alphas[k] = coordinates.dot(pair.s, v) / curvature;
                coordinates.addScaled(-alphas[k], pair.y, v);
            }
        }
        if (usable.isEmpty()) {
            preconditioner.multiply(v, coordinates);
            return;
        }
        preconditioner.multiply(curvatures[0], usable.get(0).y, v, coordinates);
        for (int k = usable.size() - 1; k >= 0; k--) {
            double beta = coordinates.dot(usable.get(k).y, v) / curvatures[k];
            coordinates.addScaled(alphas[k] - beta, usable.get(k).s, v);
        }
    }
}
