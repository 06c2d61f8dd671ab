package org.espalier.kernel;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.feature.kernel.KernelRows;
import org.espalier.feature.kernel.KernelScratch;
import org.espalier.feature.kernel.Point;
import org.espalier.parallel.Workers;

/**
 * The rows of the Gram matrix K_ij = K(x_i, x_j), each computed when it is first asked for and kept while there is room;
 * the row that was not used for the longest time makes room for a new one.
 *
 * <p>A row costs n kernel evaluations, spread over the workers, and 8n bytes. Its bits depend neither on the number of
 * threads nor on the size of the cache. For one caller at a time.
 */
public final class GramCache {
    private static final int BLOCK = 512;

    /** The rows that are valid at the same time, whatever the cache's size. */
    private static final int FEWEST = 4;

    private final List<Point> points;
    private final KernelRows rows;
    private final Workers workers;
    private final KernelScratch[] scratches; // [threads]
    private final int capacity;
    private final Map<Integer, double[]> kept = new LinkedHashMap<>(16, 0.75f, true); // in order of use
    private final double[] diagonal; // [n]
    private long computed;

    private GramCache(List<Point> points, KernelRows rows, Workers workers, int capacity) {
        this.points = points;
        this.rows = rows;
        this.workers = workers;
        this.capacity = capacity;
        this.scratches = new KernelScratch[workers.threads()];
        this.diagonal = new double[points.size()];
    }

    /**
     * A cache.
     *
     * @param bytes how much memory the rows may take; four rows are kept however little it is
     */
    public static GramCache of(KernelFunction kernel, List<Point> points, long bytes, Workers workers) {
        long fitting = bytes / (8L * Math.max(1, points.size()));
        int capacity = (int) Math.max(FEWEST, Math.min(points.size(), fitting));
        GramCache cache = new GramCache(List.copyOf(points), kernel.over(points), workers, capacity);
        for (int k = 0; k < cache.scratches.length; k++) {
            cache.scratches[k] = new KernelScratch();
        }
        workers.run(blocks(points.size()), (number, worker) -> {
            int end = Math.min(points.size(), (number + 1) * BLOCK);
            for (int i = number * BLOCK; i < end; i++) {
                cache.diagonal[i] = cache.rows.self(points.get(i), cache.scratches[worker]);
            }
        });
        return cache;
    }

    private static int blocks(int size) {
        return (size + BLOCK - 1) / BLOCK;
    }

    /** The number n of points. */
    public int size() {
        return points.size();
    }

    /** How many rows can be kept. */
    public int capacity() {
        return capacity;
    }

    /** How many rows have been computed so far. */
    public long computed() {
        return computed;
    }

    /** K(x_i, x_i). */
    public double diagonal(int i) {
        return diagonal[i];
    }

    /**
     * K(x_i, x_j) for all j; not to be changed. Its content is valid until three other rows have been asked for.
     *
     * @throws IllegalArgumentException when the kernel is not finite there
     */
    public double[] row(int i) {
        double[] known = kept.get(i);
        if (known != null) {
            return known;
        }
        double[] row = room();
        Point x = points.get(i);
        int size = points.size();
        workers.run(
                blocks(size),
                (number, worker) ->
                        rows.row(x, number * BLOCK, Math.min(size, (number + 1) * BLOCK), row, scratches[worker]));
        check(i, row);
        computed++;
        kept.put(i, row);
        return row;
    }

    private void check(int i, double[] row) {
        for (int j = 0; j < row.length; j++) {
            if (!Double.isFinite(row[j])) {
                throw new IllegalArgumentException("the kernel of the points " + i + " and " + j
                        + " (counted from 0) is " + row[j] + "; scale the attributes, or use another kernel");
            }
        }
    }

    /** A new row, or the array of the one that makes room. */
    private double[] room() {
        if (kept.size() < capacity) {
            return new double[points.size()];
        }
        Iterator<double[]> oldest = kept.values().iterator();
        double[] row = oldest.next();
        oldest.remove();
        return row;
    }
}
