package org.espalier.optimize;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The last m correction pairs s = x′ − x, y = g′ − g, which stand for the inverse Hessian H of BFGS.
 *
 * <p>H·v is computed by the two-loop recursion (Nocedal 1980) in 4mn multiplications and no further memory. H does not change when
 * a pair is multiplied by a number, so pairs are kept divided by ‖s‖, which rules out overflow, and in single precision: this
 * halves the memory to 8mn bytes. Rounding a pair only makes H a slightly different positive definite matrix; what the
 * optimiser converges to is decided by gradients, which stay in double precision.
 */
final class History {
    /** Below this cosine between s and y the curvature is rounding noise. */
    private static final double MIN_COSINE = 1e-10;

    /** A correction pair; immutable, so that snapshots may share it. */
    record Pair(float[] s, float[] y, double sy, double yy) {

        /** A pair from its two vectors, or one with curvature sy ≤ 0 when they hold no usable curvature. */
        static Pair of(float[] s, float[] y) {
            double sy = Vectors.dot(s, y);
            double yy = Vectors.dot(y, y);
            boolean usable = sy > MIN_COSINE * Math.sqrt(yy) && Double.isFinite(yy);
            return new Pair(s, y, usable ? sy : 0, yy);
        }

        boolean usable() {
            return sy > 0;
        }
    }

    private final int memory;
    private final Deque<Pair> pairs = new ArrayDeque<>(); // oldest first

    History(int memory, Collection<Pair> pairs) {
        this.memory = memory;
        this.pairs.addAll(pairs);
        dropOldest(memory);
    }

    boolean isEmpty() {
        return pairs.isEmpty();
    }

    void clear() {
        pairs.clear();
    }

    /** The pairs, oldest first. */
    List<Pair> pairs() {
        return List.copyOf(pairs);
    }

    /** Remembers the step between two points, unless it shows no positive curvature. */
    void add(Point from, Point to) {
        double length = Vectors.distance(to.x, from.x);
        if (!(length > 0)) {
            return;
        }
        // The old pair goes before the new one is made, so never more than m pairs are alive.
        dropOldest(memory - 1);
        Pair pair = Pair.of(
                Vectors.scaledDifference(1 / length, to.x, from.x),
                Vectors.scaledDifference(1 / length, to.gradient, from.gradient));
        if (pair.usable()) {
            pairs.addLast(pair);
        }
    }

    private void dropOldest(int size) {
        while (pairs.size() > size) {
            pairs.removeFirst();
        }
    }

    /** v ← H·v, with H₀ = (s·y / y·y) I from the latest pair; without pairs v stays as it is. */
    void multiply(double[] v) {
        double[] alphas = new double[pairs.size()];
        int index = alphas.length;
        for (Iterator<Pair> latestFirst = pairs.descendingIterator(); latestFirst.hasNext(); ) {
            Pair pair = latestFirst.next();
            double alpha = Vectors.dot(pair.s, v) / pair.sy;
            Vectors.addScaled(-alpha, pair.y, v);
            alphas[--index] = alpha;
        }
        if (!pairs.isEmpty()) {
            Pair latest = pairs.getLast();
            Vectors.scale(latest.sy / latest.yy, v);
        }
        for (Pair pair : pairs) {
            double beta = Vectors.dot(pair.y, v) / pair.sy;
            Vectors.addScaled(alphas[index++] - beta, pair.s, v);
        }
    }
}
