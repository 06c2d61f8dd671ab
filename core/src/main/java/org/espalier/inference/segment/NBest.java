package org.espalier.inference.segment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.jspecify.annotations.Nullable;

/**
 * The n best segmentations, exactly, by a lazy best-first walk from the last token to the first.
 *
 * <p>A suffix is a number of decisions, from right to left: the label of the last segment, its length, the label of the segment
 * before it, and so on. The Viterbi scores of prefixes are a perfect forecast of what is still to come, so a suffix is followed only
 * as far as it can still win: taking one from the queue puts at most two back, its best next decision and the next best
 * alternative to its last decision. The cost is O(n·K·(L + D² + log queue)) for K segments and the usual small ranks, after the
 * Viterbi pass. The first segmentation is Viterbi's, ties included.
 */
final class NBest {

    /**
     * Decisions from the last token on.
     *
     * @param end the end of the leftmost segment that has a label
     * @param label its label
     * @param size its length, or 0 when that is not decided yet
     * @param rank how many alternatives to the last decision are better
     * @param bound the score of the best segmentation with this suffix
     * @param order when it was put into the queue
     * @param rest the decisions before the last
     */
    private record Suffix(
            int end,
            int label,
            int size,
            int rank,
            double bound,
            long order,
            @Nullable Suffix rest) {

        /** How many tokens are left to be decided on. */
        int left() {
            return end - size;
        }
    }

    /** Of equal ones the last, so that a suffix is followed to its end before its alternatives. */
    private static final Comparator<Suffix> BEST_FIRST = Comparator.comparingDouble((Suffix s) -> -s.bound)
            .thenComparing(Comparator.comparingLong(Suffix::order).reversed());

    private final MaxRows rows;
    private final Segmentation segmentation;
    private final PriorityQueue<Suffix> queue = new PriorityQueue<>(BEST_FIRST);
    private long order;

    NBest(MaxRows rows) {
        this.rows = rows;
        this.segmentation = rows.segmentation;
    }

    List<ScoredOutput<Segments>> take(int n) {
        List<ScoredOutput<Segments>> found = new ArrayList<>();
        if (segmentation.length() == 0) {
            return List.of(new ScoredOutput<>(rows.trace(), 0));
        }
        pushLabel(segmentation.length(), 0, null, Double.NaN);
        while (found.size() < n && !queue.isEmpty()) {
            Suffix suffix = queue.remove();
            if (suffix.size == 0) {
                pushLabel(suffix.end, suffix.rank + 1, suffix.rest, suffix.bound);
                pushLength(0, suffix, suffix.bound); // after the alternative, see BEST_FIRST
                continue;
            }
            pushLength(suffix.rank + 1, suffix.rest, suffix.bound);
            if (suffix.left() > 0) {
                pushLabel(suffix.left(), 0, suffix, suffix.bound);
            } else {
                Segments segments = segments(suffix);
                found.add(new ScoredOutput<>(segments, segments.score(rows.scores)));
            }
        }
        return found;
    }

    /** Queues the label of the given rank for the segment that ends at {@code end}, unless there is none. */
    private void pushLabel(int end, int rank, @Nullable Suffix rest, double bound) {
        double[] values = new double[segmentation.labels()];
        int next = rest == null ? -1 : rest.label;
        for (int y = 0; y < values.length; y++) {
            values[y] = rows.prefix(end, y, next);
        }
        Choice choice = choose(values, rank);
        if (choice != null) {
            double newBound = rest == null && rank == 0 ? values[choice.index] : bound - choice.behind;
            queue.add(new Suffix(end, choice.index, 0, rank, newBound, order++, rest));
        }
    }

    /** Queues the length of the given rank for the leftmost segment, unless there is none. */
    private void pushLength(int rank, @Nullable Suffix labelled, double bound) {
        if (labelled == null) {
            throw new AssertionError("a length is decided on after a label");
        }
        int end = labelled.end;
        double[] values = new double[Math.min(segmentation.lengths().longest(labelled.label), end)];
        for (int d = 1; d <= values.length; d++) {
            values[d - 1] = rows.prefixWith(end, labelled.label, d);
        }
        Choice choice = choose(values, rank);
        if (choice != null) {
            queue.add(
                    new Suffix(end, labelled.label, choice.index + 1, rank, bound - choice.behind, order++, labelled));
        }
    }

    /**
     * One of several alternatives.
     *
     * @param index which
     * @param behind how far it is behind the next better one. Bounds become smaller by differences, not by sums: rounding
     *     then cannot raise them, and the best decision keeps exactly the bound of its suffix.
     */
    private record Choice(int index, double behind) {}

    /** The alternative of a rank, ties by number; null when there is none, or when it and all behind it are forbidden. */
    private static @Nullable Choice choose(double[] values, int rank) {
        if (rank >= values.length) {
            return null;
        }
        int[] ranked = IntStream.range(0, values.length).toArray();
        for (int r = 0; r <= rank; r++) {
            int best = r;
            for (int k = r + 1; k < ranked.length; k++) {
                boolean larger = values[ranked[k]] > values[ranked[best]];
                boolean equal = values[ranked[k]] == values[ranked[best]];
                if (larger || (equal && ranked[k] < ranked[best])) {
                    best = k;
                }
            }
            int chosen = ranked[best];
            ranked[best] = ranked[r];
            ranked[r] = chosen;
        }
        double value = values[ranked[rank]];
        if (value == Double.NEGATIVE_INFINITY) {
            return null;
        }
        return new Choice(ranked[rank], rank == 0 ? 0 : values[ranked[rank - 1]] - value);
    }

    private Segments segments(Suffix first) {
        List<Suffix> decided = new ArrayList<>();
        for (Suffix suffix = first; suffix != null; suffix = suffix.rest) {
            if (suffix.size > 0) {
                decided.add(suffix);
            }
        }
        return new Segments(
                segmentation,
                decided.stream().mapToInt(Suffix::end).toArray(),
                decided.stream().mapToInt(Suffix::label).toArray());
    }
}
