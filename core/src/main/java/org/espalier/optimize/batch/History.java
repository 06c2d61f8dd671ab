package org.espalier.optimize.batch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Vectors;

/**
 * The last m correction pairs s = x′ − x, y = g′ − g, which stand for the inverse Hessian H of BFGS.
 *
 * <p>H·v is computed by the two-loop recursion (Nocedal 1980) in 4mn multiplications and no further vector. H does
 * not change when a pair is multiplied by a number, so pairs are kept divided by ‖s‖, which rules out overflow, and
 * in single precision: this halves the memory to 8mn bytes. Rounding a pair only makes H a slightly different
 * positive definite matrix; what the optimiser converges to is decided by gradients, which stay in double precision.
 */
final class History {
    private final Vectors vectors;
    private final int memory;
    private final Deque<Memory.Pair> pairs = new ArrayDeque<>(); // latest first

    History(Vectors vectors, int memory) {
        this.vectors = vectors;
        this.memory = memory;
    }

    /** Remembers the latest of the given pairs, which come oldest first. */
    void addAll(List<Memory.Pair> oldestFirst) {
        oldestFirst.forEach(pairs::addFirst);
        dropOldest(memory);
    }

    boolean isEmpty() {
        return pairs.isEmpty();
    }

    void clear() {
        pairs.clear();
    }

    /** The pairs, oldest first. */
    List<Memory.Pair> pairs() {
        List<Memory.Pair> oldestFirst = new ArrayList<>();
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
        Memory.Pair pair = Memory.Pair.of(
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
        List<Memory.Pair> usable = new ArrayList<>(); // latest first, as are the two arrays
        double[] curvatures = new double[pairs.size()];
        double[] alphas = new double[pairs.size()];
        for (Memory.Pair pair : pairs) {
            double curvature = coordinates.curvature(pair);
            if (curvature > 0) {
                int k = usable.size();
                usable.add(pair);
                curvatures[k] = curvature;
                alphas[k] = coordinates.dot(pair.s(), v) / curvature;
                coordinates.addScaled(-alphas[k], pair.y(), v);
            }
        }
        if (usable.isEmpty()) {
            preconditioner.multiply(v, coordinates);
            return;
        }
        preconditioner.multiply(curvatures[0], usable.get(0).y(), v, coordinates);
        for (int k = usable.size() - 1; k >= 0; k--) {
            double beta = coordinates.dot(usable.get(k).y(), v) / curvatures[k];
            coordinates.addScaled(alphas[k] - beta, usable.get(k).s(), v);
        }
    }
}
